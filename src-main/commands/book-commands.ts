import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { bookingView } from '../booking/booking-view.ts'
import type { Services } from '../services.ts'
import { keptQuote } from './quote-commands.ts'

type Names =
  | 'bookings.submit'
  | 'bookings.list'
  | 'bookings.get'
  | 'bookings.referenceFor'
  | 'bookings.answer'
  | 'bookings.check'
  | 'bookings.cancel'

/** The Book screen's commands. */
export function bookCommands(services: Services): Pick<CommandHandlers, Names> {
  const { bookings, outbox } = services
  return {
    'bookings.submit': async ({ submissionId, quoteId, rateId, ...details }) => {
      const quote = await keptQuote(services, quoteId)
      const rate = quote.rates.find((candidate) => candidate.rateId === rateId)
      if (!rate) {
        throw new StationError({
          code: 'NOT_FOUND',
          message: 'This rate is not one of the quote. Choose a rate again.',
          details: { quoteId, rateId },
        })
      }
      return bookingView(await outbox.submit({ submissionId, quote, rate, details }))
    },
    'bookings.list': async ({ limit }) => (await bookings.list(limit)).map(bookingView),
    'bookings.get': async ({ bookingId }) => bookingView(await bookings.get(bookingId)),
    'bookings.referenceFor': async ({ reference: wanted }) => {
      if (wanted === '') return { reference: '', isTaken: false }
      const reference = await bookings.referenceFor(wanted)
      return { reference, isTaken: reference !== wanted }
    },
    'bookings.answer': async ({ bookingId, answer }) => bookingView(await outbox.answer(bookingId, answer)),
    'bookings.check': async ({ bookingId }) => bookingView(await outbox.check(bookingId)),
    'bookings.cancel': async ({ bookingId }) => bookingView(await outbox.cancel(bookingId)),
  }
}
