import { z } from 'zod'
import { cleanLines } from '../../clean-text.ts'
import { ACCESSORIALS } from '../../freight/accessorial.ts'
import { columnMapSchema, type BatchField, type ColumnMap } from './batch-field.ts'
import { BOOKING_STATES, type BookingState } from '../../machine/booking.ts'
import type { OrdersTaken } from '../orders/order.ts'
import type { FreightSummary } from '../booking/freight-summary.ts'
import type { StationErrorData } from '../error.ts'
import { MOST_CODE, MOST_NUMBER, nameSchema, rowNumberSchema } from '../limits.ts'
import type { Money } from '../money.ts'
import type { RuleNote } from '../rules/rule.ts'

/**
 * RECEIVING: the file is being uploaded, or is unchecked. CHECKED: every row was looked at, none was sent.
 * RUNNING: rows are being submitted. PAUSED: it waits for a person (`reason` says why). DONE, CANCELLED: at their end;
 * what was submitted stays.
 */
export const BATCH_STATES = ['RECEIVING', 'CHECKED', 'RUNNING', 'PAUSED', 'DONE', 'CANCELLED'] as const
export type BatchState = (typeof BATCH_STATES)[number]

/** The most one file may hold. */
export const MOST_BATCH_BYTES = 200 * 1024 * 1024
/** The most one `batches.append` may carry, decoded: base64 of it fits into one command. */
export const MOST_CHUNK_BYTES = 512 * 1024

/** A chunk may be small; this many of one byte are no valid file. */
const MOST_CHUNKS = 1_000_000

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]
export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** The head of a table, for the person who maps its columns. */
const tablePreviewSchema = z.object({
  /** No mark in the file names the encoding and it is not UTF-8: look at the accents in `preview` before continuing. */
  isEncodingGuessed: z.boolean(),
  /** The header's cells; one that is empty or repeated has a name of its own here. */
  headers: z.array(z.string()),
  /** The first rows, as read. */
  preview: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
})
export type TablePreview = z.infer<typeof tablePreviewSchema>

/** The format of a file, found when it was complete. */
export const batchFormSchema = tablePreviewSchema.extend({
  encoding: z.enum(ENCODINGS),
  delimiter: z.enum(DELIMITERS),
  /** The file's first line only names the delimiter (`sep=;`), as some spreadsheets write it; it is no row. */
  hasDelimiterLine: z.boolean(),
  /** It was uploaded as a workbook, JSON or XML: its cells have types, and their numbers are read with a point. */
  isTyped: z.boolean().default(false),
  /** The number of the row that holds the headings. */
  headerRow: z.int().default(1),
  /** Hidden rows and columns of the sheet, counted. Left out unless `withHidden`. */
  hidden: z.object({ rows: z.int(), columns: z.int() }).default({ rows: 0, columns: 0 }),
  withHidden: z.boolean().default(false),
})
export type BatchForm = z.infer<typeof batchFormSchema>

/** The problem: the kind and its parameters for a screen's own words, the sentence for programs and files. */
const cellFaultSchema = z.object({
  /** Files that were checked by an earlier version have the sentence alone. */
  kind: z.string().default('other'),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  message: z.string(),
})
export type CellFault = z.output<typeof cellFaultSchema>

/** The problem of one cell, or of the row when `column` is null. */
export const cellProblemSchema = cellFaultSchema.extend({
  /** As a spreadsheet numbers rows. */
  row: z.int(),
  /** The column's header. */
  column: z.string().nullable(),
  field: z.string().nullable(),
  /** The cell's text, to be fixed; null where it has no column or is too long to be shown. */
  cell: z.string().nullable().default(null),
})
export interface CellProblem extends CellFault {
  row: number
  column: string | null
  field: BatchField | null
  cell: string | null
}

/** The most characters of a cell. */
export const MOST_CELL_CHARACTERS = 4000
/** The most cells that are fixed together. */
const MOST_CELLS = 2000
/** The most rows that one correction is filled down to; more is a matter for the file. */
export const MOST_FILLED = 10_000

export const batchRulesSchema = z.object({
  /**
   * `stop-all`: nothing starts while a row has an error, and a failure pauses the run. `skip-row`: the others
   * continue.
   */
  onError: z.enum(['stop-all', 'skip-row'], { error: 'must be stop-all or skip-row' }).default('stop-all'),
  /** `create`: booked, the reference gets a suffix. `ask`: each waits for `batches.answer`. */
  onDuplicate: z.enum(['skip', 'create', 'ask'], { error: 'must be skip, create or ask' }).default('ask'),
  /** The rows are to become orders, which are known by their references: one without is an error. */
  isForOrders: z.boolean().optional(),
})
export type BatchRules = z.output<typeof batchRulesSchema>

