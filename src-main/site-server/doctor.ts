import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { OPEN_BOOKINGS } from '../../src-shared/machine/booking.ts'
import type { SiteStation } from '../../src-shared/site/state.ts'
import type { Clock } from '../kernel/clock.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import { lastSiteBackup, type SiteBackup } from './backup.rows.ts'
import { collationChange } from './collation.rows.ts'
import { openNotices } from './notices.rows.ts'
import type { SiteDatabase } from './site-database.ts'
import { mustReadSite } from './site-row.rows.ts'
import { siteStations } from './stations.rows.ts'
import { currentTimeline } from './timeline.rows.ts'
import { LEAST_VERSION } from './site-controller.ts'

/** One thing looked at. `warning`: it works, but a person should know. */
export interface SiteFinding {
  check: string
  result: 'ok' | 'warning' | 'failed'
  detail: string
}

const OLDEST_VERSION = 150_000
const CLOCK_OFF_MS = 5_000
const CERTIFICATE_DAYS = 30
const LONG_DUE_S = 300
const MOST_BACKUP_AGE_MS = 2 * 24 * 60 * 60 * 1000
/** A logical replication client keeps nothing safe. */
const IS_STANDBY = `NOT EXISTS (SELECT 1 FROM pg_replication_slots r WHERE r.active_pid = s.pid AND r.slot_type = 'logical')`

const serverSchema = z.object({
  version: z.string(),
  number: z.coerce.number(),
  fsync: z.string(),
  synchronous: z.string(),
  standbys: z.int(),
  in_sync: z.int(),
  now: z.string(),
})
const dueSchema = z.object({ n: z.int(), oldest: z.number() })

/** Looks at everything a site needs, and changes nothing. @throws StationError DATABASE_AWAY */
export async function examineSite(db: SiteDatabase, folder: string, clock: Clock): Promise<SiteFinding[]> {
  const server = serverSchema.parse(
    await db.one(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
         current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous,
         (SELECT count(*) FROM pg_stat_replication s WHERE ${IS_STANDBY}) AS standbys,
         (SELECT count(*) FROM pg_stat_replication s WHERE sync_state IN ('sync', 'quorum') AND ${IS_STANDBY}) AS in_sync,
         now() AS now`,
    ),
  )
  const timeline = await currentTimeline(db)
  const offMs = Math.abs(Date.parse(server.now) - clock.now().getTime())
  const due = dueSchema.parse(
    await db.one(
      `SELECT count(*) AS n, coalesce(extract(epoch FROM max(site_now() - due_at)), 0)::float8 AS oldest
       FROM booking WHERE ${isIn('state', OPEN_BOOKINGS)} AND due_at <= site_now()`,
    ),
  )
  const stations = (await siteStations(db).list(LEAST_VERSION)).filter(({ revokedAt }) => revokedAt === null)
  const old = stations.filter(({ isOutOfDate }) => isOutOfDate)
  const behind = stations.filter(({ isSynced }) => !isSynced)
  const troubled = stations.filter(({ beat }) => beat?.printers.some(({ hasTrouble }) => hasTrouble))
  const notices = await openNotices(db, 20)
  const collation = await collationChange(db)
  return [
    finding('site', 'ok', (await mustReadSite(db)).siteName),
    finding(
      'PostgreSQL',
      server.number >= OLDEST_VERSION ? 'ok' : 'failed',
      `${server.version}; 15 or newer is needed`,
    ),
    finding(
      'durability',
      server.fsync === 'on' && server.synchronous !== 'off' ? 'ok' : 'failed',
      `fsync ${server.fsync}, synchronous_commit ${server.synchronous}`,
    ),
    finding('collation', collation === null ? 'ok' : 'warning', collation ?? 'text sorting is unchanged'),
    finding(
      'timeline',
      timeline.kept === timeline.now ? 'ok' : 'warning',
      timeline.kept === timeline.now
        ? timeline.now
        : `${timeline.kept} is followed, the database is on ${timeline.now}`,
    ),
    finding(
      'standby',
      server.in_sync > 0 ? 'ok' : 'warning',
      server.standbys === 0
        ? 'none: with the disk of the database the site is as old as its last backup'
        : `${server.standbys} connected, ${server.in_sync} synchronous`,
    ),
    backups(await lastSiteBackup(db), clock),
    finding('sender', timeline.hasSender ? 'ok' : 'failed', timeline.hasSender ? 'there' : 'nobody sends'),
    finding('clock', offMs < CLOCK_OFF_MS ? 'ok' : 'warning', `${Math.round(offMs)} ms off the database`),
    certificate(folder, clock),
    finding(
      'stations',
      behind.length > 0 ? 'failed' : old.length > 0 ? 'warning' : 'ok',
      [
        `${stations.length} enrolled`,
        ...(old.length > 0 ? [`need an update: ${old.map(({ name }) => name).join(', ')}`] : []),
        ...(behind.length > 0 ? [standingStill(behind)] : []),
      ].join('; '),
    ),
    finding(
      'waiting',
      due.oldest < LONG_DUE_S ? 'ok' : 'warning',
      due.n === 0 ? 'nothing is due' : `${due.n} due, the oldest for ${Math.round(due.oldest)} s`,
    ),
    finding(
      'printers',
      troubled.length === 0 ? 'ok' : 'warning',
      troubled.length === 0
        ? 'no station reported trouble'
        : `trouble at ${troubled.map(({ name }) => name).join(', ')}`,
    ),
    finding(
      'notices',
      notices.length === 0 ? 'ok' : 'warning',
      notices.length === 0 ? 'none' : notices.map(({ error }) => error.message).join(' '),
    ),
  ]
}

/** Of 50 stations some are always off; one of them stops every send. */
function standingStill(behind: readonly Pick<SiteStation, 'name' | 'seenAt'>[]): string {
  const names = behind.map(({ name, seenAt }) => `${name} (seen ${seenAt ?? 'never'})`).join(', ')
  const command = behind.map(({ name }) => `--without "${name}"`).join(' ')
  return `nothing is sent until these have uploaded again: ${names}. Turn them on; if one is gone for good: waybill site promote ${command}`
}

const finding = (check: string, result: SiteFinding['result'], detail: string): SiteFinding => ({
  check,
  result,
  detail,
})

/** The newest backup by the clock is of the last night, or of the one before. */
function backups(last: SiteBackup | null, clock: Clock): SiteFinding {
  if (last === null) {
    const detail = 'none by the clock: add --backup-to FOLDER, on another disk or machine, to waybill site start'
    return finding('backups', 'warning', detail)
  }
  const { folder, at, rows, problem } = last
  const newest = at === null ? `none in ${folder}` : `${at} in ${folder}, ${rows} rows, read back`
  const isOld = at === null || clock.now().getTime() - Date.parse(at) > MOST_BACKUP_AGE_MS
  if (problem !== null) return finding('backups', 'failed', `${newest}; the newest try failed: ${problem}`)
  return finding('backups', isOld ? 'failed' : 'ok', isOld ? `the newest is too old: ${newest}` : newest)
}

function certificate(folder: string, clock: Clock): SiteFinding {
  const path = join(folder, 'site-certificate.pem')
  if (!existsSync(path)) return finding('certificate', 'ok', 'not the site’s own, or none')
  const endsAt = new Date(new X509Certificate(readFileSync(path)).validTo)
  const days = Math.floor((endsAt.getTime() - clock.now().getTime()) / 86_400_000)
  return finding('certificate', days > CERTIFICATE_DAYS ? 'ok' : 'warning', `expires in ${days} days`)
}
