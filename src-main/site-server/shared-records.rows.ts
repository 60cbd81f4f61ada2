import { z } from 'zod'
import { FOR_ALL, siteSettingsSchema, type SiteSettings } from '../../src-shared/site/settings.ts'
import { sitePersonSchema } from '../../src-shared/site/identity.ts'
import {
  MOST_RECORDS,
  NAMED_ONCE,
  readSharedKey,
  SHARED_BODIES,
  SHARED_KINDS,
  sharedKey,
  type EditAnswer,
  type RecordPage,
  type SharedEdit,
  type SharedRecord,
} from '../../src-shared/site/shared-record.ts'
import { errorData } from '../../src-shared/station/error.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { contentHash } from '../kernel/content-hash.ts'
import { note } from './note.rows.ts'
import { personJson } from './record.rows.ts'
import type { SiteDatabase, SiteQueries } from './site-database.ts'
import { mustReadSite } from './site-row.rows.ts'

const rowSchema = z.object({
  seq: z.int(),
  kind: z.enum(SHARED_KINDS),
  record_id: z.string(),
  version: z.int(),
  body: jsonColumn(z.record(z.string(), z.unknown())).nullable(),
  station_id: z.string(),
  station_name: z.string(),
  person: jsonColumn(sitePersonSchema).nullable(),
  at: z.string(),
  made_at: z.string().nullable(),
})
const editSchema = z.object({ version: z.int(), station_id: z.string(), content_hash: z.string() }).optional()

const SELECT = `SELECT r.*, s.name AS station_name FROM shared_record r JOIN station s USING (station_id)`

function recordOf(raw: unknown): SharedRecord {
  const row = rowSchema.parse(raw)
  return {
    kind: row.kind,
    recordId: row.record_id,
    version: row.version,
    body: row.body,
    stationId: row.station_id,
    stationName: row.station_name,
    person: row.person?.name ?? null,
    at: row.at,
    ...(row.made_at !== null && { madeAt: row.made_at }),
  }
}

async function oneRecord(db: SiteQueries, where: string, ...values: unknown[]): Promise<SharedRecord | null> {
  const row = await db.one(`${SELECT} WHERE ${where}`, ...values)
  return row === undefined ? null : recordOf(row)
}

/** Records by their keys of the feed; what is no record is left out. */
export async function sharedRecordsByKey(db: SiteQueries, keys: readonly string[]): Promise<Map<string, SharedRecord>> {
  const known = keys.map(readSharedKey).filter((key) => key !== null)
  if (known.length === 0) return new Map()
  const rows = await db.all(
    `${SELECT} JOIN unnest($1::text[], $2::text[]) AS k (kind, record_id)
       ON r.kind = k.kind AND r.record_id = k.record_id`,
    known.map(({ kind }) => kind),
    known.map(({ recordId }) => recordId),
  )
  return new Map(rows.map((row) => recordOf(row)).map((record) => [sharedKey(record), record]))
}

/** What supervisors decided for all stations; null: nothing. */
export async function siteSettingsForAll(db: SiteQueries): Promise<SiteSettings | null> {
  const found = await oneRecord(db, `r.kind = 'setting' AND r.record_id = $1`, FOR_ALL)
  return siteSettingsSchema.nullable().parse(found?.body ?? null)
}

/** What stations share: an edit is taken on the version that it was made on, or not at all. */
export function siteSharedRecords(db: SiteDatabase) {
  return {
    /** What the site has, behind this number. */
    page: async (after: number): Promise<RecordPage> => {
      const { timeline } = await mustReadSite(db)
      const rows = await db.all(`${SELECT} WHERE r.seq > $1 ORDER BY r.seq LIMIT $2`, after, MOST_RECORDS)
      return {
        timeline,
        records: rows.map(recordOf),
        next: rowSchema.parse(rows.at(-1) ?? { ...NOTHING, seq: after }).seq,
        hasMore: rows.length === MOST_RECORDS,
      }
    },

    /** One by one: none holds up another. */
    edit: (stationId: string, edit: SharedEdit): Promise<EditAnswer> =>
      db.transaction((tx) => receive(tx, stationId, edit)),
  }
}

export type SiteSharedRecords = ReturnType<typeof siteSharedRecords>

const NOTHING = {
  ...{ seq: 0, kind: 'note', record_id: '', version: 1, body: null, station_id: '', station_name: '' },
  ...{ person: null, at: '', made_at: null },
}

