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
 * From nothing to the end of a command: its help, a list in a station of its own that begins with the embedded service and needs
 * no call to it, and any command with another service. Beside `node -e 0`, turn by turn.
 */
export async function benchColdStart({ rounds }: { rounds: number }): Promise<BenchResult[]> {
  if (!existsSync(CLI)) throw new Error('out/ is missing: npm run build first')
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const station = ['--data', dataDir]
  const subjects = [
    { name: 'waybill --help', args: ['--help'], aimMs: 120 },
    { name: 'waybill outbox', args: ['outbox', ...station], aimMs: 350 },
    {
      name: 'cold start of the station',
      args: ['call', 'bookings.list', ...station, '--base-url', 'http://127.0.0.1:4010/api/v1'],
      aimMs: 500,
    },
  ]
  const results: BenchResult[] = []
  try {
    for (const { name, args, aimMs } of subjects) {
      const { baseline, subject } = await sideBySide(
        rounds,
        () => elapsed(() => run(process.execPath, ['-e', '0'])),
        () => elapsed(() => run(process.execPath, [CLI, ...args])),
      )
      results.push({
        name: `${name} / node -e 0`,
        figures: `${subject.toFixed(0)} / ${baseline.toFixed(0)} ms`,
        measured: [subject, baseline],
        ratio: subject / baseline,
        aim: { words: `<= ${aimMs} ms`, met: subject <= aimMs },
      })
    }
    return results
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
