import { z } from 'zod'
import { directBookingSchema, quoteBookingSchema } from '../../src-shared/freight/booking.ts'
import { LABEL_FORMATS } from '../../src-shared/freight/document.ts'
import { loadBookingSchema } from '../../src-shared/freight/load-booking.ts'
import { LOOKED_FOR_QUESTIONS, OPEN_BOOKINGS } from '../../src-shared/machine/booking.ts'
import { OPEN_CHANGES } from '../../src-shared/machine/change.ts'
import { BOOKING_KINDS, type Booking } from '../../src-shared/station/booking/booking.ts'
import {
  mutableBookingStateSchema,
  bookingSummarySchema,
  quoteOriginSchema,
  type MutableBookingState,
  type BookingWire,
  type QuoteOrigin,
} from '../../src-shared/station/booking/record.ts'
import { notFound } from '../../src-shared/station/error.ts'
import type { Money } from '../../src-shared/station/money.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import { jsonColumn, toJson } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'

interface Column<T> {
  name: string
  /** Its type in a site's PostgreSQL; the ledger's has its own. */
  type: 'text' | 'int' | 'timestamptz' | 'json' | 'jsonb'
  /** Of a booking that nothing happened to yet. */
  initial: T
}

type Field = keyof MutableBookingState
type Value = string | number | null

/** The columns of a booking that its moves change, in the ledger and at a site: the one list of them. */
export const MUTABLE_COLUMNS = {
  state: { name: 'state', type: 'text', initial: 'QUEUED' },
  question: { name: 'question', type: 'jsonb', initial: null },
  offer: { name: 'offer', type: 'json', initial: null },
  error: { name: 'error', type: 'json', initial: null },
  shipmentId: { name: 'shipment_id', type: 'text', initial: null },
  trackingNumber: { name: 'tracking_number', type: 'text', initial: null },
  proNumber: { name: 'pro_number', type: 'text', initial: null },
  quoteExpiresAt: { name: 'quote_expires_at', type: 'timestamptz', initial: null },
  requotes: { name: 'requotes', type: 'int', initial: 0 },
  sentAt: { name: 'sent_at', type: 'timestamptz', initial: null },
  attempts: { name: 'attempts', type: 'int', initial: 0 },
  checks: { name: 'checks', type: 'int', initial: 0 },
  nextCheckAt: { name: 'due_at', type: 'timestamptz', initial: null },
  cancellation: { name: 'cancellation', type: 'json', initial: null },
} as const satisfies { [F in Field]: Column<MutableBookingState[F]> }

const MUTABLE: [Field, Column<unknown>][] = z
  .array(z.tuple([mutableBookingStateSchema.keyof(), z.custom<Column<unknown>>()]))
  .parse(Object.entries(MUTABLE_COLUMNS))

const isJson = ({ type }: Column<unknown>): boolean => type === 'json' || type === 'jsonb'

/** The course in a row of either database. @throws ZodError for a row that no version of Waybill wrote */
function mutableStateOfRow(row: Readonly<Record<string, unknown>>): MutableBookingState {
  const fields = MUTABLE.map(([field, column]): [Field, unknown] => {
    const value = row[column.name]
    return [field, isJson(column) && typeof value === 'string' ? JSON.parse(value) : value]
  })
  return mutableBookingStateSchema.parse(Object.fromEntries(fields))
}

/** The course alone of what has more. */
export const mutableStateOf = (booking: MutableBookingState): MutableBookingState =>
  mutableBookingStateSchema.parse(booking)

/** What is written of a course, by the names of the columns. @param json the text that is kept of a value */
export function mutableValues(
  course: MutableBookingState,
  json: (value: unknown) => string | null = toJson,
): Record<string, Value> {
  return Object.fromEntries(MUTABLE.map(([field, column]) => [column.name, valueOf(course[field], column, json)]))
}

