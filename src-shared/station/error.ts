import { z } from 'zod'
import type { FreightErrorCode } from '../freight/error.ts'

/** Where a person can do something about an error; the screen that shows the error offers the way there. */
export type ErrorAction = 'bookings' | 'data' | 'printers' | 'quote' | 'service-settings' | 'webhooks'

export interface ErrorRule {
  /** May the very same call succeed later, with nothing changed? */
  isRetryable: boolean
  /** Where it can be fixed; null: nowhere in Waybill, or at the place where it is shown. */
  action: ErrorAction | null
}

/** The app's own error codes. Screens match on the code, never on the message. */
export const STATION_ERRORS = {
  /** Input of a command did not parse; details.issues lists {path, message}. */
  INVALID_INPUT: { isRetryable: false, action: null },
  /** The service could not be reached and surely has not seen the request. */
  SERVICE_UNREACHABLE: { isRetryable: true, action: 'service-settings' },
  /** No answer within the deadline; the service may have acted. */
  SERVICE_TIMEOUT: { isRetryable: true, action: null },
  /** The connection broke after the request may have left. */
  CONNECTION_LOST: { isRetryable: true, action: null },
  CHANGE_NOT_HEEDED: { isRetryable: false, action: null },
  /** The service answered something that is not in the interface. */
  UNREADABLE_ANSWER: { isRetryable: false, action: null },
  /** The service answered 5xx without an interface error. */
  SERVICE_FAILED: { isRetryable: true, action: null },
  /** The service reports that it cannot do this at the moment; an address, for one, is then not checked. */
  SERVICE_UNAVAILABLE: { isRetryable: true, action: null },
  /** A document's URL leads where the station does not go (details.url without its token, details.reason). */
  DOCUMENT_URL_REFUSED: { isRetryable: false, action: null },
  /** No API key is set for the chosen environment. */
  NO_API_KEY: { isRetryable: false, action: 'service-settings' },
  /** A booking, job, printer, quote or shipment that is asked for does not exist here. */
  NOT_FOUND: { isRetryable: false, action: null },
  /** The quote's hour is over. */
  QUOTE_EXPIRED: { isRetryable: false, action: 'quote' },
  /** The request does not fit the current state (details.state). */
  WRONG_STATE: { isRetryable: false, action: null },
  /** The shipment that was chosen is another booking's (details.shipmentId, details.reference). */
  SHIPMENT_CLAIMED: { isRetryable: false, action: 'bookings' },
  /** The label has been printed already; a reprint needs a reason. */
  ALREADY_PRINTED: { isRetryable: false, action: null },
  /**
   * A question before printing this label or file (details: the LabelQuestion); a person answers yes to its key, with
   * a reason.
   */
  ASKS_FIRST: { isRetryable: false, action: null },
  /** The inbox has nothing open about it that could be assigned (details.subjectIds). */
  NOTHING_OPEN: { isRetryable: false, action: null },
  /** The booking has no label bytes yet. */
  NO_LABEL: { isRetryable: true, action: null },
  /** A printer address that does not parse. */
  INVALID_PRINTER_ADDRESS: { isRetryable: false, action: 'printers' },
  /** The printer refused the connection or cannot be reached; no byte left. */
  PRINTER_UNREACHABLE: { isRetryable: true, action: 'printers' },
  /** The printer took some of the bytes; how many came out is unknown. */
  PRINTER_INTERRUPTED: { isRetryable: false, action: null },
  /**
   * The printer answers, and reports that it cannot print now: paper out, head open, paused (details.problem); no
   * byte left.
   */
  PRINTER_NOT_READY: { isRetryable: true, action: null },
  /** The printer does not match its profile (details.field, details.profile, details.printer). */
  PRINTER_MISMATCH: { isRetryable: false, action: 'printers' },
  /**
   * Another printer answers than the one that was checked, or it does not say what it is (details.was, details.now); no
   * byte left. A person looks, and takes it or finds the other one.
   */
  PRINTER_CHANGED: { isRetryable: true, action: 'printers' },
  /** A device path that is no character device (details.path). */
  NOT_A_DEVICE: { isRetryable: false, action: 'printers' },
  /** A print job that another printer cannot take: other language or dots (details.field). */
  PRINTER_DIFFERS: { isRetryable: false, action: 'printers' },
  /** A label of which a part is missing or damaged (details.at, .said). */
  LABEL_TRUNCATED: { isRetryable: false, action: null },
  /** A label with a command that no label needs (details.said: which command, and what it would do). */
  LABEL_REFUSED: { isRetryable: false, action: null },
  /**
   * A print job would print more labels than are printed without a question (details.labels, copies included;
   * details.most): a person confirms that number, and it is printed.
   */
  MANY_LABELS: { isRetryable: false, action: null },
  /** One piece's label was asked for, and the labels are not one for each piece (details.number, details.of). */
  PIECES_NOT_APART: { isRetryable: false, action: null },
  /** The label's barcode, read back from the rendered dots, is not the tracking number. */
  BARCODE_MISMATCH: { isRetryable: false, action: null },
  /** The document cannot be turned into the printer's language. */
  CONVERSION_FAILED: { isRetryable: false, action: null },
  /** The document holds no byte. */
  DOCUMENT_EMPTY: { isRetryable: false, action: null },
  /** The document is not a ZPL, EPL, PDF, or PNG file, regardless of its name. */
  DOCUMENT_UNKNOWN: { isRetryable: false, action: null },
  /** The document is locked with a password. */
  DOCUMENT_LOCKED: { isRetryable: false, action: null },
  /** The document has more bytes, pages, dots or needs more memory than is drawn here (details.most, details.name). */
  DOCUMENT_TOO_LARGE: { isRetryable: false, action: null },
  /** Drawing the document took longer than it may (details.limitMs, details.name). */
  DOCUMENT_TOO_SLOW: { isRetryable: false, action: null },
  /** No printer of this station takes sheets of paper (Settings > Printers, by kind of document). */
  NO_OFFICE_PRINTER: { isRetryable: false, action: 'printers' },
  /** A database file was damaged and has been put aside (details.file, details.putAside). */
  DATABASE_DAMAGED: { isRetryable: false, action: 'data' },
  /** A database file was made by a newer version of Waybill. */
  DATABASE_FROM_FUTURE: { isRetryable: false, action: null },
  /** Another process has the data folder open. */
  DATA_IN_USE: { isRetryable: true, action: null },
  /** The Waybill that was asked from another program ended before it answered. */
  STATION_GONE: { isRetryable: false, action: null },
  /** The OS keychain refused. */
  KEYCHAIN_FAILED: { isRetryable: false, action: 'service-settings' },
  /** A file cannot be read as a table (details.row, details.why). */
  UNREADABLE_FILE: { isRetryable: false, action: null },
  /** The folder of orders cannot be read, or nothing can be moved in it (details.folder, details.why). */
  FOLDER_GONE: { isRetryable: true, action: null },
  /** A file or a form is larger than allowed (details.most, in bytes). */
  TOO_LARGE: { isRetryable: false, action: null },
  /** A column map leaves out fields that every booking needs (details.fields, details.headers). */
  MAP_INCOMPLETE: { isRetryable: false, action: null },
  /** No rate of the quote fits the rule (details.rule, details.offers). */
  NO_RATE_FITS: { isRetryable: false, action: 'quote' },
  /** Rows of a batch have errors, or one failed, and the rule is to stop (details.errors, details.row). */
  BATCH_STOPPED: { isRetryable: false, action: null },
  /** The order is on hold (details.hold: why). */
  ORDER_HELD: { isRetryable: false, action: null },
  /** The order lacks what a label needs (details.fields). */
  ORDER_INCOMPLETE: { isRetryable: false, action: null },
  /** The row of a batch was added to Orders, and is booked from there. */
  IN_ORDERS: { isRetryable: false, action: null },
  /** Rows of a batch have no price yet, and are asked for first (details.missing). */
  QUOTES_NEEDED: { isRetryable: false, action: null },
  /** The prices of a batch come to another sum than the one agreed to (details.totals, details.agreed). */
  TOTAL_NOT_AGREED: { isRetryable: false, action: null },
  /** A row of a batch costs more by now than was agreed to (details.row, .was, .now). */
  PRICE_ROSE: { isRetryable: false, action: null },
  /** Rows of a batch wait for a person's word (details.unanswered). */
  ANSWER_NEEDED: { isRetryable: false, action: null },
  /** The folder held a ledger, and there is none that could be used (details.why, .bookings, .until, .backups, .putAside). */
  LEDGER_MISSING: { isRetryable: false, action: null },
  /** The ledger was restored from a backup: compare with the service first. */
  LEDGER_RESTORED: { isRetryable: false, action: 'bookings' },
  /** The ledger lacks the latest writes (details.bookings, .until; .bookingsBefore, .untilBefore). */
  LEDGER_BEHIND: { isRetryable: false, action: 'bookings' },
  /** The ledger is not the one that was used here last, or that cannot be determined. */
  LEDGER_EXCHANGED: { isRetryable: false, action: 'data' },
  /** A new, empty ledger was begun on a person's decision. */
  LEDGER_NEW: { isRetryable: false, action: 'data' },
  /** A file cannot take the ledger's place (details.name, details.reason). */
  BACKUP_UNSOUND: { isRetryable: false, action: 'data' },
  /** A page of the ledger reads as damaged while it is in use (details.reason): the next start reads it through. */
  LEDGER_SUSPECT: { isRetryable: false, action: 'data' },
  /** The backup that was due could not be made (details.reason). */
  BACKUP_FAILED: { isRetryable: true, action: 'data' },
  /** The second place for backups could not be reached for a day (details.folder, details.reason). */
  SECOND_PLACE_AWAY: { isRetryable: true, action: 'data' },
  /** A folder that cannot be the second place (details.folder, details.reason). */
  SECOND_PLACE_REFUSED: { isRetryable: false, action: 'data' },
  /** A year's archive is not whole, or not as it was proven (details.name, details.detail). */
  ARCHIVE_UNSOUND: { isRetryable: false, action: 'data' },
  /** A rehearsed restore showed another ledger than the one in use (details.differences). */
  DRILL_FAILED: { isRetryable: true, action: 'data' },
  /** A backup's stamp is ahead of the clock (details.at, details.now). */
  BACKUP_FROM_AHEAD: { isRetryable: false, action: 'data' },
  /** A planned restore was not carried out (details.backup, details.reason). */
  RESTORE_DROPPED: { isRetryable: false, action: 'data' },
  /** Another program copies the data folder to other machines (details.folder, details.program). */
  DATA_FOLDER_SYNCED: { isRetryable: false, action: 'data' },
  /** Waybill may not write into its data folder (details.file, details.reason). */
  DATA_FOLDER_READ_ONLY: { isRetryable: false, action: null },
  /** No room is left on the disk (details.file, details.reason). */
  DISK_FULL: { isRetryable: true, action: 'data' },
  /** The disk of the data folder answers with errors (details.file, details.reason). */
  DISK_FAILED: { isRetryable: true, action: 'data' },
  /** The ledger's file was removed, moved or exchanged while it is open (details.file): nothing is taken any more. */
  LEDGER_GONE: { isRetryable: true, action: 'data' },
  /**
   * The clock is far ahead of the last time that something expired (details.lastAt, .now): nothing is deleted
   * automatically.
   */
  CLOCK_FAR_AHEAD: { isRetryable: false, action: 'data' },
  /** Work that was open in a restored backup is looked at before it is acted on (details: how many of what). */
  RESTORED_OPEN_WORK: { isRetryable: false, action: 'bookings' },
  /** Settings came back with a backup: nothing is sent or printed until a person has confirmed them (details.backupAt). */
  RESTORED_SETTINGS: { isRetryable: false, action: null },
  /** This very file was uploaded before (details.batchId, details.name, details.at). */
  SAME_FILE: { isRetryable: false, action: null },
  /** The screen is locked, and this command is for who has signed in (details.command). */
  SIGN_IN_NEEDED: { isRetryable: false, action: null },
  /** Badge or PIN does not open the screen (details.why, .until, .name). */
  SIGN_IN_REFUSED: { isRetryable: false, action: null },
  /** Sign-in would be left without a supervisor who has a PIN. */
  SUPERVISOR_NEEDED: { isRetryable: false, action: null },
  /** The site's supervisors decide this for its stations (details.name, .siteName). */
  SET_BY_SITE: { isRetryable: false, action: null },
  /** Another role may do this (details.command, .least, .role): a supervisor approves it, or another person signs in. */
  ROLE_NEEDED: { isRetryable: false, action: null },
  /** A rule of this site forbids it (details.rule, .carrier or .insure). */
  RULE_FORBIDS: { isRetryable: false, action: null },
  /** A rule requires a supervisor's approval (details.rule, .carrier, .total): it continues with an approver's name. */
  APPROVAL_NEEDED: { isRetryable: false, action: null },
  /** No token, an unknown one, or one that was revoked. */
  TOKEN_REFUSED: { isRetryable: false, action: null },
  /** The token's scope does not hold this command (details.command, .least, .role). */
  SCOPE_NEEDED: { isRetryable: false, action: null },
  /** A web page asked that is not allowed to print (details.origin). */
  ORIGIN_REFUSED: { isRetryable: false, action: null },
  /**
   * Another content was submitted under this submission id (details.submissionId, .first, .now; .firstHash in place
   * of .first for a token that may not read bookings): nothing was done.
   */
  SUBMISSION_DIFFERS: { isRetryable: false, action: null },
  /** A station has joined the site by a code that was made at another station (details.name, .madeAt). */
  STATION_ENROLLED: { isRetryable: false, action: null },
  /** The station ended in the middle of it. */
  INTERRUPTED: { isRetryable: false, action: null },
  /** The webhook receiver's port cannot be opened (details.host, details.port, details.reason). */
  LISTEN_FAILED: { isRetryable: false, action: 'webhooks' },
  /** Other users of the machine can read some of the data folder (details.path, details.reason, details.count). */
  DATA_NOT_PRIVATE: { isRetryable: false, action: null },
  /** The one-time address of the browser shell was used a second time, by another page. */
  SESSION_CONTESTED: { isRetryable: false, action: null },
  /** The page's own host does not answer (details.reason): the process that serves it has ended, or is being started. */
  HOST_UNREACHABLE: { isRetryable: true, action: null },
  /** The page's session is over: the process that it belongs to has ended. */
  SESSION_ENDED: { isRetryable: false, action: null },
  /** A command line that cannot be read. */
  USAGE: { isRetryable: false, action: null },
  /** A row's reference was used before, here or at the service. */
  DUPLICATE: { isRetryable: false, action: null },
  /**
   * A batch would book more than is booked without a question (details.bookings, details.most): a person confirms
   * that number.
   */
  MANY_BOOKINGS: { isRetryable: false, action: null },
  /** A batch would spend, or has spent, more than Settings allow (details.limit, details.most, details.amount, details.currency). */
  SPEND_LIMIT: { isRetryable: false, action: null },
  /**
   * A booking under this reference is paid for, or may be (details.reference, details.next, details.usedBy): a person
   * confirms that it is booked again.
   */
  REFERENCE_USED: { isRetryable: false, action: null },
  /**
   * This quote was booked, or the same freight for the same day within the hour (details.usedBy; details.quoteId, or of a
   * direct booking details.usedBooking): a person confirms that it is booked again.
   */
  ALREADY_BOOKED: { isRetryable: false, action: null },
  /** The Waybill before this one ended by an uncaught error (details.reason). */
  ENDED_BY_FAULT: { isRetryable: false, action: null },
  /**
   * The mail server did not accept a mail, or cannot be reached (details.reason, .host, .port); it is tried again
   * automatically, unless a person sent papers with it.
   */
  MAIL_FAILED: { isRetryable: true, action: null },
  /** The mail server refused an address or a text for good (details.reason), or the address is none: it is not sent. */
  MAIL_REFUSED: { isRetryable: false, action: null },
  /** The connection broke off while the mail server may have taken a mail (details.reason): it is not sent again. */
  MAIL_BOUNCED: { isRetryable: false, action: null },
  MAIL_UNKNOWN: { isRetryable: false, action: null },
  /** The machine has no serial ports that can be used (details.reason). */
  SERIAL_UNAVAILABLE: { isRetryable: false, action: null },
  /** A serial port cannot be opened, or has gone (details.port, details.reason); it is tried again automatically. */
  SERIAL_FAILED: { isRetryable: true, action: null },
  /** The machine's policy file decides this (details.name, .file): it is not changed here. */
  SET_BY_POLICY: { isRetryable: false, action: null },
  /** The machine's policy file cannot be read (details.file, .reason): Waybill stays closed until it is fixed. */
  POLICY_UNUSABLE: { isRetryable: false, action: null },
  /** There is no desktop app around this station. */
  NOT_ON_DESKTOP: { isRetryable: false, action: null },
  /** Only a supervisor can leave a kiosk, and no one signs in here. */
  KIOSK_NEEDS_SIGN_IN: { isRetryable: false, action: null },
  /** It crashed twice in a row, and runs without the graphics processor and the cache. */
  SAFE_MODE: { isRetryable: false, action: null },
  /** A newer version did not start twice (details.from), and the one before was put back (details.to). */
  UPDATE_TAKEN_BACK: { isRetryable: false, action: null },
  /** There is no newer version to install. */
  NO_UPDATE: { isRetryable: false, action: null },
  /** Bookings, labels or batches are on their way (details: how many): a newer version is not installed now. */
  STATION_BUSY: { isRetryable: true, action: null },
  /** A file that the system passed cannot be read (details.file, .reason). */
  FILE_NOT_OPENED: { isRetryable: false, action: null },
  /** The site's database does not answer (details.reason; .mayBeDone: the request may have been carried out). */
  DATABASE_AWAY: { isRetryable: true, action: null },
  /** The database cannot be a site's (details.reason). */
  DATABASE_UNFIT: { isRetryable: false, action: null },
  /** A station that was off for days was not waited for after a fail-over of the site's database (details.name, .seen). */
  STATION_LEFT_OUT: { isRetryable: false, action: null },
  /** A one-time code of a site that is wrong, over or used (details.why). */
  CODE_REFUSED: { isRetryable: false, action: null },
  /** The site cannot be reached, or did not answer in time (details.reason; .mayBeDone: it may have done what it was asked). */
  SITE_UNREACHABLE: { isRetryable: true, action: null },
  /** The site does not know this station, or has revoked it: it joins again with a code of the site. */
  STATION_REFUSED: { isRetryable: false, action: null },
  /** The server at the site's address has another certificate than its code named (details.where): nothing was sent. */
  SITE_CERTIFICATE: { isRetryable: false, action: null },
  /** Two stations printed one label without knowing of each other (details.shipmentId, .stationName, .at). */
  PRINTED_TWICE: { isRetryable: false, action: null },
  /** One booking may have been paid for twice (details.reference, .shipmentIds): a person checks both. */
  BOOKED_TWICE: { isRetryable: false, action: 'bookings' },
  /** The answer is not that of a site that this version understands (details.reason). */
  SITE_UNREADABLE: { isRetryable: true, action: null },
  /** The site decides it, and the site cannot be reached (details.since): it is done when the site is back online. */
  SITE_NEEDED: { isRetryable: true, action: null },
  /** Another desk of the site closed this carrier's day (details: manifestId, number, carrier, station, person, at). */
  DAY_CLOSED: { isRetryable: false, action: null },
  /** A fault of ours; details.requestId finds it in the log. */
  INTERNAL: { isRetryable: true, action: null },
} as const satisfies Record<string, ErrorRule>

