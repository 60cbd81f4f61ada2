import { fork } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { onTestsDate } from '../support/child-date.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { newStores } from '../support/new-stores.ts'
import { testStation } from '../support/test-station.ts'

/** Starts a station that books, and kills it without warning once its request has arrived at the service. */
async function killWhileBooking(dataDir: string, sandbox: TestSandbox): Promise<void> {
  const args = [dataDir, sandbox.baseUrl, sandbox.apiKey, 'PO-1']
  const child = fork(join(import.meta.dirname, 'dying-station.ts'), args, onTestsDate(sandbox.clock))
  const gone = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
  while ((await sandbox.faultsWaiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  child.kill('SIGKILL')
  expect(await gone).toBe('SIGKILL')
}

describe('a station killed while it books', () => {
  it.each([
    ['the service has it and its answer was on the way', { kind: 'none' }, 'BOOKED'],
    ['the service never got it', { kind: 'drop', when: 'before' }, 'UNKNOWN'],
  ] as const)('looks before it sends when %s', async (_when, fault, expected) => {
    const sandbox = await testSandbox()
    const dataDir = newStores()
    // Slow enough to be killed in between; the service goes on with what it received.
    await sandbox.fault({ method: 'POST', path: '/book-shipment', delayMs: 500, fault })
    await killWhileBooking(dataDir, sandbox)
    await new Promise((resolve) => setTimeout(resolve, 700))

    // A command that sends nothing itself does not show it as under way.
    const at = { dataDir, baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey }
    const command = await testStation(sandbox, { ...at, background: false })
    expect(await command.run('bookings.list', {})).toMatchObject([{ reference: 'PO-1', state: 'UNKNOWN' }])
    await command.close()

    const station = await testStation(sandbox, at)
    const booking = await station.until('the look', async () => {
      const [first] = await station.run('bookings.list', {})
      return first && (first.state === 'BOOKED' || first.checks > 0) ? first : null
    })
    expect(booking).toMatchObject({ reference: 'PO-1', state: expected })
    const total = expected === 'BOOKED' ? 1 : 0
    expect(await sandbox.get('/shipments?reference=PO-1')).toMatchObject({ meta: { pagination: { total } } })
  })
})