export const ROW_OUTCOMES = ['ok', 'error', 'duplicate'] as const
type RowOutcome = (typeof ROW_OUTCOMES)[number]
/** `waiting`: not submitted yet. `skipped`: by a rule or an answer. `failed`: no rate, or refused before it was a booking. */
export const ROW_STATES = ['waiting', 'submitted', 'skipped', 'failed'] as const
type RowState = (typeof ROW_STATES)[number]

/** The booking of a row, according to the file. */
export const batchRowFactsSchema = z.object({
  /** Provider and service are named: booked without a quote, at a price that is not known before. */
  isDirect: z.boolean(),
  /** The carrier that the row names; '': an offer decides. */
  carrier: z.string(),
  /** Which offer, where no carrier is named. Null also for a row that an earlier version checked. */
  rule: z.enum(['cheapest', 'fastest']).nullable().default(null),
  shipper: z.string(),
  consignee: z.string(),
  /** YYYY-MM-DD; empty: none. */
  pickupDate: z.string(),
  freight: z.object({
    pieces: z.number(),
    weightLb: z.number(),
    /** An earlier version kept none. */
    sizes: z.array(z.tuple([z.number(), z.number(), z.number()])).default([]),
    classes: z.array(z.string()),
    isHazmat: z.boolean(),
    accessorials: z.array(z.enum(ACCESSORIALS)),
    insuredFor: z.number(),
  }) satisfies z.ZodType<FreightSummary>,
})
export type BatchRowFacts = z.output<typeof batchRowFactsSchema>

/** What can be read of a row with an error. */
export const batchRowWrittenSchema = z.object({
  consignee: z.string(),
  /** City and state. */
  place: z.string(),
  /** Of all its lines; as their cells are written where one is no number. */
  pieces: z.union([z.number(), z.string()]),
  weightLb: z.union([z.number(), z.string()]),
})
export type BatchRowWritten = z.output<typeof batchRowWrittenSchema>

/** The offer that a row will be booked with. */
export interface BatchRowQuote {
  carrier: string
  total: Money
  /** ISO 8601. Later it is asked for again, and booked where it costs no more than the settings allow. */
  validUntil: string
}

/** The outcome of a submitted row. */
export interface BatchRowBooking {
  state: BookingState
  reference: string
  shipmentId: string | null
  trackingNumber: string | null
  /** The service's charge, or the quote. */
  total: Money | null
  /** The rule that chose its rate; null: none did. */
  byRule: RuleNote | null
  error: StationErrorData | null
}

/** One booking of a batch. */
export interface BatchRow {
  row: number
  /** Its last row: another than `row` when several rows are one booking's cargo. */
  lastRow: number
  outcome: RowOutcome
  state: RowState
  reference: string | null
  /** Of a duplicate: the first row of the file with the same reference; null: it was used outside the file. */
  sameAs: number | null
  problems: CellProblem[]
  answer: 'skip' | 'create' | null
  bookingId: string | null
  /** Null for a row with an error, or one that an earlier version checked. */
  facts: BatchRowFacts | null
  /** Null for a row without an error, or one that an earlier version checked. */
  written: BatchRowWritten | null
  /** Null until its price was asked for. */
  quote: BatchRowQuote | null
  /** Null until it is submitted. */
  booking: BatchRowBooking | null
  error: StationErrorData | null
}

export interface BatchCounts {
  rows: number
  ok: number
  errors: number
  duplicates: number
  /** Duplicates that wait for an answer, under the rule `ask`. */
  unanswered: number
  waiting: number
  /** Of those waiting: what can become an order, without an error and not left out as a duplicate. */
  free: number
  /** Added to Orders, and counted as skipped. */
  ordered: number
  submitted: number
  skipped: number
  failed: number
  /** Rows that failed, or were refused before the run, and that the same data may not fail again. */
  mayRetry: number
}

/** The prices of the rows that the next run would book. */
export interface BatchPrices {
  bookings: number
  /** Of them without a price that they need before the run: `batches.quote` asks for them. */
  missing: number
  /** Number of them booked as named, at a price that is not known before. */
  direct: number
  /** What those with a price cost, one sum a currency. */
  totals: Money[]
  /** A person has agreed to each of these prices; otherwise the run needs `agreedTotals`. */
  isAgreed: boolean
}

