import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runMainJob } from '../../scripts/main-job.ts'
import { projectRoot } from '../../scripts/project.ts'
import { createConversion, type Conversion } from '../../src-main/conversion/conversion.ts'
import { moveDate, onTestsDate } from '../support/child-date.ts'
import { isFullRun } from '../support/full.ts'
import { runningClock } from '../support/running-clock.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { MOMENTS, pickupDayInLaredo, ZONES } from './moments.ts'

/**
 * The main job, which names no day, on any day and in any zone. `npm run any-day` runs all of it. The date comes from
 * outside: this process is given each moment, and the product reads its clock as ever.
 */
describe.each(ZONES.map((zone, nth) => ({ zone, nth })))('where the clocks are those of $zone', ({ zone, nth }) => {
  const before = process.env['TZ']
  let conversion: Conversion

  beforeAll(() => {
    process.env['TZ'] = zone
    conversion = createConversion()
  })
  afterAll(async () => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
    moveDate(runningClock())
    await conversion.close()
  })

  // The default run has each moment in one zone, and each zone at three moments.
  const moments = MOMENTS.filter((_, index) => isFullRun || index % ZONES.length === nth)

  it.each(moments)('one shipment is quoted, booked, printed and tracked at %s', async (wall) => {
    const moment = new Date(wall)
    const clock = runningClock(moment.toISOString())
    moveDate(clock)
    const { baseUrl, apiKey } = await testSandbox({ clock })
    const { report, problem } = await runMainJob({
      ...{ dataDir: tempDir(), baseUrl, apiKey, conversion, printer: undefined, format: 'ZPL', say: () => undefined },
    })
    expect(problem).toBeNull()
    expect(report.pickupDate).toBe(pickupDayInLaredo(moment))
    expect(report.bytesReceived).toBe(report.bytesSent)
  })
})

const lastLineSchema = z.object({ pickupDate: z.string(), barcodeText: z.string(), trackingNumber: z.string() })

it('npm run demo comes to its end on Thanksgiving, with an embedded service of its own', async () => {
  const clock = runningClock('2026-11-26T17:30:00-06:00')
  const { execArgv, env } = onTestsDate(clock)
  const { stdout } = await promisify(execFile)(process.execPath, [...execArgv, 'scripts/demo.ts'], {
    cwd: projectRoot,
    env,
  })
  const report = lastLineSchema.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''))
  expect(report).toMatchObject({ pickupDate: '2026-11-27', barcodeText: report.trackingNumber })
})
