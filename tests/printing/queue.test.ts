import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createQueue, type QueueOptions } from '../../src-main/printing/queue/queue.ts'
import { routeTo } from '../../src-main/printing/printers/route.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { printJobStore } from '../../src-main/printing/queue/print-jobs.rows.ts'
import { printerOptionsSchema } from '../../src-shared/station/printing/printer-settings.ts'
import { countingIds } from '../support/fake-clock.ts'
import { labelRequest, openTemporaryPrinting, type TemporaryPrinting } from '../support/temporary-printing.ts'
import { freePort } from '../support/free-port.ts'
import { startRawPort, type RawPort, type RawPortOptions } from '../support/raw-port.ts'

const HUGE = 16 * 1024 * 1024

let bench: TemporaryPrinting
const open: RawPort[] = []
beforeEach(async () => {
  bench = await openTemporaryPrinting()
})
afterEach(async () => {
  const { faults } = bench
  await Promise.all(open.splice(0).map((one) => one.close()))
  await bench.close()
  expect(faults).toEqual([])
})

async function printer(options: RawPortOptions = {}, port = 0): Promise<RawPort> {
  const started = await startRawPort(options, port)
  open.push(started)
  return started
}

function auditOf(subjectId: string): unknown[] {
  return bench.ledger.db.prepare('SELECT actor, action FROM audit WHERE subject_id = ? ORDER BY id').all(subjectId)
}

/** A job in the ledger whose bytes may have left, as a station that died in the middle leaves it. */
async function diedWhileSending(printerId: string, document: Uint8Array): Promise<string> {
  const jobs = printJobStore(bench.ledger.db, bench.clock)
  await jobs.add({ ...labelRequest(printerId, document), jobId: 'job_died' })
  await jobs.takeNext(printerId)
  return 'job_died'
}

