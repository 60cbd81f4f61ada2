import type { BookingMove } from '../../../src-shared/machine/booking.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Booked } from '../../freight/answer/shipment.ts'
import { concernsAll, FreightError } from '../../freight/http/failure.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'
import type { BookingClient } from './booking-client.ts'
import type { SendBackoff } from './send-backoff.ts'
import { LOOKS_BEFORE_ASKING } from './schedule.ts'
import { asBooked, bookedAs, type CandidateGuard } from '../reconcile/match-shipment.ts'

/** The service refused the quote, and with it the booking, so often: it would refuse the next one too. */
const MOST_REQUOTES = 3
/**
 * The service reports that it has such a booking, under any status: made by us, or under the same reference by
 * another.
 */
const SAID_TO_BE_THERE = /DUPLICATE|ALREADY_(BOOKED|EXISTS)/
const CONFLICT = 409
const QUOTE_IS_OVER = ['QUOTE_EXPIRED', 'QUOTE_NOT_FOUND']

/**
 * Sends a booking that the ledger has as SENDING, once, and returns the resulting move.
 * @throws anything that is no failed call: one of our faults, and it is unknown how far the request came
 */
export async function send(
  booking: LedgerBooking,
  client: BookingClient,
  { clock, backoff, guard }: { clock: Clock; backoff: SendBackoff; guard: CandidateGuard },
): Promise<BookingMove> {
  try {
    const shipment = await post(client, booking)
    backoff.end(booking.environment)
    const { requestId } = shipment
    return { ...bookedAs(shipment, booking), ...(requestId !== undefined && { detail: { requestId } }) }
  } catch (error) {
    if (!(error instanceof FreightError)) throw error
    const data = error.toData()
    if (concernsAll(error)) {
      const dueAt = backoff.note(booking.environment, error)
      return { to: 'QUEUED', error: data, attempts: booking.attempts + 1, dueAt }
    }
    if (error.delivery === 'uncertain') {
      return { to: 'UNKNOWN', error: data, attempts: 0, checks: 0, dueAt: clock.now() }
    }
    backoff.end(booking.environment)
    const isLoadTaken = reasonOf(error) === 'LOAD_ALREADY_BOOKED'
    const wasSentBefore = booking.checks > 0
    if (isLoadTaken && !wasSentBefore) return afterLoadTaken(booking, client, error, clock, guard)
    // No refusal to book elsewhere by: what is there is looked for, and a person asked when it is not found.
    if (isLoadTaken || SAID_TO_BE_THERE.test(error.code) || error.details['status'] === CONFLICT) {
      return { to: 'UNKNOWN', error: data, attempts: 0, checks: 0, dueAt: clock.now() }
    }
    const hasEnded = isQuoteOver(error) && booking.origin !== null
    // Whether an earlier send came through is unknown, and this refusal does not show it. One look more, then a
    // person decides.
    if (wasSentBefore) {
      const checks = LOOKS_BEFORE_ASKING
      return { to: 'UNKNOWN', error: data, attempts: 0, checks, isQuoteOver: hasEnded, dueAt: clock.now() }
    }
    if (hasEnded && booking.requotes < MOST_REQUOTES) {
      const requotes = booking.requotes + 1
      return { to: 'QUEUED', error: data, requotes, isQuoteOver: true, dueAt: clock.now() }
    }
    return { to: 'REJECTED', error: data }
  }
}

async function post(client: BookingClient, booking: LedgerBooking): Promise<Booked> {
  if (booking.kind !== 'load') return client.bookShipment(booking.request)
  const { provider, service } = booking
  try {
    return await client.bookLoad(booking.loadId, booking.request)
  } catch (error) {
    // POST /book/{loadId} is shown without a request or an answer, and not every service has it. Only this refusal, which
    // proves that nothing was booked, leads to the other way to book a quote, and only once.
    if (!(error instanceof FreightError) || !isNoRoute(error) || !provider || !service) throw error
    return client.bookShipment({ ...booking.request, selectedRate: { provider, service } })
  }
}

function isNoRoute(error: FreightError): boolean {
  return error.delivery === 'refused' && reasonOf(error) === 'NO_SUCH_ENDPOINT'
}

/** A load is booked once. If it was booked by this very booking it is ours; otherwise it stays refused. */
async function afterLoadTaken(
  booking: LedgerBooking,
  client: BookingClient,
  refusal: FreightError,
  clock: Clock,
  guard: CandidateGuard,
): Promise<BookingMove> {
  const error = refusal.toData()
  const { shipmentId = booking.kind === 'load' ? booking.loadId : '' } = refusal.details
  try {
    const match = await asBooked(client, booking, String(shipmentId), guard)
    if (!match) return { to: 'REJECTED', error }
    // A look of its own asks a person.
    if (match.isDoubtful) return { to: 'UNKNOWN', error, attempts: 0, checks: 0, dueAt: clock.now() }
    return { ...bookedAs(match.shipment, booking), detail: { how: 'the load was booked already' } }
  } catch (cause) {
    if (!(cause instanceof FreightError)) throw cause
    return { to: 'UNKNOWN', error, attempts: 0, checks: 0, dueAt: clock.now() }
  }
}

function isQuoteOver(error: FreightError): boolean {
  return QUOTE_IS_OVER.includes(error.code) || QUOTE_IS_OVER.includes(reasonOf(error))
}

function reasonOf({ details }: FreightError): string {
  return typeof details['reason'] === 'string' ? details['reason'] : ''
}
