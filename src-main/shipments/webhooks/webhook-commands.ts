import type { CommandHandlers } from '../../../src-shared/station/commands.ts'
import type { webhookCommands as rows } from '../../../src-shared/station/commands/webhook.ts'
import type { Services } from '../../app/services.ts'

/** The commands about webhook subscriptions. */
export function webhookCommands({
  subscriptions,
}: Pick<Services, 'subscriptions'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'webhooks.list': () => subscriptions.list(),
    'webhooks.create': (input) => subscriptions.create(input),
    'webhooks.update': (input) => subscriptions.update(input),
    'webhooks.delete': ({ webhookId }) => subscriptions.remove(webhookId),
    'webhooks.test': (input) => subscriptions.test(input),
  }
}
