import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { StationError } from '../../../src-shared/station/error.ts'
import { invalidField, notFound, wrongState } from '../../../src-shared/station/error.ts'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import {
  printerOptionsSchema,
  type PrinterOptions,
  type StoredPrinter,
  type PrinterHandling,
} from '../../../src-shared/station/printing/printer-settings.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit, type Actor } from '../../data/audit/audit.rows.ts'
import { IS_OPEN } from '../queue/print-job-sql.rows.ts'
import { toStoredPrinter } from './printer-row.ts'

/** A profile without its place among the others. */
export type PrinterProfile = Omit<Printer, 'isDefault'>

export type PrinterStore = ReturnType<typeof printerStore>

/**
 * Printer profiles in the ledger. Every function is one whole transaction, and after each there is at least one printer
 * (`fallback`, when no other is left) and exactly one default.
 */
export function printerStore(db: SqliteDatabase, clock: Clock, fallback: () => PrinterProfile) {
  const list = (): Printer[] =>
    statement(db, 'SELECT * FROM printer ORDER BY name COLLATE NOCASE, printer_id')
      .all()
      .map((row) => toStoredPrinter(row).printer)

  const mustHave = (printerId: string): StoredPrinter => {
    const row = statement(db, 'SELECT * FROM printer WHERE printer_id = ?').get(printerId)
    if (row === undefined) throw noSuchPrinter(printerId)
    return toStoredPrinter(row)
  }
  const mustGet = (printerId: string): Printer => mustHave(printerId).printer
  const handlingOf = (printerId: string): PrinterHandling => {
    const { options, isQueuePaused } = mustHave(printerId)
    return { options, isQueuePaused }
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

  /** To be called inside a transaction. What the administrator's file names is as it says. @throws StationError INVALID_INPUT */
  const refuseTaken = ({ printerId, name }: PrinterProfile, actor: Actor): void => {
    if (actor !== 'operator') return
    const named = list().find((one) => one.name.toLowerCase() === name.toLowerCase() && one.printerId !== printerId)
    if (named) throw invalidField('name', `there is already a printer named ${named.name}`)
  }

  /** To be called inside a transaction. */
  const writeOptions = (printerId: string, patch: Partial<PrinterOptions>): void => {
    const options = printerOptionsSchema.parse({ ...handlingOf(printerId).options, ...patch })
    statement(db, 'UPDATE printer SET options = ? WHERE printer_id = ?').run(JSON.stringify(options), printerId)
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

    /** All that is known of each. */
    all: async (): Promise<StoredPrinter[]> => statement(db, 'SELECT * FROM printer').all().map(toStoredPrinter),

    /** @throws StationError NOT_FOUND */
    get: async (printerId: string) => mustGet(printerId),

    /** All of it in one read; the default when none is named. @throws StationError NOT_FOUND */
    kept: async (printerId: string | null): Promise<StoredPrinter> =>
      printerId === null
        ? toStoredPrinter(statement(db, 'SELECT * FROM printer WHERE is_default = 1').get())
        : mustHave(printerId),

    /** Adds a printer under a new id. @throws StationError INVALID_INPUT when another one has its name */
    add: (printer: PrinterProfile, actor: Actor = 'operator'): Promise<Printer> =>
      inTransaction(db, () => {
        refuseTaken(printer, actor)
        write(printer, actor)
        return mustGet(printer.printerId)
      }),

    /**
     * Changes a printer. One that has had jobs keeps its language: those jobs' bytes are in it, and may be sent again.
     * @throws StationError NOT_FOUND, WRONG_STATE, INVALID_INPUT when another one has its new name
     */
    change: (printer: PrinterProfile, actor: Actor = 'operator'): Promise<Printer> =>
      inTransaction(db, () => {
        const before = mustGet(printer.printerId)
        if (printer.name !== before.name) refuseTaken(printer, actor)
        if (printer.language !== before.language && hasHadJobs(db, printer.printerId)) {
          throw wrongState(
            `${before.name} has printed in ${before.language}. Add it as another printer to use ${printer.language}.`,
            { printerId: printer.printerId, language: before.language },
          )
        }
        write(printer, actor)
        // Who answered at the old address says nothing of the new one, nor is that one set as the other may be.
        if (!isDeepStrictEqual(printer.connection, before.connection)) {
          writeOptions(printer.printerId, { foundModel: null, foundSerial: null })
          statement(db, `UPDATE printer SET set_back_owed = '' WHERE printer_id = ?`).run(printer.printerId)
        }
        return mustGet(printer.printerId)
      }),

    /** @throws StationError NOT_FOUND, WRONG_STATE while a job of it is QUEUED, SENDING or UNKNOWN (details.openJobs) */
    remove: (printerId: string, actor: Actor = 'operator'): Promise<void> =>
      inTransaction(db, () => {
        const { name } = mustGet(printerId)
        const openJobs = countOpenJobs(db, printerId)
        if (openJobs > 0) {
          throw wrongState(
            `${name} still has ${openJobs} open print ${openJobs === 1 ? 'job' : 'jobs'}. Finish or cancel ${openJobs === 1 ? 'it' : 'them'} first.`,
            { printerId, openJobs },
          )
        }
        statement(db, 'DELETE FROM printer WHERE printer_id = ?').run(printerId)
        // Its failed jobs remain readable; a retry would look for a deleted printer.
        statement(db, 'UPDATE print_job SET next_try_at = NULL WHERE printer_id = ? AND next_try_at IS NOT NULL').run(
          printerId,
        )
        note(printerId, 'removed', actor, { name })
        ensureDefault()
      }),

    /** @throws StationError NOT_FOUND */
    handling: async (printerId: string): Promise<PrinterHandling> => handlingOf(printerId),

    /** Changes what is given. @throws StationError NOT_FOUND */
    setOptions: (printerId: string, patch: Partial<PrinterOptions>, actor: Actor): Promise<PrinterHandling> =>
      inTransaction(db, () => {
        writeOptions(printerId, patch)
        note(printerId, 'options changed', actor, { ...patch })
        return handlingOf(printerId)
      }),

    /** @throws StationError NOT_FOUND */
    setPaused: (printerId: string, isPaused: boolean): Promise<PrinterHandling> =>
      inTransaction(db, () => {
        const { name } = mustGet(printerId)
        statement(db, 'UPDATE printer SET is_paused = ? WHERE printer_id = ?').run(isPaused ? 1 : 0, printerId)
        note(printerId, isPaused ? 'queue paused' : 'queue resumed', 'operator', { name })
        return handlingOf(printerId)
      }),

    /** Writes down what a person had it do. @throws StationError NOT_FOUND */
    noteTool: (printerId: string, detail: Record<string, unknown>): Promise<void> =>
      inTransaction(db, () => {
        const { name } = mustGet(printerId)
        note(printerId, 'tool used', 'operator', { name, ...detail })
      }),

    /** @throws StationError NOT_FOUND */
    setDefault: (printerId: string, actor: Actor = 'operator'): Promise<void> =>
      inTransaction(db, () => {
        const { name } = mustGet(printerId)
        makeDefault(printerId)
        note(printerId, 'made default', actor, { name })
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

function noSuchPrinter(printerId: string): StationError {
  return notFound('printer', { printerId })
}