describe('a job', () => {
  test('is saved before its first byte leaves, and SENT when the printer took it and closed', async () => {
    const dock = await printer()
    const printerId = await bench.addPrinter(dock.uri)
    const label = randomBytes(12_000)
    const queued = await bench.printing.queue.add(labelRequest(printerId, label))
    expect(queued).toMatchObject({ state: 'SENDING', bytes: 12_000, bytesSent: 0, printerName: 'Dock 1' })

    const sent = await bench.until(queued.jobId, 'SENT')
    expect(sent).toMatchObject({ bytesSent: 12_000, confirmedBy: null, error: null })
    expect(dock.received().equals(label)).toBe(true)
    expect(await bench.printing.queue.document(queued.jobId)).toEqual(label)
    expect(auditOf(queued.jobId)).toEqual([
      { actor: 'operator', action: 'queued' },
      { actor: 'station', action: 'sending' },
      { actor: 'station', action: 'sent' },
    ])
    expect(bench.events).toContainEqual({ name: 'jobs.changed', payload: { jobId: queued.jobId } })
  })

  test('is SENDING in the commit that adds it where its printer takes jobs and has none, and waits elsewhere', async () => {
    const jobs = printJobStore(bench.ledger.db, bench.clock)
    const document = randomBytes(10)
    const stateOf = async (printerId: string, jobId: string) => {
      const { added, next } = await jobs.addToSend({ ...labelRequest(printerId, document), jobId })
      expect(next === null).toBe(added.state === 'QUEUED')
      if (next) expect(next).toMatchObject({ job: added, document, spoiled: null, printer: { printer: { printerId } } })
      expect(await jobs.get(jobId)).toEqual(added)
      return added.state
    }
    const [busy, failing, paused] = [
      await bench.addPrinter('tcp://127.0.0.1:9', 'Busy'),
      await bench.addPrinter('tcp://127.0.0.1:9', 'Failing'),
      await bench.addPrinter('tcp://127.0.0.1:9', 'Paused'),
    ]
    bench.ledger.db.prepare('UPDATE printer SET is_paused = 1 WHERE printer_id = ?').run(paused)
    expect(await stateOf(busy, 'job_idle')).toBe('SENDING')
    expect(await stateOf(busy, 'job_behind')).toBe('QUEUED')
    expect(await stateOf(failing, 'job_refused')).toBe('SENDING')
    const error = { code: 'PRINTER_UNREACHABLE', message: 'off', retryable: true, details: {} } as const
    await jobs.settle(
      'job_refused',
      { to: 'FAILED', error, nextTryAt: '2999-01-01T00:00:00.000Z' },
      { takeNext: false },
    )
    expect(await stateOf(failing, 'job_behind_retry')).toBe('QUEUED')
    expect(await stateOf(paused, 'job_held')).toBe('QUEUED')
  })

  test('goes where the profile says when it is taken, whatever it said before', async () => {
    const [old, moved] = [await printer(), await printer()]
    const printerId = await bench.addPrinter(old.uri)
    const [before, after] = [randomBytes(100), randomBytes(100)]
    await bench.until((await bench.printing.queue.add(labelRequest(printerId, before))).jobId, 'SENT')
    const profile = await bench.printing.printers.choose(printerId)
    await bench.printing.printers.save({ ...profile, connection: { kind: 'tcp', uri: moved.uri } })
    await bench.until((await bench.printing.queue.add(labelRequest(printerId, after))).jobId, 'SENT')
    expect(old.received().equals(before)).toBe(true)
    expect(moved.received().equals(after)).toBe(true)
  })

  test('is FAILED when the printer is off, and goes out on retry', async () => {
    const port = await freePort()
    const printerId = await bench.addPrinter(`tcp://127.0.0.1:${port}`)
    const label = randomBytes(3000)
    const { jobId } = await bench.printing.queue.add(labelRequest(printerId, label))
    const failed = await bench.until(jobId, 'FAILED')
    expect(failed).toMatchObject({ bytesSent: 0, error: { code: 'PRINTER_UNREACHABLE', retryable: true } })

    const dock = await printer({}, port)
    expect((await bench.printing.queue.retry(jobId)).state).toBe('QUEUED')
    expect(await bench.until(jobId, 'SENT')).toMatchObject({ error: null })
    expect(dock.received().equals(label)).toBe(true)
  })

  test('is UNKNOWN when the printer broke the connection, and is not sent again by itself', async () => {
    const breaking = await printer({ breakAfter: { bytes: 20_000, how: 'RST' } })
    const printerId = await bench.addPrinter(breaking.uri)
    const { jobId } = await bench.printing.queue.add(labelRequest(printerId, randomBytes(HUGE)))
    const unknown = await bench.until(jobId, 'UNKNOWN')
    expect(unknown.error?.code).toBe('PRINTER_INTERRUPTED')
    expect(unknown.bytesSent).toBeGreaterThan(0)

    await bench.restart()
    await expect(bench.printing.queue.retry(jobId)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await expect(bench.printing.queue.cancel(jobId)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect((await bench.printing.queue.get(jobId)).state).toBe('UNKNOWN')
    expect(breaking.connections).toHaveLength(1)
  })

  test('is sent once for each copy', async () => {
    const dock = await printer()
    const printerId = await bench.addPrinter(dock.uri)
    const label = randomBytes(2000)
    const { jobId } = await bench.printing.queue.add(labelRequest(printerId, label, { copies: 3 }))
    expect(await bench.until(jobId, 'SENT')).toMatchObject({ copies: 3, bytes: 2000, bytesSent: 6000 })
    expect(dock.connections.map(({ bytes }) => bytes.equals(label))).toEqual([true, true, true])
  })

  test('is UNKNOWN when the printer goes away between two copies, and says how much left', async () => {
    const dock = await printer({ drainRate: 100_000 })
    const printerId = await bench.addPrinter(dock.uri)
    const { jobId } = await bench.printing.queue.add(labelRequest(printerId, randomBytes(2000), { copies: 50 }))
    await expect.poll(() => dock.connections.length).toBeGreaterThan(2)
    await dock.close()
    const job = await bench.until(jobId, 'UNKNOWN')
    expect(job.error?.code).toBe('PRINTER_INTERRUPTED')
    expect(job.bytesSent).toBeGreaterThanOrEqual(2000)
    expect(job.bytesSent).toBeLessThan(100_000)
  })

  test('without a byte is refused, for it could only be called printed', async () => {
    const printerId = await bench.addPrinter('tcp://127.0.0.1:9100')
    await expect(bench.printing.queue.add(labelRequest(printerId, Buffer.alloc(0)))).rejects.toMatchObject({
      code: 'NO_LABEL',
    })
    expect(await bench.printing.queue.list(1)).toEqual([])
  })
})

describe('the queue', () => {
  test('sends to one printer in the order asked for, one at a time', async () => {
    const dock = await printer()
    const printerId = await bench.addPrinter(dock.uri)
    const labels = Array.from({ length: 40 }, (_, index) => Buffer.from(`label ${index}`))
    const jobs = await Promise.all(labels.map((label) => bench.printing.queue.add(labelRequest(printerId, label))))
    await Promise.all(jobs.map(({ jobId }) => bench.until(jobId, 'SENT')))
    expect(dock.connections.map(({ bytes }) => bytes.toString())).toEqual(labels.map(String))
    expect(dock.mostAtOnce).toBe(1)
  })

  test('does not let one printer wait for another', async () => {
    const silent = await printer({ isSilent: true })
    const dock = await printer()
    const stuck = await bench.printing.queue.add(labelRequest(await bench.addPrinter(silent.uri), randomBytes(HUGE)))
    const free = await bench.printing.queue.add(
      labelRequest(await bench.addPrinter(dock.uri, 'Dock 2'), randomBytes(10)),
    )
    await bench.until(free.jobId, 'SENT')
    await expect.poll(() => silent.connections.length).toBe(1)
    expect((await bench.printing.queue.get(stuck.jobId)).state).toBe('SENDING')
    await silent.close()
    await bench.until(stuck.jobId, 'UNKNOWN')
  })

  test('gives up a job that is still queued, and never sends it', async () => {
    const silent = await printer({ isSilent: true })
    const printerId = await bench.addPrinter(silent.uri)
    const first = await bench.printing.queue.add(labelRequest(printerId, randomBytes(HUGE)))
    const second = await bench.printing.queue.add(labelRequest(printerId, randomBytes(10)))
    await expect.poll(() => silent.connections.length).toBe(1)
    expect(await bench.printing.queue.cancel(second.jobId)).toMatchObject({ state: 'CANCELLED' })
    await expect(bench.printing.queue.cancel(first.jobId)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await silent.close()
    await bench.until(first.jobId, 'UNKNOWN')
    expect(silent.connections).toHaveLength(1)
  })
})

describe("the operator's answer", () => {
  async function unknownJob(): Promise<{ jobId: string; dock: RawPort; label: Buffer }> {
    const dock = await printer()
    const printerId = await bench.addPrinter(dock.uri)
    const label = randomBytes(500)
    const jobId = await diedWhileSending(printerId, label)
    await bench.restart()
    return { jobId, dock, label }
  }

  test('that it came out makes the job PRINTED', async () => {
    const { jobId, dock } = await unknownJob()
    expect(await bench.printing.queue.answer(jobId, 'printed')).toMatchObject({
      state: 'PRINTED',
      confirmedBy: 'operator',
    })
    expect(dock.connections).toHaveLength(0)
    expect(auditOf(jobId).at(-1)).toEqual({ actor: 'operator', action: 'printed' })
  })

  test('that it did not makes a new job of the same bytes and ends the old one', async () => {
    const { jobId, dock, label } = await unknownJob()
    const again = await bench.printing.queue.answer(jobId, 'print-again')
    expect(again).toMatchObject({ purpose: 'reprint', shipmentId: 'shp_1', bytes: 500, copies: 1 })
    expect(again.jobId).not.toBe(jobId)
    expect(again.reason).toBe('PRINTER_INTERRUPTED')
    await bench.until(again.jobId, 'SENT')
    expect(dock.received().equals(label)).toBe(true)

    const old = await bench.printing.queue.get(jobId)
    expect(old).toMatchObject({
      state: 'FAILED',
      error: { code: 'PRINTER_INTERRUPTED', details: { reprintedAs: again.jobId } },
    })
    await expect(bench.printing.queue.retry(jobId)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await expect(bench.printing.queue.cancel(jobId)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await expect(bench.printing.queue.answer(jobId, 'print-again')).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  test('is taken for a job that was SENT, and for no job that is settled', async () => {
    const dock = await printer()
    const printerId = await bench.addPrinter(dock.uri)
    const { jobId } = await bench.printing.queue.add(labelRequest(printerId, randomBytes(10)))
    await bench.until(jobId, 'SENT')
    expect((await bench.printing.queue.answer(jobId, 'printed')).state).toBe('PRINTED')
    await expect(bench.printing.queue.answer(jobId, 'printed')).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await expect(bench.printing.queue.answer(jobId, 'print-again')).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })
})

describe('at start', () => {
  test('what was being sent is UNKNOWN and is not sent again', async () => {
    const dock = await printer()
    const jobId = await diedWhileSending(await bench.addPrinter(dock.uri), randomBytes(10))
    await bench.restart()
    expect(await bench.printing.queue.get(jobId)).toMatchObject({
      state: 'UNKNOWN',
      error: { code: 'PRINTER_INTERRUPTED', details: { reason: 'found at start' } },
    })
    await bench.restart()
    expect(dock.connections).toHaveLength(0)
  })

  test('what was queued is sent', async () => {
    const dock = await printer()
    const printerId = await bench.addPrinter(dock.uri)
    const label = randomBytes(700)
    const jobs = printJobStore(bench.ledger.db, bench.clock)
    await jobs.add({ ...labelRequest(printerId, label), jobId: 'job_left' })
    await bench.restart()
    await bench.until('job_left', 'SENT')
    expect(dock.received().equals(label)).toBe(true)
  })
})

describe('closing', () => {
  test('waits for the send under way and leaves the rest queued for the next start', async () => {
    const slow = await printer({ drainRate: 400_000 })
    const printerId = await bench.addPrinter(slow.uri)
    const first = await bench.printing.queue.add(labelRequest(printerId, randomBytes(200_000)))
    const second = await bench.printing.queue.add(labelRequest(printerId, randomBytes(100)))
    await bench.until(first.jobId, 'SENDING')
    await bench.printing.close()
    expect((await bench.printing.queue.get(first.jobId)).state).toBe('SENT')
    expect((await bench.printing.queue.get(second.jobId)).state).toBe('QUEUED')
    await bench.restart()
    await bench.until(second.jobId, 'SENT')
    expect(slow.received()).toHaveLength(200_100)
  })

  test('breaks off a send that does not end, and says so in the ledger', async () => {
    const silent = await printer({ isSilent: true })
    const printerId = await bench.addPrinter(silent.uri)
    const { queue, jobs } = queueOfItsOwn({ closeMs: 50 })
    const { jobId } = await queue.add(labelRequest(printerId, randomBytes(HUGE)))
    await expect.poll(() => silent.connections.length).toBe(1)
    await queue.close()
    expect(await jobs.get(jobId)).toMatchObject({
      state: 'UNKNOWN',
      error: { code: 'PRINTER_INTERRUPTED', details: { reason: 'the station closed the connection' } },
    })
  })
})

describe('a fault of ours', () => {
  test('while sending leaves the job UNKNOWN, is told, and does not stop the queue', async () => {
    const printerId = await bench.addPrinter('tcp://127.0.0.1:9100')
    const faults: unknown[] = []
    let sends = 0
    const { queue, jobs } = queueOfItsOwn({
      onFault: (error) => faults.push(error),
      route: async () => ({
        proves: () => false,
        watch: null,
        transport: {
          check: async () => null,
          send: async (bytes) => {
            if (++sends === 1) throw new Error('a slip')
            return { kind: 'accepted', bytes: bytes.length, answer: Buffer.alloc(0) }
          },
        },
      }),
    })
    const first = await queue.add(labelRequest(printerId, randomBytes(10)))
    const second = await queue.add(labelRequest(printerId, randomBytes(10)))
    await expect.poll(async () => (await jobs.get(second.jobId)).state).toBe('SENT')
    expect(await jobs.get(first.jobId)).toMatchObject({ state: 'UNKNOWN', error: { code: 'INTERNAL' } })
    expect(faults).toEqual([new Error('a slip')])
  })

  test('in a saved address fails the job with its code', async () => {
    const printerId = await bench.addPrinter('tcp://127.0.0.1:9100')
    bench.ledger.db.prepare('UPDATE printer SET connection = ?').run('{"kind":"tcp","uri":"serial:COM1"}')
    const { jobId } = await bench.printing.queue.add(labelRequest(printerId, randomBytes(10)))
    expect(await bench.until(jobId, 'FAILED')).toMatchObject({ error: { code: 'INVALID_PRINTER_ADDRESS' } })
  })
})

describe('labels that never came out', () => {
  test('are those kept here that no printer was given, newest first, whatever else was printed for the shipment', async () => {
    const dock = await printer()
    const printerId = await bench.addPrinter(dock.uri)
    const deadId = await bench.addPrinter(`tcp://127.0.0.1:${await freePort()}`, 'Dock 2')
    const labels = labelStore(bench.ledger.db, bench.clock)
    const bytes = randomBytes(40)
    const keep = (shipmentId: string, environment = 'here') =>
      labels.keep(environment, shipmentId, [{ documentId: `doc_${shipmentId}`, format: 'ZPL', bytes }])
    const { queue } = bench.printing
    const print = async (shipmentId: string, more: Partial<Parameters<typeof queue.add>[0]> = {}) =>
      (await queue.add(labelRequest(printerId, bytes, { shipmentId, ...more }))).jobId

    for (const shipmentId of ['shp_printed', 'shp_slip_only', 'shp_failed', 'shp_untouched']) await keep(shipmentId)
    await keep('shp_elsewhere', 'there')
    await bench.until(await print('shp_printed'), 'SENT')
    await bench.until(await print('shp_slip_only', { purpose: 'packing-slip' }), 'SENT')
    await bench.until(await print('shp_failed', { printerId: deadId }), 'FAILED')

    expect(await queue.unprinted('here')).toEqual({
      shipmentIds: ['shp_untouched', 'shp_failed', 'shp_slip_only'],
      isComplete: true,
    })
    expect(await queue.unprinted('there')).toEqual({ shipmentIds: ['shp_elsewhere'], isComplete: true })
  })
})

/** A second queue on the same ledger, with other options than the app's. */
function queueOfItsOwn(options: Partial<QueueOptions>) {
  const jobs = printJobStore(bench.ledger.db, bench.clock)
  const queue = createQueue({
    jobs,
    keepsFrom: async () => null,
    clock: bench.clock,
    route: async ({ job }) =>
      routeTo(await bench.printing.printers.choose(job.printerId), printerOptionsSchema.parse({}), {
        virtualPrinter: bench.printing.virtualPrinter,
        ...bench.printing.discovery,
      }),
    ids: countingIds(),
    onChange: () => undefined,
    onFault: (error) => bench.faults.push(error),
    ...options,
  })
  return { queue, jobs }
}
