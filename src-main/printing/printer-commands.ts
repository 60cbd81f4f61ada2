import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { printerCommands as rows } from '../../src-shared/station/commands/printer.ts'
import { discover } from './discovery/discover.ts'
import type { Services } from '../app/services.ts'

/** The Settings screen's commands about printers. */
export function printerCommands({ printing }: Pick<Services, 'printing'>): Pick<CommandHandlers, keyof typeof rows> {
  const { printers, rules, stock, virtualPrinter } = printing
  return {
    'printers.list': () => printers.list(),
    'printers.save': (input) => printers.save(input),
    'printers.remove': ({ printerId }) => printers.remove(printerId),
    'printers.setDefault': ({ printerId }) => printers.setDefault(printerId),
    'printers.status': ({ printerId }) => printers.status(printerId),
    'printers.check': ({ printerId, take }) => printers.check(printerId, take),
    'printers.locate': async ({ printerId }) => ({ found: await printers.locate(printerId) }),
    'printers.pause': ({ printerId }) => printers.setPaused(printerId, true),
    'printers.resume': ({ printerId }) => printers.setPaused(printerId, false),
    'printers.options': async ({ printerId }) => (await printers.handling(printerId)).options,
    'printers.setOptions': async ({ printerId, options }) => (await printers.setOptions(printerId, options)).options,
    'printers.routes': async () => ({ ...rules.get(), routes: rules.routes() }),
    'printers.setRoute': (route) => rules.setRoute(route),
    'printers.setRules': (patch) => rules.set(patch),
    'printers.discover': ({ address }) => discover({ address, ...printing.discovery }),
    'printers.test': ({ printerId }) => printers.testPrint(printerId),
    'printers.tool': async ({ printerId, tool }) => {
      await printing.tools.use(printerId, tool)
      return { printerId }
    },
    'printers.count': ({ printerId }) => printing.tools.count(printerId),
    'stock.list': async () => stock.list(),
    'stock.save': async (input) => stock.save(input),
    'stock.remove': async ({ stockId }) => stock.remove(stockId),
    'virtualPrinter.labels': ({ limit }) => virtualPrinter.labels(limit),
  }
}
