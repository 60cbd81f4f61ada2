import type { z } from 'zod'
import { addressBookCommands } from './commands/address-book.ts'
import { batchCommands } from './commands/batch.ts'
import { bookingCommands } from './commands/booking.ts'
import { connectionCommands } from './commands/connection.ts'
import { consigneeMailCommands } from './commands/consignee-mail.ts'
import { desktopCommands } from './commands/desktop.ts'
import { documentCommands } from './commands/document.ts'
import { endOfDayCommands } from './commands/endofday.ts'
import { formCommands } from './commands/form.ts'
import { inboxCommands } from './commands/inbox.ts'
import { labelTemplateCommands } from './commands/label-template.ts'
import { locationCommands } from './commands/location.ts'
import { logCommands } from './commands/log.ts'
import { maintenanceCommands } from './commands/maintenance.ts'
import { orderCommands } from './commands/orders.ts'
import { packingCommands } from './commands/packing.ts'
import { papersCommands } from './commands/papers.ts'
import { peopleCommands } from './commands/people.ts'
import { printerCommands } from './commands/printer.ts'
import { quoteCommands } from './commands/quote.ts'
import { rehearsalCommands } from './commands/rehearsal.ts'
import { ruleCommands } from './commands/rules.ts'
import { scaleCommands } from './commands/scale.ts'
import { settingsFileCommands } from './commands/settings-file.ts'
import { siteCommands } from './commands/site.ts'
import { spendCommands } from './commands/spend.ts'
import { stationCommands } from './commands/station.ts'
import { supportCommands } from './commands/support.ts'
import { trackingCommands } from './commands/tracking.ts'
import { webhookCommands } from './commands/webhook.ts'

/**
 * The one command table: every host (Electron IPC, loopback HTTP, the fake in tests) takes its routes from here, and
 * the station's handlers are checked against it, so a missing handler is a type error.
 */
export const commands = {
  ...stationCommands,
  ...quoteCommands,
  ...ruleCommands,
  ...bookingCommands,
  ...trackingCommands,
  ...packingCommands,
  ...labelTemplateCommands,
  ...printerCommands,
  ...peopleCommands,
  ...connectionCommands,
  ...settingsFileCommands,
  ...batchCommands,
  ...orderCommands,
  ...spendCommands,
  ...addressBookCommands,
  ...formCommands,
  ...logCommands,
  ...locationCommands,
  ...documentCommands,
  ...endOfDayCommands,
  ...webhookCommands,
  ...maintenanceCommands,
  ...rehearsalCommands,
  ...supportCommands,
  ...inboxCommands,
  ...consigneeMailCommands,
  ...scaleCommands,
  ...papersCommands,
  ...desktopCommands,
  ...siteCommands,
} as const

type CommandTable = typeof commands
export type CommandName = keyof CommandTable
/** A caller's input (before defaults). */
export type CommandInput<N extends CommandName> = z.input<CommandTable[N]['input']>
/** A handler's input (after parsing). */
export type ParsedInput<N extends CommandName> = z.output<CommandTable[N]['input']>
export type CommandOutput<N extends CommandName> = NonNullable<CommandTable[N]['output']>

/** One handler for each row of the table. */
export type CommandHandlers = { [N in CommandName]: (input: ParsedInput<N>) => Promise<CommandOutput<N>> }

export const COMMAND_NAMES = Object.keys(commands) as CommandName[]

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}
