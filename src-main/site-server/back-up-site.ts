import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { monotonic } from '../../src-node/runtime/wait.ts'
import { isRoundDue } from '../data/retention/retention.ts'
import type { Clock } from '../kernel/clock.ts'
import { asData } from '../kernel/fault.ts'
import { backUpSite, lastSiteBackup, noteSiteBackup, proveSiteBackup } from './backup.rows.ts'
import type { SiteDatabase } from './site-database.ts'

interface SiteBackupPorts {
  db: SiteDatabase
  /** The second place: a disk of its own, or another machine's. */
  folder: string
  clock: Clock
  /** Only the process that sends makes them. */
  mayBegin: () => boolean
  onFault: (error: unknown) => void
}

const MOST_KEPT = 14
const NAME = /^site-[0-9T-]+Z\.backup$/
/** What a backup that was broken off leaves. */
const PART = /^site-[0-9T-]+Z\.backup\.part$/

const nameAt = (at: Date): string => `site-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/**
 * Backs up the site by the clock to a second place: the first at once, then each night, or by day where it never runs at
 * night. Each is read back to its end before it counts, and the oldest beyond two weeks of them go.
 */
export function createSiteBackups({ db, folder, clock, mayBegin, onFault }: SiteBackupPorts) {
  const openedAt = monotonic()
  let running: Promise<void> | null = null

  /** Those of a kind but the newest. */
  async function remove(kind: RegExp, newest: number): Promise<void> {
    const all = (await readdir(folder)).filter((name) => kind.test(name)).sort()
    for (const name of all.slice(0, Math.max(0, all.length - newest))) await rm(join(folder, name))
  }

  async function backUp(lastAt: string | null, lastRows: number): Promise<void> {
    const now = clock.now()
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await remove(PART, 0)
      const path = join(folder, nameAt(now))
      await backUpSite(db, path)
      const rows = await proveSiteBackup(path)
      await noteSiteBackup(db, { folder, at: now.toISOString(), rows, problem: null })
      await remove(NAME, MOST_KEPT)
    } catch (error) {
      await noteSiteBackup(db, { folder, at: lastAt, rows: lastRows, problem: asData(error).message })
      throw error
    }
  }

  return {
    /** Called by the clock. Resolves when the backup that was due is made, or none was. Failures are reported, and retried. */
    tick: async (): Promise<void> => {
      if (running !== null || !mayBegin()) return
      const last = await lastSiteBackup(db)
      const at = last?.folder === folder ? last.at : null
      if (at !== null && !isRoundDue(clock.now(), at, monotonic() - openedAt)) return
      running = backUp(at, last?.rows ?? 0)
        .catch(onFault)
        .finally(() => (running = null))
      await running
    },

    /** Waits for one that is under way. */
    settled: async (): Promise<void> => {
      await running
    },
  }
}
