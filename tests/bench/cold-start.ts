import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { elapsed, sideBySide, type BenchResult, type Sizes } from './ratio.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** Opens the built station on an existing data folder, answers one command, closes it and ends. */
const OPEN_AND_CLOSE = `
const { openStation } = await import(process.argv[1])
const station = await openStation({ dataDir: process.argv[2], baseUrl: 'http://127.0.0.1:4010/api/v1', background: false })
const { ok } = await station.invoke('bookings.list', {})
await station.close()
process.exit(ok ? 0 : 1)`

export const COLD_STARTS: Sizes<{ rounds: number }> = { full: { rounds: 7 }, short: { rounds: 0 } }

/**
 * From nothing to a station that opened its databases and answered a command, and its clean close, against `node -e 0`.
 * Without the embedded service: that is a process of its own, and the station does not wait for it.
 */
export async function benchColdStart({ rounds }: { rounds: number }): Promise<BenchResult[]> {
  const built = join(root, 'out/src-main/app/station.js')
  if (!existsSync(built)) throw new Error('out/ is missing: npm run build first')
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const args = ['--input-type=module', '-e', OPEN_AND_CLOSE, built, dataDir]
  try {
    const { baseline, subject } = await sideBySide(
      rounds,
      () => elapsed(() => run(process.execPath, ['-e', '0'])),
      () => elapsed(() => run(process.execPath, args)),
    )
    return [
      {
        name: 'cold start of the station / node -e 0',
        figures: `${subject.toFixed(0)} / ${baseline.toFixed(0)} ms`,
        measured: [subject, baseline],
        ratio: subject / baseline,
        aim: null,
      },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
