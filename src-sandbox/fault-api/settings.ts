import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { responseVariantSchema } from '../response-variants/variant.ts'

/** The service's behaviour that a start option sets and the fault API changes while it runs. */
export const settingsSchema = z.object({
  /** Which of its two shapes POST /quote answers in. */
  quoteShape: z.enum(['A', 'B']),
  /** SAT lookups answer with every field, or with `code` and the description alone. */
  satVariant: z.enum(['full', 'short']),
  /** Whether POST /address/validate works, or answers that it does not (503). */
  addressValidation: z.enum(['available', 'unavailable']),
  /** The account's last grant, in cents; null: unlimited. */
  balanceMinor: z.int().nonnegative().nullable(),
  /** Requests a minute instead of the plan's limit of a key; null: the plan decides. */
  rateLimit: z.int().nonnegative().nullable(),
  /** How Retry-After is written when a limit is exceeded; HTTP knows both forms. */
  retryAfter: z.enum(['seconds', 'date']),
  /** Whether some shipments meet an exception on their way, or every one booked from now on is delivered in time. */
  fates: z.enum(['mixed', 'smooth']),
  /** In which manner every answer is written; see src-sandbox/response-variants. */
  responseVariant: responseVariantSchema,
})
export type Settings = z.infer<typeof settingsSchema>

/** Settings without any option. */
export const DEFAULT_SETTINGS: Settings = {
  quoteShape: 'A',
  satVariant: 'full',
  addressValidation: 'available',
  balanceMinor: null,
  rateLimit: null,
  retryAfter: 'seconds',
  fates: 'mixed',
  responseVariant: 'plain',
}

/** Settings that may differ for one request; the account and the response variant are the same for all. */
export const variantSchema = settingsSchema.omit({ balanceMinor: true, responseVariant: true }).partial().strict()
export type Variant = z.infer<typeof variantSchema>

const ofThisRequest = new AsyncLocalStorage<Variant>()

/** Carries out a request under settings of its own. */
export function withVariant<T>(variant: Variant, carryOut: () => T): T {
  return ofThisRequest.run(variant, carryOut)
}

/** Settings as each request sees them: the common ones, except for its own. */
export function perRequest(common: Settings): Settings {
  return new Proxy(common, {
    get: (target, name): unknown => {
      const variant = ofThisRequest.getStore()
      const value: unknown = variant === undefined ? undefined : Reflect.get(variant, name)
      return value === undefined ? Reflect.get(target, name) : value
    },
  })
}