/** The interface's codes (section Errors; ERROR_STATUS in ../freight/error.ts), which pass through unchanged. */
const FREIGHT_ERRORS = {
  AUTHENTICATION_ERROR: { isRetryable: false, action: 'service-settings' },
  INVALID_REQUEST: { isRetryable: false, action: null },
  INVALID_ADDRESS: { isRetryable: false, action: null },
  RATE_LIMIT_ERROR: { isRetryable: true, action: null },
  PROVIDER_ERROR: { isRetryable: true, action: null },
  SHIPMENT_NOT_FOUND: { isRetryable: false, action: null },
  INSUFFICIENT_FUNDS: { isRetryable: false, action: null },
  NO_RATES_AVAILABLE: { isRetryable: false, action: 'quote' },
  SHIPMENT_IMMUTABLE: { isRetryable: false, action: null },
  TRACKING_NOT_FOUND: { isRetryable: false, action: null },
  TRACKING_NOT_AVAILABLE: { isRetryable: true, action: null },
  DOCUMENT_NOT_FOUND: { isRetryable: false, action: null },
  DOCUMENT_GENERATION_FAILED: { isRetryable: false, action: null },
} as const satisfies Record<FreightErrorCode, ErrorRule>

export type StationErrorCode = keyof typeof STATION_ERRORS
export type ErrorCode = StationErrorCode | FreightErrorCode

