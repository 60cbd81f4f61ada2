import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { spendCommands as rows } from '../../src-shared/station/commands/spend.ts'
import type { Services } from '../app/services.ts'

/** The commands about spend. */
export function spendCommands({ spend }: Pick<Services, 'spend'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'spend.report': (input) => spend.report(input),
    'spend.today': () => spend.today(),
    'spend.onTime': (input) => spend.onTime(input),
    'spend.importInvoices': ({ base64 }) => spend.importInvoices(Buffer.from(base64, 'base64')),
    'spend.invoices': (query) => spend.invoices(query),
    'spend.settle': (input) => spend.settle(input),
    'spend.refunds': ({ before, limit }) => spend.refunds(before, limit),
    'spend.noteRefund': ({ bookingId, isReceived }) => spend.noteRefund(bookingId, isReceived),
  }
}
