import { z } from 'zod'
import { holidayOn } from '../../../src-shared/station/holidays.ts'
import {
  pickupDayFrom,
  pickupDayOr,
  whyNoPickup,
  type PickupPlace,
} from '../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../src-shared/station/booking/pickup-terms.ts'
import { dayAt } from '../../../src-shared/station/day.ts'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import { submissionInputSchema, type SubmissionInput } from '../../../src-shared/station/booking/booking-input.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { Settings } from '../../../src-shared/station/app/state.ts'
import type { ReferenceUser } from '../../../src-shared/station/booking/reference.ts'
import { fieldErrors, type FieldErrors, type ParsedForm } from '../../forms/field-error.ts'
import type { Offer } from './confirm/offer.ts'
import { holdError } from './hold.ts'
import { partyFormSchema, partyInput } from './party.ts'

const text = z.string()

/** The words of a booking of any kind, as typed. */
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
  /** Whether the consignee is e-mailed, where the person chose; absent: as it is set. */
  notifyConsignee: z.boolean().optional(),
  /** The booking that is given up once this one is saved; booked by then, this one is not saved. */
  replaces: text.optional(),
})
export type BookingForm = z.infer<typeof bookingFormSchema>

/**
 * The form of an offer, with the parties of the quote's addresses and its ship date as the day of pickup, or the next
 * one on which the carrier picks up.
 * @param like words of a booking that is made again, or of an order
 */
export function bookingFormFor(
  offer: Pick<Offer, 'kind' | 'quoteId' | 'rateId' | 'shipper' | 'consignee' | 'shipDate' | 'from'>,
  given: {
    submissionId: string
    now: Date
    labelFormat: Settings['labelFormat']
    /** Of its carrier. */
    pickups: PickupTerms
    like?: Partial<Pick<BookingWords, 'shipperInfo' | 'consigneeInfo' | 'instructions' | 'reference'>> | undefined
  },
): BookingForm {
  const { kind, quoteId, rateId, shipper, consignee, shipDate, from } = offer
  const { submissionId, now, labelFormat, pickups, like } = given
  return {
    submissionId,
    kind,
    quoteId,
    rateId,
    shipperInfo: like?.shipperInfo ?? shipper,
    consigneeInfo: like?.consigneeInfo ?? consignee,
    reference: like?.reference ?? '',
    instructions: like?.instructions ?? '',
    pickupDate: pickupDayOr(shipDate, from, now, pickups),
    labelFormat,
    holdUntil: '',
  }
}

/** Facts outside the schema: the current day, and whether it is a pickup day where the freight comes `from`. */
export function dayErrors(
  form: Pick<BookingForm, 'pickupDate' | 'holdUntil'>,
  now: Date,
  from: PickupPlace,
  pickups: PickupTerms,
): FieldErrors {
  const { pickupDate, holdUntil } = form
  const hold = holdError(holdUntil, pickupDate, dayAt(now))
  return {
    ...pickupError(pickupDate, now, from, pickups),
    ...(hold ? { holdUntil: hold } : {}),
  }
}

function pickupError(day: string, now: Date, from: PickupPlace, pickups: PickupTerms): FieldErrors {
  const next = () => pickupDayFrom(day, from.country, pickups)
  switch (day && whyNoPickup(day, from, now, pickups)) {
    case 'past':
      return { pickupDate: { key: 'field.past' } }
    case 'far':
      return { pickupDate: { key: 'field.pickupFar' } }
    case 'weekend':
      return { pickupDate: { key: 'field.pickupWeekend', params: { next: next() } } }
    case 'holiday': {
      const holiday = holidayOn(day, from.country) ?? ''
      return { pickupDate: { key: 'field.pickupHoliday', params: { holiday, next: next() } } }
    }
    case 'closed':
      return { pickupDate: { key: 'field.pickupClosed', params: { next: next() } } }
    default:
      return {}
  }
}

/** A refusal that is about the reference, shown at its field. */
function referenceErrors({ code }: StationErrorData): FieldErrors | null {
  return code === 'REFERENCE_USED' ? { reference: { key: 'error.REFERENCE_USED' } } : null
}

/**
 * The errors of a form that the station refused. If other content was booked under its submission before, the form gets a
 * new submission, so that it can be submitted again as a second booking.
 */
export function refusalErrors(form: { submissionId: string }, error: StationErrorData): FieldErrors | null {
  if (error.code === 'SUBMISSION_DIFFERS') form.submissionId = crypto.randomUUID()
  return referenceErrors(error)
}

/** It is submitted once a supervisor approves it. */
export const isApprovalNeeded = ({ code }: StationErrorData): boolean =>
  code === 'APPROVAL_NEEDED' || code === 'SPEND_LIMIT'

/** The approver's name as commands take it, where one was typed. */
export const approvalOf = (approvedBy: string): { approvedBy?: string } =>
  approvedBy.trim() === '' ? {} : { approvedBy: approvedBy.trim() }

const usedBySchema = z.object({
  bookingId: text.nullable(),
  shipmentId: text.nullable(),
  reference: text,
  carrierName: text,
  consigneeName: text,
  state: text,
  at: text.nullable(),
}) satisfies z.ZodType<ReferenceUser>

/** The earlier bookings of the same freight, from a refusal; null: it is another refusal. */
export function usedByOf({ code, details }: StationErrorData): ReferenceUser | null {
  return code === 'ALREADY_BOOKED' ? (usedBySchema.safeParse(details['usedBy']).data ?? null) : null
}

/** What names the booking that `usedByOf` shows, to book the same freight directly again. */
export const usedBookingOf = ({ details }: StationErrorData): string | undefined =>
  text.safeParse(details['usedBooking']).data

/** The form as the station takes it, or its errors. */
export function parseBookingForm(
  form: BookingForm,
  now: Date,
  from: PickupPlace,
  pickups: PickupTerms,
): ParsedForm<SubmissionInput> {
  const parsed = submissionInputSchema.safeParse({
    ...form,
    shipperInfo: partyInput(form.shipperInfo),
    consigneeInfo: partyInput(form.consigneeInfo),
    holdUntil: form.holdUntil || null,
  })
  const errors: FieldErrors = {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...dayErrors(form, now, from, pickups),
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, input: parsed.data } : { ok: false, errors }
}
