import { z } from 'zod'
import {
  directBookingSchema,
  quoteBookingSchema,
  type DirectBooking,
  type QuoteBooking,
} from '../../../src-shared/freight/booking.ts'
import { crossborderQuoteRequestSchema } from '../../../src-shared/freight/crossborder-quote.ts'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import { loadBookingSchema, type LoadBooking } from '../../../src-shared/freight/load-booking.ts'
import { quoteRequestSchema } from '../../../src-shared/freight/quote.ts'
import { BOOKING_KINDS, BOOKING_STATES, type Booking } from '../../../src-shared/station/booking.ts'
import { stationErrorSchema } from '../../../src-shared/station/error.ts'
import { jsonColumn } from '../json-column.ts'

export const moneySchema = z.object({ minor: z.int(), currency: z.string() })

/** What a booking shows beside its request: frozen when it was submitted, but for the price of a new quote. */
const summarySchema = z.object({
  carrierName: z.string(),
  total: moneySchema.nullable(),
  consigneeName: z.string(),
  destination: z.string(),
  pickupDate: z.string(),
  /** Of a load, whose body names neither. */
  provider: z.string().optional(),
  service: z.string().optional(),
})
export type BookingSummary = z.infer<typeof summarySchema>

const questionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-found'), checks: z.int() }),
  z.object({ kind: z.literal('duplicate'), shipmentIds: z.array(z.string()) }),
  z.object({
    kind: z.literal('price-changed'),
    was: moneySchema,
    now: moneySchema,
    quoteId: z.string(),
    expiresAt: z.string(),
  }),
  z.object({ kind: z.literal('rate-gone'), offers: z.int() }),
  z.object({ kind: z.literal('pickup-passed'), pickupDate: z.string(), suggested: z.string() }),
])

/** What was quoted, so that the same can be asked for again, and the rate that was chosen of it. */
export const quoteOriginSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('domestic'),
    request: quoteRequestSchema,
    provider: z.string(),
    service: z.string(),
    scac: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('crossborder'),
    request: crossborderQuoteRequestSchema,
    serviceType: z.string().nullable(),
    /** The carriers of the legs in order, as SCAC or name. */
    carriers: z.array(z.string()),
  }),
])
export type QuoteOrigin = z.infer<typeof quoteOriginSchema>

/** A quote as a booking takes it over: its ids, its end, its price. */
export const quoteTermsSchema = z.object({
  quoteId: z.string(),
  loadId: z.string().nullable(),
  expiresAt: z.string(),
  total: moneySchema,
  carrierName: z.string(),
  provider: z.string().optional(),
  service: z.string().optional(),
})
export type QuoteTerms = z.infer<typeof quoteTermsSchema>

export const cancellationSchema = z.object({
  reason: z.string().nullable(),
  refund: moneySchema.nullable(),
  refundStatus: z.string().nullable(),
  cancelledAt: z.string(),
})

/** The wire body of each kind. */
export type BookingWire =
  | { kind: 'quote'; request: QuoteBooking }
  | { kind: 'direct'; request: DirectBooking }
  | { kind: 'load'; loadId: string; request: LoadBooking }

const rowSchema = z.object({
  booking_id: z.string(),
  environment: z.string(),
  kind: z.enum(BOOKING_KINDS),
  state: z.enum(BOOKING_STATES),
  reference: z.string(),
  request: z.string(),
  load_id: z.string().nullable(),
  summary: jsonColumn(summarySchema),
  origin: jsonColumn(quoteOriginSchema).nullable(),
  quote_expires_at: z.string().nullable(),
  offer: jsonColumn(quoteTermsSchema).nullable(),
  requotes: z.int(),
  sent_at: z.string().nullable(),
  shipment_id: z.string().nullable(),
  tracking_number: z.string().nullable(),
  pro_number: z.string().nullable(),
  error: jsonColumn(stationErrorSchema).nullable(),
  question: jsonColumn(questionSchema).nullable(),
  attempts: z.int(),
  checks: z.int(),
  due_at: z.string().nullable(),
  hold_until: z.string().nullable(),
  lease: z.string().nullable(),
  cancellation: jsonColumn(cancellationSchema).nullable(),
  batch_id: z.string().nullable(),
  batch_row: z.int().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  has_label: z.int(),
  has_open_cancel: z.int(),
})