function valueOf(value: unknown, column: Column<unknown>, json: (value: unknown) => string | null): Value {
  if (isJson(column)) return json(value)
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** The course of a booking that nothing happened to yet. */
export const newMutableState = (): MutableBookingState =>
  mutableBookingStateSchema.parse(Object.fromEntries(MUTABLE.map(([field, { initial }]) => [field, initial])))

/** What a row has besides the mutable state. */
const rowSchema = z.object({
  booking_id: z.string(),
  environment: z.string(),
  kind: z.enum(BOOKING_KINDS),
  reference: z.string(),
  request: z.string(),
  load_id: z.string().nullable(),
  summary: jsonColumn(bookingSummarySchema),
  origin: jsonColumn(quoteOriginSchema).nullable(),
  hold_until: z.string().nullable(),
  lease: z.string().nullable(),
  batch_id: z.string().nullable(),
  batch_row: z.int().nullable(),
  restored_from: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  has_label: z.int(),
  has_waiting_cancel: z.int(),
  has_open_change: z.int(),
})

/** A booking with what the outbox needs to send and find it; `request` is the exact wire body of its kind. */
export type LedgerBooking = Omit<Booking, 'kind'> &
  MutableBookingState & {
    environment: string
    /** Null: nothing that could be asked for again. */
    origin: QuoteOrigin | null
    /** What a person agreed to, where new quotes have moved the price since; absent: it is the total. */
    agreed?: Money | undefined
    /** The most that the rules of a site's station allow it to cost without being asked again; absent: no limit. */
    mostAllowed?: Money | undefined
    /** Whether its consignee is e-mailed, where a person or a rule decided; absent: as it is set. */
    notifyConsignee?: boolean | undefined
    lease: string | null
    /** The time of the backup that it, or the form it was made of, came back with; null: it is of after any. */
    restoredFrom: string | null
    /** A cancellation waits, and nothing of it was sent: of a booking that is not known to be booked, it waits for that. */
    hasWaitingCancel: boolean
    /** A change or a cancellation of it is not at its end. */
    hasOpenChange: boolean
  } & BookingWire

/**
 * The reference under which the service has it, if it has it: the booking's own, unless a site that found it taken by another
 * one gave this booking another name.
 */
export const referenceOfRequest = ({ request, reference }: LedgerBooking): string => request.reference ?? reference

/** @throws ZodError for a row that no version of Waybill wrote */
export function toBooking(raw: unknown): LedgerBooking {
  const row = rowSchema.parse(raw)
  const course = mutableStateOfRow(z.looseObject({}).parse(raw))
  const wire = wireOf(row)
  const { provider = '', service = '' } = { ...row.summary, ...carrierServiceOf(wire) }
  const { carrierName, total, agreed, charged, consigneeName, destination, pickupDate } = row.summary
  return {
    ...wire,
    ...course,
    bookingId: row.booking_id,
    environment: row.environment,
    reference: row.reference,
    carrierName,
    total,
    agreed,
    charged,
    mostAllowed: row.summary.mostAllowed,
    consigneeName,
    destination,
    pickupDate,
    provider,
    service,
    byRule: row.summary.byRule,
    returnOf: row.summary.returnOf,
    notifyConsignee: row.summary.notifyConsignee,
    labelFormat: wire.request.labelFormat ?? LABEL_FORMATS[0],
    origin: row.origin,
    holdUntil: row.hold_until,
    lease: row.lease,
    batchId: row.batch_id,
    batchRow: row.batch_row,
    restoredFrom: row.restored_from,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...ofOtherTables(row),
  }
}

/** A row that was written just now: nothing of it is in another table yet. */
export function toNewBooking(row: unknown): LedgerBooking {
  return toBooking({ ...z.looseObject({}).parse(row), has_label: 0, has_waiting_cancel: 0, has_open_change: 0 })
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

/** The carrier and service that a wire body names; that of a load names neither. */
export function carrierServiceOf(wire: BookingWire): { provider?: string; service?: string } {
  switch (wire.kind) {
    case 'quote':
      return wire.request.selectedRate
    case 'direct':
      return wire.request.service
    case 'load':
      return {}
  }
}

/** What of other tables belongs to a row `b`. */
const OF_OTHER_TABLES = `
    EXISTS (SELECT 1 FROM label l WHERE l.environment = b.environment AND l.shipment_id = b.shipment_id) AS has_label,
    EXISTS (
      SELECT 1 FROM shipment_change c
      WHERE c.booking_id = b.booking_id AND c.state = 'QUEUED' AND c.change ->> 'kind' = 'cancel'
    ) AS has_waiting_cancel,
    EXISTS (
      SELECT 1 FROM shipment_change c WHERE c.booking_id = b.booking_id AND ${isIn('c.state', OPEN_CHANGES)}
    ) AS has_open_change`

/** What `toBooking` takes of a row `b`. */
export const COLUMNS = `b.*, ${OF_OTHER_TABLES}`

/** Reads bookings as `toBooking` takes them; a WHERE follows. */
export const SELECT_BOOKING = `SELECT ${COLUMNS} FROM booking b`

const ofOtherTablesSchema = z.object({ has_label: z.int(), has_waiting_cancel: z.int(), has_open_change: z.int() })

function ofOtherTables({ has_label, has_waiting_cancel, has_open_change }: z.infer<typeof ofOtherTablesSchema>) {
  return {
    hasLabel: has_label === 1,
    hasWaitingCancel: has_waiting_cancel === 1,
    hasOpenChange: has_open_change === 1,
  }
}

/** Reads a booking with what belongs to it in other tables, after that may have changed. */
export function withOtherTables(db: SqliteDatabase, booking: LedgerBooking): LedgerBooking {
  const row = statement(db, `SELECT ${OF_OTHER_TABLES} FROM booking b WHERE b.booking_id = ?`).get(booking.bookingId)
  return { ...booking, ...ofOtherTables(ofOtherTablesSchema.parse(row)) }
}

/** What `isCalledOff` denies of a row `b`. */
export const IS_NOT_CALLED_OFF = `b.state <> 'CANCELLED' AND b.cancellation IS NULL`

/** `isLookedFor` for a row `b`, in either database. */
export const IS_LOOKED_FOR = `(b.state = 'UNKNOWN' OR (b.state = 'NEEDS_DECISION' AND
  (b.question IS NULL OR ${isIn(`b.question ->> 'kind'`, LOOKED_FOR_QUESTIONS)})))`

/** SQL: booking `b` was made without an order. */
export const IS_OF_NO_ORDER = 'NOT EXISTS (SELECT 1 FROM feed_order o WHERE o.booking_id = b.booking_id)'

/** The condition of the index on open bookings. */
export const IS_OPEN = isIn('state', OPEN_BOOKINGS)

/** Single bookings, for the stores that read and move them; a condition names the row `b`. */
export function bookingRows(db: SqliteDatabase) {
  function one(where: string, ...values: unknown[]): LedgerBooking | null {
    const row = statement(db, `${SELECT_BOOKING} WHERE ${where}`).get(...values)
    return row === undefined ? null : toBooking(row)
  }

  return {
    one,
    all: (where: string, ...values: unknown[]): LedgerBooking[] =>
      statement(db, `${SELECT_BOOKING} WHERE ${where}`)
        .all(...values)
        .map(toBooking),
    /** @throws StationError NOT_FOUND */
    mustGet: (bookingId: string): LedgerBooking => {
      const booking = one('b.booking_id = ?', bookingId)
      if (booking) return booking
      throw notFound('booking', { bookingId })
    },
  }
}
