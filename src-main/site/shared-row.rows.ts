import { z } from 'zod'
import { sitePersonSchema } from '../../src-shared/site/identity.ts'
import {
  SHARED_KINDS,
  sharedEditSchema,
  sharedRecordSchema,
  type SharedKind,
} from '../../src-shared/site/shared-record.ts'
import { stationErrorSchema } from '../../src-shared/station/error.ts'
import { currentSitePerson } from '../kernel/current-user.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn, toJson } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { sharedTable } from './shared-kinds.rows.ts'

/** Who changed it last, and when. `station`: null: it was here. */
const changedSchema = z.object({
  station: z.object({ stationId: z.string(), stationName: z.string() }).nullable(),
  person: sitePersonSchema,
  at: z.string(),
  /** When its station saved it; absent: possibly long before it was sent. */
  madeAt: z.string().optional(),
})

const rowSchema = z.object({
  kind: z.enum(SHARED_KINDS),
  record_id: z.string(),
  version: z.int(),
  timeline: z.string().nullable(),
  is_due: z.int(),
  tried: jsonColumn(sharedEditSchema).nullable(),
  theirs: jsonColumn(sharedRecordSchema).nullable(),
  changed: jsonColumn(changedSchema),
  error: jsonColumn(stationErrorSchema).nullable(),
})
/** This station's sync state with its site for one record. */
export type SharedRow = z.infer<typeof rowSchema>

/** @throws ZodError for a row that no version of Waybill wrote */
export const toSharedRow = (row: unknown): SharedRow => rowSchema.parse(row)

export function sharedRow(db: SqliteDatabase, kind: SharedKind, recordId: string): SharedRow | null {
  const row = statement(db, 'SELECT * FROM shared_record WHERE kind = ? AND record_id = ?').get(kind, recordId)
  return row === undefined ? null : toSharedRow(row)
}

/** Writes the row as it is now. To be called inside a transaction. */
export function putSharedRow(db: SqliteDatabase, row: SharedRow): void {
  statement(
    db,
    `INSERT INTO shared_record (kind, record_id, version, timeline, is_due, tried, theirs, changed, error)
     VALUES (@kind, @record_id, @version, @timeline, @is_due, @tried, @theirs, @changed, @error)
     ON CONFLICT (kind, record_id) DO UPDATE SET version = @version, timeline = @timeline, is_due = @is_due, tried = @tried,
       theirs = @theirs, changed = @changed, error = @error`,
  ).run({
    ...row,
    tried: toJson(row.tried),
    theirs: toJson(row.theirs),
    changed: JSON.stringify(row.changed),
    error: toJson(row.error),
  })
}

export function dropSharedRow(db: SqliteDatabase, { kind, record_id }: Pick<SharedRow, 'kind' | 'record_id'>): void {
  statement(db, 'DELETE FROM shared_record WHERE kind = ? AND record_id = ?').run(kind, record_id)
}

/** Writes down that the site is to hear of it. To be called inside the transaction that changes the record. */
export const noteShared = (db: SqliteDatabase, now: Date, kind: SharedKind, recordId: string): void =>
  noteDue(db, kind, recordId, { at: now.toISOString(), madeAt: now.toISOString() })

function noteDue(
  db: SqliteDatabase,
  kind: SharedKind,
  recordId: string,
  changed: Pick<SharedRow['changed'], 'at' | 'madeAt'>,
): void {
  const before = sharedRow(db, kind, recordId)
  // What was removed before the site had ever heard of it, it never hears of.
  if (before?.version === 0 && before.tried === null && before.theirs === null) {
    if (sharedTable(kind).read(db, recordId) === null) return dropSharedRow(db, before)
  }
  putSharedRow(db, {
    ...(before ?? { kind, record_id: recordId, version: 0, timeline: null, tried: null, theirs: null }),
    is_due: 1,
    error: null,
    changed: { station: null, person: currentSitePerson(), ...changed },
  })
}

/** Writes down all that is shared, at joining: none of it is at the site yet. To be called inside a transaction. */
export function noteAllShared(db: SqliteDatabase, now: Date, environment: string): number {
  let noted = 0
  for (const kind of SHARED_KINDS) {
    for (const recordId of sharedTable(kind).ids(db, environment)) {
      if (sharedRow(db, kind, recordId) !== null) continue
      noteDue(db, kind, recordId, { at: now.toISOString() })
      noted += 1
    }
  }
  return noted
}
