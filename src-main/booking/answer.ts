import { StationError } from '../../src-shared/station/error.ts'
import type { BookingAnswer } from '../../src-shared/station/booking.ts'
import type { Clock } from '../clock.ts'
import type { LedgerBooking } from '../store/ledger/booking-row.ts'
import type { BookingMove } from '../store/ledger/booking-moves.ts'
import type { BookingClient } from './booking-client.ts'
import type { Outcome } from './outcome.ts'
import { idsOf } from './outcome.ts'
import { chargeOf } from './reconcile.ts'
import { dayOf, LOOKS_BEFORE_ASKING } from './schedule.ts'

export interface AnswerDesk {
  clock: Clock
  /** Of the service the booking was made for, with a person waiting. */
  client: (booking: LedgerBooking) => BookingClient
  move: (booking: LedgerBooking, outcome: Outcome) => Promise<LedgerBooking>
  look: (booking: LedgerBooking) => Promise<LedgerBooking>
  /** Cancels these shipments at the service; one commit with whatever is moved in the same turn. */
  voidShipments: (booking: LedgerBooking, shipmentIds: readonly string[]) => Promise<unknown>
}

/**
 * A person's answer to a NEEDS_DECISION. Before anything is sent again the service is asked once more.
 * @throws StationError WRONG_STATE when it is no answer to the question that stands, INVALID_INPUT
 */
export async function giveAnswer(
  booking: LedgerBooking,
  answer: BookingAnswer,
  { clock, client, move, look, voidShipments }: AnswerDesk,
): Promise<LedgerBooking> {
  const { question } = booking
  if (booking.state !== 'NEEDS_DECISION' || !question) throw notWaiting(booking)
  const asOperator: BookingMove = { actor: 'operator', detail: { answer: answer.answer } }
  const queued = (more: BookingMove): Promise<LedgerBooking> =>
    move(booking, { to: 'QUEUED', move: { ...asOperator, dueAt: clock.now(), ...more } })

  switch (answer.answer) {
    case 'give-up':
      return move(booking, { to: 'CANCELLED', move: asOperator })
    case 'accept-price':
      if (question.kind !== 'price-changed' || !booking.offer) throw notWaiting(booking)
      // When this quote has ended meanwhile too, it is asked once more before it is sent, against the price accepted.
      return queued({
        terms: booking.offer,
        detail: { answer: answer.answer, was: question.was, now: question.now, quoteId: question.quoteId },
      })
    case 'quote-again':
      if (question.kind !== 'rate-gone') throw notWaiting(booking)
      return queued({})
    case 'new-pickup': {
      if (question.kind !== 'pickup-passed') throw notWaiting(booking)
      assertNotPassed(answer.pickupDate, dayOf(clock.now()))
      const { pickupDate } = answer
      return queued({ pickupDate, detail: { answer: answer.answer, was: question.pickupDate, pickupDate } })
    }
    case 'adopt': {
      if (question.kind !== 'duplicate' || !question.shipmentIds.includes(answer.shipmentId)) throw notWaiting(booking)
      const shipment = await client(booking).lookUpShipment(answer.shipmentId)
      const others = answer.voidOthers ? question.shipmentIds.filter((id) => id !== answer.shipmentId) : []
      const [booked] = await Promise.all([
        move(booking, {
          to: 'BOOKED',
          move: {
            ...asOperator,
            shipment: idsOf(shipment),
            charged: chargeOf(shipment, booking.total),
            detail: { answer: answer.answer, voided: others },
          },
        }),
        voidShipments(booking, others),
      ])
      return booked
    }
    case 'check-again':
    case 'send-again': {
      if (question.kind !== 'not-found') throw notWaiting(booking)
      // One look: it ends in BOOKED, in a question again, or in UNKNOWN when the service cannot be asked.
      const unknown = await move(booking, {
        to: 'UNKNOWN',
        move: { ...asOperator, checks: Math.max(booking.checks, LOOKS_BEFORE_ASKING - 1), dueAt: clock.now() },
      })
      const looked = await look(unknown)
      if (answer.answer === 'check-again' || looked.question?.kind !== 'not-found') return looked
      return move(looked, { to: 'QUEUED', move: { ...asOperator, dueAt: clock.now() } })
    }
  }
}

function assertNotPassed(day: string, today: string): void {
  if (day >= today) return
  const message = `must be today, ${today}, or later`
  throw new StationError({
    code: 'INVALID_INPUT',
    message: `answer.pickupDate: ${message}`,
    details: { issues: [{ path: 'answer.pickupDate', message }] },
  })
}

function notWaiting({ bookingId, reference, state, question }: LedgerBooking): StationError {
  return new StationError({
    code: 'WRONG_STATE',
    message: `Booking ${reference} is not waiting for this answer.`,
    details: { bookingId, state, question },
  })
}
