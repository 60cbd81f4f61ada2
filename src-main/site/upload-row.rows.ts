import { z } from 'zod'
import { UPLOAD_STATES, mayMoveUpload, type UploadState } from '../../src-shared/machine/upload.ts'
import { uploadItemSchema } from '../../src-shared/site/upload.ts'
import { sitePersonSchema } from '../../src-shared/site/identity.ts'
import { wrongState } from '../../src-shared/station/error.ts'
import { currentSitePerson } from '../kernel/current-user.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'

const askedBySchema = z.object({
  person: sitePersonSchema,
  approvedBy: z.string().nullable(),
  /** No one has declared that its freight is booked again. */
  isFirst: z.boolean().optional(),
})

const rowSchema = z.object({
  kind: z.enum(['booking', 'change']),
  subject_id: z.string(),
  state: z.enum(UPLOAD_STATES),
  tried_under: z.string().nullable(),
  item: jsonColumn(uploadItemSchema).nullable(),
  person: jsonColumn(askedBySchema),
  attempts: z.int(),
  taken_at: z.string().nullable(),
  site_at: z.string().nullable(),
  site_timeline: z.string().nullable(),
})

/** When the site reported it so, ISO 8601, and under which of its timelines. */
export interface ReportedAt {
  siteAt: string
  siteTimeline: string | null
}

/** An upload, as the ledger has it. */
export type UploadRow = z.infer<typeof rowSchema>

/** @throws ZodError for a row that no version of Waybill wrote */
export const toUpload = (row: unknown): UploadRow => rowSchema.parse(row)

/** The upload of that booking or change; null: none, it was made while the station was alone. */
export function uploadOf(db: SqliteDatabase, subjectId: string): UploadRow | null {
  const row = statement(db, 'SELECT * FROM hand_over WHERE subject_id = ?').get(subjectId)
  return row === undefined ? null : toUpload(row)
}

/** Records that it is to be uploaded. To be called inside the transaction that makes the row. */
export function noteUpload(
  db: SqliteDatabase,
  now: Date,
  kind: UploadRow['kind'],
  subjectId: string,
  { approvedBy = null, isFirst = false }: { approvedBy?: string | null; isFirst?: boolean } = {},
): void {
  const askedBy = {
    person: currentSitePerson(),
    approvedBy,
    ...(isFirst && { isFirst }),
  }
  statement(
    db,
    `INSERT INTO hand_over (kind, subject_id, state, person, due_at) VALUES (?, ?, 'HANDING', ?, ?)
     ON CONFLICT (subject_id) DO NOTHING`,
  ).run(kind, subjectId, JSON.stringify(askedBy), now.toISOString())
}

/**
 * Moves it, and what goes with the move: an upload with new content counts as never tried; a repeated one keeps its
 * content. To be called inside a transaction.
 * @throws StationError WRONG_STATE
 */
export function moveUpload(
  db: SqliteDatabase,
  now: Date,
  row: UploadRow,
  to: UploadState,
  reported: ReportedAt | null = null,
): void {
  const { subject_id, state, tried_under } = row
  if (!mayMoveUpload({ state, triedUnder: tried_under }, to)) {
    throw wrongState(`The upload to the site is ${state} and cannot become ${to}.`, { subject_id, state, to })
  }
  const isReworded = to === 'HANDING' && state !== 'TAKEN'
  statement(
    db,
    `UPDATE hand_over SET state = @to, due_at = @at, attempts = 0, taken_at = iif(@to = 'TAKEN', coalesce(taken_at, @at), taken_at),
       site_at = coalesce(@siteAt, site_at),
       site_timeline = iif(@siteAt IS NULL, site_timeline, @siteTimeline), tried_under = iif(@isReworded, NULL, tried_under), item = iif(@isReworded, NULL, item)
     WHERE subject_id = @subject`,
  ).run({
    ...{ to, at: now.toISOString(), isReworded: isReworded ? 1 : 0, subject: subject_id },
    ...(reported ?? { siteAt: null, siteTimeline: null }),
  })
}
