import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { statSync, writeFileSync } from 'node:fs'
import { chown, copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { findPostgres, type PostgresPrograms } from '../../../../src-main/site-server/trial/find-postgres.ts'
import { openTrialDatabase } from '../../../../src-main/site-server/trial/trial-database.ts'
import { until } from '../../../support/until.ts'
import { freePort } from '../../../support/free-port.ts'

/**
 * A PostgreSQL with a standby that follows it by streaming, both real, on one machine. The programs that npm brings have no
 * pg_basebackup: the copy for the standby is made as the manual tells ("low-level API": pg_backup_start, files, label file,
 * pg_backup_stop), which needs the server alone. A crash is that of the processes, not of the machine's disk: fsync is off.
 */
export interface Cluster {
  /** The one address of the site's database, whichever server has it. */
  url: string
  /** From now on `site_now()` is so far ahead of the machine's clock. */
  setAhead(ms: number): void
  /** Ended as by a power cut ("immediate") unless another way is named, and started again after so long. */
  crash(downMs: number, how?: End): Promise<void>
  /** The standby hears nothing for so long, then the primary dies, and the standby takes over under a new timeline. */
  failOver(deafMs: number): Promise<void>
  /** Keeps the files as they are on the standby now. */
  keepCopy(): Promise<void>
  /**
   * The primary is lost and the kept copy is put back: under a new timeline, or started as it is, which PostgreSQL gives the
   * same. False: none was kept.
   */
  restoreCopy(how: 'new timeline' | 'as it is'): Promise<boolean>
  close(): Promise<void>
}

/** PostgreSQL's appendix A: serialization_failure, which a standby also says of what recovery canceled. */
const RECOVERY_CONFLICT = '40001'
const USER = 'waybill'
const HOST = '127.0.0.1'
const OPENS_WITHIN_MS = 60_000
/** Of a server's log, for the one who reads why it did not do what it was asked to. */
const SAID_LAST = 4_000
const logOf = (dir: string): string => `${dir}.log`
const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '80',
  shared_buffers: '64MB',
  wal_keep_size: '512MB',
  max_wal_size: '1GB',
  autovacuum_naptime: '10s',
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '200ms',
  // A standby that is to take over waits for no question that it was asked: 30 seconds otherwise.
  max_standby_streaming_delay: '0',
  max_standby_archive_delay: '0',
}
const AHEAD = 'waybill.ahead_ms'
const AHEAD_FILE = 'ahead.conf'

/** In order ("fast"); without a checkpoint ("immediate"); the postmaster alone, whose children notice it. */
type End = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

interface Server {
  dir: string
  child: ChildProcess
  /** Without warning, unless another way is named: connections are cut, nothing is written any more. */
  end(how?: End): Promise<void>
}

/** Makes a cluster's files once; rounds copy them. @returns null: no PostgreSQL can run here */
export async function clusterTemplate(folder: string): Promise<string | null> {
  if ((await findPostgres()) === null) return null
  const made = await openTrialDatabase(folder)
  await made.close()
  return folder
}

