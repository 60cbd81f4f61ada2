import type { Station } from '../../../station.ts'
import { readWith } from '../../../forms/field-error.ts'
import { Draft, type DraftSpec } from '../../../live/draft.svelte.ts'
import { carryOrder } from '../../orders/order-of-quote.ts'
import { bookingFormSchema, type BookingForm } from '../booking-form.ts'
import { offersOf, type Offer } from './offer.ts'

/** The form's name at the station. */
export const BOOKING_DRAFTS = 'booking'

/** Where the form of a booking is kept while it is filled in. */
export function bookingDraft(quoteId: string, rateId: string): DraftSpec<BookingForm> {
  return { form: BOOKING_DRAFTS, key: `${quoteId} ${rateId}`, version: 1, read: readWith(bookingFormSchema) }
}

/** The parameters of the Book screen under which a stored form is opened again. */
export function draftParams(key: string, { replaces }: Pick<BookingForm, 'replaces'>): Record<string, string> {
  const [quote = '', rate = ''] = key.split(' ')
  return { quote, rate, ...(replaces ? { replaces } : {}) }
}

/** The comparison of a newly requested quote with the chosen offer. */
export interface OfferAgain {
  quoteId: string
  /** The same carrier's same service; null: it is not offered any more. */
  offer: Offer | null
}

/**
 * Asks for the price again when a quote's hour is over, and keeps the input: the form under the new offer is
 * another booking than the one under the old.
 */
export async function askAgain(
  station: Station,
  { quoteId, carrier, service }: Offer,
  form: BookingForm,
  submissionId: string,
): Promise<OfferAgain> {
  const { quote } = await station.invoke('quotes.again', { id: quoteId })
  carryOrder(quoteId, quote.id)
  const offer = offersOf(quote).find((other) => other.carrier === carrier && other.service === service) ?? null
  if (offer) {
    const { rateId } = offer
    await new Draft(station, bookingDraft(quote.id, rateId)).put({ ...form, quoteId: quote.id, rateId, submissionId })
  }
  return { quoteId: quote.id, offer }
}
