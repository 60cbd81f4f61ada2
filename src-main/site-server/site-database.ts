import pg from 'pg'
import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { WHICH_SESSION } from './session.rows.ts'

/** One transaction, or the database outside of any. */
export interface SiteQueries {
  /** Rows as they come: JSON as its text, timestamps as ISO 8601 in UTC, whole numbers as numbers. */
  all(sql: string, ...values: unknown[]): Promise<unknown[]>
  /** The first row; undefined when there is none. */
  one(sql: string, ...values: unknown[]): Promise<unknown>
  /** How many rows it wrote. */
  run(sql: string, ...values: unknown[]): Promise<number>
}

/** A site's PostgreSQL. */
export interface SiteDatabase extends SiteQueries {
  /**
   * Runs `work` as one whole transaction, READ COMMITTED: what is read to be written is locked by its reader. It may run
   * more than once, when PostgreSQL ended it for the sake of another.
   * @throws StationError DATABASE_AWAY; details.mayBeDone: the commit was asked for and not answered
   */
  transaction<T>(work: (tx: SiteQueries) => Promise<T>): Promise<T>
  /** A connection of its own that receives a channel's notifications until it is closed or breaks. */
  listen(channel: string, heard: () => void, lost: () => void): Promise<{ close(): Promise<void> }>
  close(): Promise<void>
}

export interface SiteDatabaseOptions {
  /** A frozen database is noticed after so long. */
  queryTimeoutMs?: number
  connectTimeoutMs?: number
  connections?: number
  /** As the database shows it in its list of who is there. */
  name?: string
}

/** Of a site's process, in PostgreSQL's list of who is there. */
export const SITE_APPLICATION = 'waybill site'

const INT8 = 20
const TIMESTAMPTZ = 1184
const AS_TEXT = new Set([114, 3802])
/** PostgreSQL ended the transaction, and it may be run again. */
const RUN_AGAIN = new Set(['40001', '40P01'])
const MOST_RUNS = 5
/** The most connections that hold statements prepared for tables that have changed since. */
const MOST_STALE = 100

type Read = (text: string) => unknown
const textOf = (oid: number): Read => pg.types.getTypeParser(oid, 'text') as Read
const toDate = textOf(TIMESTAMPTZ)
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Read => {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary') as Read
    if (oid === INT8) return Number
    if (AS_TEXT.has(oid)) return String
    if (oid === TIMESTAMPTZ) return isoOf
    return textOf(oid)
  },
}

function isoOf(text: string): string {
  const date: unknown = toDate(text)
  // `infinity` is no date; nothing of ours writes it.
  return date instanceof Date ? date.toISOString() : text
}

/** Opens nothing yet: the first question does. @param url as in `postgresql://user:password@host:5432/waybill` */
export function openSiteDatabase(url: string, options: SiteDatabaseOptions = {}): SiteDatabase {
  const { queryTimeoutMs = 10_000, connectTimeoutMs = 5_000, connections = 10, name = SITE_APPLICATION } = options
  const settings = {
    connectionString: url,
    types,
    application_name: name,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    statement_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 2 * queryTimeoutMs,
    keepAlive: true,
  }
  const pool = new pg.Pool({ ...settings, max: connections })
  // Of an idle connection that broke: the next question opens another.
  pool.on('error', () => undefined)
  // One that breaks in the moment between two owners, whose next query reports it: Node ends a process for such an event.
  pool.on('connect', (client) => client.on('error', () => undefined))

  const queriesOf = (client: Pick<pg.ClientBase, 'query'>): SiteQueries => {
    const ask = (sql: string, values: unknown[]) =>
      client.query<Record<string, unknown>>({ name: nameOf(sql), text: sql, values })
    return {
      all: async (sql, ...values) => (await ask(sql, values)).rows,
      one: async (sql, ...values) => (await ask(sql, values)).rows[0],
      run: async (sql, ...values) => (await ask(sql, values)).rowCount ?? 0,
    }
  }

  async function once<T>(work: (tx: SiteQueries) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let isBroken = false
    let isCommitting = false
    try {
      await client.query('BEGIN')
      const value = await work(queriesOf(client))
      isCommitting = true
      await client.query('COMMIT')
      return value
    } catch (error) {
      isBroken = isAway(error) || isStale(error)
      if (!isBroken) {
        await client.query('ROLLBACK').catch(() => {
          isBroken = true
        })
      }
      throw isBroken && isAway(error) ? away(error, isCommitting) : error
    } finally {
      client.release(isBroken)
    }
  }

  const direct = queriesOf({ query: pool.query.bind(pool) })
  const reported = async <T>(ask: () => Promise<T>, runAgain: ReadonlySet<string> = new Set()): Promise<T> => {
    let run = 1
    let stale = 0
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        // Nothing was done, and the connection is gone: the next one may be as old.
        if (isStale(error) && ++stale <= MOST_STALE) continue
        if (runAgain.has(sqlStateOf(error)) && ++run <= MOST_RUNS) continue
        throw asStationError(error)
      }
    }
  }

  return {
    all: (sql, ...values) => reported(() => direct.all(sql, ...values)),
    one: (sql, ...values) => reported(() => direct.one(sql, ...values)),
    run: (sql, ...values) => reported(() => direct.run(sql, ...values)),
    transaction: (work) => reported(() => once(work), RUN_AGAIN),

    listen: async (channel, heard, lost) => {
      const client = new pg.Client({ ...settings, query_timeout: queryTimeoutMs })
      let state: 'opening' | 'listening' | 'over' = 'opening'
      const end = async () => {
        state = 'over'
        await client.end().catch(() => undefined)
      }
      client.on('error', () => undefined)
      client.on('notification', heard)
      client.on('end', () => {
        const wasListening = state === 'listening'
        state = 'over'
        // A connection that cannot be opened ends, too: only the error reports that.
        if (wasListening) lost()
      })
      try {
        await client.connect()
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
        if (isOver()) throw new Error('connection terminated')
      } catch (error) {
        await end()
        throw asStationError(error)
      }
      state = 'listening'
      return { close: end }

      function isOver(): boolean {
        return state === 'over'
      }
    },

    close: () => pool.end(),
  }
}

