import { COUNTRIES } from '../../../../src-shared/freight/address.ts'
import { pickupDayOr, type PickupPlace } from '../../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { pickupPlaceOf } from '../../../../src-shared/station/booking/pickup-place.ts'
import type { BookingContent } from '../../../../src-shared/station/booking/booking-content.ts'
import { bookingCopySchema, type BookingCopy } from '../../../../src-shared/station/booking/booking-input.ts'
import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import { fieldErrors, type FieldErrors, type ParsedForm } from '../../../forms/field-error.ts'
import { bookingWordsSchema, dayErrors } from '../booking-form.ts'
import { partyInput, partyOf } from '../party.ts'
import { z } from 'zod'

/** A booking from a quote that is resumed, with its errors fixed. */
export const copyFormSchema = bookingWordsSchema.extend({ submissionId: z.string() })
export type CopyForm = z.infer<typeof copyFormSchema>

export function copyFormOf(
  { reference, pickupDate, labelFormat }: Pick<Booking, 'reference' | 'pickupDate' | 'labelFormat'>,
  {
    shipperInfo,
    consigneeInfo,
    instructions,
    quoted,
  }: Pick<BookingContent, 'shipperInfo' | 'consigneeInfo' | 'instructions' | 'quoted'>,
  given: { submissionId: string; now: Date; pickups: PickupTerms },
): CopyForm {
  return {
    submissionId: given.submissionId,
    shipperInfo: partyOf(shipperInfo),
    consigneeInfo: partyOf(consigneeInfo),
    reference,
    instructions,
    pickupDate: pickupDayOr(pickupDate, fromOf(quoted), given.now, given.pickups),
    labelFormat,
  }
}

/** Where quoted freight is picked up. */
export const fromOf = (quoted: BookingContent['quoted']): PickupPlace =>
  quoted === null ? { country: COUNTRIES[0] } : pickupPlaceOf(quoted)

/** The copy as the station takes it, or its errors. */
export function parseCopy(
  bookingId: string,
  { submissionId, shipperInfo, consigneeInfo, ...words }: CopyForm,
  now: Date,
  from: PickupPlace,
  pickups: PickupTerms,
): ParsedForm<BookingCopy> {
  const parsed = bookingCopySchema.safeParse({
    bookingId,
    submissionId,
    changes: { ...words, shipperInfo: partyInput(shipperInfo), consigneeInfo: partyInput(consigneeInfo) },
  })
  const found = parsed.success ? {} : fieldErrors(parsed.error)
  const errors: FieldErrors = {
    ...Object.fromEntries(Object.entries(found).map(([path, error]) => [path.replace(/^changes\./, ''), error])),
    ...dayErrors({ pickupDate: words.pickupDate, holdUntil: '' }, now, from, pickups),
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, input: parsed.data } : { ok: false, errors }
}
