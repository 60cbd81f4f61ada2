import { z } from 'zod'
import { StationError } from '../../../src-shared/station/error.ts'
import {
  PRINTER_DPIS,
  PRINTER_LANGUAGES,
  printerConnectionSchema,
  type Printer,
} from '../../../src-shared/station/printing.ts'
import { printerOptionsSchema, type PrinterOptions } from '../../../src-shared/station/printer-care.ts'
import type { Clock } from '../../clock.ts'
import type { SqliteDatabase } from '../database.ts'
import { jsonColumn } from '../json-column.ts'
import { statement } from '../statement.ts'
import { inTransaction } from '../transaction.ts'
import { appendAudit, type Actor } from './audit.ts'
import { IS_OPEN } from './print-job-row.ts'

const rowSchema = z.object({
  printer_id: z.string(),
  name: z.string(),
  language: z.enum(PRINTER_LANGUAGES),
  dpi: z.literal(PRINTER_DPIS),
  media_width_in: z.number(),
  media_height_in: z.number(),
  connection: jsonColumn(printerConnectionSchema),
  is_default: z.int(),
})

/** A profile without its place among the others. */
export type PrinterProfile = Omit<Printer, 'isDefault'>

/** How a printer is treated here. */
export interface PrinterCare {
  options: PrinterOptions
  /** Nothing is sent to it until a person says so. */
  isQueuePaused: boolean
}

const careSchema = z.object({ options: jsonColumn(printerOptionsSchema), is_paused: z.int() })

export type PrinterStore = ReturnType<typeof printerStore>

/**
 * Printer profiles in the ledger. Every function is one whole transaction, and after each there is at least one printer
 * (`fallback`, when no other is left) and exactly one default.
 */
