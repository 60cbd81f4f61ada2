import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline as piped, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { z } from 'zod'
import { renameWhenFree } from '../../src-node/rename.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { migrateSite, SITE_MIGRATIONS } from './migrate.ts'
import type { SiteDatabase, SiteQueries } from './site-database.ts'

/** In the order in which they can be put back: whom a row names is there before it. */
const TABLES = [
  'sender',
  'station',
  'enrol_code',
  'booking',
  'shipment_change',
  'document_bytes',
  'label',
  'label_missing',
  'print_claim',
  'manifest',
  'manifest_shipment',
  'act',
  'approval',
  'errand',
  'errand_station',
  'shared_record',
  'shared_edit',
  'notice',
  'forgotten',
  'audit',
  'feed_pending',
  'feed',
] as const
const FORMAT = 'waybill-site-backup-1'
const ROWS_AT_A_TIME = 500

const siteBackupSchema = z.object({
  folder: z.string(),
  /** When the newest one was made and read back; null: none was. */
  at: z.string().nullable(),
  rows: z.int(),
  /** Why the newest try failed; null: it did not. */
  problem: z.string().nullable(),
})
export type SiteBackup = z.infer<typeof siteBackupSchema>

const headSchema = z.object({ format: z.literal(FORMAT), version: z.int(), at: z.string() })
const lineSchema = z.object({ table: z.enum(TABLES), row: z.record(z.string(), z.unknown()) })
const endSchema = z.object({ end: z.literal(true), rows: z.int() })
const countSchema = z.object({ n: z.int() })
const rowSchema = z.object({ row: z.string() })

/**
 * Writes all that a site has into one file, as it was at one moment, while it keeps running. The file has its name
 * only when it is whole.
 * @returns how many rows it holds
 */
export async function backUpSite(db: SiteDatabase, path: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    let rows = 0
    async function* lines(): AsyncGenerator<string> {
      const { now } = z.object({ now: z.string() }).parse(await tx.one('SELECT now() AS now'))
      yield `${JSON.stringify({ format: FORMAT, version: SITE_MIGRATIONS.length, at: now })}\n`
      for (const table of TABLES) {
        for await (const row of rowsOf(tx, table)) {
          rows += 1
          yield `{"table":"${table}","row":${row}}\n`
        }
      }
      yield `${JSON.stringify({ end: true, rows })}\n`
    }
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(`${path}.part`, { mode: 0o600, flush: true }),
    )
    await renameWhenFree(`${path}.part`, path)
    return rows
  })
}

async function* rowsOf(tx: SiteQueries, table: (typeof TABLES)[number]): AsyncGenerator<string> {
  await tx.run(`DECLARE backup_${table} CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${table} t`)
  for (;;) {
    const rows = await tx.all(`FETCH ${ROWS_AT_A_TIME} FROM backup_${table}`)
    for (const row of rows) yield rowSchema.parse(row).row
    if (rows.length < ROWS_AT_A_TIME) break
  }
  await tx.run(`CLOSE backup_${table}`)
}

/**
 * Puts a backup into an empty database. The site begins on a timeline of its own, as after a fail-over: what is open
 * is looked for, and every station uploads again what it has.
 * @throws StationError DATABASE_UNFIT when the database is not empty, BACKUP_UNSOUND when the file is not whole
 */
