import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { projectRoot } from '../../scripts/project.ts'
import { onTestsDate } from '../support/child-date.ts'
import { full, isFullRun } from '../support/full.ts'
import { runningClock } from '../support/running-clock.ts'
import { DEFAULT_MOMENTS, DEFAULT_ZONES, MOMENTS, pickupDayInLaredo, ZONES } from './moments.ts'

const PROGRAM = join(import.meta.dirname, 'zone-process.ts')
const endSchema = z.object({
  wall: z.string(),
  /** The same moment as the zone's process reads it. */
  moment: z.iso.datetime(),
  problem: z.string().nullable(),
  pickupDate: z.string(),
  bytesSent: z.number(),
  bytesReceived: z.number().nullable(),
})

/** A program of ours on the date of the tests, in a zone. */
async function linesOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: projectRoot, env })
  return stdout.trimEnd().split('\n')
}

/**
 * The main job, which names no day, on any day and in any zone. `npm run any-day` runs all of it. The date comes from
 * outside: each zone's process is given each moment, and the product reads its clock as ever.
 */
for (const [nth, zone] of ZONES.entries()) {
  const options = DEFAULT_ZONES.includes(zone) ? {} : full('a process a zone; three of them are in every run')
  describe(`where the clocks are those of ${zone}`, options, () => {
    const moments = isFullRun ? MOMENTS : MOMENTS.filter((moment) => moment === DEFAULT_MOMENTS[nth])
    let ends: z.infer<typeof endSchema>[] = []

    beforeAll(async () => {
      const { env } = onTestsDate(runningClock())
      const lines = await linesOf(PROGRAM, [inject('seededService'), ...moments], { ...env, TZ: zone })
      ends = lines.map((line) => endSchema.parse(JSON.parse(line)))
    }, 300_000)

    it.each(moments)('one shipment is quoted, booked, printed and tracked at %s', (wall) => {
      const end = ends.find((one) => one.wall === wall)
      const first = pickupDayInLaredo(new Date(end?.moment ?? ''))
      // Or the day behind it, where the service says that its carriers come no more on the first: its day ends in the afternoon.
      const second = pickupDayInLaredo(new Date(Date.parse(`${first}T18:00:00Z`) + 86_400_000))
      expect(end?.problem).toBe(null)
      expect([first, second]).toContain(end?.pickupDate)
      expect(end?.bytesReceived).toBe(end?.bytesSent)
      expect(end?.bytesSent).toBeGreaterThan(0)
    })
  })
}

const lastLineSchema = z.object({ pickupDate: z.string(), barcodeText: z.string(), trackingNumber: z.string() })

it(
  'npm run demo comes to its end on Thanksgiving, with an embedded service of its own',
  full(
    'a first start and a main job in a process; tests/e2e/main-job.test.ts proves the job on a day, the zones above on others',
  ),
  async () => {
    const { env } = onTestsDate(runningClock('2026-11-26T17:30:00-06:00'))
    const report = lastLineSchema.parse(JSON.parse((await linesOf('scripts/demo.ts', [], env)).at(-1) ?? ''))
    expect(report).toMatchObject({ pickupDate: '2026-11-27', barcodeText: report.trackingNumber })
  },
)
