import { atSite, atStation, nothing, returns } from '../command.ts'
import { enrolInputSchema, leaveInputSchema, type FleetView, type SiteView } from '../site/site.ts'

/** The rows of the command table about the site that a station belongs to. */
export const siteCommands = {
  'site.view': returns<SiteView>()(nothing, atStation.packer),
  /** Joins a site by its one-time code; CODE_REFUSED says why not. The station opens anew. */
  'site.enrol': returns<{ siteName: string }>()(enrolInputSchema, atStation.supervisor),
  /** The station is alone again. WRONG_STATE: another number of bookings is open at the site by now (details.openAtSite). */
  'site.leave': returns<{ isAlone: true }>()(leaveInputSchema, atStation.supervisor),
  /** Every station of the site. SITE_UNREACHABLE while it is away. */
  'site.fleet': returns<FleetView>()(nothing, atSite.supervisor),
} as const
