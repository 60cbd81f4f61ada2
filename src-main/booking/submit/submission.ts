import type { DirectBooking, QuoteBooking } from '../../../src-shared/freight/booking.ts'
import { errorData, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { CrossBorderQuote, CrossBorderRate } from '../../../src-shared/station/quote/crossborder.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote/quote.ts'
import type { Money } from '../../../src-shared/station/money.ts'
import type { RuleNote } from '../../../src-shared/station/rules/rule.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { BookingSummary, BookingWire, QuoteOrigin } from '../../../src-shared/station/booking/record.ts'
import type { DuplicateCheck } from '../booked-before.ts'
import type { NewBooking } from '../bookings.rows.ts'
import { dayBegins } from '../../../src-shared/station/day.ts'

/** What the Book screen submits besides the rate. Without quoteId and selectedRate, which follow from it. */
type BookingDetails = Required<Pick<QuoteBooking, 'shipperInfo' | 'consigneeInfo' | 'labelFormat' | 'pickupDate'>> &
  Pick<QuoteBooking, 'reference' | 'instructions'>

/** The rules' answer to a booking that they let through. */
export interface RuledBooking {
  /** The rule that chose this very rate; null: none did, or another rate was taken. */
  byRule: RuleNote | null
  /** Whose approval was needed, and given. */
  approvedBy: string | null
  /** Whether a rule has the consignee e-mailed; null: none says. */
  isMailed: boolean | null
}

interface SubmissionFrame {
  /** The same submission twice is one booking. */
  submissionId: string
  /** The batch and the row of its table that it comes from. */
  batchId?: string | undefined
  batchRow?: number | undefined
  /** Kept here unsent until that day begins. */
  holdUntil?: string | null | undefined
  ruled?: RuledBooking | undefined
  /** The price that a person agreed to, where another quote has moved it since: a rise counts from there. */
  agreed?: Money | undefined
  /** Nothing else may be paid for under its reference. */
  isOnly?: boolean | undefined
  /** Refused where its freight is booked already; absent: that is meant, or was checked before (a batch, an order). */
  duplicateCheck?: DuplicateCheck | undefined
  /** Of what was submitted, where another content under the same id is refused. */
  contentHash?: string | undefined
  /** Whether its consignee is e-mailed, where a person chose; absent: by rule, else as it is set. */
  notifyConsignee?: boolean | undefined
}

/** A booking as submitted, with the quote and rate that it names looked up. */
export type Submission = SubmissionFrame &
  (
    | { kind: 'quote'; quote: Quote; rate: Rate; details: BookingDetails }
    | { kind: 'crossborder'; quote: CrossBorderQuote; rate: CrossBorderRate; details: BookingDetails }
    | { kind: 'direct'; request: DirectBooking; summary?: Partial<BookingSummary> | undefined }
  )

/** The row that a submission becomes, refused with QUOTE_EXPIRED when its quote has ended, or is of another service. Needs no network. */
export function newBooking(submission: Submission, environment: string, now: Date, ids: Ids): NewBooking {
  const { submissionId, batchId, batchRow, holdUntil, ruled, isOnly = false } = submission
  const { duplicateCheck, contentHash, agreed } = submission
  const isMailed = submission.notifyConsignee ?? ruled?.isMailed ?? null
  const frame = {
    bookingId: ids.next('bkg'),
    submissionId,
    environment,
    hold: holdUntil ? { day: holdUntil, until: dayBegins(holdUntil) } : null,
    batch: batchId === undefined ? null : { batchId, row: batchRow ?? 0 },
  }
  const wire = withReference(wireOf(submission), now, ids)
  const { summary, ...facts } = factsOf(submission)
  return {
    ...frame,
    ...wire,
    ...facts,
    refusal: submission.kind === 'direct' ? null : whyOver(submission.quote, environment, now),
    summary: {
      ...summary,
      ...(agreed && { agreed }),
      ...(ruled?.byRule && { byRule: ruled.byRule }),
      ...(isMailed !== null && { notifyConsignee: isMailed }),
    },
    approvedBy: ruled?.approvedBy ?? null,
    orderId: submission.kind === 'quote' ? submission.quote.orderId : undefined,
    isOnly,
    duplicateCheck,
    contentHash,
  }
}

function wireOf(submission: Submission): BookingWire {
  switch (submission.kind) {
    case 'direct':
      return { kind: 'direct', request: submission.request }
    case 'crossborder': {
      const { quote, rate, details } = submission
      return { kind: 'load', loadId: quote.loadId, request: { ...details, quoteId: rate.quoteId } }
    }
    case 'quote': {
      const { quote, rate, details } = submission
      const request = { ...details, quoteId: rate.quoteId }
      // A quote that reserved a load is booked as that load: the service itself then books it no second time.
      return quote.shape === 'B' && quote.loadId !== null
        ? { kind: 'load', loadId: quote.loadId, request }
        : { kind: 'quote', request: { ...request, selectedRate: { provider: rate.provider, service: rate.service } } }
    }
  }
}

function withReference(wire: BookingWire, now: Date, ids: Ids): BookingWire {
  const reference = wire.request.reference?.trim() || generatedReference(now, ids)
  switch (wire.kind) {
    case 'quote':
      return { ...wire, request: { ...wire.request, reference } }
    case 'direct':
      return { ...wire, request: { ...wire.request, reference } }
    case 'load':
      return { ...wire, request: { ...wire.request, reference } }
  }
}

function factsOf(submission: Submission): {
  summary: BookingSummary
  origin: QuoteOrigin | null
  quoteExpiresAt: string | null
  /** The service's own id of the request for the quote. */
  quotedUnder?: string | undefined
} {
  switch (submission.kind) {
    case 'direct': {
      const { request, summary } = submission
      const { destinationAddress: to, consigneeInfo, service } = request
      return {
        summary: {
          carrierName: service.provider,
          consigneeName: consigneeInfo?.companyName ?? to.companyName ?? '',
          destination: `${to.city}, ${to.state} ${to.postalCode}`,
          pickupDate: request.shipDate ?? '',
          ...summary,
          // No price is known yet, whatever the caller expects.
          total: null,
        },
        origin: null,
        quoteExpiresAt: null,
      }
    }
    case 'crossborder': {
      const { quote, rate, details } = submission
      const { consigneeLocation: to } = quote.request
      return {
        summary: {
          carrierName: carriersOf(rate).join(' + ') || (rate.serviceType ?? ''),
          total: rate.total,
          consigneeName: details.consigneeInfo.companyName ?? to.name ?? '',
          destination: `${to.city}, ${to.stateOrProvince} ${to.zipCode}`,
          pickupDate: details.pickupDate,
        },
        origin: {
          kind: 'crossborder',
          request: quote.request,
          serviceType: rate.serviceType,
          carriers: carrierCodesOf(rate),
        },
        quoteExpiresAt: quote.expiresAt,
        quotedUnder: quote.requestId,
      }
    }
    case 'quote': {
      const { quote, rate, details } = submission
      const { destinationAddress: to } = quote.request
      const { provider, service, scac } = rate
      return {
        summary: {
          carrierName: rate.carrierName,
          total: rate.total,
          consigneeName: details.consigneeInfo.companyName ?? to.companyName ?? '',
          destination: `${to.city}, ${to.state} ${to.postalCode}`,
          pickupDate: details.pickupDate,
          provider,
          service,
          ...(quote.returnOf !== undefined && { returnOf: quote.returnOf }),
        },
        origin: { kind: 'domestic', request: quote.request, provider, service, scac },
        quoteExpiresAt: quote.expiresAt,
        quotedUnder: quote.requestId,
      }
    }
  }
}

/** The carriers of the legs, each named once. */
export function carriersOf({ moves }: CrossBorderRate): string[] {
  return [...new Set(moves.map(({ carrierName }) => carrierName))]
}

/** The carriers of the legs in order, to distinguish two offers. */
export function carrierCodesOf({ moves }: CrossBorderRate): string[] {
  return moves.map(({ scac, carrierName }) => scac ?? carrierName)
}

/** A reference for a clerk who gave none: WB, the day, and five characters that distinguish two of a day. */
function generatedReference(now: Date, ids: Ids): string {
  return `WB-${now.toISOString().slice(2, 10).replaceAll('-', '')}-${ids.next('ref').slice(-5).toUpperCase()}`
}

function whyOver(
  { environment: of, expiresAt }: Pick<Quote, 'environment' | 'expiresAt'>,
  environment: string,
  now: Date,
): StationErrorData | null {
  if (of !== undefined && of !== environment) return quoteOfAnother(of)
  return now >= new Date(expiresAt) ? quoteExpired(expiresAt) : null
}

function quoteOfAnother(environment: string): StationErrorData {
  return errorData({
    code: 'QUOTE_EXPIRED',
    message: 'The quote is of another service, so nothing was sent. Get a new quote.',
    details: { environment },
  })
}

export function quoteExpired(expiresAt: string): StationErrorData {
  return errorData({
    code: 'QUOTE_EXPIRED',
    message: `The quote expired at ${expiresAt}, so nothing was sent. Get a new quote.`,
    details: { expiresAt },
  })
}