/** A batch as the screens see it. */
export interface Batch {
  batchId: string
  name: string
  state: BatchState
  /** Bytes received. */
  bytes: number
  /** The index that the next chunk must have. */
  nextChunk: number
  /** Null until the file is complete. */
  form: BatchForm | null
  /** Null until checked. */
  map: ColumnMap | null
  rules: BatchRules
  /** Why it is PAUSED. */
  reason: StationErrorData | null
  counts: BatchCounts
  /** How many of its bookings are in each state. */
  bookings: Record<BookingState, number>
  /** What its bookings cost by now, as far as they have a price; null: none has. */
  spent: Money | null
  /** Rows looked at by the check that runs now; null when none runs. */
  checking: number | null
  /** Rows whose price was asked for by the turn that runs now; null when none runs. */
  quoting: number | null
  /** Null while it cannot be run. */
  prices: BatchPrices | null
  createdAt: string
  updatedAt: string
}

/** Answer of `batches.finish`: the batch, and the map its headers suggest. */
export interface BatchSuggestion {
  batch: Batch
  map: ColumnMap | null
  /** A number of the file that could be either, 1.234 or 1,234, where none of its numbers shows how they are written. */
  unsureNumber: string | null
  /** Saved maps of which every column is in the file. */
  fitting: string[]
}

/** A file has rows in at most this many currencies. */
const MOST_CURRENCIES = 20

/** More than that a batch books only after a person has confirmed their number. */
export const MOST_UNASKED_BOOKINGS = 50

/** One carrier's share of a run, from requested prices or by estimate; '' where an offer decides who it is. */
export interface CarrierEstimate {
  carrier: string
  bookings: number
  /** Null: unknown. */
  total: Money | null
  /** These have no price yet: the total is what bookings cost lately. */
  isEstimate: boolean
}

/** The cost of a run: from the requested prices, else estimated from earlier bookings. */
export interface BatchEstimate extends Pick<BatchPrices, 'missing' | 'totals'> {
  /** Bookings that the run would make at most. */
  bookings: number
  /** How many have no price: their part of `total` is an average. */
  estimated: number
  /** `each` is the average of this many bookings; 0: none has a price, and the cost is unknown. */
  basis: number
  each: Money | null
  total: Money | null
  /** Booked since this day began. */
  spentToday: Money | null
  /** The dearest first. */
  carriers: CarrierEstimate[]
  /** More than Settings or a carrier rule allow: a supervisor approves it. */
  refusal: StationErrorData | null
}

/** Answer of `batches.toOrders`. */
export interface BatchOrders extends OrdersTaken {
  batch: Batch
}

const batchId = z.string().min(1).max(80)
export const batchIdSchema = z.object({ batchId })

export const batchBeginSchema = z.object({
  name: nameSchema('name', 200),
})
/** The most rows above the headings. */
export const MOST_TITLE_ROWS = 1000
export const batchFinishSchema = z.object({
  batchId,
  /** Absent: the row among the first twenty that names the most fields. */
  headerRow: z.int().min(1, 'headerRow must be the number of a row').max(MOST_TITLE_ROWS).optional(),
  /** Rows and columns that the sheet hides are read like the rest. Absent: as before, and at first they are left out. */
  withHidden: z.boolean().optional(),
})
export type BatchOpening = Omit<z.output<typeof batchFinishSchema>, 'batchId'>
export const batchAppendSchema = z.object({
  batchId,
  /** 0 for the first. The last one again is no mistake: its answer may have been lost. */
  index: z.int().min(0, 'index must be 0 or more').max(MOST_CHUNKS, 'the file has too many chunks'),
  base64: z
    .base64({ error: 'must be base64' })
    .max(Math.ceil(MOST_CHUNK_BYTES / 3) * 4, 'a chunk can have at most 512 KiB'),
})
export const batchCheckSchema = z.object({ batchId, map: columnMapSchema, rules: batchRulesSchema.prefault({}) })
export const batchRulesInputSchema = z.object({ batchId, rules: batchRulesSchema })
export const batchRowsSchema = z.object({
  batchId,
  outcome: z.enum(ROW_OUTCOMES).optional(),
  state: z.enum(ROW_STATES).optional(),
  /** Duplicates that a person has, or has not, answered. */
  isAnswered: z.boolean().optional(),
  /** Rows whose booking is in one of these states. */
  bookingStates: z
    .array(z.enum(BOOKING_STATES))
    .min(1, 'give at least one state')
    .max(BOOKING_STATES.length)
    .optional(),
  /** Rows with an error in the column of this header. */
  column: z.string().min(1).max(200).optional(),
  /** Rows behind this one. */
  after: z.int().min(0).max(MOST_NUMBER).default(0),
  limit: z.int().min(1).max(500).default(100),
})
export type BatchRowQuery = z.output<typeof batchRowsSchema>
export const batchAnswerSchema = z.object({
  batchId,
  /** Absent: every duplicate that waits. */
  rows: z.array(rowNumberSchema).min(1).max(1000).optional(),
  answer: z.enum(['skip', 'create'], { error: 'must be skip or create' }),
})
export const batchFixSchema = z.object({
  batchId,
  /** As a spreadsheet numbers rows; of a booking with several cargo lines the line's own. */
  row: rowNumberSchema,
  /** The header of the cell's column. */
  column: z.string().min(1, 'column must be the header of a column').max(200),
  value: z
    .string()
    .overwrite(cleanLines)
    .max(MOST_CELL_CHARACTERS, `a cell can have at most ${MOST_CELL_CHARACTERS} characters`),
  /** The cells of this column in later rows that have an error there, too. */
  isFilledDown: z.boolean().default(false),
})
export type BatchFix = z.output<typeof batchFixSchema>

