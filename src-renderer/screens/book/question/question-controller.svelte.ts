import { mayBeThere } from '../../../../src-shared/machine/booking.ts'
import type { Booking, BookingAnswer } from '../../../../src-shared/station/booking/booking.ts'
import type { FieldError } from '../../../forms/field-error.ts'
import { Action } from '../../../live/action.svelte.ts'
import type { Station } from '../../../station.ts'
import { approvalOf, isApprovalNeeded } from '../booking-form.ts'
import type { AnswerName } from './answers.ts'

/** The first day that may be answered: where freight is picked up it may still be the day before this machine's. */
export function earliestDay(question: Booking['question'], today: string): string {
  return question?.kind === 'pickup-passed' && question.suggested < today ? question.suggested : today
}

/** A person's answer to the question of one booking, while it is being given. */
export class QuestionController {
  /** Nothing is chosen for the person. */
  chosen = $state<AnswerName | null>(null)
  /** Of `new-pickup`. */
  pickupDate = $state('')
  /** Of `new-reference`. */
  reference = $state('')
  /** Of `adopt`: the shipment to keep, and whether the others are canceled. */
  keep = $state<string | null>(null)
  voidOthers = $state<boolean | null>(null)
  /** Of `accept-price`: who approves it, and whether a rule or the daily limit wants that. */
  approvedBy = $state('')
  needsApproval = $state(false)
  readonly action = new Action()
  error = $state.raw<FieldError | null>(null)

  readonly #station: Station

  constructor(station: Station, booking: Pick<Booking, 'question'>) {
    this.#station = station
    if (booking.question?.kind === 'pickup-passed') this.pickupDate = booking.question.suggested
    if (booking.question?.kind === 'reference-taken') this.reference = booking.question.free
  }

  readonly choose = (name: AnswerName): void => {
    this.chosen = name
    this.error = null
  }

  readonly keepOne = (shipmentId: string): void => {
    this.keep = shipmentId
    this.choose('adopt')
  }

  /** The answer as the station takes it; null when something is still missing, which `error` then names. */
  read({ question }: Pick<Booking, 'question'>, today: string): BookingAnswer | null {
    switch (this.chosen) {
      case null:
      case 'other-offers':
        this.error = { key: question?.kind === 'duplicate' ? 'answer.chooseShipment' : 'answer.choose' }
        return null
      case 'adopt': {
        const hasOthers = question?.kind === 'duplicate' && question.shipmentIds.length > 1
        if (this.keep === null) return this.#missing({ key: 'answer.chooseShipment' })
        if (hasOthers && this.voidOthers === null) return this.#missing({ key: 'answer.chooseOthers' })
        return { answer: 'adopt', shipmentId: this.keep, voidOthers: hasOthers && this.voidOthers === true }
      }
      case 'new-pickup':
        if (!this.pickupDate) return this.#missing({ key: 'field.day' })
        if (this.pickupDate < earliestDay(question, today)) return this.#missing({ key: 'field.past' })
        return { answer: 'new-pickup', pickupDate: this.pickupDate }
      case 'accept-price':
        // The price on the screen, and no other.
        if (question?.kind !== 'price-changed') return this.#missing({ key: 'answer.choose' })
        return {
          ...{ answer: 'accept-price', quoteId: question.quoteId, price: question.now },
          ...approvalOf(this.approvedBy),
        }
      case 'new-reference':
        if (this.reference.trim() === '') return this.#missing({ key: 'field.required' })
        return { answer: 'new-reference', reference: this.reference.trim() }
      case 'send-again':
        // The pressed button confirms it.
        return question?.kind === 'not-found' && mayBeThere(question)
          ? { answer: 'send-again', mayBeSecond: true }
          : { answer: 'send-again' }
      default:
        return { answer: this.chosen }
    }
  }

  #missing(error: FieldError): null {
    this.error = error
    return null
  }

  readonly give = async (booking: Booking, today: string): Promise<boolean> => {
    const answer = this.read(booking, today)
    if (!answer) return false
    const { bookingId } = booking
    const isTaken = await this.action.run(() => this.#station.invoke('bookings.answer', { bookingId, answer }))
    if (this.action.failure && isApprovalNeeded(this.action.failure)) this.needsApproval = true
    return isTaken
  }
}
