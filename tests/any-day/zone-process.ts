import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMainJob } from '../../scripts/main-job.ts'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { startSandbox } from '../../src-sandbox/server.ts'
import { moveDate } from '../support/child-date.ts'
import { runningClock } from '../support/running-clock.ts'

/**
 * The main job at one moment after the other, in the zone that this program was started in: a zone that is changed while threads
 * run can end the process. Prints a line of JSON for each. Arguments: a seeded file of the embedded service, then the moments.
 */
const [seeded = '', ...walls] = process.argv.slice(2)
const conversion = createConversion()

for (const wall of walls) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-any-day-'))
  const moment = new Date(wall).toISOString()
  const clock = runningClock(moment)
  moveDate(clock)
  copyFileSync(seeded, join(folder, 'sandbox.db'))
  const apiKey = 'test-key'
  const service = await startSandbox({ port: 0, dataDir: folder, apiKey, machineNow: () => clock.now().getTime() })
  try {
    const { report, problem } = await runMainJob({
      ...{ dataDir: join(folder, 'station'), baseUrl: service.baseUrl, apiKey, conversion, printer: undefined },
      ...{ format: 'ZPL', say: () => undefined },
    })
    const { pickupDate, bytesSent, bytesReceived } = report
    console.log(JSON.stringify({ wall, moment, problem, pickupDate, bytesSent, bytesReceived }))
  } catch (error) {
    console.log(
      JSON.stringify({ wall, moment, problem: String(error), pickupDate: '', bytesSent: 0, bytesReceived: null }),
    )
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
await conversion.close()