const fixedCell = batchFixSchema.pick({ row: true, column: true, value: true })
/** A row of a booking and its cells, fixed together: which are wrong, a refusal need not say. */
export const batchRowFixSchema = z.object({
  batchId,
  /** The first row of its booking. */
  row: rowNumberSchema,
  cells: z.array(fixedCell).min(1, 'give at least one cell').max(MOST_CELLS),
})
export type BatchRowFix = z.output<typeof batchRowFixSchema>
export const batchCellsSchema = batchRowFixSchema.omit({ cells: true })

/** A cell of a row that was not booked, as it is read today: the file's text, or what a person fixed. */
export interface RowCell {
  row: number
  /** The column's header. */
  column: string
  field: BatchField
  value: string
  /** The check or the refusal is about it. */
  isWrong: boolean
}

/** How many rows have an error in a column. */
export interface ColumnErrors {
  /** The column's header. */
  column: string
  rows: number
}

export const batchRunSchema = z.object({
  batchId,
  /** The ledger was restored from a backup after this batch was begun: a person has compared it with the service. */
  isComparedWithService: z.boolean().default(false),
  /** This very file was uploaded before: a person wants its rows booked again. */
  isSameFileMeant: z.boolean().default(false),
  /** The confirmed number of bookings; needed where a batch would make more than MOST_UNASKED_BOOKINGS. */
  agreedBookings: z.int().min(1, 'agreedBookings must be at least 1').max(MOST_NUMBER).optional(),
  /** The sums that were shown, one a currency: needed where rows have prices without approval. */
  agreedTotals: z
    .array(z.object({ minor: z.int().min(0).max(MOST_NUMBER), currency: z.string().length(3) }))
    .max(MOST_CURRENCIES)
    .optional(),
  /** The supervisor who approves that it spends more than Settings allow; kept in the audit log. */
  approvedBy: z.string().trim().min(2, 'approvedBy is a name').max(40).optional(),
})
/** The formats of the results file: `csv` cut as the file was, `xlsx` with every cell of the file as text. */
export const RESULTS_FORMATS = ['csv', 'xlsx'] as const
export type ResultsFormat = (typeof RESULTS_FORMATS)[number]

export const batchResultsSchema = z.object({
  batchId,
  /** 0 makes the file again; continue with `nextOffset` and the same `snapshot`. */
  offset: z.int().min(0).max(MOST_NUMBER).default(0),
  snapshot: z
    .string()
    .max(MOST_CODE)
    .regex(/^[0-9a-z]{1,40}$/, 'must be the snapshot of the first piece')
    .optional(),
  /** The same for all pieces of one file. */
  format: z.enum(RESULTS_FORMATS, { error: `format must be one of ${RESULTS_FORMATS.join(', ')}` }).default('csv'),
})
export type ResultsAsked = z.output<typeof batchResultsSchema>
/** A piece of the results file, at most 256 KiB. */
export interface ResultsPiece {
  snapshot: string
  base64: string
  /** Bytes of the whole file. */
  size: number
  /** Null when this was the last piece. */
  nextOffset: number | null
}
