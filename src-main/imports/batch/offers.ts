import { partySchema } from '../../../src-shared/freight/address.ts'
import type { QuoteRequest } from '../../../src-shared/freight/quote.ts'
import type { CellProblem } from '../../../src-shared/station/batch/batch.ts'
import type { ColumnMap } from '../../../src-shared/station/batch/batch-field.ts'
import { freightOfQuote } from '../../../src-shared/station/booking/freight-summary.ts'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import { amountText } from '../../../src-shared/station/rules/rule.ts'
import type { Quote } from '../../../src-shared/station/quote/quote.ts'
import type { Submission } from '../../booking/submit/submission.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CsvForm } from '../csv/csv-read.ts'
import { isWithinTolerance } from '../../quotes/requote.ts'
import type { Rules } from '../../rules/rules.ts'
import type { WaitingRow } from './batch.rows.ts'
import type { BatchQuoteStore, RowsOf } from './batch-quotes.rows.ts'
import { bookingsOf } from './check.ts'
import { liveOffer, type Offer } from '../rows/live-offer.ts'
import { fault } from '../rows/problems.ts'
import { rateOf } from '../rows/rate-rule.ts'
import { quotesNeeded } from './refusals.ts'
import { fieldOf } from '../rows/row-problems.ts'
import { stopsAll } from '../rows/stops-all.ts'
import { factsOf, rowReader, type ReadRow, type RowBooking, type RowContext } from '../rows/row.ts'

/** The part of the rules that a batch uses. */
export type BatchRuleBook = Pick<Rules, 'decide' | 'admit'>

export interface OffersOptions {
  quotes: BatchQuoteStore
  /** Asks the service and keeps the quote. */
  quote: (request: QuoteRequest) => Promise<Quote>
  /** A quote that was kept. @throws StationError NOT_FOUND */
  storedQuote: (quoteId: string) => Promise<Quote>
  carrierRules: BatchRuleBook
  /** By how many percent a price may rise without a question. */
  priceTolerance: () => Promise<number>
  environment: () => string
  clock: Clock
}

export type RowOffers = ReturnType<typeof rowOffers>
type ToQuote = Extract<RowBooking, { kind: 'quote' }>

/** What waits for the same person. */
const WAITS_FOR_PERSON = ['APPROVAL_NEEDED', 'PRICE_ROSE', 'QUOTES_NEEDED']
export const stopsBatch = (error: StationError): boolean => stopsAll(error) || WAITS_FOR_PERSON.includes(error.code)

/**
 * A row's submission: submitted again, by a second run or after a crash, it is the same booking. A row that was refused
 * and fixed is another one, so that it is counted which this is.
 */
export const rowSubmission = (batchId: string, { row, refused }: Pick<WaitingRow, 'row' | 'refused'>) => ({
  submissionId: refused === 0 ? `${batchId}-${row}` : `${batchId}-${row}-${refused + 1}`,
  batchId,
  batchRow: row,
})

/** The offers of a batch's rows: asked for before anything is booked, and booked at the price that a person agreed to. */
export function rowOffers({
  quotes,
  quote,
  storedQuote,
  carrierRules,
  priceTolerance,
  environment,
  clock,
}: OffersOptions) {
  const submissionOf = (
    batchId: string,
    known: Pick<WaitingRow, 'row' | 'refused'>,
    { request, details }: ToQuote,
    offer: Offer,
  ): Submission => ({
    ...rowSubmission(batchId, known),
    kind: 'quote',
    ...offer,
    details: {
      ...details,
      // A party is the part of an address that is not the place.
      shipperInfo: partySchema.parse(request.originAddress),
      consigneeInfo: partySchema.parse(request.destinationAddress),
    },
  })

  /** @throws StationError NO_RATE_FITS, FreightError */
  async function ask({ request, rule }: ToQuote): Promise<Offer> {
    const answer = await quote(request)
    return { quote: answer, rate: await rateOf(carrierRules, answer, rule) }
  }

  /** @throws StationError RULE_FORBIDS */
  async function keep(batchId: string, row: number, booking: ToQuote, offer: Offer): Promise<void> {
    const approval = await carrierRules
      .admit(submissionOf(batchId, { row, refused: 0 }, booking, offer), undefined)
      .then(
        () => null,
        (error: unknown) => {
          if (error instanceof StationError && error.code === 'APPROVAL_NEEDED') return error.toData()
          throw error
        },
      )
    const { rate } = offer
    await quotes.keep(
      { batchId, environment: environment() },
      row,
      {
        quoteId: offer.quote.id,
        rateId: rate.rateId,
        carrier: rate.carrierName,
        validUntil: offer.quote.expiresAt,
        total: rate.total,
        approval,
      },
      // A rule may have it insured for more than its row says.
      { ...factsOf(booking), freight: freightOfQuote(offer.quote) },
    )
  }

  return {
    ask: async (batchId: string, row: number, booking: ToQuote): Promise<void> =>
      keep(batchId, row, booking, await ask(booking)),

    /**
     * The offer submitted for a row whose price a person agreed to: the offer that was shown, or a new one higher by at
     * most what Settings allow. One that costs more is kept for them to see.
     * @throws StationError QUOTES_NEEDED, PRICE_ROSE (details.row, .was, .now)
     */
    agreed: async (batchId: string, known: WaitingRow, booking: ToQuote): Promise<Submission> => {
      const { row } = known
      const kept = await quotes.of({ batchId, environment: environment() }, row)
      if (!kept) throw quotesNeeded(batchId, 1)
      const shown = await liveOffer(storedQuote, kept, clock.now())
      if (shown) return submissionOf(batchId, known, booking, shown)
      const offer = await ask(booking)
      const { total } = offer.rate
      if (isWithinTolerance(kept.agreed, total, await priceTolerance()))
        return submissionOf(batchId, known, booking, { ...offer, agreed: kept.agreed })
      await keep(batchId, row, booking, offer)
      throw new StationError({
        code: 'PRICE_ROSE',
        message: `Row ${row} now costs ${amountText(total)} instead of ${amountText(kept.agreed)}. Check the new total and run the batch again.`,
        details: { row, was: kept.agreed, now: total },
      })
    },
  }
}

