import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { consigneeMailCommands as rows } from '../../src-shared/station/commands/consignee-mail.ts'
import type { Services } from '../app/services.ts'

/** The commands about e-mails to consignees. */
export function consigneeMailCommands({
  consigneeMail,
}: Pick<Services, 'consigneeMail'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'consigneeMail.setup': () => consigneeMail.setup(),
    'consigneeMail.set': (settings) => consigneeMail.set(settings),
    'consigneeMail.list': (query) => consigneeMail.list(query),
    'consigneeMail.papersTo': ({ shipmentId }) => consigneeMail.papersTo(shipmentId),
    'consigneeMail.markBounced': (input) => consigneeMail.markBounced(input),
    'consigneeMail.sendPapers': (input) => consigneeMail.sendPapers(input),
  }
}
