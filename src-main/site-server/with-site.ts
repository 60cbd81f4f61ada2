import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFileSync } from '../../src-node/rename.ts'
import { enrolCodeText } from '../../src-shared/site/enrol.ts'
import type { SiteStation } from '../../src-shared/site/state.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { stationOptions } from '../app/host-options.ts'
import { backUpSite, restoreSite } from './backup.rows.ts'
import { openSiteDatabase, type SiteDatabase } from './site-database.ts'
import { siteStations, type CodeTerms, type RevokedStation } from './stations.rows.ts'
import { makeCode } from './enrol-code.ts'
import { releaseLease } from './sender/leader-lease.rows.ts'
import { LEAST_VERSION } from './site-controller.ts'
import { trialFolder, trialUrl } from './trial/trial-database.ts'

/** Where a site is, for who looks after it. */
export interface SitePlace {
  data: string | undefined
  /** Absent: that of the trial which runs in the folder. */
  database: string | undefined
}

/** What a running site publishes to commands of its own machine. It holds no secret. */
const runningSchema = z.object({
  urls: z.array(z.string()),
  fingerprint: z.string().nullable(),
  /** The port of a trial's own database; null: another's. */
  trialPort: z.int().nullable(),
})
export type RunningSite = z.infer<typeof runningSchema>

const RUNNING = 'running.json'

export const siteFolder = (data: string | undefined, env: NodeJS.ProcessEnv): string =>
  join(stationOptions(data, env).dataDir, 'site')

export function writeRunning(folder: string, running: RunningSite): void {
  replaceFileSync(join(folder, RUNNING), JSON.stringify(running), { mode: 0o600, flush: true })
}

function readRunning(folder: string): RunningSite | null {
  const path = join(folder, RUNNING)
  if (!existsSync(path)) return null
  try {
    return runningSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // Cut off by a power failure: the next start writes it again.
    return null
  }
}

/** A site's database, and what an administrator does with it. */
export interface SiteAdministration {
  db: SiteDatabase
  folder: string
  enrolCode(urls: readonly string[], terms: CodeTerms): Promise<string>
  stations(): Promise<SiteStation[]>
  /** @param isWithEnrolled also the stations that its codes enrolled */
  revoke(station: string, isWithEnrolled: boolean): Promise<RevokedStation>
  excuse(station: string): Promise<string>
  /** The next sender takes it at its next heartbeat. */
  releaseLease(): Promise<void>
  backup(path: string): Promise<number>
  restore(path: string): Promise<number>
}

/** @throws StationError DATABASE_UNFIT when no database is named and no trial runs here, DATABASE_AWAY */
export async function withSite<T>(
  { env }: { env: NodeJS.ProcessEnv },
  { data, database }: SitePlace,
  work: (site: SiteAdministration) => Promise<T>,
): Promise<T> {
  const folder = siteFolder(data, env)
  const running = readRunning(folder)
  const trialPort = running?.trialPort ?? null
  const url = database ?? (trialPort === null ? null : trialUrl(trialFolder(folder), trialPort))
  if (url === null) {
    throw new StationError({
      code: 'DATABASE_UNFIT',
      message: existsSync(trialFolder(folder))
        ? 'The trial in this folder is not running. Start it with waybill site start --trial.'
        : "Name the site's database with --database or in WAYBILL_SITE_DATABASE; for a trial, start it with waybill site start --trial.",
      details: { reason: 'not named' },
    })
  }
  const db = openSiteDatabase(url, { connections: 2, name: 'waybill site administration' })
  const stations = siteStations(db)
  try {
    return await work({
      db,
      folder,
      enrolCode: async (urls, terms) => {
        const reached = urls.length > 0 ? urls : (running?.urls ?? [])
        if (reached.length === 0) {
          throw new StationError({
            code: 'INVALID_INPUT',
            message:
              '--url is required: the address where stations reach the site (it was not started from this folder).',
            details: { issues: [{ path: 'url', message: 'is required' }] },
          })
        }
        const { secret } = await makeCode(stations, null, terms)
        return enrolCodeText({ urls: [...reached], fingerprint: running?.fingerprint ?? null, secret })
      },
      stations: () => stations.list(LEAST_VERSION),
      revoke: stations.revoke,
      excuse: stations.excuse,
      releaseLease: () => releaseLease(db),
      backup: (path) => backUpSite(db, path),
      restore: (path) => restoreSite(db, path),
    })
  } finally {
    await db.close()
  }
}
