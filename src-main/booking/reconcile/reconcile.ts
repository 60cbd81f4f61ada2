import { z } from 'zod'
import type { BookingMove } from '../../../src-shared/machine/booking.ts'
import type { Clock } from '../../kernel/clock.ts'
import { concernsAll, FreightError } from '../../freight/http/failure.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { referenceOfRequest, type LedgerBooking } from '../booking-row.rows.ts'
import { shipmentClaimed } from '../booking-write.rows.ts'
import type { BookingClient } from '../outbox/booking-client.ts'
import type { SendBackoff } from '../outbox/send-backoff.ts'
import { bookedAs, findBooked, type CandidateGuard } from './match-shipment.ts'
import { findNear, nearMatchOf } from './near-match.ts'
import { delayAfter } from '../../kernel/backoff.ts'
import {
  LOOK_AGAIN_S,
  LOOK_DELAYS_S,
  looksDueBy,
  LOOKS_BEFORE_ASKING,
  LOOKS_BEFORE_CANCELLING,
} from '../outbox/schedule.ts'

const claimedSchema = z.object({ shipmentId: z.string(), reference: z.string() })

/** Another booking's shipment that the service answered this one with; null: it did not. */
function anothersOf({ question, error }: LedgerBooking): { shipmentId: string; reference: string } | null {
  if (question?.kind === 'not-found' && question.answeredWith) return question.answeredWith
  return error?.code === 'SHIPMENT_CLAIMED' ? (claimedSchema.safeParse(error.details).data ?? null) : null
}

/** That answer as the error it came as, for a move that drops the question; null: there was none. */
export function claimedErrorOf(booking: LedgerBooking): StationErrorData | null {
  const other = anothersOf(booking)
  return other && shipmentClaimed(other.shipmentId, other.reference).toData()
}

const NOTHING_NEAR = { near: [], isCutShort: false }

/** Looks at the service for a booking that is UNKNOWN or was not found so far, and returns the move that follows. */
export async function reconcile(
  booking: LedgerBooking,
  client: BookingClient,
  { clock, backoff, guard }: { clock: Clock; backoff: SendBackoff; guard: CandidateGuard },
): Promise<BookingMove> {
  const { checks, error, question } = booking
  const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  try {
    const matches = await findBooked(client, booking, guard)
    const mine = matches.filter(({ shipment }) => shipment.reference === referenceOfRequest(booking))
    const sure = mine.filter(({ isDoubtful }) => !isDoubtful)
    const found = (sure.length > 0 ? sure : mine).map(({ shipment }) => shipment)
    const [first, ...others] = found
    // One that agrees in everything is never passed over: sending again beside it could pay twice.
    if (first && (others.length > 0 || sure.length === 0)) {
      const shipmentIds = found.map(({ shipmentId }) => shipmentId)
      return { to: 'NEEDS_DECISION', question: { kind: 'duplicate', shipmentIds } }
    }
    if (first) {
      const how = question ? 'found at a later look; the question answered itself' : 'found at the service'
      return { ...bookedAs(first, booking), detail: { how, checks: checks + 1 } }
    }
    const sinceSend = Math.abs(clock.now().getTime() - Date.parse(booking.sentAt ?? booking.createdAt)) / 1000
    const made = Math.max(checks, Math.min(checks + 1, looksDueBy(sinceSend)))
    // Freight like it under other references is no double of it: a person compares them, each under its own.
    const alike = matches.filter((match) => !mine.includes(match)).map(({ shipment }) => nearMatchOf(booking, shipment))
    const answeredWith = anothersOf(booking)
    const isToAsk = question !== null || answeredWith !== null || alike.length > 0 || made >= LOOKS_BEFORE_ASKING
    const looked = isToAsk ? await findNear(client, booking, guard) : NOTHING_NEAR
    const near = [
      ...looked.near,
      ...alike.filter((one) => looked.near.every((two) => two.shipmentId !== one.shipmentId)),
    ]
    const { isCutShort } = looked
    if (near.length === 0 && !isCutShort && booking.hasWaitingCancel && (question || made >= LOOKS_BEFORE_CANCELLING)) {
      return { to: 'CANCELLED', error, checks: made, detail: { why: 'to be canceled, and never found' } }
    }
    const next = { error, attempts: 0, checks: made, dueAt: after(delayAfter(LOOK_DELAYS_S, made)) }
    const isTooEarly = made < LOOKS_BEFORE_ASKING
    // A cancellation waits for the look that ends it; where what is there cannot be read through, none will.
    const isPatient = isTooEarly || (booking.hasWaitingCancel && !isCutShort)
    if (near.length === 0 && !question && !answeredWith && isPatient) return { to: 'UNKNOWN', ...next }
    return {
      to: 'NEEDS_DECISION',
      ...next,
      question: {
        kind: 'not-found',
        checks: made,
        ...(near.length > 0 && { near }),
        ...(isCutShort && { isCutShort }),
        ...(answeredWith && { answeredWith }),
      },
    }
  } catch (cause) {
    if (!(cause instanceof FreightError)) throw cause
    if (concernsAll(cause)) backoff.note(booking.environment, cause)
    // A look that could not be made does not count; an open question stays open.
    const dueAt = after(delayAfter(LOOK_AGAIN_S, booking.attempts))
    const attempts = booking.attempts + 1
    const unmade = { error: cause.toData(), attempts, dueAt }
    if (question?.kind === 'not-found') return { to: 'NEEDS_DECISION', question, ...unmade }
    return { to: 'UNKNOWN', ...unmade, error: claimedErrorOf(booking) ?? unmade.error }
  }
}
