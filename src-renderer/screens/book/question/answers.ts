import { mayBeThere, type BookingQuestion } from '../../../../src-shared/machine/booking.ts'
import type { BookingAnswer } from '../../../../src-shared/station/booking/booking.ts'
import type { MessageKey } from '../../../messages/catalogue.ts'

/** The words of an answer, and of the others that are none of the station's: they lead to another screen. */
export type AnswerName = BookingAnswer['answer'] | 'other-offers'

export interface AnswerOption {
  name: AnswerName
  /** The text of the answer. */
  label: MessageKey
  /** What happens then. */
  effect: MessageKey
  /** The button that does it. */
  button: MessageKey
}

const GIVE_UP = { name: 'give-up', label: 'answer.giveUp' } as const

/**
 * The answers to a question, by rising risk: looking again first, canceling last. None is preselected.
 */
export function answersTo(question: BookingQuestion): AnswerOption[] {
  switch (question.kind) {
    case 'not-found':
      return [
        {
          name: 'check-again',
          label: 'answer.checkAgain',
          effect: 'answer.checkAgain.effect',
          button: 'answer.checkAgain.button',
        },
        {
          name: 'send-again',
          label: 'answer.sendAgain',
          effect: mayBeThere(question) ? 'answer.sendAgain.effectNear' : 'answer.sendAgain.effect',
          button: mayBeThere(question) ? 'answer.sendAgain.buttonNear' : 'answer.sendAgain.button',
        },
        { ...GIVE_UP, effect: 'answer.giveUp.effectUnknown', button: 'answer.giveUp' },
      ]
    case 'duplicate':
      return [{ ...GIVE_UP, effect: 'answer.giveUp.effectDuplicate', button: 'answer.giveUp' }]
    case 'price-changed':
      return [
        {
          name: 'accept-price',
          label: 'answer.acceptPrice',
          effect: 'answer.acceptPrice.effect',
          button: 'answer.acceptPrice',
        },
        OTHER_OFFERS,
        { ...GIVE_UP, effect: 'answer.giveUp.effect', button: 'answer.giveUp' },
      ]
    case 'rate-gone':
      return [
        {
          name: 'quote-again',
          label: 'answer.quoteAgain',
          effect: 'answer.quoteAgain.effect',
          button: 'answer.quoteAgain.button',
        },
        OTHER_OFFERS,
        { ...GIVE_UP, effect: 'answer.giveUp.effect', button: 'answer.giveUp' },
      ]
    case 'reference-taken':
      return [
        {
          name: 'new-reference',
          label: question.sameFreightAs ? 'answer.newReference.sameFreight' : 'answer.newReference',
          effect: 'answer.newReference.effect',
          button: 'answer.newReference.button',
        },
        { ...GIVE_UP, effect: 'answer.giveUp.effect', button: 'answer.giveUp' },
      ]
    case 'pickup-passed':
      return [
        {
          name: 'new-pickup',
          label: 'answer.newPickup',
          effect: 'answer.newPickup.effect',
          button: 'answer.newPickup.button',
        },
        { ...GIVE_UP, effect: 'answer.giveUp.effect', button: 'answer.giveUp' },
      ]
  }
}

const OTHER_OFFERS: AnswerOption = {
  name: 'other-offers',
  label: 'answer.otherOffers',
  effect: 'answer.otherOffers.effect',
  button: 'answer.otherOffers',
}

/** How much dearer (or cheaper) the new price is; null when the currency is another. */
export function priceDifference({
  was,
  now,
}: Pick<Extract<BookingQuestion, { kind: 'price-changed' }>, 'was' | 'now'>): {
  minor: number
  percent: number | null
} | null {
  if (was.currency !== now.currency) return null
  const minor = now.minor - was.minor
  return { minor, percent: was.minor === 0 ? null : (minor / was.minor) * 100 }
}