const RULES: ReadonlyMap<string, ErrorRule> = new Map(Object.entries({ ...STATION_ERRORS, ...FREIGHT_ERRORS }))
const UNKNOWN_CODE: ErrorRule = { isRetryable: false, action: null }

/** The properties of an error of this code; unknown for a code that a service added. */
export function errorRule(code: string): ErrorRule {
  return RULES.get(code) ?? UNKNOWN_CODE
}

/** An error as it crosses every boundary: data, not an exception. A service may use codes that the interface lacks. */
export const stationErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  details: z.record(z.string(), z.unknown()),
})
export type StationErrorData = z.infer<typeof stationErrorSchema>

/** A code from a service: the interface lets a service add codes. */
export const serviceCodeSchema = z.string().brand<'service code'>()

/** The parts of an error; absent ones follow from its code. */
export interface ErrorParts {
  code: ErrorCode | z.infer<typeof serviceCodeSchema>
  message: string
  retryable?: boolean | undefined
  details?: Record<string, unknown> | undefined
}

/** The data of an error that is not thrown. */
export function errorData({ code, message, retryable, details = {} }: ErrorParts): StationErrorData {
  return { code, message, retryable: retryable ?? errorRule(code).isRetryable, details }
}

/** A StationErrorData that can be thrown inside one process. */
export class StationError extends Error {
  override readonly name = 'StationError'
  readonly code: string
  readonly retryable: boolean
  readonly details: Record<string, unknown>

