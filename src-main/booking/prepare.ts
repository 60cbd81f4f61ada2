import type { Clock } from '../clock.ts'
import { FreightError } from '../freight/failure.ts'
import type { LedgerBooking, QuoteOrigin } from '../store/ledger/booking-row.ts'
import type { BookingClient } from './booking-client.ts'
import type { Outcome } from './outcome.ts'
import { concernsAll, type Pause } from './pause.ts'
import { outcomeOfQuote, rateGone, type AnyQuote } from './requote.ts'
import { businessDayFrom, dayOf, delay, RESEND_DELAYS_S } from './schedule.ts'
import { quoteExpired } from './submission.ts'

/** What keeps a QUEUED booking whose time has come from being sent as it stands. */
export type Obstacle = 'pickup-passed' | 'quote-over'

/** Null: it can be sent as it stands. */
export function obstacleOf(booking: LedgerBooking, now: Date): Obstacle | null {
  const { pickupDate, createdAt, quoteExpiresAt } = booking
  // A day that had passed when it was handed in was the clerk's own word; the service picks up on the next it can.
  const hasPassedHere = pickupDate >= dayOf(new Date(createdAt)) && pickupDate < dayOf(now)
  if (pickupDate !== '' && hasPassedHere) return 'pickup-passed'
  return quoteExpiresAt !== null && now >= new Date(quoteExpiresAt) ? 'quote-over' : null
}

export interface PrepareOptions {
  clock: Clock
  pause: Pause
  /** Asks for the same again. @throws FreightError */
  quoteAgain: (client: BookingClient, origin: QuoteOrigin) => Promise<AnyQuote>
  /** What a price may rise without a question, in percent. */
  priceTolerance: () => Promise<number>
}

/** Where a QUEUED booking goes that cannot be sent as it stands. Nothing is booked here: a quote is a read. */
export async function prepare(
  booking: LedgerBooking,
  obstacle: Obstacle,
  client: BookingClient,
  { clock, pause, quoteAgain, priceTolerance }: PrepareOptions,
): Promise<Outcome> {
  const { origin, pickupDate, quoteExpiresAt } = booking
  if (obstacle === 'pickup-passed') {
    const suggested = businessDayFrom(dayOf(clock.now()))
    return { to: 'NEEDS_DECISION', move: { question: { kind: 'pickup-passed', pickupDate, suggested } } }
  }
  if (origin === null) return { to: 'REJECTED', move: { error: quoteExpired(quoteExpiresAt ?? '') } }
  try {
    const quote = await quoteAgain(client, onDay(origin, pickupDate))
    pause.end(booking.environment)
    return outcomeOfQuote(booking, quote, await priceTolerance(), clock.now())
  } catch (error) {
    if (!(error instanceof FreightError)) throw error
    if (concernsAll(error) || error.delivery === 'uncertain') {
      const seconds = delay(RESEND_DELAYS_S, booking.attempts)
      const dueAt = concernsAll(error)
        ? pause.note(booking.environment, error)
        : new Date(clock.now().getTime() + seconds * 1000)
      return { to: 'QUEUED', move: { error: error.toData(), attempts: booking.attempts + 1, dueAt } }
    }
    // The service has no quote for it any more, and says why.
    const gone = rateGone(0)
    return { ...gone, move: { ...gone.move, error: error.toData() } }
  }
}

/** The same request for another day of pickup, where it named one. */
function onDay(origin: QuoteOrigin, pickupDate: string): QuoteOrigin {
  if (origin.kind !== 'domestic' || origin.request.shipDate === undefined || pickupDate === '') return origin
  return { ...origin, request: { ...origin.request, shipDate: pickupDate } }
}