export function printerStore(db: SqliteDatabase, clock: Clock, fallback: () => PrinterProfile) {
  const list = (): Printer[] =>
    statement(db, 'SELECT * FROM printer ORDER BY name COLLATE NOCASE, printer_id')
      .all()
      .map((row) => toPrinter(rowSchema.parse(row)))

  const mustGet = (printerId: string): Printer => {
    const row = statement(db, 'SELECT * FROM printer WHERE printer_id = ?').get(printerId)
    if (row === undefined) throw notFound(printerId)
    return toPrinter(rowSchema.parse(row))
  }

  const careOf = (printerId: string): PrinterCare => {
    const row = statement(db, 'SELECT options, is_paused FROM printer WHERE printer_id = ?').get(printerId)
    if (row === undefined) throw notFound(printerId)
    const { options, is_paused } = careSchema.parse(row)
    return { options, isQueuePaused: is_paused === 1 }
  }

  const note = (printerId: string, action: string, actor: Actor, detail: Record<string, unknown> = {}) =>
    appendAudit(db, { at: clock.now(), actor, subjectKind: 'printer', subjectId: printerId, action, detail })

  /** To be called inside a transaction. */
  const write = (printer: PrinterProfile, actor: Actor) => {
    statement(
      db,
      `INSERT INTO printer (printer_id, name, language, dpi, media_width_in, media_height_in, connection)
       VALUES (@printerId, @name, @language, @dpi, @widthIn, @heightIn, @connection)
       ON CONFLICT (printer_id) DO UPDATE SET name = @name, language = @language, dpi = @dpi, media_width_in = @widthIn,
         media_height_in = @heightIn, connection = @connection`,
    ).run({
      printerId: printer.printerId,
      name: printer.name,
      language: printer.language,
      dpi: printer.dpi,
      widthIn: printer.media.widthIn,
      heightIn: printer.media.heightIn,
      connection: JSON.stringify(printer.connection),
    })
    note(printer.printerId, 'saved', actor, { ...printer })
  }

  /** To be called inside a transaction. */
  const makeDefault = (printerId: string): void => {
    statement(db, 'UPDATE printer SET is_default = (printer_id = ?)').run(printerId)
  }

  /** To be called inside a transaction. */
  const ensureDefault = (): void => {
    const printers = list()
    if (printers.some(({ isDefault }) => isDefault)) return
    const [first] = printers
    if (first) return makeDefault(first.printerId)
    const made = fallback()
    write(made, 'station')
    makeDefault(made.printerId)
  }

  return {
    /** Makes sure that there is a printer to print on. */
    ensure: (): Promise<void> => inTransaction(db, ensureDefault),

    /** By name. */
    list: async () => list(),

    /** @throws StationError NOT_FOUND */
    get: async (printerId: string) => mustGet(printerId),

    /** The printer to use when none is named. */
    default: async (): Promise<Printer> =>
      toPrinter(rowSchema.parse(statement(db, 'SELECT * FROM printer WHERE is_default = 1').get())),

    /** Adds a printer under a new id. */
    add: (printer: PrinterProfile): Promise<Printer> =>
      inTransaction(db, () => {
        write(printer, 'operator')
        return mustGet(printer.printerId)
      }),

    /**
     * Changes a printer. One that has had jobs keeps its language: those jobs' bytes are in it, and may be sent again.
     * @throws StationError NOT_FOUND, WRONG_STATE
     */
    change: (printer: PrinterProfile): Promise<Printer> =>
      inTransaction(db, () => {
        const before = mustGet(printer.printerId)
        if (printer.language !== before.language && hasHadJobs(db, printer.printerId)) {
          throw new StationError({
            code: 'WRONG_STATE',
            message: `${before.name} has printed in ${before.language}. Add it as another printer to use ${printer.language}.`,
            details: { printerId: printer.printerId, language: before.language },
          })
        }
        write(printer, 'operator')
        return mustGet(printer.printerId)
      }),

    /** @throws StationError NOT_FOUND, WRONG_STATE while a job of it is QUEUED, SENDING or UNKNOWN (details.openJobs) */
    remove: (printerId: string): Promise<void> =>
      inTransaction(db, () => {
        const { name } = mustGet(printerId)
        const openJobs = countOpenJobs(db, printerId)
        if (openJobs > 0) {
          throw new StationError({
            code: 'WRONG_STATE',
            message: `${name} still has ${openJobs} open print ${openJobs === 1 ? 'job' : 'jobs'}. Finish or cancel ${openJobs === 1 ? 'it' : 'them'} first.`,
            details: { printerId, openJobs },
          })
        }
        statement(db, 'DELETE FROM printer WHERE printer_id = ?').run(printerId)
        // Its failed jobs stay to be read; a next try would look for a printer that is gone.
        statement(db, 'UPDATE print_job SET next_try_at = NULL WHERE printer_id = ?').run(printerId)
        note(printerId, 'removed', 'operator', { name })
        ensureDefault()
      }),

    /** @throws StationError NOT_FOUND */
    care: async (printerId: string): Promise<PrinterCare> => careOf(printerId),

    /** Changes what is given. @throws StationError NOT_FOUND */
    setOptions: (printerId: string, patch: Partial<PrinterOptions>, actor: Actor): Promise<PrinterCare> =>
      inTransaction(db, () => {
        const options = printerOptionsSchema.parse({ ...careOf(printerId).options, ...patch })
        statement(db, 'UPDATE printer SET options = ? WHERE printer_id = ?').run(JSON.stringify(options), printerId)
        note(printerId, 'options changed', actor, { ...patch })
        return careOf(printerId)
      }),

    /** @throws StationError NOT_FOUND */
    setPaused: (printerId: string, isPaused: boolean): Promise<PrinterCare> =>
      inTransaction(db, () => {
        const { name } = mustGet(printerId)
        statement(db, 'UPDATE printer SET is_paused = ? WHERE printer_id = ?').run(isPaused ? 1 : 0, printerId)
        note(printerId, isPaused ? 'queue paused' : 'queue resumed', 'operator', { name })
        return careOf(printerId)
      }),

    /** @throws StationError NOT_FOUND */
    setDefault: (printerId: string): Promise<void> =>
      inTransaction(db, () => {
        const { name } = mustGet(printerId)
        makeDefault(printerId)
        note(printerId, 'made default', 'operator', { name })
      }),
  }
}

function countOpenJobs(db: SqliteDatabase, printerId: string): number {
  return z
    .int()
    .parse(statement(db, `SELECT count(*) FROM print_job WHERE ${IS_OPEN} AND printer_id = ?`).pluck().get(printerId))
}

function hasHadJobs(db: SqliteDatabase, printerId: string): boolean {
  return statement(db, 'SELECT 1 FROM print_job WHERE printer_id = ? LIMIT 1').get(printerId) !== undefined
}

function toPrinter(row: z.infer<typeof rowSchema>): Printer {
  return {
    printerId: row.printer_id,
    name: row.name,
    language: row.language,
    dpi: row.dpi,
    media: { widthIn: row.media_width_in, heightIn: row.media_height_in },
    connection: row.connection,
    isDefault: row.is_default === 1,
  }
}

function notFound(printerId: string): StationError {
  return new StationError({ code: 'NOT_FOUND', message: 'There is no such printer here.', details: { printerId } })
}
