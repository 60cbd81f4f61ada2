import type { BookingContent } from '../../../../src-shared/station/booking/booking-content.ts'
import { pickupDayUnlessPassed } from '../../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { quoteInputSchema } from '../../../../src-shared/station/quote/quote.ts'
import type { Station } from '../../../station.ts'

/**
 * Asks for the price of the same freight again, and returns where to confirm it: the same carrier's same service when
 * it is offered still, else the rates to choose from. One without a quote is filled in again.
 * @returns the parameters of the Book screen.
 */
export async function bookAgain(
  station: Station,
  bookingId: string,
  now: Date,
  pickups: PickupTerms,
): Promise<Record<string, string>> {
  const { quoted } = await station.invoke('bookings.content', { bookingId })
  if (quoted === null) return { new: 'direct', like: bookingId }
  return { ...(await quoteAgain(station, quoted, now, pickups)), like: bookingId }
}

/** The offers of today for a booking that waits for an answer; a booking of them replaces it. */
export async function otherOffers(
  station: Station,
  bookingId: string,
  now: Date,
  pickups: PickupTerms,
): Promise<Record<string, string>> {
  const { quoted } = await station.invoke('bookings.content', { bookingId })
  if (quoted === null) return { new: 'direct', like: bookingId }
  const { quote } = await quoteAgain(station, quoted, now, pickups)
  return { quote, like: bookingId, replaces: bookingId }
}

async function quoteAgain(
  station: Station,
  quoted: NonNullable<BookingContent['quoted']>,
  now: Date,
  pickups: PickupTerms,
): Promise<{ quote: string; rate?: string; gone?: string }> {
  if (quoted.kind === 'crossborder') {
    const { id } = await station.invoke('quotes.requestCrossBorder', quoted.request)
    return { quote: id }
  }
  const { request, provider, service } = quoted
  const input = quoteInputSchema.parse(request)
  const { shipDate, originAddress } = input
  const quote = await station.invoke(
    'quotes.request',
    shipDate === undefined
      ? input
      : { ...input, shipDate: pickupDayUnlessPassed(shipDate, originAddress, now, pickups) },
  )
  const rate = quote.rates.find((offer) => offer.provider === provider && offer.service === service)
  return { quote: quote.id, ...(rate ? { rate: rate.rateId } : { gone: '1' }) }
}