  constructor(parts: ErrorParts) {
    super(parts.message)
    const { code, retryable, details } = errorData(parts)
    this.code = code
    this.retryable = retryable
    this.details = details
  }

  /** The error described by this data, with any code: it came over a boundary. */
  static from({ code, ...rest }: StationErrorData): StationError {
    return new StationError({ ...rest, code: serviceCodeSchema.parse(code) })
  }

  toData(): StationErrorData {
    return { code: this.code, message: this.message, retryable: this.retryable, details: this.details }
  }
}

/** The requested thing is not here. @param what the thing, as in "There is no such batch here." */
export function notFound(what: string, details: Record<string, unknown>): StationError {
  return new StationError({ code: 'NOT_FOUND', message: `There is no such ${what} here.`, details })
}

/** The requested thing is not kept any more. @param message says so, and what to do instead */
export function notStored(message: string, details: Record<string, unknown>): StationError {
  return new StationError({ code: 'NOT_FOUND', message, details })
}

/** The request does not fit the current state. @param message says the state, and what would fit it */
export function wrongState(message: string, details: Record<string, unknown>): StationError {
  return new StationError({ code: 'WRONG_STATE', message, details })
}

/** One field of an input cannot be used. @param path the field's, as in `answer.pickupDate` */
export function invalidField(path: string, message: string): StationError {
  return new StationError({
    code: 'INVALID_INPUT',
    message: `${path}: ${message}`,
    details: { issues: [{ path, message }] },
  })
}

/** WRONG_STATE (details.isCanceled): no label of it is printed. */
export const shipmentCanceled = (shipmentId: string | null): StationError =>
  wrongState('The shipment is canceled, or is being canceled.', { shipmentId, isCanceled: true })

/** A command's answer at every host's boundary. */
export type CommandResult<T> = { ok: true; value: T } | { ok: false; error: StationErrorData }
