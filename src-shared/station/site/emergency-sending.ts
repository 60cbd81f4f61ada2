import { z } from 'zod'

/** One station sends by itself while its site is away. */
export interface EmergencySendingStatus {
  /** Since when, ISO 8601 in UTC, and by whom; null: nobody signs in here. */
  since: string
  person: string | null
  reason: string
  /** Bookings that wait here and that nothing was told of to the site: they are sent. */
  waiting: number
  /** Of those, kept for the site: the service or another station has their reference, or their quote or day is over. */
  left: number
  /** What the site has, or may have: only the site sends it. */
  atSite: number
}

/** Input of `site.startEmergencySending`. */
export const emergencySendingSchema = z.object({
  /** The freight service's; the site has it, and this station until the site is back. */
  apiKey: z
    .string()
    .trim()
    .min(1, 'API key is required')
    .max(500)
    .regex(/^[ -~ -ÿ]+$/, 'must be one line of letters, digits and signs'),
  reason: z.string().trim().min(1, 'say why').max(300, 'reason must be at most 300 characters'),
})
export type EmergencySendingInput = z.output<typeof emergencySendingSchema>