/** A booking with what the outbox needs to send and find it; `request` is the exact wire body of its kind. */
export type LedgerBooking = Omit<Booking, 'kind'> & {
  environment: string
  /** Null: nothing that could be asked for again. */
  origin: QuoteOrigin | null
  /** Null: there is no quote that could end. */
  quoteExpiresAt: string | null
  /** A new quote that waits for a person's word. */
  offer: QuoteTerms | null
  requotes: number
  /** The first time that bytes may have left, unless it was proved since that none did. */
  sentAt: string | null
  /** How often a send was tried without a byte leaving. */
  attempts: number
  lease: string | null
  /** A cancellation waits for it to be known whether it was booked. */
  hasOpenCancel: boolean
} & BookingWire

/** @throws ZodError for a row that no version of Waybill wrote */
export function toBooking(raw: unknown): LedgerBooking {
  const row = rowSchema.parse(raw)
  const wire = wireOf(row)
  const { provider = '', service = '' } = { ...row.summary, ...carrierServiceOf(wire) }
  const { carrierName, total, consigneeName, destination, pickupDate } = row.summary
  return {
    ...wire,
    bookingId: row.booking_id,
    environment: row.environment,
    state: row.state,
    reference: row.reference,
    carrierName,
    total,
    consigneeName,
    destination,
    pickupDate,
    provider,
    service,
    labelFormat: wire.request.labelFormat ?? LABEL_FORMATS[0],
    origin: row.origin,
    quoteExpiresAt: row.quote_expires_at,
    offer: row.offer,
    requotes: row.requotes,
    sentAt: row.sent_at,
    shipmentId: row.shipment_id,
    trackingNumber: row.tracking_number,
    proNumber: row.pro_number,
    error: row.error,
    question: row.question,
    attempts: row.attempts,
    checks: row.checks,
    nextCheckAt: row.due_at,
    holdUntil: row.hold_until,
    lease: row.lease,
    cancellation: row.cancellation,
    batchId: row.batch_id,
    batchRow: row.batch_row,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    hasLabel: row.has_label === 1,
    hasOpenCancel: row.has_open_cancel === 1,
  }
}

function wireOf({ kind, request, load_id }: z.infer<typeof rowSchema>): BookingWire {
  switch (kind) {
    case 'quote':
      return { kind, request: jsonColumn(quoteBookingSchema).parse(request) }
    case 'direct':
      return { kind, request: jsonColumn(directBookingSchema).parse(request) }
    case 'load':
      return { kind, loadId: z.string().parse(load_id), request: jsonColumn(loadBookingSchema).parse(request) }
  }
}

function carrierServiceOf(wire: BookingWire): { provider?: string; service?: string } {
  switch (wire.kind) {
    case 'quote':
      return wire.request.selectedRate
    case 'direct':
      return wire.request.service
    case 'load':
      return {}
  }
}

/** Reads bookings as `toBooking` takes them; a WHERE follows. */
export const SELECT_BOOKING = `SELECT b.*,
    EXISTS (SELECT 1 FROM label l WHERE l.environment = b.environment AND l.shipment_id = b.shipment_id) AS has_label,
    EXISTS (
      SELECT 1 FROM shipment_change c
      WHERE c.booking_id = b.booking_id AND c.state = 'QUEUED' AND c.change ->> 'kind' = 'cancel'
    ) AS has_open_cancel
  FROM booking b`

/** The condition of the index on open bookings, word for word: SQLite takes a partial index only when it is repeated. */
export const IS_OPEN = `state IN ('QUEUED', 'SENDING', 'UNKNOWN', 'NEEDS_DECISION')`
