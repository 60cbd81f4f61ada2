import { z } from 'zod'
import { sha256Schema, stationNameSchema } from '../../src-shared/site/identity.ts'
import type { SettingStore } from '../settings/settings.rows.ts'

/** The site that this station belongs to, and as whom. The token is in the keychain. */
const membershipSchema = z.object({
  siteId: z.string(),
  siteName: stationNameSchema,
  stationId: z.string(),
  stationName: stationNameSchema,
  urls: z.array(z.url()).min(1).max(8),
  fingerprint: sha256Schema.nullable(),
  /** What the site's bookings are filed under. */
  environment: z.string(),
  enrolledAt: z.string(),
})
export type Membership = z.infer<typeof membershipSchema>

/** An enrolment that was begun: the same station asks again when its answer was lost. */
export const enrollingSchema = membershipSchema.pick({
  stationId: true,
  stationName: true,
  urls: true,
  fingerprint: true,
})
export type Enrolling = z.infer<typeof enrollingSchema>

export const MEMBERSHIP_SETTING = 'site'
export const ENROLLING_SETTING = 'site.enrolling'

/** Null: the station is alone. */
export const readMembership = (settings: SettingStore): Promise<Membership | null> =>
  settings.read(MEMBERSHIP_SETTING, membershipSchema.nullable())
