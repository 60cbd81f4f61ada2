import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { sleep } from '../../../src-node/runtime/wait.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { WHICH_SERVER } from '../session.rows.ts'
import { SITE_APPLICATION } from '../site-database.ts'
import { findPostgres, type PostgresPrograms } from './find-postgres.ts'

/** A PostgreSQL of Waybill's own, for a trial and for tests. */
export interface TrialDatabase {
  /** With its password: it is shown to no one. */
  url: string
  port: number
  pid: number
  /** Ends it in order; resolves when it has ended. */
  close(): Promise<void>
}

export interface TrialOptions {
  /** More of postgresql.conf, by name. */
  settings?: Readonly<Record<string, string>>
  programs?: PostgresPrograms | null
}

const USER = 'waybill'
const OPENS_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 50
/**
 * The owner of the files where Waybill runs as root, which PostgreSQL refuses: the system's own user for it, else the
 * user `nobody`.
 */
const NOBODY = 65_534

/**
 * Starts PostgreSQL on a folder, which is made first when it is not there, on a free port of this machine alone.
 * One that a killed process left running on it is ended first, in order.
 * @throws StationError DATABASE_UNFIT when there is no PostgreSQL here, it does not start, or a trial of the folder runs
 */
export async function openTrialDatabase(folder: string, options: TrialOptions = {}): Promise<TrialDatabase> {
  const programs = options.programs === undefined ? await findPostgres() : options.programs
  if (programs === null) {
    throw unfit(
      'No PostgreSQL that Waybill can start was found. Install version 15 or newer, and name it with --database.',
      'no programs',
    )
  }
  const owner = await ownerOf()
  refuseStrangers(folder, owner)
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  if (!existsSync(join(data, 'PG_VERSION'))) await make(programs, folder, data, passwordFile, owner)
  const password = readFileSync(passwordFile, 'utf8').trim()
  await endLeftOver(data, password)
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    ...options.settings,
  }
  const child = spawn(
    programs.postgres,
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { stdio: ['ignore', 'ignore', 'pipe'], ...owner },
  )
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => {
    said.push(chunk.toString('utf8'))
    if (said.length > 50) said.shift()
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = urlOf(password, port)
  await opened(url, child, () => said.join(''))
  return {
    url,
    port,
    pid: child.pid ?? 0,
    close: async () => {
      // "Fast": connections are ended, what is committed is written.
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
      await ended
    },
  }
}

/** Of postmaster.pid: the process, its folder, when it started, and its port. */
const lockSchema = z.tuple([z.coerce.number().int().positive(), z.string(), z.string(), z.coerce.number().int()])
const whoSchema = z.tuple([z.object({ folder: z.string(), pid: z.int(), sites: z.int() })])
const ENDS_WITHIN_MS = 30_000
/** A connection of a process that was killed is gone in moments. */
const SITES_LEAVE_WITHIN_MS = 2_000

/**
 * A trial whose process was killed leaves its PostgreSQL running, and no other starts on its folder. It is ended when it
 * answers to our password, from that folder, and no site uses it.
 * @throws StationError DATABASE_UNFIT
 */
async function endLeftOver(data: string, password: string): Promise<void> {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const read = lockSchema.safeParse(readFileSync(file, 'utf8').split('\n').slice(0, 4))
  // One that is not running any more, or is starting this moment: PostgreSQL itself knows which.
  if (!read.success || !isRunning(read.data[0])) return
  const [pid, , , port] = read.data
  // No process is ended but the one that the server itself names.
  const stuck = (reason: string, what: string) => unfit(`${what} Its process is ${pid}, by ${file}.`, reason)
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const who = await whoAnswers(urlOf(password, port))
    // The process has another's number by now, or is in no state to answer.
    if (who === null || who.pid !== pid || realpathSync(who.folder) !== realpathSync(data)) {
      throw stuck('left over', "Another PostgreSQL is using this trial's data, or another program has its process id.")
    }
    if (who.sites === 0) break
    if (waited >= SITES_LEAVE_WITHIN_MS) throw stuck('in use', 'A trial is already running in this folder.')
    await sleep(LOOK_EVERY_MS)
  }
  process.kill(pid, 'SIGINT')
  for (let waited = 0; isRunning(pid); waited += LOOK_EVERY_MS) {
    if (waited >= ENDS_WITHIN_MS) throw stuck('left over', 'The PostgreSQL of an earlier trial could not be stopped.')
    await sleep(LOOK_EVERY_MS)
  }
}

async function whoAnswers(url: string): Promise<z.output<typeof whoSchema>[0] | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return whoSchema.parse((await client.query(WHICH_SERVER, [SITE_APPLICATION])).rows)[0]
  } catch {
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const urlOf = (password: string, port: number): string =>
  `postgresql://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`

/** The address of one that runs on this folder, for another process of the same user. */
export const trialUrl = (folder: string, port: number): string =>
  urlOf(readFileSync(join(folder, 'password'), 'utf8').trim(), port)

/**
 * Where a trial of this site keeps its database: beside the site's own files; where Waybill runs as root, in a place that the
 * user may reach as whom PostgreSQL runs then.
 */
export function trialFolder(siteFolder: string): string {
  if (process.getuid?.() !== 0) return join(siteFolder, 'database')
  return join('/var/tmp', `waybill-trial-${createHash('sha256').update(siteFolder).digest('hex').slice(0, 16)}`)
}

/** Another user may have made a folder of that name in a place where all may. */
function refuseStrangers(folder: string, { uid }: Owner): void {
  if (uid === undefined || !existsSync(folder)) return
  const found = lstatSync(folder)
  if (found.isDirectory() && (found.uid === uid || found.uid === 0)) return
  throw unfit(
    `${folder} belongs to another user. Remove it, or name a database with --database.`,
    'folder of another user',
  )
}

interface Owner {
  uid?: number
  gid?: number
}

async function ownerOf(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  const idOf = async (what: string) => Number((await promisify(execFile)('id', [what, 'postgres'])).stdout)
  try {
    return { uid: await idOf('-u'), gid: await idOf('-g') }
  } catch {
    return { uid: NOBODY, gid: NOBODY }
  }
}

async function make(
  { initdb }: PostgresPrograms,
  folder: string,
  data: string,
  passwordFile: string,
  owner: Owner,
): Promise<void> {
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, runtime().random.bytes(24).toString('base64url'), { mode: 0o600 })
  for (const path of [folder, data, passwordFile]) {
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
  }
  const asked = [
    `--pgdata=${data}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ]
  try {
    await promisify(execFile)(initdb, asked, { ...owner, cwd: folder })
  } catch (error) {
    rmSync(data, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw unfit(
      `PostgreSQL cannot create a database in ${folder}. When Waybill runs as root, another user must be able to open the folder. (${reason})`,
      'initdb failed',
    )
  }
}

/** Resolves as soon as it takes a connection. */
async function opened(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let waited = 0; waited < OPENS_WITHIN_MS; waited += LOOK_EVERY_MS) {
    if (child.exitCode !== null) break
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return
    } catch {
      await sleep(LOOK_EVERY_MS)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  child.kill('SIGKILL')
  throw unfit(`PostgreSQL did not start: ${said().slice(-400)}`, 'did not start')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('there is no free port'))
      })
    })
  })
}

function unfit(message: string, reason: string): StationError {
  return new StationError({ code: 'DATABASE_UNFIT', message, details: { reason } })
}
