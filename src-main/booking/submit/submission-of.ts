import type { ParsedInput } from '../../../src-shared/station/commands.ts'
import { invalidField, notStored } from '../../../src-shared/station/error.ts'
import { isCrossBorder } from '../../../src-shared/station/quote/quote-history.ts'
import { streetsToFollow } from '../../../src-shared/station/quote/quote.ts'
import { quoteNotStored, type Quotes } from '../../quotes/quotes.ts'
import type { Submission } from './submission.ts'

/**
 * The submission with the quote and the rate that it names looked up.
 * @param environment the service in use
 * @throws StationError NOT_FOUND; INVALID_INPUT: a street is missing
 */
export async function submissionOf(
  quotes: Pick<Quotes, 'kept'>,
  input: ParsedInput<'bookings.submit'>,
  environment: string,
): Promise<Submission> {
  if (input.kind === 'direct') {
    const { kind, submissionId, request, holdUntil, usedReference = null, usedBooking = null, notifyConsignee } = input
    const duplicateCheck = { quote: null, usedReference, usedBooking }
    return { kind, submissionId, request, holdUntil, duplicateCheck, notifyConsignee }
  }
  const {
    submissionId,
    quoteId,
    rateId,
    holdUntil,
    usedReference = null,
    usedQuote,
    approvedBy: _word,
    replaces: _replaced,
    notifyConsignee,
    kind = 'quote',
    ...details
  } = input
  const quote = await quotes.kept(quoteId, environment)
  if (quote === null) throw quoteNotStored(quoteId)
  const rateQuoteIds = quote.rates.map((rate) => rate.quoteId)
  const duplicateCheck =
    usedQuote === quoteId ? undefined : { quote: { quoteId, rateQuoteIds }, usedReference, usedBooking: null }
  const frame = { submissionId, holdUntil, details, duplicateCheck, notifyConsignee }
  if (isCrossBorder(quote)) {
    if (kind !== 'crossborder') throw quoteNotStored(quoteId)
    return { kind, ...frame, quote, rate: rateOf(quote.rates, quoteId, rateId) }
  }
  if (kind !== 'quote') throw quoteNotStored(quoteId)
  const [end] = streetsToFollow(quote.request)
  if (end !== undefined) {
    throw invalidField(`${end}.address1`, 'the quote has no street yet; get a quote with the street, then book that')
  }
  return { kind, ...frame, quote, rate: rateOf(quote.rates, quoteId, rateId) }
}

function rateOf<R extends { rateId: string }>(rates: readonly R[], quoteId: string, rateId: string): R {
  const rate = rates.find((candidate) => candidate.rateId === rateId)
  if (rate) return rate
  throw notStored('This rate is not in the quote. Choose another rate.', { quoteId, rateId })
}
