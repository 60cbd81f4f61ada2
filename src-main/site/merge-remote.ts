import { z } from 'zod'
import { canonical } from '../../src-shared/canonical.ts'
import { isOfShipment, SHARED_BODIES, type SharedKind, type SharedRecord } from '../../src-shared/site/shared-record.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { withoutForgotten } from '../data/forget/blank-shared.ts'
import { kept } from '../data/forget/on-write.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import { sharedTable } from './shared-kinds.rows.ts'
import { dropSharedRow, putSharedRow, sharedRow, type SharedRow } from './shared-row.rows.ts'

/** What the site reported, and under which of its timelines. */
export interface Reported {
  record: SharedRecord
  timeline: string
  stationId: string
}

/** A record that is another here since. */
export interface SharedEffect {
  kind: SharedKind
  recordId: string
  /** Of the events of a shipment: which. */
  shipmentId: string | null
}

const ofShipmentSchema = z.object({ shipmentId: z.string() })

/**
 * Applies the site's report of a record; a local change that is not uploaded yet is the later edit. To be called
 * inside a transaction.
 * @returns what is another here since
 */
export function mergeRemote(db: SqliteDatabase, now: Date, { record: asReported, ...under }: Reported): SharedEffect[] {
  const record = blanked(db, asReported)
  const reported: Reported = { record, ...under }
  const { kind, recordId } = record
  const row = sharedRow(db, kind, recordId)
  if (row === null) return mergeNew(db, now, reported)
  // It was sent and not answered: the answer gives its status.
  if (row.tried !== null) return []
  const seen: SharedRow = { ...row, timeline: reported.timeline }
  const isSamePast = row.timeline === reported.timeline
  if (isSamePast && record.version <= row.version) return []
  if (isSameBody(db, record)) {
    putSharedRow(db, { ...seen, version: record.version, is_due: 0, changed: changedOf(record), error: null })
    return []
  }
  if (row.is_due === 1 && kind === 'attention') {
    if (isLaterSaid(db, record)) return take(db, now, reported, seen)
    putSharedRow(db, { ...seen, version: record.version })
    return []
  }
  if (row.is_due === 1) {
    overrule(db, now, seen, record)
    return []
  }
  // The site has lost the last edit, and it was made here: it is sent again.
  const isMine = row.changed.station === null || row.changed.station.stationId === reported.stationId
  if (record.version < row.version && isMine) {
    putSharedRow(db, { ...seen, version: record.version, is_due: 1 })
    return []
  }
  return take(db, now, reported, seen)
}

/**
 * The one rule where two stations edit one record: the edit that the site accepts later wins. The local one is sent
 * on the version that the site has; what it replaces stays in the audit log, from where a person can restore it.
 */
export function overrule(db: SqliteDatabase, now: Date, row: SharedRow, theirs: SharedRecord): void {
  putSharedRow(db, { ...row, version: theirs.version, is_due: 1, theirs: null, error: null })
  noteReplaced(db, now, theirs, 'overwritten', theirs.body)
}

const SECRETS: ReadonlySet<string> = new Set(['badgeHash', 'pinHash'])
const bodySchema = z.record(z.string(), z.unknown()).nullable()

/** @param before what no longer holds, if anything; of a person without badge and PIN */
function noteReplaced(db: SqliteDatabase, now: Date, record: SharedRecord, action: string, before: unknown): void {
  const { kind, recordId, version, stationName, person, at } = record
  if (isOfShipment(kind)) return
  const body = bodySchema.parse(before)
  appendAudit(db, {
    ...{ at: now, actor: 'station', subjectKind: kind, subjectId: recordId, action },
    detail: {
      ...{ by: stationName, at, ...(person !== null && { person }), version },
      ...(body !== null && { before: Object.fromEntries(Object.entries(body).filter(([name]) => !SECRETS.has(name))) }),
    },
  })
}

/** Of two answers for one shipment the later one counts. */
function isLaterSaid(db: SqliteDatabase, { kind, recordId, body }: SharedRecord): boolean {
  const [mine, theirs] = [sharedTable(kind).read(db, recordId), body].map((word) =>
    SHARED_BODIES.attention.nullable().parse(word),
  )
  return theirs != null && (mine == null || Date.parse(theirs.at) > Date.parse(mine.at))
}

