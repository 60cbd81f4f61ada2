import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTrialDatabase } from '../../src-main/site-server/trial/trial-database.ts'

/** An empty PostgreSQL database for one bench. */
export interface BenchDatabase {
  url: string
  close(): Promise<void>
}

/** In a cluster of its own, durable as it is by default: what a figure is to be measured on. */
export async function ownDatabase(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-postgres-'))
  const trial = await openTrialDatabase(folder)
  return {
    url: trial.url,
    close: async () => {
      await trial.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
