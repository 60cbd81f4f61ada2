import { z } from 'zod'
import { isOfShipment, type SharedRecord } from '../../../../src-shared/site/shared-record.ts'
import { notFound, wrongState } from '../../../../src-shared/station/error.ts'
import { pickedFields } from '../../../../src-shared/station/site/body-fields.ts'
import type { SettleConflict } from '../../../../src-shared/station/site/conflict.ts'
import type { Clock } from '../../../clock.ts'
import type { SqliteDatabase } from '../../database.ts'
import { inTransaction } from '../../transaction.ts'
import { appendAudit } from '../audit/audit.ts'
import { changedOf } from './meet-shared.ts'
import { sharedTable } from './shared-kinds.ts'
import { dropSharedRow, noteShared, putSharedRow, sharedRow, type SharedRow } from './shared-row.ts'

const bodySchema = z.record(z.string(), z.unknown())

/**
 * A person's answer to two edits of one record. What is kept of theirs is written here as the site has it; what is kept of
 * mine is told on the version that the person saw.
 * @param read what makes a body of its fields, and refuses one that cannot be. @throws StationError INVALID_INPUT
 * @throws StationError NOT_FOUND, WRONG_STATE: the site has another by now
 */
export function settleConflict(
  db: SqliteDatabase,
  clock: Clock,
  input: SettleConflict,
  timeline: string | null,
  read: (kind: SharedRecord['kind'], body: unknown) => unknown,
): Promise<void> {
  return inTransaction(db, () => {
    const { kind, recordId, answer } = input
    const now = clock.now()
    const row = sharedRow(db, kind, recordId)
    if (row?.theirs == null) throw notFound(kind, { recordId })
    const { theirs } = row
    if (theirs.version !== input.version) {
      throw wrongState('The site has another version of this by now: look again.', {
        recordId,
        version: theirs.version,
      })
    }
    const table = sharedTable(kind)
    const mine = table.read(db, recordId)
    const isDouble = theirs.recordId !== recordId

    /** Theirs as the site has it; what stands here on it is told next. */
    const takeTheirs = () => {
      if (theirs.body === null) table.remove(db, now, theirs.recordId)
      else table.write(db, now, theirs.recordId, theirs.body)
      putSharedRow(db, {
        ...{ kind, record_id: theirs.recordId, version: theirs.version, timeline },
        ...{ is_due: 0, tried: null, theirs: null, changed: changedOf(theirs), error: null },
      })
    }
    /** The one here goes: the site hears of it where it knows it. */
    const dropMine = () => {
      table.remove(db, now, recordId)
      if (row.version === 0) dropSharedRow(db, row)
      else {
        putSharedRow(db, { ...row, theirs: null })
        noteShared(db, now, kind, recordId)
      }
    }
    const keep = (body: unknown) => {
      if (isDouble) dropMine()
      takeTheirs()
      if (body === null) table.remove(db, now, theirs.recordId)
      else table.write(db, now, theirs.recordId, body)
      noteShared(db, now, kind, theirs.recordId)
    }

    switch (answer) {
      case 'theirs':
        if (isDouble) dropMine()
        takeTheirs()
        break
      case 'mine':
        keep(mine)
        break
      case 'pick': {
        if (mine === null || theirs.body === null) {
          throw wrongState('One of the two was removed: keep it, or let it go.', { recordId })
        }
        keep(read(kind, pickedFields(bodySchema.parse(mine), theirs.body, input.theirs)))
        break
      }
      case 'both':
        if (!isDouble || mine === null) throw wrongState('These are one record: pick one.', { recordId })
        keepBoth({ db, now, row, mine: bodySchema.parse(mine), name: input.name, read, takeTheirs })
    }
    if (!isOfShipment(kind)) {
      appendAudit(db, {
        at: now,
        actor: 'operator',
        subjectKind: kind,
        subjectId: recordId,
        action: 'settled',
        detail: {
          answer,
          version: theirs.version,
          ...(isDouble && { other: theirs.recordId }),
          ...(answer === 'pick' && { theirs: input.theirs }),
        },
      })
    }
  })
}

interface Both {
  db: SqliteDatabase
  now: Date
  row: SharedRow
  mine: Record<string, unknown>
  name: string | undefined
  read: (kind: SharedRecord['kind'], body: unknown) => unknown
  takeTheirs: () => void
}

/** Mine goes on under its own id, and under another name where two of one name cannot be. */
function keepBoth({ db, now, row, mine, name, read, takeTheirs }: Both): void {
  const { kind, record_id: recordId, theirs } = row
  const table = sharedTable(kind)
  const badge = kind === 'person' && mine['badgeHash'] === theirs?.body?.['badgeHash'] ? { badgeHash: null } : {}
  table.write(db, now, recordId, read(kind, { ...mine, ...(name !== undefined && { name }), ...badge }))
  putSharedRow(db, { ...row, theirs: null, is_due: 1 })
  takeTheirs()
  noteShared(db, now, kind, recordId)
}
