import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { Desktop } from '../app/desktop-port.ts'
import type { Services } from '../app/services.ts'
import { addressBookCommands } from './address-book-commands.ts'
import { batchCommands } from './batch-commands.ts'
import { bookCommands } from './book-commands.ts'
import { connectionCommands } from './connection-commands.ts'
import { desktopCommands } from './desktop-commands.ts'
import { documentCommands } from './document-commands.ts'
import { endOfDayCommands } from './endofday-commands.ts'
import { formCommands } from './form-commands.ts'
import { inboxCommands } from './inbox-commands.ts'
import { labelTemplateCommands } from './label-template-commands.ts'
import { locationCommands } from './location-commands.ts'
import { logCommands } from './log-commands.ts'
import { maintenanceCommands } from './maintenance-commands.ts'
import { orderCommands } from './order-commands.ts'
import { packCommands } from './pack-commands.ts'
import { papersCommands } from './papers-commands.ts'
import { peopleCommands } from './people-commands.ts'
import { printerCommands } from './printer-commands.ts'
import { quoteCommands } from './quote-commands.ts'
import { rehearsalCommands } from './rehearsal-commands.ts'
import { ruleCommands } from './rule-commands.ts'
import { scaleCommands } from './scale-commands.ts'
import { settingsFileCommands } from './settings-file-commands.ts'
import { siteCommands } from './site-commands.ts'
import { spendCommands } from './spend-commands.ts'
import { stationCommands } from './station-commands.ts'
import { supportCommands } from './support-commands.ts'
import { trackCommands } from './track-commands.ts'
import { webhookCommands } from './webhook-commands.ts'

/** Every row of the command table with its handler; one that is missing does not compile. */
export function commandHandlers(services: Services, desktop: Desktop | null): CommandHandlers {
  const station = stationCommands(services)
  return {
    ...station,
    ...quoteCommands(services),
    ...ruleCommands(services),
    ...bookCommands(services),
    ...trackCommands(services),
    ...packCommands(services),
    ...labelTemplateCommands(services),
    ...printerCommands(services),
    ...peopleCommands(services, () => station['station.state']({})),
    ...connectionCommands(services),
    ...settingsFileCommands(services),
    ...batchCommands(services),
    ...orderCommands(services),
    ...spendCommands(services),
    ...addressBookCommands(services),
    ...formCommands(services),
    ...logCommands(services),
    ...locationCommands(services),
    ...documentCommands(services),
    ...endOfDayCommands(services),
    ...webhookCommands(services),
    ...maintenanceCommands(services),
    ...rehearsalCommands(services),
    ...supportCommands(services),
    ...inboxCommands(services),
    ...scaleCommands(services),
    ...papersCommands(services),
    ...desktopCommands(services, desktop),
    ...siteCommands(services),
  }
}
