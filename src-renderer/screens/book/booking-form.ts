import type { Address, Party } from '../../../src-shared/freight/address.ts'
import { bookingInputSchema, type BookingInput } from '../../../src-shared/station/booking.ts'
import type { Quote } from '../../../src-shared/station/quote.ts'
import type { Settings } from '../../../src-shared/station/state.ts'
import { fieldErrors, type FieldErrors } from '../../forms/field-error.ts'

export type PartyForm = Record<keyof Party, string>

/** A booking being filled in. Made once for a rate, so its submission is one booking however often it is sent. */
export interface BookingForm {
  submissionId: string
  quoteId: string
  rateId: string
  shipperInfo: PartyForm
  consigneeInfo: PartyForm
  reference: string
  instructions: string
  pickupDate: string
  labelFormat: Settings['labelFormat']
}

function partyOf({ companyName, contactName, phone, email }: Address): PartyForm {
  return {
    companyName: companyName ?? '',
    contactName: contactName ?? '',
    phone: phone ?? '',
    email: email ?? '',
  }
}

/** The form of a rate, with the parties of the quote's addresses and its ship date as the day of pickup. */
export function bookingFormFor(
  quote: Quote,
  rateId: string,
  given: { submissionId: string; today: string; labelFormat: Settings['labelFormat'] },
): BookingForm {
  const { shipDate } = quote.request
  return {
    submissionId: given.submissionId,
    quoteId: quote.id,
    rateId,
    shipperInfo: partyOf(quote.request.originAddress),
    consigneeInfo: partyOf(quote.request.destinationAddress),
    reference: '',
    instructions: '',
    pickupDate: shipDate && shipDate > given.today ? shipDate : given.today,
    labelFormat: given.labelFormat,
  }
}

function partyInput(form: PartyForm): Party {
  const entries = Object.entries(form).filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(entries)
}

/** The form as the station takes it, or what is wrong with it. */
export function parseBookingForm(
  form: BookingForm,
  today: string,
): { ok: true; input: BookingInput } | { ok: false; errors: FieldErrors } {
  const parsed = bookingInputSchema.safeParse({
    ...form,
    shipperInfo: partyInput(form.shipperInfo),
    consigneeInfo: partyInput(form.consigneeInfo),
  })
  const errors: FieldErrors = {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...(form.pickupDate && form.pickupDate < today ? { pickupDate: { key: 'field.past' } as const } : {}),
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, input: parsed.data } : { ok: false, errors }
}

/** An address as it is read on a label. */
export function addressLines({ companyName, address1, address2, city, state, postalCode, country }: Address): string[] {
  return [companyName, address1, address2, `${city}, ${state} ${postalCode}`, country].flatMap((line) => line || [])
}
