import { z } from 'zod'

/** One station sends on its own while its site is unavailable. */
export interface EmergencySendingStatus {
  /** Since when, ISO 8601 in UTC, and by whom; null: no one signs in here. */
  since: string
  person: string | null
  reason: string
  /** Bookings that wait here and that the site was never notified of: they are sent. */
  waiting: number
  /** Of those, kept for the site: the service or another station has their reference, or their quote or day is over. */
  left: number
  /** Bookings that the site has, or may have: only the site sends them. */
  atSite: number
}

/** Input of `site.startEmergencySending`. */
export const emergencySendingSchema = z.object({
  /** The freight service's; the site has it, and this station until the site is back online. */
  apiKey: z
    .string()
    .trim()
    .min(1, 'API key is required')
    .max(500)
    .regex(/^[ -~ -ÿ]+$/, 'must be one line of letters, digits and signs'),
  reason: z.string().trim().min(1, 'say why').max(300, 'reason must be at most 300 characters'),
})
export type EmergencySendingInput = z.output<typeof emergencySendingSchema>
