import { z } from 'zod'
import { ACCESSORIALS } from '../../../src-shared/freight/accessorial.ts'
import { FREIGHT_CLASSES } from '../../../src-shared/freight/cargo.ts'
import { pickupDayUnlessPassed } from '../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../src-shared/station/booking/pickup-terms.ts'
import { addressFormSchema, type AddressForm } from './address/address-form.ts'
import { emptyCargo } from './cargo/cargo-form.ts'
import { MEASURES } from './measures.ts'
import type { QuoteForm } from './quote-form.ts'

/** Where the one draft of this form is kept. */
export const QUOTE_DRAFT = { form: 'quote', key: 'domestic' } as const

/** The form as the clerk left it, and the quote it had led to. */
export interface QuoteDraft {
  form: QuoteForm
  quoteId: string | null
  /** What that quote was asked for. */
  question: string
  selectedRateId: string | null
  /** The order that it is for; null: none. */
  orderId: string | null
  /** The origin that a line put into the form, and the form without it; null: none did. */
  beforeLine: { origin: AddressForm; form: QuoteForm } | null
}

// A field that is missing or of another type in an older draft is as in an empty form: a draft is never a reason to fail.
const text = z.string().catch('')
const texts = (empty: object) =>
  Object.fromEntries(
    Object.entries(empty)
      .filter(([, value]) => typeof value === 'string')
      .map(([name]) => [name, text]),
  )
const address = addressFormSchema('US')
const cargo = z
  .object({
    ...texts(emptyCargo()),
    freightClass: z.enum([...FREIGHT_CLASSES, 'density']).catch('density'),
    weightOf: z.enum(['piece', 'total']).catch('piece'),
    hazmat: z.boolean().catch(false),
  })
  .transform((kept) => ({ ...emptyCargo(), ...kept }))

const form = z.object({
  originAddress: address,
  destinationAddress: address,
  cargo: z.array(cargo).min(1),
  measures: z.enum(MEASURES).catch('imperial'),
  shipDate: text,
  insuranceAmount: text,
  accessorials: z.array(z.enum(ACCESSORIALS)).catch([]),
})
const draftSchema = z.object({
  form,
  quoteId: z.string().min(1).nullable().catch(null),
  question: text,
  selectedRateId: z.string().min(1).nullable().catch(null),
  orderId: z.string().min(1).nullable().catch(null),
  beforeLine: z.object({ origin: address, form }).nullable().catch(null),
}) satisfies z.ZodType<QuoteDraft>

/** The draft as it was kept; null when it is none. A ship date that has passed becomes the next day of pickup. */
export function readQuoteDraft(body: unknown, now: Date, pickups: PickupTerms): QuoteDraft | null {
  const parsed = draftSchema.safeParse(body)
  if (!parsed.success) return null
  const { form } = parsed.data
  const shipDate = pickupDayUnlessPassed(form.shipDate, form.originAddress, now, pickups)
  return { ...parsed.data, form: { ...form, shipDate } }
}
