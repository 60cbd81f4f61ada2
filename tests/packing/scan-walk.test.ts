import { expect, test } from 'vitest'
import { z } from 'zod'
import { testSandbox } from '../support/sandbox.ts'
import { callSchema, hopsOf, reported, walkOf } from '../support/walk.ts'

/**
 * The walk that ARCHITECTURE.md draws ("From a scan to the printer"), counted as calls of one file into another, tools left
 * out; fewer are welcome, more are a detour.
 */
const MOST_HOPS = 39
const PROGRAM = new URL('scan-walk-process.ts', import.meta.url)

const walkSchema = z.object({ kind: z.string(), calls: z.array(callSchema) })
type Walk = z.infer<typeof walkSchema>

/** Up to the first byte's way to the printer. */
function untilTransport({ calls }: Walk): Walk['calls'] {
  const end = calls.findIndex(({ file, name }) => file.endsWith('/transports/tcp.ts') && name === 'send')
  expect(end).toBeGreaterThan(0)
  return calls.slice(0, end + 1)
}

const times = (walk: Walk, file: string, name: string): number =>
  untilTransport(walk).filter((call) => call.file.endsWith(file) && call.name === name).length

test('a scan goes to the printer on a short way, however often the label was printed before', async () => {
  const { first, later } = z
    .object({ first: walkSchema, later: walkSchema })
    .parse(await walkOf(PROGRAM, await testSandbox()))
  for (const walk of [first, later]) {
    expect(walk.kind).toBe('printing')
    const hops = hopsOf(untilTransport(walk))
    expect(hops.length, reported(hops)).toBeLessThanOrEqual(MOST_HOPS)
    // Judged once, and without a way to a thread: a label is small.
    expect(times(walk, 'conversion/validate.ts', 'validateLabels')).toBe(1)
    expect(times(walk, 'conversion/worker-pool.ts', 'run')).toBe(0)
    // What shares a commit with another call is followed there: at most, and not exactly.
    // The printer is read to choose it, and with the job that is taken for it.
    expect(times(walk, 'printers/printer-row.ts', 'toStoredPrinter')).toBeLessThanOrEqual(2)
    expect(times(walk, 'booking/booking-row.rows.ts', 'toBooking')).toBe(1)
    expect(hops.length).toBeGreaterThan(20)
  }
  // The new job, which its idle printer takes at once; of all those before it, the last that came out.
  expect(times(first, 'queue/print-job-row.ts', 'toStoredJob')).toBeLessThanOrEqual(1)
  expect(times(later, 'queue/print-job-row.ts', 'toStoredJob')).toBeLessThanOrEqual(2)
})