const pidsSchema = z.array(z.object({ pid: z.int() }))

/**
 * Two connections have two sessions, unless a pooler gives both the same one between transactions: prepared statements
 * and locks would then be another's.
 * @throws StationError DATABASE_UNFIT, DATABASE_AWAY
 */
export async function assertOwnSessions(url: string): Promise<void> {
  const settings = { connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 }
  const clients = [new pg.Client(settings), new pg.Client(settings)]
  for (const client of clients) client.on('error', () => undefined)
  try {
    const pids: number[] = []
    for (const client of clients) await client.connect()
    for (const client of clients) {
      const { rows } = await client.query(WHICH_SESSION)
      pids.push(...pidsSchema.parse(rows).map(({ pid }) => pid))
    }
    if (new Set(pids).size < clients.length) throw poolerBetween()
  } catch (error) {
    throw asStationError(error)
  } finally {
    for (const client of clients) await client.end().catch(() => undefined)
  }
}

const names = new Map<string, string>()

/** Each text is prepared once a connection, under a name of its own. */
function nameOf(sql: string): string {
  let name = names.get(sql)
  if (name === undefined) names.set(sql, (name = `w${names.size + 1}`))
  return name
}

/** PostgreSQL's own code of an error; empty for any other. */
function sqlStateOf(error: unknown): string {
  return error instanceof pg.DatabaseError && error.code !== undefined ? error.code : ''
}

/** Which constraint an error names; null: it is no violation of one. */
export function violatedBy(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) return null
  return error.constraint ?? ''
}

/** Classes of errors that end or refuse a connection, whatever the query. */
const AWAY_CLASSES = ['08', '57', '53']
/** A standby that is not promoted yet: it reads, and reports that it is recovering. */
const STANDBY = ['25006', '55000']
/** A query that took too long is no broken connection, but its effect is unknown. */
const CANCELLED = '57014'

/** A statement was prepared before its table got another column: that connection cannot run it any more. */
const isStale = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

function isAway(error: unknown): boolean {
  if (error instanceof StationError) return error.code === 'DATABASE_AWAY'
  const state = sqlStateOf(error)
  if (state !== '') return STANDBY.includes(state) || (state !== CANCELLED && AWAY_CLASSES.includes(state.slice(0, 2)))
  return error instanceof Error && !(error instanceof TypeError) && isOfConnection(error)
}

function isOfConnection(error: Error): boolean {
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) return true
  return /connection terminated|timeout|client has encountered a connection error|not queryable|cannot use a pool/i.test(
    error.message,
  )
}

/** The address and the password of the database are in no message. */
function away(error: unknown, mayBeDone: boolean): StationError {
  const reason = sqlStateOf(error) || (error instanceof Error && 'code' in error ? String(error.code) : 'no answer')
  runtime().log.warn('database away', { code: reason })
  return new StationError({
    code: 'DATABASE_AWAY',
    message: `The site's database is not responding (${reason}). Retrying.`,
    details: { reason, mayBeDone },
  })
}

/** PgBouncer and its like refuse what a session is opened with here; one that takes it shares the session between transactions. */
const isRefusedByPooler = (error: unknown): boolean => sqlStateOf(error) === '08P01'

function poolerBetween(): StationError {
  return new StationError({
    code: 'DATABASE_UNFIT',
    message: 'A connection pooler is between Waybill and the database. Connect directly: sessions must not be shared.',
    details: { reason: 'pooler' },
  })
}

function asStationError(error: unknown): unknown {
  if (isRefusedByPooler(error)) return poolerBetween()
  return isAway(error) && !(error instanceof StationError) ? away(error, true) : error
}
