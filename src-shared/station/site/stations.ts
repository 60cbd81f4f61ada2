import { z } from 'zod'
import { FOR_ALL, siteSettingsSchema, type SiteSettings } from '../../site/settings.ts'
import { idSchema, rowNumberSchema } from '../limits.ts'

/** Input of `site.bringBack`. */
export const bringBackSchema = z.object({ auditId: rowNumberSchema })

/** A code for one more station, for a scanner and for people. */
export interface JoinCode {
  code: string
  /** The code as a QR, an SVG document. */
  qr: string
  endsAt: string
}

/** A shipment as a supervisor names one; null: unknown. */
export interface FoundShipment {
  shipmentId: string
  label: string
}
export const findInputSchema = z.object({ code: z.string().trim().min(1, 'scan or type a reference').max(200) })

/** The settings of the site's supervisors: for all, and for stations by their id. */
export interface SiteSettingsView {
  forAll: SiteSettings | null
  stations: { stationId: string; settings: SiteSettings }[]
}

/** Input of `site.setSettings`; null: the record is deleted, and the common settings apply again. */
export const setSiteSettingsSchema = z
  .object({
    settingId: idSchema('settingId'),
    settings: siteSettingsSchema.nullable(),
  })
  .refine(({ settingId, settings }) => settingId !== FOR_ALL || settings?.isOwn !== true, {
    path: ['settings', 'isOwn'],
    message: 'applies to one station only',
  })
export type SetSiteSettings = z.output<typeof setSiteSettingsSchema>
