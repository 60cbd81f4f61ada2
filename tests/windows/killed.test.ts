import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { LANE } from '../cli/run.ts'
import { startRawPort } from '../support/raw-port.ts'
import { testSandbox } from '../support/sandbox.ts'
import { until } from '../support/until.ts'
import { onWindows, windowsForTests } from './wine.ts'

const MINUTES = { giveUpMs: 180_000, everyMs: 20 }
/** How long the service keeps a request: long enough for Windows' own program to end the one who sent it. */
const KEPT_MS = 20_000
const bookingsSchema = z.array(z.object({ reference: z.string(), state: z.string() }))
const jobsSchema = z.array(z.object({ jobId: z.string(), state: z.string() }))

describe(...onWindows('a station of Windows that is ended by TerminateProcess'), () => {
  const windows = windowsForTests()

  it.each([
    ['the service has it and its answer was on the way', { kind: 'none' }, 'BOOKED'],
    ['the service never got it', { kind: 'drop', when: 'before' }, 'UNKNOWN'],
  ] as const)(
    'while it books looks before it sends when %s',
    async (_when, fault, expected) => {
      const { startWaybill, waybill } = windows()
      const sandbox = await testSandbox({ clock: windows().clock })
      const env = {
        WAYBILL_DATA: `C:\\users\\Public\\${expected}`,
        WAYBILL_BASE_URL: sandbox.baseUrl,
        WAYBILL_API_KEY: sandbox.apiKey,
      }
      const quoted = await waybill(['quote', ...LANE, '--json'], { env })
      const { id } = z.object({ id: z.string() }).parse(JSON.parse(quoted.out))
      await sandbox.fault({ method: 'POST', path: '/book-shipment', delayMs: KEPT_MS, fault })
      const booking = startWaybill(['book', '--quote', id, '--reference', 'PO-1'], { env })
      onTestFinished(() => booking.kill())
      await until(
        'the request at the service',
        async () => ((await sandbox.faultsWaiting()) === 0 ? true : null),
        MINUTES,
      )
      await booking.terminate()
      await sleep(KEPT_MS)

      const total = expected === 'BOOKED' ? 1 : 0
      expect(await sandbox.get('/shipments?reference=PO-1')).toMatchObject({ meta: { pagination: { total } } })
      await waybill(['call', 'tracking.sync'], { env })
      await waybill(['outbox', 'check', 'PO-1'], { env })
      const listed = await waybill(['outbox', '--all', '--json'], { env })
      expect(bookingsSchema.parse(JSON.parse(listed.out))).toEqual([{ reference: 'PO-1', state: expected }])
      expect(await sandbox.get('/shipments?reference=PO-1')).toMatchObject({ meta: { pagination: { total } } })
    },
    600_000,
  )

  it('while it prints says at its next start that the result is unknown, and prints nothing', async () => {
    const { drive, named, startWaybill, waybill } = windows()
    const printer = await startRawPort({ drainRate: 2_000 })
    onTestFinished(() => printer.close())
    const env = { WAYBILL_DATA: 'C:\\users\\Public\\Printing' }
    const label = join(drive, 'label.zpl')
    writeFileSync(label, `^XA${'^FO50,50^A0N,40,40^FDHello^FS'.repeat(2_000)}^XZ`)
    const print = startWaybill(['print', '--file', named(label), '--printer', printer.uri], { env })
    onTestFinished(() => print.kill())
    await until('the first bytes', () => (printer.received().length > 0 ? true : null), MINUTES)
    await print.terminate()

    const jobs = await waybill(['call', 'jobs.list'], { env })
    expect(jobsSchema.parse(JSON.parse(jobs.out))).toMatchObject([{ state: 'UNKNOWN' }])
    const received = printer.received().toString()
    expect(received.match(/\^XA/g)).toHaveLength(1)
    expect(received).not.toContain('^XZ')
  }, 600_000)
})