export interface QuotingOptions {
  of: RowsOf
  path: string
  form: CsvForm
  context: RowContext
  quotes: BatchQuoteStore
  offers: Pick<RowOffers, 'ask'>
  now: Date
  /** Called with how many rows were asked for; returns whether to continue. */
  onProgress: (rows: number) => boolean
}

/**
 * Asks for the price of each row that a run would book and that has none. A refusal of the service, or no fitting
 * rate, is an error of its row.
 * @throws StationError for a failure of every row: offline, key, rate limit
 */
export async function quoteRows(options: QuotingOptions): Promise<void> {
  const { of, path, form, context, quotes, now, onProgress } = options
  const wanted = await quotes.toAsk(of, now)
  const read = rowReader(context)
  let count = 0
  if (wanted.size === 0) return
  for await (const group of bookingsOf(path, form, context)) {
    if (!wanted.delete(group[0].row)) continue
    await quoteRow(options, read(group), group[0].cells)
    count += 1
    if (!onProgress(count) || wanted.size === 0) return
  }
}

async function quoteRow(
  { of, context, quotes, offers }: QuotingOptions,
  read: ReadRow,
  cells: readonly string[],
): Promise<void> {
  const { row, booking, problems } = read
  // Fine when it was checked, and not any more: its day has passed, its shipper was removed.
  if (!booking) return quotes.refuse(of.batchId, row, problems, null)
  if (booking.kind === 'direct') return quotes.noteDirect(of.batchId, row, factsOf(booking))
  try {
    await offers.ask(of.batchId, row, booking)
  } catch (error) {
    if (!(error instanceof StationError) || stopsBatch(error)) throw error
    const problem = problemOf(error.toData(), booking, context.map)
    const cell = problem.column === null ? null : (cells[context.headers.indexOf(problem.column)] ?? null)
    await quotes.refuse(of.batchId, row, [{ row, cell, ...problem }], error.toData())
  }
}

/** The service's or a rule's refusal of a row, as a problem of the cell that it is about. */
function problemOf(
  { code, message, details }: StationErrorData,
  { rule }: ToQuote,
  map: ColumnMap,
): Pick<CellProblem, 'column' | 'field' | 'kind' | 'params' | 'message'> {
  const of = (field: CellProblem['field']) => ({
    field,
    column: map.columns.find((column) => column.field === field)?.header ?? null,
  })
  if (code === 'NO_RATE_FITS') {
    const offers = Array.isArray(details['offers']) ? details['offers'].join(', ') : ''
    if (offers === '') return { ...of(null), ...fault('no-offer') }
    return {
      ...of('rateRule'),
      ...fault('no-rate', { value: rule.kind === 'carrier' ? rule.carrier : rule.kind, offers }),
    }
  }
  if (code === 'RULE_FORBIDS') return { ...of(null), ...fault('rule-forbids', { reason: message }) }
  const { field, reason } = details
  return {
    ...of(typeof field === 'string' ? fieldOf(field.split('.')) : null),
    ...fault('refused', { reason: typeof reason === 'string' ? `${message} ${reason}` : message }),
  }
}