async function receive(tx: SiteQueries, stationId: string, edit: SharedEdit): Promise<EditAnswer> {
  const { editId, kind, recordId, base } = edit
  const hash = contentHash(edit)
  // One edit of a kind at a time: who looks for a name that is taken sees every one before.
  await tx.one('SELECT pg_advisory_xact_lock(hashtext($1))', `shared ${kind}`)
  const before = await oneRecord(tx, 'r.kind = $1 AND r.record_id = $2', kind, recordId)
  const reported = editSchema.parse(
    await tx.one('SELECT version, station_id, content_hash FROM shared_edit WHERE edit_id = $1', editId),
  )
  if (reported !== undefined) {
    if (before === null || reported.station_id !== stationId || reported.content_hash !== hash) return differs(editId)
    return { answer: 'taken', editId, version: reported.version, record: before }
  }
  const read = edit.body === null ? null : SHARED_BODIES[kind].safeParse(edit.body)
  if (read?.success === false) return unreadable(editId, read.error)
  const body = read === null ? null : read.data
  const isSame = before !== null && contentHash(before.body) === contentHash(body)
  // Two stations that made the very same of it have made one edit.
  if (before !== null && isSame) return { answer: 'taken', editId, version: before.version, record: before }
  if ((before?.version ?? 0) !== base) {
    if (before !== null) return { answer: 'conflict', editId, record: before }
    return stale(editId)
  }
  const keys = sharedKeysOf(kind, body)
  const holder = await oneRecord(
    tx,
    'r.kind = $1 AND r.record_id <> $2 AND (r.name_key = $3 OR r.badge_key = $4) LIMIT 1',
    kind,
    recordId,
    keys.name,
    keys.badge,
  )
  if (holder !== null) return { answer: 'conflict', editId, record: holder }
  const version = base + 1
  await tx.run(
    `INSERT INTO shared_record (kind, record_id, version, body, name_key, badge_key, station_id, person, at, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, site_now(), $9)
     ON CONFLICT (kind, record_id) DO UPDATE SET version = excluded.version, body = excluded.body,
       name_key = excluded.name_key, badge_key = excluded.badge_key, station_id = excluded.station_id,
       person = excluded.person, at = excluded.at, made_at = excluded.made_at`,
    kind,
    recordId,
    version,
    body === null ? null : JSON.stringify(body),
    keys.name,
    keys.badge,
    stationId,
    personJson(edit.person),
    edit.madeAt ?? null,
  )
  await tx.run(
    `INSERT INTO shared_edit (edit_id, kind, record_id, version, station_id, content_hash, at)
     VALUES ($1, $2, $3, $4, $5, $6, site_now())`,
    editId,
    kind,
    recordId,
    version,
    stationId,
    hash,
  )
  await note(
    tx,
    {
      actor: 'operator',
      subjectKind: kind,
      subjectId: recordId,
      action: body === null ? 'removed' : 'saved',
      detail: { version },
    },
    { kind: 'record', key: sharedKey(edit) },
  )
  const record = await oneRecord(tx, 'r.kind = $1 AND r.record_id = $2', kind, recordId)
  if (record === null) throw new Error(`${recordId} is gone from the transaction that wrote it`)
  return { answer: 'taken', editId, version, record }
}

const personKeysSchema = z.object({ badgeHash: z.string().nullable() })
const namedSchema = z.object({ name: z.string() })

/** What no other record of the kind may have. */
export function sharedKeysOf(kind: SharedEdit['kind'], body: unknown): { name: string | null; badge: string | null } {
  if (body === null || !NAMED_ONCE.some((named) => named === kind)) return { name: null, badge: null }
  return {
    name: namedSchema.parse(body).name.toLowerCase(),
    badge: kind === 'person' ? personKeysSchema.parse(body).badgeHash : null,
  }
}

function differs(editId: string): EditAnswer {
  return refused(editId, 'SUBMISSION_DIFFERS', 'This id was already used for another edit. Nothing was done.')
}

/** The site has lost the record that this was made on: the station reads the current records again. */
function stale(editId: string): EditAnswer {
  return refused(editId, 'NOT_FOUND', 'The site does not have the record that this edit was based on.')
}

function unreadable(editId: string, { issues: [issue] }: z.ZodError): EditAnswer {
  // Where it is wrong, and never the value.
  return refused(editId, 'INVALID_INPUT', `${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'cannot be read'}`)
}

function refused(
  editId: string,
  code: 'SUBMISSION_DIFFERS' | 'NOT_FOUND' | 'INVALID_INPUT',
  message: string,
): EditAnswer {
  return { answer: 'refused', editId, error: errorData({ code, message }) }
}
