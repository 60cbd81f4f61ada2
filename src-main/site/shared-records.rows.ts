import { z } from 'zod'
import {
  SHARED_BODIES,
  type EditAnswer,
  type SharedEdit,
  type SharedRecord,
} from '../../src-shared/site/shared-record.ts'
import { notFound, wrongState } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { SETTINGS_STAND } from '../data/backup/restorations.rows.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import {
  blanked,
  changedOf,
  resolveNameClash,
  isSameBody,
  isWithoutForgotten,
  mergeRemote,
  overrule,
  type SharedEffect,
} from './merge-remote.ts'
import { sharedTable } from './shared-kinds.rows.ts'
import { noteShared, putSharedRow, sharedRow, toSharedRow, type SharedRow } from './shared-row.rows.ts'
import { writeFollowed } from './site-link.rows.ts'

export type SharedRecordStore = ReturnType<typeof sharedRecordStore>

const DUE = `(is_due = 1 OR tried IS NOT NULL) AND theirs IS NULL`

/**
 * What this station sends its site of the records that all share, and takes over from it. Every function is one whole
 * transaction.
 */
export function sharedRecordStore(db: SqliteDatabase, clock: Clock) {
  /** Frozen before the first byte leaves: sent again, it has the same content. */
  function freeze(row: SharedRow, ids: Ids): SharedEdit {
    const edit: SharedEdit = {
      editId: ids.next('edt'),
      kind: row.kind,
      recordId: row.record_id,
      base: row.version,
      body: wireBody(sharedTable(row.kind).read(db, row.record_id)),
      person: row.changed.person,
      ...(row.changed.madeAt !== undefined && { madeAt: row.changed.madeAt }),
    }
    putSharedRow(db, { ...row, tried: edit, is_due: 0 })
    return edit
  }

  function settle(edit: SharedEdit, answer: EditAnswer, timeline: string, stationId: string): SharedEffect[] {
    const row = sharedRow(db, edit.kind, edit.recordId)
    // It was answered before.
    if (row?.tried?.editId !== edit.editId) return []
    const now = clock.now()
    const settled: SharedRow = { ...row, tried: null, timeline }
    switch (answer.answer) {
      case 'taken': {
        const { record, version } = answer
        const isStill = version === record.version
        const changed = row.is_due === 1 ? row.changed : { ...row.changed, at: isStill ? record.at : row.changed.at }
        // The site was sent a person who was forgotten here meanwhile, and may be done with looking.
        const isBlankedSince = isStill && isWithoutForgotten(db, record)
        putSharedRow(db, { ...settled, version, error: null, changed, ...(isBlankedSince && { is_due: 1 }) })
        return isStill ? [] : mergeRemote(db, now, { record, timeline, stationId })
      }
      case 'conflict': {
        const record = blanked(db, answer.record)
        if (record.recordId === edit.recordId && isSameBody(db, record)) {
          putSharedRow(db, { ...settled, version: record.version, is_due: 0, error: null, changed: changedOf(record) })
          return []
        }
        putSharedRow(db, { ...settled, is_due: 1, error: null })
        const isOfAnother = record.recordId !== edit.recordId
        // Another record has its name or badge, and has an earlier name here.
        if (isOfAnother && sharedRow(db, record.kind, record.recordId) !== null)
          resolveNameClash(db, now, settled, record)
        return mergeRemote(db, now, { record, timeline, stationId })
      }
      case 'refused': {
        // The site has lost it: it is new there.
        if (answer.error.code === 'NOT_FOUND') putSharedRow(db, { ...settled, version: 0, is_due: 1 })
        else if (answer.error.code === 'SUBMISSION_DIFFERS') putSharedRow(db, { ...settled, is_due: 1 })
        else putSharedRow(db, { ...settled, error: answer.error })
        return []
      }
    }
  }

  const open = (): SharedRow[] =>
    statement(db, 'SELECT * FROM shared_record INDEXED BY shared_record_conflict WHERE theirs IS NOT NULL LIMIT 100')
      .all()
      .map(toSharedRow)

  /** An older version left these for a person to pick: the rule of today decides. */
  function decideOpen(): void {
    for (const row of open()) {
      if (row.theirs === null) continue
      if (row.theirs.recordId === row.record_id) overrule(db, clock.now(), row, row.theirs)
      else {
        const reported = { record: row.theirs, timeline: row.timeline ?? '', stationId: '' }
        putSharedRow(db, { ...row, theirs: null, is_due: 1 })
        mergeRemote(db, clock.now(), reported)
      }
    }
  }

  return {
    /** What is to be sent now; what is taken for the first time is on the disk, byte for byte, when this resolves. */
    take: (most: number, ids: Ids): Promise<SharedEdit[]> =>
      inTransaction(db, () => {
        decideOpen()
        return statement(
          db,
          `SELECT * FROM shared_record INDEXED BY shared_record_due WHERE ${DUE} AND ${SETTINGS_STAND} LIMIT ?`,
        )
          .all(most)
          .map(toSharedRow)
          .map((row) => row.tried ?? freeze(row, ids))
      }),

    isWaiting: async (): Promise<boolean> =>
      statement(
        db,
        `SELECT 1 FROM shared_record INDEXED BY shared_record_due WHERE ${DUE} AND ${SETTINGS_STAND} LIMIT 1`,
      ).get() !== undefined || open().length > 0,

    /** Applies the site's answer for each. @returns what has changed here since */
    settle: (
      edits: readonly SharedEdit[],
      answers: readonly EditAnswer[],
      under: { timeline: string; stationId: string },
    ): Promise<SharedEffect[]> =>
      inTransaction(db, () =>
        edits.flatMap((edit, index) => {
          const answer = answers[index]
          return answer?.editId === edit.editId ? settle(edit, answer, under.timeline, under.stationId) : []
        }),
      ),

    /** A page of what the site has. */
    merge: (
      records: readonly SharedRecord[],
      under: { timeline: string; stationId: string },
    ): Promise<SharedEffect[]> =>
      inTransaction(db, () => records.flatMap((record) => mergeRemote(db, clock.now(), { record, ...under }))),

    /**
     * All that the site has under this timeline was read. What it had under another and does not have now is lost
     * there: the station that changed it last sends it again.
     */
    allRead: ({ timeline, stationId }: { timeline: string; stationId: string }): Promise<void> =>
      inTransaction(db, () => {
        const lost = statement(
          db,
          'SELECT * FROM shared_record WHERE version > 0 AND tried IS NULL AND timeline IS NOT ?',
        )
          .all(timeline)
          .map(toSharedRow)
        for (const row of lost) {
          const { station } = row.changed
          const isMine = station === null || station.stationId === stationId
          const isThere = sharedTable(row.kind).read(db, row.record_id) !== null
          putSharedRow(db, { ...row, version: 0, timeline, is_due: isThere && isMine ? 1 : row.is_due, theirs: null })
        }
        writeFollowed(db, { recordsTimeline: timeline })
      }),

    /**
     * What an edit at another station replaced is saved again, as an edit of now.
     * @throws StationError NOT_FOUND: this row of the audit log has no such record; WRONG_STATE: its name is taken by another
     */
    bringBack: (auditId: number): Promise<SharedEffect> =>
      inTransaction(db, () => {
        const row = replacedSchema.safeParse(
          statement(db, 'SELECT subject_kind, subject_id, detail FROM audit WHERE id = ?').get(auditId),
        )
        if (!row.success) throw notFound('audit row with an earlier record', { auditId })
        const { subject_kind: kind, subject_id: recordId, detail } = row.data
        const table = sharedTable(kind)
        const secrets = kind === 'person' ? { badgeHash: null, pinHash: null } : {}
        const body = SHARED_BODIES[kind].parse({
          ...secrets,
          ...bodySchema.parse(table.read(db, recordId)),
          ...detail.before,
        })
        if (kind !== 'address' && table.findDuplicate(db, recordId, body) !== null) {
          throw wrongState('Another record has this name. Rename that one first.', { recordId })
        }
        table.write(db, clock.now(), recordId, body)
        noteShared(db, clock.now(), kind, recordId)
        appendAudit(db, {
          ...{ at: clock.now(), actor: 'operator', subjectKind: kind, subjectId: recordId, action: 'brought back' },
          detail: { auditId },
        })
        return { kind, recordId, shipmentId: null }
      }),
  }
}

const replacedSchema = z.object({
  subject_kind: z.enum(['address', 'preset', 'column_map', 'person', 'setting']),
  subject_id: z.string(),
  detail: jsonColumn(z.looseObject({ before: z.record(z.string(), z.unknown()) })),
})
const bodySchema = z.record(z.string(), z.unknown()).nullable()
const wireBody = (body: unknown): SharedEdit['body'] => bodySchema.parse(body)
