import { mayBeReplaced } from '../../../../src-shared/machine/booking.ts'
import type { Station } from '../../../station.ts'
import { readWith } from '../../../forms/field-error.ts'
import { Draft, type DraftSpec } from '../../../live/draft.svelte.ts'
import { bookingFormSchema, type BookingForm } from '../booking-form.ts'
import { offersOf, type Offer } from './offer.ts'

/** The form's name at the station. */
export const BOOKING_DRAFTS = 'booking'

/**
 * Where the form of a booking is kept while it is filled in.
 * @param rateId null: its offer is gone, and none of the quote's is chosen yet
 */
export function bookingDraft(quoteId: string, rateId: string | null): DraftSpec<BookingForm> {
  const key = rateId === null ? quoteId : `${quoteId} ${rateId}`
  return { form: BOOKING_DRAFTS, key, version: 1, read: readWith(bookingFormSchema) }
}

/** The quote and the offer that a stored form is for. */
export function placeOfDraft(key: string): { quoteId: string; rateId: string | null } {
  const [quoteId = '', rateId = null] = key.split(' ')
  return { quoteId, rateId }
}

/** The parameters of the Book screen under which a stored form is opened again. */
export function draftParams(key: string, { replaces }: Pick<BookingForm, 'replaces'>): Record<string, string> {
  const { quoteId, rateId } = placeOfDraft(key)
  return {
    quote: quoteId,
    ...(rateId === null ? { gone: '1' } : { rate: rateId }),
    ...(replaces ? { replaces } : {}),
  }
}

/** The comparison of a newly requested quote with the chosen offer. */
export interface OfferAgain {
  quoteId: string
  /** The same carrier's same service; null: it is not offered any more. */
  offer: Offer | null
}

/**
 * Asks for the price again when a quote's hour is over, and keeps the input: the form under the new offer is
 * another booking than the one under the old. Where the offer is gone, the form waits for the one that is chosen.
 * @param form as it is when the answer is there: a person types on meanwhile
 */
export async function askAgain(
  station: Station,
  { quoteId, carrier, service }: Offer,
  form: () => BookingForm,
  submissionId: string,
): Promise<OfferAgain> {
  const { quote } = await station.invoke('quotes.again', { id: quoteId })
  const offer = offersOf(quote).find((other) => other.carrier === carrier && other.service === service) ?? null
  const rateId = offer?.rateId ?? null
  await new Draft(station, bookingDraft(quote.id, rateId)).put({
    ...form(),
    quoteId: quote.id,
    rateId: rateId ?? '',
    submissionId,
  })
  return { quoteId: quote.id, offer }
}

/** What was typed under an offer that is gone, for the one chosen instead; null: nothing was. */
export async function typedFor(
  station: Station,
  { kind, quoteId, rateId }: Pick<Offer, 'kind' | 'quoteId' | 'rateId'>,
  submissionId: string,
): Promise<BookingForm | null> {
  const typed = await new Draft(station, bookingDraft(quoteId, null)).load()
  return typed && { ...typed, kind, quoteId, rateId, submissionId }
}

/** The form with the booking that it replaces, as long as that needs an answer; else it is a booking of its own. */
export async function replacing(station: Station, form: BookingForm): Promise<BookingForm> {
  const { replaces, ...alone } = form
  if (replaces === undefined) return form
  return mayBeReplaced(await station.invoke('bookings.get', { bookingId: replaces })) ? form : alone
}
