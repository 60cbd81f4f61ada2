import { z } from 'zod'

/** The service's behaviour that a start option sets and the fault door changes while it runs. */
export const settingsSchema = z.object({
  /** Which of its two shapes POST /quote answers in. */
  quoteShape: z.enum(['A', 'B']),
  /** SAT lookups answer with every field, or with `code` and the description alone. */
  satVariant: z.enum(['full', 'short']),
  /** Whether POST /address/validate works, or answers that it does not (503). */
  addressValidation: z.enum(['available', 'unavailable']),
  /** What the account was last given to spend, in cents; null: as much as anybody asks for. */
  balanceMinor: z.int().nonnegative().nullable(),
  /** Requests a minute in place of what the plan of a key allows; null: the plan decides. */
  rateLimit: z.int().nonnegative().nullable(),
  /** How Retry-After is written when a limit is exceeded; HTTP knows both forms. */
  retryAfter: z.enum(['seconds', 'date']),
})
export type Settings = z.infer<typeof settingsSchema>

/** Settings where no option says otherwise. */
export const DEFAULT_SETTINGS: Settings = {
  quoteShape: 'A',
  satVariant: 'full',
  addressValidation: 'available',
  balanceMinor: null,
  rateLimit: null,
  retryAfter: 'seconds',
}
