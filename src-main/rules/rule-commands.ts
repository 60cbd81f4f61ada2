import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { ruleCommands as rows } from '../../src-shared/station/commands/rules.ts'
import type { Services } from '../app/services.ts'

/** The commands about the rules by which a carrier is chosen. */
export function ruleCommands({
  rules,
  quotes,
}: Pick<Services, 'rules' | 'quotes'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'rules.list': () => rules.list(),
    'rules.save': (input) => rules.save(input),
    'rules.remove': ({ ruleId }) => rules.remove(ruleId),
    'rules.order': ({ ruleIds }) => rules.order(ruleIds),
    'rules.try': (input) => rules.try(input),
    'rules.decide': async ({ quoteId }) => rules.decide(await quotes.find(quoteId)),
  }
}
