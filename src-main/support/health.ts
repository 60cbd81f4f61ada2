import { runtime } from '../../src-node/runtime/runtime.ts'
import { isUnderWay, mayHaveComeOut } from '../../src-shared/machine/print-job.ts'
import type { Backup } from '../../src-shared/station/app/maintenance.ts'
import { worriesOf, type Health } from '../../src-shared/station/app/support.ts'
import { dayAt } from '../../src-shared/station/day.ts'
import type { Services } from '../app/services.ts'
import type { StationLog } from '../kernel/log/station-log.ts'
import { slowestStatement } from '../kernel/sqlite/statement.ts'

export type HealthPorts = Pick<Services, 'clock' | 'maintenance' | 'bookings' | 'printing' | 'sync'> & {
  stationLog: StationLog
}

const DAY_MS = 24 * 60 * 60 * 1000
const MONTH_DAYS = 30
/** Fewer days show one morning, not a pace. */
const FEWEST_DAYS = 3
const NEWEST_JOBS = 500

/** Follows how long the station is held up, and reports its health. */
export function watchHealth({ clock, maintenance, bookings, printing, sync, stationLog }: HealthPorts) {
  const holds = runtime().processes.watchHolds()
  let day = dayAt(clock.now())

  function longestToday(): number {
    const today = dayAt(clock.now())
    if (today !== day) holds.reset()
    day = today
    return holds.longestMs()
  }

  return {
    /** Called by the clock: a new day begins with nothing. */
    tick: (): void => void longestToday(),

    read: async (): Promise<Health> => {
      const [data, counts, notSent, jobs, aside] = await Promise.all([
        maintenance.state(),
        bookings.counts(),
        bookings.countNotSent(),
        printing.queue.list(NEWEST_JOBS),
        sync.quarantine(),
      ])
      const bytesPerMonth = growthOf(data.backups)
      const health: Omit<Health, 'worries'> = {
        madeAt: clock.now().toISOString(),
        disk: {
          bytes: data.parts.reduce((sum, { bytes }) => sum + bytes, 0),
          freeBytes: data.freeBytes,
          bytesPerMonth,
          fullInMonths: monthsUntilFull(data.freeBytes, bytesPerMonth),
        },
        proven: data.proven,
        longestHoldMs: longestToday(),
        slowest: slowestStatement(),
        waiting: {
          bookings: notSent,
          questions: counts.NEEDS_DECISION,
          printJobs: jobs.filter(isUnderWay).length,
          unsureJobs: jobs.filter(mayHaveComeOut).length,
          quarantine: aside.total,
        },
        log: {
          folder: stationLog.files.dir,
          level: stationLog.level(),
          bytes: stationLog.files.bytes(),
          failure: stationLog.files.failure(),
        },
      }
      return { ...health, worries: worriesOf(health) }
    },

    close: (): void => holds.close(),
  }
}

/** Full copies are kept for a year, one a month: the oldest and the newest show a station's growth. */
function growthOf(backups: readonly Backup[]): number | null {
  const full = backups.filter(({ kind, unsound, isFromAhead }) => kind === 'full' && unsound === null && !isFromAhead)
  const [newest, oldest] = [full.at(0), full.at(-1)]
  if (newest === undefined || oldest === undefined) return null
  const days = (Date.parse(newest.at) - Date.parse(oldest.at)) / DAY_MS
  return days < FEWEST_DAYS ? null : Math.max(0, Math.round(((newest.bytes - oldest.bytes) / days) * MONTH_DAYS))
}

function monthsUntilFull(freeBytes: number | null, perMonth: number | null): number | null {
  return freeBytes === null || perMonth === null || perMonth === 0 ? null : Math.floor(freeBytes / perMonth)
}
