import { z } from 'zod'
import {
  SHARED_KINDS,
  type EditAnswer,
  type SharedEdit,
  type SharedKind,
  type SharedRecord,
} from '../../../../src-shared/site/shared-record.ts'
import type { SettleConflict } from '../../../../src-shared/station/site/conflict.ts'
import type { Clock } from '../../../clock.ts'
import type { Ids } from '../../../ids.ts'
import type { SqliteDatabase } from '../../database.ts'
import { statement } from '../../statement.ts'
import { inTransaction } from '../../transaction.ts'
import { SETTINGS_STAND } from '../backup/restorations.ts'
import { blanked, changedOf, effectOf, isSameBody, meetShared, type SharedEffect } from './meet-shared.ts'
import { sharedTable } from './shared-kinds.ts'
import { putSharedRow, sharedRow, toSharedRow, type SharedRow } from './shared-row.ts'
import { settleConflict } from './settle-conflict.ts'
import { readFollowed, writeFollowed } from './site-link.ts'

export type SharedRecordStore = ReturnType<typeof sharedRecordStore>

const countSchema = z.int()
const DUE = `(is_due = 1 OR tried IS NOT NULL) AND theirs IS NULL`

/** What this station tells its site of what all share, and takes over from it. Every function is one whole transaction. */
export function sharedRecordStore(db: SqliteDatabase, clock: Clock) {
  /** Frozen before the first byte leaves: told again, it is told in the same words. */
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
        const theirs = row.theirs?.recordId === edit.recordId ? row.theirs : null
        const changed = row.is_due === 1 ? row.changed : { ...row.changed, at: isStill ? record.at : row.changed.at }
        putSharedRow(db, { ...settled, version, theirs, error: null, changed })
        return isStill ? [] : meetShared(db, now, { record, timeline, stationId })
      }
      case 'conflict': {
        const record = blanked(db, answer.record)
        if (record.recordId === edit.recordId && isSameBody(db, record)) {
          putSharedRow(db, { ...settled, version: record.version, is_due: 0, error: null, changed: changedOf(record) })
          return []
        }
        if (edit.kind === 'attention') {
          putSharedRow(db, { ...settled, is_due: 1, error: null })
          return meetShared(db, now, { record, timeline, stationId })
        }
        putSharedRow(db, { ...settled, is_due: 1, theirs: record, error: null })
        return [effectOf(record)]
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

  return {
    /** What is to be told now; what is taken for the first time is on the disk, word for word, when this resolves. */
    take: (most: number, ids: Ids): Promise<SharedEdit[]> =>
      inTransaction(db, () =>
        statement(
          db,
          `SELECT * FROM shared_record INDEXED BY shared_record_due WHERE ${DUE} AND ${SETTINGS_STAND} LIMIT ?`,
        )
          .all(most)
          .map(toSharedRow)
          .map((row) => row.tried ?? freeze(row, ids)),
      ),

    isWaiting: async (): Promise<boolean> =>
      statement(
        db,
        `SELECT 1 FROM shared_record INDEXED BY shared_record_due WHERE ${DUE} AND ${SETTINGS_STAND} LIMIT 1`,
      ).get() !== undefined,

    /** Takes over what the site said of each. @returns what is another here since */
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
    meet: (records: readonly SharedRecord[], under: { timeline: string; stationId: string }): Promise<SharedEffect[]> =>
      inTransaction(db, () => records.flatMap((record) => meetShared(db, clock.now(), { record, ...under }))),

    /**
     * All that the site has under this timeline was read. What it had under another and does not have now it has lost: who
     * changed it last tells it again.
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

    /** For so many a person has to pick. */
    conflictCount: async (): Promise<number> =>
      countSchema.parse(
        statement(db, 'SELECT count(*) FROM shared_record INDEXED BY shared_record_conflict WHERE theirs IS NOT NULL')
          .pluck()
          .get(),
      ),

    /** By kind. */
    conflicts: async (most: number): Promise<SharedRow[]> =>
      statement(
        db,
        'SELECT * FROM shared_record INDEXED BY shared_record_conflict WHERE theirs IS NOT NULL ORDER BY kind, record_id LIMIT ?',
      )
        .all(most)
        .map(toSharedRow)
        .sort((a, b) => SHARED_KINDS.indexOf(a.kind) - SHARED_KINDS.indexOf(b.kind)),

    /** A person's answer to one of them. @throws StationError NOT_FOUND, WRONG_STATE, and what `read` refuses with */
    answer: async (input: SettleConflict, read: (kind: SharedKind, body: unknown) => unknown): Promise<void> =>
      settleConflict(db, clock, input, readFollowed(db).recordsTimeline, read),

    read: (row: Pick<SharedRow, 'kind' | 'record_id'>): unknown => sharedTable(row.kind).read(db, row.record_id),
  }
}

const bodySchema = z.record(z.string(), z.unknown()).nullable()
const wireBody = (body: unknown): SharedEdit['body'] => bodySchema.parse(body)
