import { randomBytes } from 'node:crypto'
import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Webhook } from '../../src-shared/station/webhook.ts'
import type { WireWebhook } from '../freight/webhooks.ts'
import type { Services } from '../services.ts'

type Names = 'webhooks.list' | 'webhooks.create' | 'webhooks.update' | 'webhooks.delete' | 'webhooks.test'

/** As long as the digest that is made with it (HMAC-SHA-256). */
const SECRET_BYTES = 32

/**
 * The commands about webhook subscriptions. A secret goes to the service once and into the keychain, under the
 * subscription's id, where the receiver finds it; it is never given back.
 */
export function webhookCommands({ environments, webhookSecrets }: Services): Pick<CommandHandlers, Names> {
  const client = () => environments.link().client

  async function viewOf(webhook: WireWebhook): Promise<Webhook> {
    const { webhookId, url, events, active, createdAt } = webhook
    const isHere = Object.hasOwn(await webhookSecrets.all(), webhookId)
    const where = (await webhookSecrets.areKept()) ? 'keychain' : 'memory'
    return { webhookId, url, events, active, createdAt: createdAt ?? null, secret: isHere ? where : 'none' }
  }

  const list = async () => Promise.all((await client().listWebhooks()).map(viewOf))

  async function found(webhookId: string): Promise<Webhook> {
    const webhook = (await list()).find((one) => one.webhookId === webhookId)
    if (webhook) return webhook
    throw new StationError({
      code: 'NOT_FOUND',
      message: 'The service does not list this webhook any more.',
      details: { webhookId },
    })
  }

  return {
    'webhooks.list': list,
    'webhooks.create': async ({ secret = randomBytes(SECRET_BYTES).toString('hex'), ...request }) => {
      const created = await client().createWebhook({ ...request, secret })
      // A service that makes its own secret signs with that one.
      await webhookSecrets.set(created.webhookId, created.secret ?? secret)
      return viewOf(created)
    },
    'webhooks.update': async ({ webhookId, ...change }) => {
      const changed = await client().updateWebhook(webhookId, change)
      return changed?.webhookId === webhookId ? viewOf(changed) : found(webhookId)
    },
    'webhooks.delete': async ({ webhookId }) => {
      await client().deleteWebhook(webhookId)
      await webhookSecrets.remove(webhookId)
      return list()
    },
    'webhooks.test': async ({ webhookId, eventType, ...data }) => {
      const { delivered, statusCode, error } = await client().testWebhook(webhookId, { eventType, data })
      return { webhookId, delivered: delivered ?? null, statusCode: statusCode ?? null, error: error ?? null }
    },
  }
}
