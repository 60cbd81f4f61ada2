import { z } from 'zod'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { AuditSubjectKind } from '../../../src-shared/station/app/audit.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { appendAudit } from '../audit/audit.rows.ts'
import { IS_RUNNING } from '../../imports/batch/batches.rows.ts'
import { IS_OPEN as IS_OPEN_BOOKING } from '../../booking/booking-row.rows.ts'
import { IS_OPEN as IS_OPEN_CHANGE } from '../../booking/changes/change-row.ts'
import { ALL_ON_ITS_WAY } from '../../printing/queue/print-job-sql.rows.ts'

/** A backup that takes the ledger's place. */
export interface AboutRestore {
  now: Date
  /** When the backup was made, ISO 8601 in UTC. */
  backupAt: string
  /** There was no backup: a person began an empty ledger, and nothing came back that would have to be confirmed. */
  isNew?: boolean
}

const changedSchema = z.array(z.object({ id: z.string(), state: z.string() }))

/**
 * A restored backup is a look into the past: what was unsent then may have been sent since. So nothing that was open
 * in it is sent or printed automatically; docs/reliability.md has the rule of each state. One transaction on a file
 * that is not in use yet, with an audit row for each row that it changes.
 * @returns what to show a person
 */
export function afterRestore(db: SqliteDatabase, { now, backupAt, isNew = false }: AboutRestore): StationErrorData[] {
  const at = now.toISOString()
  return db
    .transaction(() => {
      const note = (subjectKind: AuditSubjectKind, rows: unknown, action: string): number => {
        const changed = changedSchema.parse(rows)
        for (const { id, state } of changed) {
          const detail = { from: state, why: 'restored', backupAt }
          appendAudit(db, { at: now, actor: 'station', subjectKind, subjectId: id, action, detail })
        }
        return changed.length
      }

      const bookings = openRows(db, 'booking', 'booking_id', IS_OPEN_BOOKING)
      // Looks, a question and an offer of the past would make a person asked, or a cancellation believed, too soon.
      statement(
        db,
        `UPDATE booking SET state = 'UNKNOWN', restored_from = ?, sent_at = coalesce(sent_at, created_at), question = NULL,
           offer = NULL, attempts = 0, checks = 0, lease = NULL, leased_until = NULL, hold_until = NULL, held_until = NULL,
           due_at = ?, updated_at = ? WHERE ${IS_OPEN_BOOKING}`,
      ).run(backupAt, at, at)

      const changes = openRows(db, 'shipment_change', 'change_id', IS_OPEN_CHANGE)
      // One that waits for its booking has nothing to look for yet; when that is found, this is looked for as well.
      statement(
        db,
        `UPDATE shipment_change SET state = iif(shipment_id IS NULL, state, 'UNKNOWN'), restored_from = ?, attempts = 0,
           due_at = ?, updated_at = ? WHERE ${IS_OPEN_CHANGE}`,
      ).run(backupAt, at, at)

      const jobs = openRows(db, 'print_job', 'job_id', ALL_ON_ITS_WAY)
      statement(
        db,
        `UPDATE print_job SET state = 'UNKNOWN', question = NULL, next_try_at = NULL, error = ?, updated_at = ?
         WHERE ${ALL_ON_ITS_WAY}`,
      ).run(putBack(backupAt, 'this may have been printed'), at)

      const batches = openRows(db, 'batch', 'batch_id', IS_RUNNING)
      statement(db, `UPDATE batch SET state = 'PAUSED', reason = ?, updated_at = ? WHERE ${IS_RUNNING}`).run(
        putBack(backupAt, 'rows may have been booked'),
        at,
      )

      // What consignees were sent since is not known: nothing is sent again.
      for (const state of ['DUE', 'SENDING']) {
        statement(db, `UPDATE consignee_mail SET state = 'UNKNOWN', settled_at = ? WHERE state = '${state}'`).run(at)
      }
      statement(db, 'DELETE FROM consignee_follow').run()

      const drafts = statement(db, 'UPDATE draft SET restored_from = ?').run(backupAt).changes

      const counts = {
        bookings: note('booking', bookings, 'unknown'),
        changes: note('change', changes, 'restored'),
        jobs: note('print_job', jobs, 'unknown'),
        batches: note('batch', batches, 'paused'),
        drafts,
      }
      statement(db, 'INSERT INTO restoration (at, backup_at, confirmed_at) VALUES (?, ?, ?)').run(
        at,
        backupAt,
        isNew ? at : null,
      )
      appendAudit(db, {
        at: now,
        actor: 'station',
        subjectKind: 'ledger',
        subjectId: 'ledger',
        action: 'restored',
        detail: { backupAt, ...counts },
      })
      return isNew ? [] : [openWork(backupAt, counts), settingsCameBack(backupAt)]
    })
    .immediate()
}

/** Open work alone: however long the history, this is what waits or is under way. */
function openRows(db: SqliteDatabase, table: string, id: string, condition: string): unknown {
  return statement(db, `SELECT ${id} AS id, state FROM ${table} WHERE ${condition} ORDER BY rowid`).all()
}

/** Why a row waits for a person: what may have become of it after the backup. */
function putBack(backupAt: string, mayHave: string): string {
  const error = new StationError({
    code: 'LEDGER_RESTORED',
    message: `The ledger was restored from its backup of ${backupAt}; ${mayHave} after that.`,
    details: { backupAt },
  })
  return JSON.stringify(error.toData())
}

function openWork(backupAt: string, counts: Record<string, number>): StationErrorData {
  return new StationError({
    code: 'RESTORED_OPEN_WORK',
    message: `Open in the backup of ${backupAt}: ${counts['bookings']} bookings and ${counts['changes']} changes, which are checked with the service; ${counts['jobs']} labels, which ask if they printed; ${counts['drafts']} forms, which are marked.`,
    details: { backupAt, ...counts },
  }).toData()
}

function settingsCameBack(backupAt: string): StationErrorData {
  return new StationError({
    code: 'RESTORED_SETTINGS',
    message: `Settings, including the freight service and printers, are those of the backup of ${backupAt}. Nothing is sent or printed until they are confirmed.`,
    details: { backupAt },
  }).toData()
}
