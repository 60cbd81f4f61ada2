import { z } from 'zod'
import { stationNameSchema } from '../../site/identity.ts'
import type { SiteSetting } from '../../site/settings.ts'
import type { SiteNotice, SiteStation, SiteWait } from '../../site/state.ts'
import type { StationErrorData } from '../error.ts'
import type { EmergencySendingStatus } from './emergency-sending.ts'
import { MOST_NUMBER } from '../limits.ts'

/** Whether the site can be reached, as a screen shows it. */
type SiteReach =
  | { kind: 'connecting' }
  | { kind: 'online' }
  /** The station works on its own. `since`: ISO 8601 in UTC. */
  | { kind: 'offline'; since: string; error: StationErrorData }
  /** The site does not know this station, or has revoked it: it works on its own until it joins again. */
  | { kind: 'refused'; since: string; error: StationErrorData }

/** The status of a station at the site that it belongs to. */
export interface SiteStatus {
  siteName: string
  /** The site's name for this station. */
  stationName: string
  reach: SiteReach
  /** Bookings and changes that the site has not taken yet. */
  waiting: number
  /** This station sends on its own meanwhile; null: it does not. */
  emergency: EmergencySendingStatus | null
  /** Why bookings wait at the site; null: they are sent, or unknown. */
  waitsFor: SiteWait | null
  /** The site asks for a newer Waybill here. */
  isOutOfDate: boolean
  /** Settings that its supervisors decide for this station. */
  decides: SiteSetting[]
}

/** Settings > Site. */
export type SiteView =
  | {
      kind: 'alone'
      /** The uploads of an enrollment. */
      open: number
      /** An enrollment was begun, and its answer was lost: the same code continues with it. */
      isEnrolling: boolean
      /** False: there is no keychain here, and the station's token is in a file that this user alone reads. */
      isTokenInKeychain: boolean
    }
  | (SiteStatus & {
      kind: 'of-site'
      urls: string[]
      /** SHA-256 of the site's certificate; null: plain HTTP on this machine. */
      fingerprint: string | null
      enrolledAt: string
      /** Bookings of this station that the site has and that are not at their end. */
      openAtSite: number
      isTokenInKeychain: boolean
    })

/** Input of `site.enrol`. */
export const enrolInputSchema = z.object({
  /** As a person pastes it, or a scanner reads it from the supervisor's screen. */
  code: z.string().trim().min(1, "paste or scan the site's code").max(1_000),
  /** The site's name for this station. */
  name: stationNameSchema,
})

/** Input of `site.leave`. */
export const leaveInputSchema = z.object({
  /** How many bookings stay open at the site, as shown to the person. */
  openAtSite: z.int().min(0, 'openAtSite must not be negative').max(MOST_NUMBER),
})

/** The supervisor's view of all stations; those that need attention first. */
export interface StationsOverview {
  siteName: string
  /** This station. */
  stationId: string
  /** By the site's clock, ISO 8601. */
  now: string
  stations: SiteStation[]
  notices: SiteNotice[]
}
