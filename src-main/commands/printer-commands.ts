import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { Services } from '../services.ts'

type Names =
  | 'printers.list'
  | 'printers.save'
  | 'printers.remove'
  | 'printers.setDefault'
  | 'printers.test'
  | 'virtualPrinter.labels'

/** The Settings screen's commands about printers. */
export function printerCommands({ printing }: Services): Pick<CommandHandlers, Names> {
  const { printers, virtualPrinter } = printing
  return {
    'printers.list': () => printers.list(),
    'printers.save': (input) => printers.save(input),
    'printers.remove': ({ printerId }) => printers.remove(printerId),
    'printers.setDefault': ({ printerId }) => printers.setDefault(printerId),
    'printers.test': ({ printerId }) => printers.testPrint(printerId),
    'virtualPrinter.labels': ({ limit }) => virtualPrinter.labels(limit),
  }
}
