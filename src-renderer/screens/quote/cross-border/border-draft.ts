import { z } from 'zod'
import { pickupDayUnlessPassed } from '../../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { borderFormSchema } from './border-form.ts'

/** Where the one draft of this form is kept. */
export const BORDER_DRAFT = { form: 'quote', key: 'crossborder' } as const

const id = z.string().min(1).nullable().catch(null)
const draftSchema = z.object({
  form: borderFormSchema,
  quoteId: id,
  /** The form was changed after that quote. */
  isEdited: z.boolean().catch(false),
  selectedRateId: id,
})
/** The form as the clerk left it, and its results. */
export type BorderDraft = z.output<typeof draftSchema>

/** The draft as it was kept; null when it is none. A day of pickup that has passed becomes the next one. */
export function readBorderDraft(body: unknown, now: Date, pickups: PickupTerms): BorderDraft | null {
  const parsed = draftSchema.safeParse(body)
  if (!parsed.success) return null
  const { originAddress, destinationAddress } = parsed.data.form.docks
  originAddress.day = pickupDayUnlessPassed(originAddress.day, parsed.data.form.originAddress, now, pickups)
  if (destinationAddress.day && destinationAddress.day < originAddress.day) destinationAddress.day = ''
  return parsed.data
}
