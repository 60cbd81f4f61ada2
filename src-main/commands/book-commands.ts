import type { CommandHandlers, ParsedInput } from '../../src-shared/station/commands.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { bookingContent } from '../booking/booking-content.ts'
import { bookingView } from '../booking/booking-view.ts'
import { changeView } from '../booking/change-view.ts'
import { printHoldTag } from '../booking/hold-tag.ts'
import { isCrossBorder, type AnyQuote } from '../booking/requote.ts'
import type { Submission } from '../booking/submission.ts'
import type { Services } from '../services.ts'

type Names = Extract<keyof CommandHandlers, `bookings.${string}`>

/** The Book screen's commands. */
export function bookCommands(services: Services): Pick<CommandHandlers, Names> {
  const { bookings, changes, outbox, environments } = services
  return {
    'bookings.submit': async (input) => bookingView(await outbox.submit(await submissionOf(services, input))),
    'bookings.list': async (query) => (await bookings.list(query)).map(bookingView),
    'bookings.get': async ({ bookingId }) => bookingView(await bookings.get(bookingId)),
    'bookings.content': async ({ bookingId }) => bookingContent(await bookings.get(bookingId)),
    'bookings.counts': () => bookings.counts(),
    'bookings.referenceFor': async ({ reference: wanted }) => {
      if (wanted === '') return { reference: '', isTaken: false }
      const reference = await bookings.referenceFor(wanted)
      return { reference, isTaken: reference !== wanted }
    },
    'bookings.answer': async ({ bookingId, answer }) => bookingView(await outbox.answer(bookingId, answer)),
    'bookings.check': async ({ bookingId }) => bookingView(await outbox.check(bookingId)),
    'bookings.cancel': async ({ bookingId }) => bookingView(await outbox.cancel(bookingId)),
    'bookings.hold': async ({ bookingId, holdUntil }) => bookingView(await outbox.hold(bookingId, holdUntil)),
    'bookings.copy': async (input) => bookingView(await outbox.copy(input)),
    'bookings.requestChange': async (input) => changeView(await outbox.requestChange(input)),
    'bookings.changes': async ({ bookingId, shipmentId = '', limit }) => {
      const found =
        bookingId === undefined
          ? await changes.ofShipment(environments.link().key, shipmentId, limit)
          : await changes.ofBooking(bookingId, limit)
      return found.map(changeView)
    },
    'bookings.dropChange': async ({ changeId }) => changeView(await outbox.dropChange(changeId)),
    'bookings.printHoldTag': (input) => printHoldTag(services, input),
  }
}

/** The submission with the quote and the rate that it names looked up. @throws StationError NOT_FOUND */
async function submissionOf(services: Services, input: ParsedInput<'bookings.submit'>): Promise<Submission> {
  if (input.kind === 'direct') return input
  const { submissionId, quoteId, rateId, holdUntil, kind = 'quote', ...details } = input
  const frame = { submissionId, holdUntil, details }
  const quote: AnyQuote | null = await services.quotes.find(quoteId)
  if (!quote) throw quoteNotKept(quoteId)
  if (isCrossBorder(quote)) {
    if (kind !== 'crossborder') throw quoteNotKept(quoteId)
    return { kind, ...frame, quote, rate: rateOf(quote.rates, quoteId, rateId) }
  }
  if (kind !== 'quote') throw quoteNotKept(quoteId)
  return { kind, ...frame, quote, rate: rateOf(quote.rates, quoteId, rateId) }
}

function rateOf<R extends { rateId: string }>(rates: readonly R[], quoteId: string, rateId: string): R {
  const rate = rates.find((candidate) => candidate.rateId === rateId)
  if (rate) return rate
  throw new StationError({
    code: 'NOT_FOUND',
    message: 'This rate is not one of the quote. Choose a rate again.',
    details: { quoteId, rateId },
  })
}

function quoteNotKept(quoteId: string): StationError {
  return new StationError({
    code: 'NOT_FOUND',
    message: 'This quote is not kept here any more. Ask for a new one.',
    details: { quoteId },
  })
}
