import type { BookingMove } from '../../../src-shared/machine/booking.ts'
import type { Clock } from '../../kernel/clock.ts'
import { concernsAll, FreightError } from '../../freight/http/failure.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'
import type { QuoteOrigin } from '../../../src-shared/station/booking/record.ts'
import type { BookingClient } from './booking-client.ts'
import type { SendBackoff } from './send-backoff.ts'
import type { AnyQuote } from '../../../src-shared/station/quote/quote-history.ts'
import { outcomeOfQuote, rateGone, ruledOutcome, type PriceCheck } from '../../quotes/requote.ts'
import { delayAfter } from '../../kernel/backoff.ts'
import { RESEND_DELAYS_S } from './schedule.ts'
import { onPickupDay } from '../../../src-shared/station/booking/dock-day.ts'
import { nextPickupDay } from '../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import { dayAtPickup, pickupFrom } from '../../../src-shared/station/booking/pickup-place.ts'
import { quoteExpired } from '../submit/submission.ts'

/** What keeps a due QUEUED booking from being sent as it is. */
export type Obstacle = 'pickup-passed' | 'quote-over'

/** Null: it can be sent as it is. */
export function precheck(booking: LedgerBooking, now: Date): Obstacle | null {
  const { pickupDate, createdAt, quoteExpiresAt } = booking
  // A day that had passed at submission was the clerk's own choice; the service picks up on the next it can.
  const hasPassedHere =
    pickupDate >= dayAtPickup(booking, new Date(createdAt)) && pickupDate < dayAtPickup(booking, now)
  if (pickupDate !== '' && hasPassedHere) return 'pickup-passed'
  return quoteExpiresAt !== null && now >= new Date(quoteExpiresAt) ? 'quote-over' : null
}

export const isReady = (booking: LedgerBooking, now: Date): boolean => precheck(booking, now) === null

export interface ResolveOptions {
  clock: Clock
  backoff: SendBackoff
  /** Asks for the same again. @throws FreightError */
  quoteAgain: (client: BookingClient, origin: QuoteOrigin, environment: string) => Promise<AnyQuote>
  /** What a price may rise without a question, in percent. */
  priceTolerance: () => Promise<number>
  checkPrice: PriceCheck
  pickups: () => Promise<PickupTermsOf>
}

/** The next state of a QUEUED booking that cannot be sent as it is. Nothing is booked here: a quote is a read. */
export async function resolvePrecheck(
  booking: LedgerBooking,
  obstacle: Obstacle,
  client: BookingClient,
  { clock, backoff, quoteAgain, priceTolerance, checkPrice, pickups }: ResolveOptions,
): Promise<BookingMove> {
  const { origin, pickupDate, quoteExpiresAt } = booking
  if (obstacle === 'pickup-passed') {
    const termsOf = await pickups()
    const suggested = nextPickupDay(pickupFrom(booking), clock.now(), termsOf(booking.carrierName))
    return { to: 'NEEDS_DECISION', question: { kind: 'pickup-passed', pickupDate, suggested } }
  }
  if (origin === null) return { to: 'REJECTED', error: quoteExpired(quoteExpiresAt ?? '') }
  try {
    const quote = await quoteAgain(client, onDay(origin, pickupDate), booking.environment)
    backoff.end(booking.environment)
    const outcome = outcomeOfQuote(booking, quote, await priceTolerance(), clock.now())
    return await ruledOutcome(booking, outcome, checkPrice)
  } catch (error) {
    if (!(error instanceof FreightError)) throw error
    if (concernsAll(error) || error.delivery === 'uncertain') {
      const seconds = delayAfter(RESEND_DELAYS_S, booking.attempts)
      const dueAt = concernsAll(error)
        ? backoff.note(booking.environment, error)
        : new Date(clock.now().getTime() + seconds * 1000)
      return { to: 'QUEUED', error: error.toData(), attempts: booking.attempts + 1, dueAt }
    }
    // The service has no quote for it any more, and gives the reason.
    return { ...rateGone(0), error: error.toData() }
  }
}

/** The same request for another day of pickup, where it named one. */
function onDay(origin: QuoteOrigin, pickupDate: string): QuoteOrigin {
  if (pickupDate === '') return origin
  if (origin.kind === 'crossborder') return { ...origin, request: onPickupDay(origin.request, pickupDate) }
  if (origin.request.shipDate === undefined) return origin
  return { ...origin, request: { ...origin.request, shipDate: pickupDate } }
}
