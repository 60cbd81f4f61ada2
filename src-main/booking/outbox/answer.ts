import { mayBeThere, needsPerson, type BookingMove, type BookingQuestion } from '../../../src-shared/machine/booking.ts'
import { isSameMoney, majorUnits } from '../../../src-shared/station/money.ts'
import { invalidField, wrongState, type StationError } from '../../../src-shared/station/error.ts'
import type { BookingAnswer } from '../../../src-shared/station/booking/booking.ts'
import { provenName } from '../../kernel/current-user.ts'
import type { Clock } from '../../kernel/clock.ts'
import { referenceOfRequest, type LedgerBooking } from '../booking-row.rows.ts'
import type { BookingClient } from './booking-client.ts'
import { FreightError, isOfOneAlone } from '../../freight/http/failure.ts'
import { bookedAs } from '../reconcile/match-shipment.ts'
import { claimedErrorOf } from '../reconcile/reconcile.ts'
import { LOOKS_BEFORE_ASKING } from './schedule.ts'
import { assertSomebodyPicksUp } from '../submit/pickup-check.ts'
import type { PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import { dayAtPickup, pickupFrom } from '../../../src-shared/station/booking/pickup-place.ts'

export interface AnswerTools {
  clock: Clock
  /** Of the service the booking was made for, with a person waiting. */
  client: (booking: LedgerBooking) => BookingClient
  move: (booking: LedgerBooking, move: BookingMove) => Promise<LedgerBooking>
  reconcile: (booking: LedgerBooking) => Promise<LedgerBooking>
  /** Is this shipment another booking's meanwhile? */
  isClaimed: (environment: string, shipmentId: string) => Promise<boolean>
  /** Gives it another reference, with a suffix when that is another's. */
  reword: (booking: LedgerBooking, reference: string) => Promise<unknown>
  /** Cancels these shipments at the service; one commit with all moves of the same turn. */
  voidShipments: (booking: LedgerBooking, shipmentIds: readonly string[]) => Promise<unknown>
  pickups: () => Promise<PickupTermsOf>
}

/**
 * A person's answer to a NEEDS_DECISION. Before anything is sent again the service is asked again.
 * @throws StationError WRONG_STATE when it is no answer to the open question, SHIPMENT_CLAIMED, INVALID_INPUT
 */
export async function giveAnswer(
  booking: LedgerBooking,
  answer: BookingAnswer,
  { clock, client, move, reconcile, isClaimed, reword, voidShipments, pickups }: AnswerTools,
): Promise<LedgerBooking> {
  const { question } = booking
  if (!needsPerson(booking) || !question) throw notWaiting(booking)
  const asOperator = { actor: 'operator', detail: { answer: answer.answer } } as const
  const queued = (more: Partial<Extract<BookingMove, { to: 'QUEUED' }>>): Promise<LedgerBooking> =>
    move(booking, { ...asOperator, dueAt: clock.now(), ...more, to: 'QUEUED' })

  /** One reconcile: it ends in BOOKED, in a question again, or in UNKNOWN when the service cannot be asked. */
  const lookAgain = async (): Promise<LedgerBooking> => {
    const unknown = await move(booking, {
      ...asOperator,
      to: 'UNKNOWN',
      error: claimedErrorOf(booking),
      checks: Math.max(booking.checks, LOOKS_BEFORE_ASKING),
      dueAt: clock.now(),
    })
    return reconcile(unknown)
  }

  /** Of these the ones to cancel: another booking's is left alone, and so is one that does not carry this very reference. */
  const doubles = async (shipmentIds: readonly string[]): Promise<string[]> => {
    const found: string[] = []
    for (const id of shipmentIds) {
      if (await isClaimed(booking.environment, id)) continue
      if ((await referenceAt(client(booking), id)) === referenceOfRequest(booking)) found.push(id)
    }
    return found
  }

  switch (answer.answer) {
    case 'give-up':
      return move(booking, { ...asOperator, to: 'CANCELLED' })
    case 'accept-price':
      if (question.kind !== 'price-changed' || !booking.offer) throw notWaiting(booking)
      if (answer.quoteId !== question.quoteId || !isSameMoney(answer.price, question.now)) {
        throw priceMoved(booking, question)
      }
      // When this quote has ended meanwhile too, it is requested again before it is sent, against the price accepted.
      return queued({
        terms: booking.offer,
        detail: {
          answer: answer.answer,
          ...{ was: question.was, now: question.now, quoteId: question.quoteId },
          ...(answer.approvedBy !== undefined && { approvedBy: provenName(answer.approvedBy) }),
        },
      })
    case 'quote-again':
      if (question.kind !== 'rate-gone') throw notWaiting(booking)
      return queued({})
    case 'new-pickup': {
      if (question.kind !== 'pickup-passed') throw notWaiting(booking)
      assertNotPassed(answer.pickupDate, dayAtPickup(booking, clock.now()))
      assertSomebodyPicksUp(
        'answer.pickupDate',
        answer.pickupDate,
        pickupFrom(booking),
        clock.now(),
        (await pickups())(booking.carrierName),
      )
      const { pickupDate } = answer
      return queued({ pickupDate, detail: { answer: answer.answer, was: question.pickupDate, pickupDate } })
    }
    case 'new-reference':
      if (question.kind !== 'reference-taken') throw notWaiting(booking)
      await reword(booking, answer.reference)
      return queued({ detail: { answer: answer.answer, was: booking.reference } })
    case 'adopt': {
      const candidates = candidatesOf(question)
      if (answer.voidOthers === true && question.kind !== 'duplicate') throw othersAreNoDoubles()
      if (!candidates.includes(answer.shipmentId)) throw notWaiting(booking)
      // Found for another booking since it was asked: what is left is looked for, and a new question asked.
      if (await isClaimed(booking.environment, answer.shipmentId)) return lookAgain()
      const shipment = await identityOf(client(booking), answer.shipmentId)
      const others = answer.voidOthers ? await doubles(candidates.filter((id) => id !== answer.shipmentId)) : []
      const [booked] = await Promise.all([
        move(booking, {
          ...asOperator,
          ...bookedAs(shipment, booking),
          detail: { answer: answer.answer, voided: others },
        }),
        voidShipments(booking, others),
      ])
      return booked
    }
    case 'check-again':
    case 'send-again': {
      if (question.kind !== 'not-found') throw notWaiting(booking)
      const isWarned = answer.answer === 'send-again' && answer.mayBeSecond === true
      if (answer.answer === 'send-again' && !isWarned) assertNoneNear(question)
      const looked = await lookAgain()
      if (answer.answer === 'check-again' || looked.question?.kind !== 'not-found') return looked
      // One that nearly agrees has come up since the person was asked: that is another question.
      if (!isWarned && mayBeThere(looked.question)) return looked
      return move(looked, { ...asOperator, to: 'QUEUED', dueAt: clock.now() })
    }
  }
}

function candidatesOf(question: BookingQuestion): string[] {
  if (question.kind === 'duplicate') return question.shipmentIds
  return question.kind === 'not-found' ? (question.near ?? []).map(({ shipmentId }) => shipmentId) : []
}

/**
 * The service's data of a shipment that a person knows to be the booking's; its id is enough where that cannot be
 * read.
 */
async function identityOf(client: BookingClient, shipmentId: string): Promise<Parameters<typeof bookedAs>[0]> {
  try {
    return await client.lookUpShipment(shipmentId)
  } catch (error) {
    if (error instanceof FreightError && isOfOneAlone(error) && error.code !== 'SHIPMENT_NOT_FOUND')
      return { shipmentId }
    throw error
  }
}

/**
 * The reference of a shipment at the service; null: there is no such shipment, or it names none. @throws FreightError
 */
async function referenceAt(client: BookingClient, shipmentId: string): Promise<string | null> {
  try {
    return (await client.lookUpShipment(shipmentId)).reference ?? null
  } catch (error) {
    if (error instanceof FreightError && error.code === 'SHIPMENT_NOT_FOUND') return null
    throw error
  }
}

function othersAreNoDoubles(): StationError {
  return invalidField(
    'answer.voidOthers',
    'leave it out: only shipments with exactly this reference can be canceled here',
  )
}

function assertNoneNear(question: Extract<BookingQuestion, { kind: 'not-found' }>): void {
  if (!mayBeThere(question)) return
  const { near = [], answeredWith } = question
  const why =
    near.length > 0
      ? `${near.map(({ shipmentId }) => shipmentId).join(', ')} may be this booking`
      : answeredWith
        ? `the service answered with ${answeredWith.shipmentId}, the shipment of ${answeredWith.reference}`
        : 'the service has more shipments since then than were checked'
  const message = `confirm that it may be a second shipment: ${why}`
  throw invalidField('answer.mayBeSecond', message)
}

function assertNotPassed(day: string, today: string): void {
  if (day < today) throw invalidField('answer.pickupDate', `must be today, ${today}, or later`)
}

/** The screen that was answered showed another price than the current one. */
function priceMoved(
  { bookingId, reference, state }: LedgerBooking,
  { now, quoteId }: Extract<BookingQuestion, { kind: 'price-changed' }>,
): StationError {
  const price = `${majorUnits(now).toFixed(2)} ${now.currency}`
  return wrongState(`The price of ${reference} is now ${price}. Accept it, or cancel the booking.`, {
    bookingId,
    state,
    now,
    quoteId,
  })
}

function notWaiting({ bookingId, reference, state, question }: LedgerBooking): StationError {
  return wrongState(`Booking ${reference} is not waiting for this answer.`, { bookingId, state, question })
}
