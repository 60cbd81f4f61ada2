import type { BookingAnswer } from '../../../src-shared/station/booking/booking.ts'
import type { Seeded } from '../../support/seeded.ts'
import type { SeenBooking } from './seen-booking.ts'
import type { ServiceHandle } from '../processes/service-handle.ts'

/**
 * `careful`: looks at the service before any answer, and sends again only what is not there.
 * `careless`: trusts the station's own look and always sends again.
 */
export type ClerkKind = 'careful' | 'careless'

/** What the clerk answers to a booking that needs a decision; null when there is none to make. */
export async function answerOf(
  kind: ClerkKind,
  { reference, question }: SeenBooking,
  service: Pick<ServiceHandle, 'shipmentsOf'>,
  random: Seeded,
): Promise<BookingAnswer | null> {
  const mood = random.next()
  switch (question?.kind) {
    case undefined:
      return null
    case 'not-found': {
      if (kind === 'careless' && !question.near) return { answer: 'send-again' }
      const mine = (await service.shipmentsOf(reference)).map(({ shipmentId }) => shipmentId)
      const own = question.near?.find(({ shipmentId }) => mine.includes(shipmentId))
      if (own) return { answer: 'adopt', shipmentId: own.shipmentId }
      if (kind === 'careless') return { answer: 'send-again' }
      if (mine.length > 0) return { answer: 'check-again' }
      if (mood < 0.6) return { answer: 'send-again' }
      return { answer: mood < 0.8 ? 'check-again' : 'give-up' }
    }
    case 'duplicate': {
      const [first, ...others] = question.shipmentIds ?? []
      if (first === undefined) return null
      // Freight that only looks alike is another order's: whoever reads its reference gives up, and books again.
      const mine = (await service.shipmentsOf(reference)).map(({ shipmentId }) => shipmentId)
      const shipmentId = [first, ...others].find((each) => mine.includes(each))
      return shipmentId === undefined ? { answer: 'give-up' } : { answer: 'adopt', shipmentId }
    }
    case 'price-changed':
      return question.quoteId !== undefined && question.now !== undefined && mood < 0.7
        ? { answer: 'accept-price', quoteId: question.quoteId, price: question.now }
        : { answer: 'give-up' }
    case 'rate-gone':
      return { answer: mood < 0.7 ? 'quote-again' : 'give-up' }
    case 'pickup-passed':
      return question.suggested !== undefined && mood < 0.7
        ? { answer: 'new-pickup', pickupDate: question.suggested }
        : { answer: 'give-up' }
    case 'reference-taken':
      return question.free !== undefined && mood < 0.6
        ? { answer: 'new-reference', reference: question.free }
        : { answer: 'give-up' }
    default:
      return { answer: 'give-up' }
  }
}
