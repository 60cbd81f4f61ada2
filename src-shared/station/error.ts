import { z } from 'zod'

/**
 * The app's own error codes, beside those of the interface (ERROR_STATUS in ../freight/error.ts), which pass through
 * unchanged. Screens match on the code, never on the message.
 */
export const STATION_ERROR_CODES = [
  /** Input of a command did not parse; details.issues lists {path, message}. */
  'INVALID_INPUT',
  /** The service could not be reached and surely has not seen the request. */
  'SERVICE_UNREACHABLE',
  /** No answer within the deadline; the service may have acted. */
  'SERVICE_TIMEOUT',
  /** The connection broke after the request may have left. */
  'CONNECTION_LOST',
  /** The service answered something that is not in the interface. */
  'UNREADABLE_ANSWER',
  /** The service answered 5xx without an interface error. */
  'SERVICE_FAILED',
  /** The service says of itself that it cannot do this at the moment; an address, for one, is then not checked. */
  'SERVICE_UNAVAILABLE',
  /** A document's URL leads where the station does not go (details.url without its token, details.reason). */
  'DOCUMENT_URL_REFUSED',
  /** No API key is set for the chosen environment. */
  'NO_API_KEY',
  /** A booking, job, printer, quote or shipment that is asked for does not exist here. */
  'NOT_FOUND',
  /** The quote's hour is over. */
  'QUOTE_EXPIRED',
  /** What is asked does not fit the present state (details.state). */
  'WRONG_STATE',
  /** The label has been printed already; a reprint needs a reason. */
  'ALREADY_PRINTED',
  /** The booking has no label bytes yet. */
  'NO_LABEL',
  /** A printer address that does not parse. */
  'INVALID_PRINTER_ADDRESS',
  /** The printer refused the connection or cannot be reached; no byte left. */
  'PRINTER_UNREACHABLE',
  /** The printer took some of the bytes; nobody knows how many came out. */
  'PRINTER_INTERRUPTED',
  /** The printer answers, and says that it cannot print now: paper out, head open, paused (details.problem); no byte left. */
  'PRINTER_NOT_READY',
  /** The printer is not what its profile says (details.field, details.profile, details.printer). */
  'PRINTER_MISMATCH',
  /** A device path that is no character device (details.path). */
  'NOT_A_DEVICE',
  /** A print job that another printer cannot take: other language or dots (details.field). */
  'PRINTER_DIFFERS',
  /** A label that would do to the printer what no label needs. */
  'LABEL_REFUSED',
  /** The label's barcode, read back from the rendered dots, is not the tracking number. */
  'BARCODE_MISMATCH',
  /** The document cannot be turned into the printer's language. */
  'CONVERSION_FAILED',
  /** No printer of this station takes sheets of paper (Settings, Printers, by kind of document). */
  'NO_OFFICE_PRINTER',
  /** A database file was damaged and has been put aside (details.file, details.putAside). */
  'DATABASE_DAMAGED',
  /** A database file was made by a newer version of Waybill. */
  'DATABASE_FROM_FUTURE',
  /** Another process has the data folder open. */
  'DATA_IN_USE',
  /** The Waybill that was asked from another program ended before it answered. */
  'STATION_GONE',
  /** The OS keychain refused. */
  'KEYCHAIN_FAILED',
  /** A file cannot be read as a table (details.row, details.why). */
  'UNREADABLE_FILE',
  /** A file or a form is larger than what is taken (details.most, in bytes). */
  'TOO_LARGE',
  /** A column map leaves out fields that every booking needs (details.fields, details.headers). */
  'MAP_INCOMPLETE',
  /** No rate of the quote fits the rule (details.rule, details.offers). */
  'NO_RATE_FITS',
  /** Rows of a batch have errors, or one failed, and the rule is to stop (details.errors, details.row). */
  'BATCH_STOPPED',
  /** Rows of a batch wait for a person's word (details.unanswered). */
  'ANSWER_NEEDED',
  /** The ledger was restored from a backup: compare with the service first. */
  'LEDGER_RESTORED',
  /** The station ended in the middle of it. */
  'INTERRUPTED',
  /** The webhook receiver's port cannot be opened (details.host, details.port, details.reason). */
  'LISTEN_FAILED',
  /** A fault of ours; details.requestId finds it in the log. */
  'INTERNAL',
] as const
export type StationErrorCode = (typeof STATION_ERROR_CODES)[number]

/** An error as it crosses every boundary: data, not an exception. */
export const stationErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  details: z.record(z.string(), z.unknown()),
})
export type StationErrorData = z.infer<typeof stationErrorSchema>

/** A StationErrorData that can be thrown inside one process. */
export class StationError extends Error {
  override readonly name = 'StationError'
  readonly code: string
  readonly retryable: boolean
  readonly details: Record<string, unknown>

  constructor(data: Pick<StationErrorData, 'code' | 'message'> & Partial<StationErrorData>) {
    super(data.message)
    this.code = data.code
    this.retryable = data.retryable ?? false
    this.details = data.details ?? {}
  }

  toData(): StationErrorData {
    return { code: this.code, message: this.message, retryable: this.retryable, details: this.details }
  }
}

/** What a command answers at every host's boundary. */
export type CommandResult<T> = { ok: true; value: T } | { ok: false; error: StationErrorData }
