import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { Desktop } from './desktop-port.ts'
import type { Services } from './services.ts'
import { addressBookCommands } from '../addresses/address-book-commands.ts'
import { batchCommands } from '../imports/batch/batch-commands.ts'
import { bookCommands } from '../booking/book-commands.ts'
import { connectionCommands } from '../integrations/connection-commands.ts'
import { consigneeMailCommands } from '../consignee-mail/consignee-mail-commands.ts'
import { desktopCommands } from './desktop-commands.ts'
import { documentCommands } from '../documents/document-commands.ts'
import { endOfDayCommands } from '../documents/endofday/endofday-commands.ts'
import { formCommands } from '../settings/form-commands.ts'
import { inboxCommands } from '../inbox/inbox-commands.ts'
import { labelTemplateCommands } from '../labels/label-template-commands.ts'
import { locationCommands } from '../quotes/location-commands.ts'
import { logCommands } from '../support/log-commands.ts'
import { maintenanceCommands } from '../data/maintenance-commands.ts'
import { orderCommands } from '../imports/orders/order-commands.ts'
import { packCommands } from '../packing/pack-commands.ts'
import { papersCommands } from '../packing/papers-commands.ts'
import { peopleCommands } from '../people/people-commands.ts'
import { printerCommands } from '../printing/printer-commands.ts'
import { quoteCommands } from '../quotes/quote-commands.ts'
import { rehearsalCommands } from '../rehearsal/rehearsal-commands.ts'
import { ruleCommands } from '../rules/rule-commands.ts'
import { scaleCommands } from '../packing/scale/scale-commands.ts'
import { settingsFileCommands } from '../settings/settings-file-commands.ts'
import { siteCommands } from '../site/site-commands.ts'
import { spendCommands } from '../spend/spend-commands.ts'
import { stationCommands } from './station-commands.ts'
import { supportCommands } from '../support/support-commands.ts'
import { trackCommands } from '../shipments/track-commands.ts'
import { webhookCommands } from '../shipments/webhooks/webhook-commands.ts'

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
    ...consigneeMailCommands(services),
    ...supportCommands(services),
    ...inboxCommands(services),
    ...scaleCommands(services),
    ...papersCommands(services),
    ...desktopCommands(services, desktop),
    ...siteCommands(services),
  }
}
