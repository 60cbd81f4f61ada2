import { fork } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'

/** Starts a station that books, and kills it without warning when its booking is in this state. */
async function killWhen(state: string, dataDir: string, baseUrl: string, apiKey: string): Promise<void> {
  const child = fork(join(import.meta.dirname, 'dying-station.ts'), [dataDir, baseUrl, apiKey, 'PO-1'])
  await new Promise<void>((resolve, reject) => {
    child.on('message', (seen) => {
      if (seen === state) child.kill('SIGKILL')
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve()
      else reject(new Error(`the station ended by itself with ${String(code)}`))
    })
  })
}

describe('a station killed while it books', () => {
  it.each([
    ['the service has it and its answer was on the way', { kind: 'none' }, 'BOOKED'],
    ['the service never got it', { kind: 'drop', when: 'before' }, 'UNKNOWN'],
  ] as const)('looks before it sends when %s', async (_when, fault, expected) => {
    const sandbox = await testSandbox()
    const dataDir = tempDir()
    // Slow enough to be killed in between; the service goes on with what it received.
    await sandbox.fault({ method: 'POST', path: '/book-shipment', delayMs: 500, fault })
    await killWhen('SENDING', dataDir, sandbox.baseUrl, sandbox.apiKey)
    await new Promise((resolve) => setTimeout(resolve, 700))

    const station = await testStation(sandbox, { dataDir, baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey })
    const booking = await station.until('the look', async () => {
      const [first] = await station.run('bookings.list', {})
      return first && (first.state === 'BOOKED' || first.checks > 0) ? first : null
    })
    expect(booking).toMatchObject({ reference: 'PO-1', state: expected })
    const total = expected === 'BOOKED' ? 1 : 0
    expect(await sandbox.get('/shipments?reference=PO-1')).toMatchObject({ meta: { pagination: { total } } })
  })
})