export async function restoreSite(db: SiteDatabase, path: string): Promise<number> {
  await migrateSite(db)
  return db.transaction(async (tx) => {
    const { n } = countSchema.parse(await tx.one('SELECT count(*) AS n FROM sender'))
    if (n > 0) {
      throw new StationError({
        code: 'DATABASE_UNFIT',
        message: 'This database already has a site. Restore a backup into an empty database.',
        details: { reason: 'not empty' },
      })
    }
    const columns = new Map<string, string[]>()
    for (const table of TABLES) columns.set(table, await columnsOf(tx, table))
    let rows = 0
    for await (const { table, row } of rowsIn(path)) {
      // What a later version added begins as it begins there.
      const names = (columns.get(table) ?? []).filter((name) => name in row).map(pg.escapeIdentifier)
      await tx.run(
        `INSERT INTO ${table} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
         SELECT ${names.join(', ')} FROM json_populate_record(NULL::${table}, $1::json)`,
        JSON.stringify(row),
      )
      rows += 1
    }
    for (const [table, column] of IDENTITIES) {
      await tx.one(
        `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), (SELECT coalesce(max(${column}), 0) + 1 FROM ${table}), false)`,
      )
    }
    await tx.one(`SELECT setval('feed_seq', (SELECT coalesce(max(seq), 0) + 1 FROM feed), false)`)
    // Another past: stations know this as another timeline, even if the database is the same.
    const nonce = runtime().random.bytes(12).toString('hex')
    await tx.run('UPDATE sender SET nonce = $1, holder = NULL, beat_at = NULL', nonce)
    return rows
  })
}

/**
 * The rows of a backup, which is whole when they end.
 * @throws StationError BACKUP_UNSOUND
 */
async function* rowsIn(path: string): AsyncGenerator<z.output<typeof lineSchema>> {
  const unzip = createGunzip()
  // A folder of another machine may go in the middle: its error comes out where the lines are read.
  piped(createReadStream(path), unzip, () => undefined)
  let rows = 0
  let isFirst = true
  try {
    for await (const line of createInterface({ input: unzip, crlfDelay: Infinity })) {
      const value: unknown = JSON.parse(line)
      if (isFirst) {
        isFirst = false
        const head = headSchema.safeParse(value)
        if (!head.success || head.data.version > SITE_MIGRATIONS.length)
          throw unsound(path, 'it is not a backup of this version')
        continue
      }
      const end = endSchema.safeParse(value)
      if (end.success) {
        if (end.data.rows === rows) return
        break
      }
      yield lineSchema.parse(value)
      rows += 1
    }
  } catch (error) {
    throw isDamage(error) ? unsound(path, 'it is damaged') : error
  } finally {
    unzip.destroy()
  }
  throw unsound(path, 'its end is missing')
}

const zlibErrorSchema = z.object({ code: z.string().startsWith('Z_') })
/** What cannot be unpacked, or is no line of a backup. */
const isDamage = (error: unknown): boolean =>
  error instanceof SyntaxError || error instanceof z.ZodError || zlibErrorSchema.safeParse(error).success

/** Reads a backup back to its end. @throws StationError BACKUP_UNSOUND, and what the disk says */
export async function proveSiteBackup(path: string): Promise<number> {
  let rows = 0
  for await (const _ of rowsIn(path)) rows += 1
  return rows
}

const lastSchema = z.object({ backup: jsonColumn(siteBackupSchema).nullable() })

/** How the newest backup by the clock went; null: none was ever made. */
export const lastSiteBackup = async (db: SiteQueries): Promise<SiteBackup | null> =>
  lastSchema.parse(await db.one('SELECT backup FROM sender')).backup

export const noteSiteBackup = (db: SiteQueries, backup: SiteBackup): Promise<number> =>
  db.run('UPDATE sender SET backup = $1', JSON.stringify(backup))

const IDENTITIES = [
  ['booking', 'seq'],
  ['shipment_change', 'seq'],
  ['print_claim', 'seq'],
  ['manifest', 'seq'],
  ['shared_record', 'seq'],
  ['forgotten', 'seq'],
  ['audit', 'seq'],
  ['feed_pending', 'id'],
] as const

const namesSchema = z.array(z.object({ name: z.string() }))

async function columnsOf(tx: SiteQueries, table: string): Promise<string[]> {
  const rows = await tx.all(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    table,
  )
  return namesSchema.parse(rows).map(({ name }) => name)
}

function unsound(path: string, reason: string): StationError {
  return new StationError({
    code: 'BACKUP_UNSOUND',
    message: `${path} cannot be restored: ${reason}. Nothing was written.`,
    details: { name: path, reason },
  })
}
