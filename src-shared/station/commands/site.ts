import { atSite, atStation, nothing, returns } from '../command.ts'
import { emergencySendingSchema } from '../site/emergency-sending.ts'
import type { UnderWay } from '../../site/under-way.ts'
import {
  bringBackSchema,
  findInputSchema,
  setSiteSettingsSchema,
  type FoundShipment,
  type JoinCode,
  type SiteSettingsView,
} from '../site/stations.ts'
import { enrolInputSchema, leaveInputSchema, type StationsOverview, type SiteView } from '../site/site.ts'

/** The rows of the command table about the site that a station belongs to. */
export const siteCommands = {
  /** Returns this station's connection to its site. */
  'site.view': returns<SiteView>()(nothing, atStation.packer),
  /** Joins a site by its one-time code; CODE_REFUSED says why not. The station opens again. */
  'site.enrol': returns<{ siteName: string }>()(enrolInputSchema, atStation.supervisor),
  /** The station is alone again. WRONG_STATE: another number of bookings is open at the site by now (details.openAtSite). */
  'site.leave': returns<{ isAlone: true }>()(leaveInputSchema, atStation.supervisor),
  /** Lists every station of the site. SITE_UNREACHABLE while it is unavailable. */
  'site.stations': returns<StationsOverview>()(nothing, atSite.supervisor),
  /** Lists the site's open bookings, and their stations. SITE_UNREACHABLE, as in all of these down to `makeCode`. */
  'site.underWay': returns<UnderWay>()(nothing, atSite.supervisor),
  /** Finds the shipment of a booking of any station. NOT_FOUND: no station of the site booked it. */
  'site.find': returns<FoundShipment>()(findInputSchema, atSite.supervisor),
  /** A one-time code for one more station. */
  'site.makeCode': returns<JoinCode>()(nothing, atSite.supervisor),
  /** What supervisors decide for all stations, and for single ones. */
  'site.settings': returns<SiteSettingsView>()(nothing, atSite.supervisor),
  'site.setSettings': returns<SiteSettingsView>()(setSiteSettingsSchema, atSite.supervisor),
  /**
   * The station sends on its own until the site is back online: bookings that the site surely never received, each
   * after a look. WRONG_STATE: the site can be reached, or its service is unavailable with it.
   */
  'site.startEmergencySending': returns<SiteView>()(emergencySendingSchema, atStation.supervisor),
  /** It stops doing so now. */
  'site.endEmergencySending': returns<SiteView>()(nothing, atStation.supervisor),
  /**
   * Restores a record that an edit at another station replaced: the earlier record is in `before` of that row of the
   * audit log. NOT_FOUND: none is there. WRONG_STATE: another record has its name by now.
   */
  'site.bringBack': returns<{ isBack: true }>()(bringBackSchema, atSite.supervisor),
} as const
