import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { elapsed, sideBySide, type BenchResult, type Sizes } from './ratio.ts'

const run = promisify(execFile)
const CLI = join(import.meta.dirname, '../../out/src-main/cli/waybill.js')

export const COLD_STARTS: Sizes<{ rounds: number }> = { full: { rounds: 7 }, short: { rounds: 0 } }

/**
 * From nothing to a command line whose station opened its databases and answered a command, and its clean close, against `node -e 0`.
 * Without the embedded service: that is a process of its own, and the station does not wait for it.
 */
export async function benchColdStart({ rounds }: { rounds: number }): Promise<BenchResult[]> {
  if (!existsSync(CLI)) throw new Error('out/ is missing: npm run build first')
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const args = [CLI, 'call', 'bookings.list', '--data', dataDir, '--base-url', 'http://127.0.0.1:4010/api/v1']
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