/** Starts a cluster on a copy of the template. @param template as `clusterTemplate` made it */
export async function startCluster(template: string, folder: string): Promise<Cluster> {
  const programs = await findPostgres()
  if (programs === null) throw new Error('there is no PostgreSQL here')
  const { uid, gid } = statSync(join(template, 'data'))
  mkdirSync(folder, { recursive: true })
  chownSync(folder, uid, gid)
  const copyOf = async (from: string, to: string) => copyFiles(from, to, { uid, gid }, [])
  const password = readFileSync(join(template, 'password'), 'utf8').trim()
  const port = await freePort()
  const standbyPort = await freePort()
  const urlAt = (at: number) => `postgresql://${USER}:${encodeURIComponent(password)}@${HOST}:${at}/postgres`
  let generation = 0
  let ahead = 0
  const write = (dir: string, name: string, text: string) => {
    writeFileSync(join(dir, name), text, { mode: 0o600 })
    chownSync(join(dir, name), uid, gid)
  }
  const writeAhead = (dir: string) => {
    // At once: a server that reads half a file has the machine's date for a moment.
    write(dir, `${AHEAD_FILE}.next`, `${AHEAD} = '${ahead}'\n`)
    renameSync(join(dir, `${AHEAD_FILE}.next`), join(dir, AHEAD_FILE))
  }

  async function start(dir: string, at: number): Promise<Server> {
    writeAhead(dir)
    const server = serverOf(programs as PostgresPrograms, dir, at, { uid, gid })
    await taking(urlAt(at), server.child)
    // Time may have passed while it started.
    writeAhead(dir)
    server.child.kill('SIGHUP')
    return server
  }

  const first = join(folder, 'server-0')
  await copyOf(join(template, 'data'), first)
  const conf = readFileSync(join(first, 'postgresql.conf'), 'utf8')
  write(first, 'postgresql.conf', `${conf}\ninclude_if_exists = '${AHEAD_FILE}'\n`)
  let primary = await start(first, port)
  let standby: Server | null = null
  let making: Promise<void> | null = null

  /** A copy of the running primary, which follows it. */
  async function makeStandby(): Promise<void> {
    const dir = join(folder, `server-${++generation}`)
    const client = new pg.Client({ connectionString: urlAt(port) })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await client.query(`SELECT pg_backup_start('standby', true)`)
      await copyFiles(primary.dir, dir, { uid, gid }, ['pg_wal', 'postmaster.pid', 'postmaster.opts'])
      mkdirSync(join(dir, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
      for (const made of ['pg_wal', join('pg_wal', 'archive_status')]) chownSync(join(dir, made), uid, gid)
      const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)')
      const [{ labelfile }] = z.tuple([z.object({ labelfile: z.string() })]).parse(rows)
      write(dir, 'backup_label', labelfile)
    } finally {
      await client.end().catch(() => undefined)
    }
    const asked = `host=${HOST} port=${port} user=${USER} password=${password}`
    write(dir, 'postgresql.auto.conf', `primary_conninfo = '${asked}'\n`)
    write(dir, 'standby.signal', '')
    standby = await start(dir, standbyPort)
  }

  const ensureStandby = (): Promise<void> =>
    (making ??= (standby === null ? makeStandby() : Promise.resolve()).finally(() => {
      making = null
    }))

  /** These files have the database's address from now on. */
  async function instead(dir: string, how: 'new timeline' | 'as it is'): Promise<void> {
    const old = primary
    await old.end()
    write(dir, 'postgresql.auto.conf', '')
    if (how === 'as it is') rmSync(join(dir, 'standby.signal'), { force: true })
    else write(dir, 'standby.signal', '')
    primary = await start(dir, port)
    if (how === 'new timeline') await promoted()
    if (old.dir !== dir) rmSync(old.dir, { recursive: true, force: true })
  }

  async function promoted(): Promise<void> {
    // Asked for without waiting: a question that waits is itself in the way of what recovery has left to apply.
    const sql = 'SELECT CASE WHEN pg_is_in_recovery() THEN NOT pg_promote(false) ELSE true END AS done'
    const look = async () => {
      const [row] = await ask(urlAt(port), sql).catch((error: unknown) => {
        // Recovery ends a question that stands in its way.
        if (error instanceof pg.DatabaseError && error.code === RECOVERY_CONFLICT) return []
        throw error
      })
      return row?.['done'] === true ? true : null
    }
    await until('the standby to be promoted', look, { everyMs: 100, giveUpMs: OPENS_WITHIN_MS }).catch(
      async (cause: unknown) => {
        const asked = 'SELECT backend_type, state, wait_event_type, wait_event, query FROM pg_stat_activity'
        const activity = await ask(urlAt(port), asked).catch((error: unknown) => String(error))
        const log = readFileSync(logOf(primary.dir), 'utf8').slice(-SAID_LAST)
        throw new Error(`${JSON.stringify(activity)}\n${log}`, { cause })
      },
    )
  }

  await ensureStandby()
  const kept = join(folder, 'kept')
  return {
    url: urlAt(port),
    setAhead: (ms) => {
      ahead = Math.round(ms)
      for (const server of [primary, standby]) {
        if (server === null) continue
        writeAhead(server.dir)
        server.child.kill('SIGHUP')
      }
    },
    crash: async (downMs, how = 'SIGQUIT') => {
      const { dir } = primary
      await primary.end(how)
      await sleep(downMs)
      // What a killed postmaster leaves for a moment has its memory, and none starts beside it.
      primary = await until(`PostgreSQL after ${how}`, () => start(dir, port).catch(() => null))
    },
    failOver: async (deafMs) => {
      await ensureStandby()
      if (standby === null) throw new Error('there is no standby')
      const { dir } = standby
      await standby.end()
      standby = null
      await sleep(deafMs)
      await instead(dir, 'new timeline')
      await ensureStandby()
    },
    keepCopy: async () => {
      await ensureStandby()
      if (standby === null) throw new Error('there is no standby')
      const { dir } = standby
      // Still files: those of a server that has ended.
      await standby.end()
      rmSync(kept, { recursive: true, force: true })
      await copyOf(dir, kept)
      standby = await start(dir, standbyPort)
    },
    restoreCopy: async (how) => {
      if (!existsSync(kept)) return false
      if (making) await making
      const before = standby
      standby = null
      await before?.end()
      if (before) rmSync(before.dir, { recursive: true, force: true })
      const dir = join(folder, `server-${++generation}`)
      await copyOf(kept, dir)
      await instead(dir, how)
      await ensureStandby()
      return true
    },
    close: async () => {
      await making?.catch(() => undefined)
      await Promise.all([primary.end(), standby?.end()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes `site_now()` go by the setting that the cluster is told. @param url of a database whose tables are there */
export async function settableSiteNow(url: string): Promise<void> {
  await ask(
    url,
    `CREATE OR REPLACE FUNCTION site_now() RETURNS timestamptz LANGUAGE sql STABLE AS
     $$ SELECT now() + make_interval(secs => coalesce(nullif(current_setting('${AHEAD}', true), ''), '0')::float8 / 1000) $$`,
  )
}

/** How far the test's clock is from the database machine's. */
export async function aheadOf(url: string, now: Date): Promise<number> {
  const [row] = await ask(url, 'SELECT extract(epoch FROM now())::float8 * 1000 AS ms')
  return now.getTime() - z.number().parse(row?.['ms'])
}

/** One question on a connection of its own. */
export async function ask(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 30_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

function serverOf({ postgres }: PostgresPrograms, dir: string, port: number, owner: Owner): Server {
  const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // The lock file of one that was killed names a process that is no more.
  rmSync(join(dir, 'postmaster.pid'), { force: true })
  const log = openSync(logOf(dir), 'a')
  const child = spawn(postgres, ['-D', dir, ...settings], { stdio: ['ignore', 'ignore', log], ...ownerOf(owner) })
  closeSync(log)
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    dir,
    child,
    end: async (how = 'SIGQUIT') => {
      child.kill(how)
      await gone
    },
  }
}

interface Owner {
  uid: number
  gid: number
}

const ownerOf = (owner: Owner): Partial<Owner> => (process.getuid?.() === 0 ? owner : {})

async function taking(url: string, child: ChildProcess): Promise<void> {
  await until(
    'PostgreSQL to take connections',
    async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`)
      return ask(url, 'SELECT 1').then(
        () => true,
        () => null,
      )
    },
    { everyMs: 40, giveUpMs: OPENS_WITHIN_MS },
  )
}

/** What is gone while it is copied is left out: the log of what was written tells of it. */
async function copyFiles(from: string, to: string, owner: Owner, but: readonly string[]): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  await chown(to, owner.uid, owner.gid)
  for (const name of await readdir(from)) {
    if (but.includes(name)) continue
    const [source, target] = [join(from, name), join(to, name)]
    try {
      const found = await lstat(source)
      if (found.isDirectory()) await copyFiles(source, target, owner, [])
      else if (found.isSymbolicLink()) await symlink(await readlink(source), target)
      else {
        await copyFile(source, target)
        await chown(target, owner.uid, owner.gid)
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}
