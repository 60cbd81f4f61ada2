import { z } from 'zod'
import { retentionRulesSchema } from '../station/app/retention.ts'
import { pickupDaysSchema } from '../station/booking/pickup-terms.ts'
import { spendLimitsSchema } from '../station/app/spend-limits.ts'
import { printerOptionsSchema, printRulesSchema } from '../station/printing/printer-settings.ts'

/** What supervisors may decide for all stations of a site. */
export const SITE_SETTINGS = ['spendLimits', 'keep', 'pickupDays', 'printing'] as const
export type SiteSetting = (typeof SITE_SETTINGS)[number]

/** The record that holds for all stations; every other is a station's, by its id. */
export const FOR_ALL = 'all'

/** One record of the site's settings. A part that is null is left open: by a station's record to that for all, by that to each station. */
export const siteSettingsSchema = z.object({
  spendLimits: spendLimitsSchema.nullable(),
  keep: retentionRulesSchema.nullable(),
  /** A record of before there were any has none. */
  pickupDays: pickupDaysSchema.nullable().default(null),
  /** How every printer is treated, and how many labels one job prints unasked. */
  printing: z
    .object({
      carrierSettings: printerOptionsSchema.shape.carrierSettings.unwrap(),
      mostLabels: printRulesSchema.shape.mostLabels.unwrap(),
    })
    .nullable(),
  /** The station has its own settings: it decides all of its record. */
  isOwn: z.boolean(),
})
export type SiteSettings = z.output<typeof siteSettingsSchema>

/** The site's settings in effect at a station; a part that is null is the station's own to set. */
export function settingsAt(forAll: SiteSettings | null, its: SiteSettings | null): SiteSettings {
  if (its?.isOwn === true) return OPEN_SETTINGS
  return {
    spendLimits: its?.spendLimits ?? forAll?.spendLimits ?? null,
    keep: its?.keep ?? forAll?.keep ?? null,
    pickupDays: its?.pickupDays ?? forAll?.pickupDays ?? null,
    printing: its?.printing ?? forAll?.printing ?? null,
    isOwn: false,
  }
}

/** Nothing is decided. */
export const OPEN_SETTINGS: SiteSettings = {
  spendLimits: null,
  keep: null,
  pickupDays: null,
  printing: null,
  isOwn: false,
}
