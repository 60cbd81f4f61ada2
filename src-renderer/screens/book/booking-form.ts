import { z } from 'zod'
import type { Country } from '../../../src-shared/freight/address.ts'
import { pickupDayFrom, whyNoPickup } from '../../../src-shared/station/booking/pickup-day.ts'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import { submissionInputSchema, type SubmissionInput } from '../../../src-shared/station/booking/booking-input.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { Settings } from '../../../src-shared/station/app/state.ts'
import { fieldErrors, type FieldErrors, type ParsedForm } from '../../forms/field-error.ts'
import type { Offer } from './confirm/offer.ts'
import { holdError } from './hold.ts'
import { partyFormSchema, partyInput } from './party.ts'

const text = z.string()

/** The words of a booking whatever it is made of, as they are typed. */
export const bookingWordsSchema = z.object({
  shipperInfo: partyFormSchema,
  consigneeInfo: partyFormSchema,
  reference: text,
  instructions: text,
  pickupDate: text,
  labelFormat: z.enum(LABEL_FORMATS),
})
export type BookingWords = z.infer<typeof bookingWordsSchema>

/** A booking being filled in. Made once for a rate, so its submission is one booking however often it is sent. */
export const bookingFormSchema = bookingWordsSchema.extend({
  submissionId: text,
  kind: z.enum(['quote', 'crossborder']),
  quoteId: text,
  rateId: text,
  /** The day until which it is kept here; empty: it goes at once. */
  holdUntil: text,
})
export type BookingForm = z.infer<typeof bookingFormSchema>

/**
 * The form of an offer, with the parties of the quote's addresses and its ship date as the day of pickup, or the next
 * one on which somebody picks up.
 * @param like words of a booking that is made once more
 */
export function bookingFormFor(
  offer: Pick<Offer, 'kind' | 'quoteId' | 'rateId' | 'shipper' | 'consignee' | 'shipDate' | 'from'>,
  given: {
    submissionId: string
    today: string
    labelFormat: Settings['labelFormat']
    like?: Pick<BookingWords, 'shipperInfo' | 'consigneeInfo' | 'instructions' | 'reference'> | undefined
  },
): BookingForm {
  const { kind, quoteId, rateId, shipper, consignee, shipDate, from } = offer
  const { submissionId, today, labelFormat, like } = given
  return {
    submissionId,
    kind,
    quoteId,
    rateId,
    shipperInfo: like?.shipperInfo ?? shipper,
    consigneeInfo: like?.consigneeInfo ?? consignee,
    reference: like?.reference ?? '',
    instructions: like?.instructions ?? '',
    pickupDate: pickupDayFrom(shipDate && shipDate > today ? shipDate : today, from),
    labelFormat,
    holdUntil: '',
  }
}

/** What no schema knows: which day it is, and whether somebody picks up on it where the freight comes `from`. */
export function dayErrors(
  form: Pick<BookingForm, 'pickupDate' | 'holdUntil'>,
  today: string,
  from: Country,
): FieldErrors {
  const { pickupDate, holdUntil } = form
  const hold = holdError(holdUntil, pickupDate, today)
  return {
    ...pickupError(pickupDate, today, from),
    ...(hold ? { holdUntil: hold } : {}),
  }
}

function pickupError(day: string, today: string, from: Country): FieldErrors {
  switch (day && whyNoPickup(day, from, today)) {
    case 'past':
      return { pickupDate: { key: 'field.past' } }
    case 'far':
      return { pickupDate: { key: 'field.pickupFar' } }
    case 'weekend':
      return { pickupDate: { key: 'field.pickupWeekend', params: { next: pickupDayFrom(day, from) } } }
    case 'holiday':
      return { pickupDate: { key: 'field.pickupHoliday', params: { next: pickupDayFrom(day, from) } } }
    default:
      return {}
  }
}

/** A refusal that is about the reference, told at its field. */
export function referenceErrors({ code }: StationErrorData): FieldErrors | null {
  return code === 'REFERENCE_USED' ? { reference: { key: 'error.REFERENCE_USED' } } : null
}

/** The form as the station takes it, or what is wrong with it. */
export function parseBookingForm(form: BookingForm, today: string, from: Country): ParsedForm<SubmissionInput> {
  const parsed = submissionInputSchema.safeParse({
    ...form,
    shipperInfo: partyInput(form.shipperInfo),
    consigneeInfo: partyInput(form.consigneeInfo),
    holdUntil: form.holdUntil || null,
  })
  const errors: FieldErrors = {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...dayErrors(form, today, from),
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, input: parsed.data } : { ok: false, errors }
}
