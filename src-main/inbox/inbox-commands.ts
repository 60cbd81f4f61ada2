import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { inboxCommands as rows } from '../../src-shared/station/commands/inbox.ts'
import type { Services } from '../app/services.ts'

/** The commands about what needs a person. */
export function inboxCommands({ inbox }: Pick<Services, 'inbox'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'inbox.list': (input) => inbox.list(input),
    'inbox.notify': (input) => inbox.report(input),
    'inbox.assign': (input) => inbox.assign(input),
    'inbox.assignAbout': (input) => inbox.assignAbout(input),
    'inbox.askApproval': (input) => inbox.askApproval(input),
    'inbox.refusal': ({ refusalId }) => inbox.refusal(refusalId),
    'inbox.approve': (input) => inbox.approve(input),
    'inbox.approval': ({ itemId }) => inbox.approval(itemId),
    'inbox.end': (input) => inbox.end(input),
    'inbox.rules': () => inbox.rules(),
    'inbox.setRules': ({ rules, mailPassword }) => inbox.setRules(rules, mailPassword),
    'inbox.tryMail': () => inbox.tryMail(),
  }
}