/** Writes it as the site has it. */
function take(db: SqliteDatabase, now: Date, { record, timeline }: Reported, row: SharedRow | null): SharedEffect[] {
  const { kind, recordId, version, body } = record
  const table = sharedTable(kind)
  const before = table.read(db, recordId)
  if (body === null) table.remove(db, now, recordId)
  else table.write(db, now, recordId, body)
  putSharedRow(db, {
    ...(row ?? { kind, record_id: recordId, tried: null, theirs: null }),
    ...{ version, timeline, is_due: 0, error: null, changed: changedOf(record) },
  })
  noteReplaced(db, now, record, body === null ? 'removed' : 'saved', before)
  return [effectOf(record)]
}

/** A record that this station has not heard of. */
function mergeNew(db: SqliteDatabase, now: Date, reported: Reported): SharedEffect[] {
  const { record } = reported
  const { kind, recordId, body } = record
  if (body === null) {
    putSharedRow(db, {
      ...{ kind, record_id: recordId, version: record.version, timeline: reported.timeline },
      ...{ is_due: 0, tried: null, theirs: null, changed: changedOf(record), error: null },
    })
    return []
  }
  const table = sharedTable(kind)
  for (;;) {
    const duplicateId = table.findDuplicate(db, recordId, body)
    if (duplicateId === null) return take(db, now, reported, null)
    const duplicate = sharedRow(db, kind, duplicateId)
    if (duplicate === null) throw new Error(`${kind} ${duplicateId} is shared, and nothing is noted of it`)
    if (duplicate.version === 0 && duplicate.tried === null && isSameText(table.read(db, duplicateId), body)) {
      // The very same, made at both: the site's stays.
      table.remove(db, now, duplicateId)
      dropSharedRow(db, duplicate)
      continue
    }
    // Two entries of one place are kept side by side.
    if (kind === 'address') return take(db, now, reported, null)
    if (duplicate.is_due === 1 || duplicate.tried !== null) resolveNameClash(db, now, duplicate, record)
    // It has another name at the site by now, or was removed: that report follows shortly.
    else table.resolveNameClash(db, duplicateId)
  }
}

/** Of two records of one name or badge the site's keeps it; the local one is renamed. */
export function resolveNameClash(db: SqliteDatabase, now: Date, row: SharedRow, holder: SharedRecord): void {
  const { kind, record_id: recordId } = row
  const table = sharedTable(kind)
  const before = table.read(db, recordId)
  table.resolveNameClash(db, recordId)
  putSharedRow(db, { ...row, is_due: 1, theirs: null, error: null })
  noteReplaced(db, now, { ...holder, recordId }, 'renamed', before)
}

/** Without whom was forgotten here since it was made. */
export function blanked(db: SqliteDatabase, record: SharedRecord): SharedRecord {
  return withoutForgotten(record, (text) => kept(db, text, record.madeAt ?? null))
}

/** Does the local record say the same? */
export function isSameBody(db: SqliteDatabase, { kind, recordId, body }: SharedRecord): boolean {
  return isSameText(sharedTable(kind).read(db, recordId), body)
}

/** Does the local record say the same, but for a person whom only the other names? */
export function isWithoutForgotten(db: SqliteDatabase, record: SharedRecord): boolean {
  const here = blanked(db, record)
  return here !== record && isSameBody(db, here)
}

/** Both have the order of their schema. */
function isSameText(mine: unknown, theirs: unknown): boolean {
  return canonical(mine) === canonical(theirs)
}

export const changedOf = ({ stationId, stationName, person, at, madeAt }: SharedRecord): SharedRow['changed'] => ({
  station: { stationId, stationName },
  person: person === null ? null : { personId: '-', name: person, approvedBy: null },
  at,
  ...(madeAt !== undefined && { madeAt }),
})

function effectOf({ kind, recordId, body }: SharedRecord): SharedEffect {
  const read = isOfShipment(kind) ? ofShipmentSchema.safeParse(body) : null
  return { kind, recordId, shipmentId: read?.success === true ? read.data.shipmentId : null }
}
