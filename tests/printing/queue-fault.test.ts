import { describe, expect, it, onTestFinished } from 'vitest'
import { AFTER_FAULT_MS } from '../../src-main/kernel/wake-timers.ts'
import { acknowledgementOf } from '../../src-main/printing/queue/acknowledgement.ts'
import type { SheetPorts } from '../../src-main/printing/queue/send-sheets.ts'
import { createSender } from '../../src-main/printing/queue/sender.ts'
import { watchBy, type Sight, type Watch } from '../../src-main/printing/status/watch.ts'
import { tcpTransport } from '../../src-main/printing/transports/tcp.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { StoredPages } from '../../src-shared/station/printing/stored-pages.ts'
import { aJob } from '../renderer/builders.ts'
import { countingIds, FakeClock } from '../support/fake-clock.ts'
import { freePort } from '../support/free-port.ts'
import { startRawPort } from '../support/raw-port.ts'
import { labelRequest, openTemporaryPrinting } from '../support/temporary-printing.ts'
import { inPassingTime } from '../world/processes/passing-time.ts'

const label = (text: string) => Buffer.from(`^XA^FO10,10^A0N,30,30^FD${text}^FS^XZ\n`, 'latin1')

/** A ledger that refuses to write a print job's row in this state, as a full disk would, until it is mended. */
async function benchRefusing(state: string, pass: (ms: number) => void) {
  const bench = await openTemporaryPrinting(async () => [], { retryDelaysMs: [40] })
  onTestFinished(bench.close)
  const { db } = bench.ledger
  db.exec(
    `CREATE TRIGGER refusing BEFORE UPDATE OF state ON print_job WHEN NEW.state = '${state}'
     BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  )
  const add = (printerId: string, text: string) =>
    bench.printing.queue.add(labelRequest(printerId, label(text), { shipmentId: null }))
  /** Once it has refused there is room, and the pause after a fault is over. */
  const mend = async () => {
    await expect.poll(() => bench.faults.length).toBeGreaterThan(0)
    db.exec('DROP TRIGGER refusing')
    pass(AFTER_FAULT_MS)
  }
  return { bench, add, mend }
}

it('a printer whose job could not be written down asks about it, and goes on with the next by itself', () =>
  inPassingTime(async (pass) => {
    const { bench, add, mend } = await benchRefusing('SENT', pass)
    const dock = await startRawPort()
    onTestFinished(() => dock.close())
    const printerId = await bench.addPrinter(dock.uri)
    const first = await add(printerId, 'one')
    const second = await add(printerId, 'two')
    await mend()
    expect(await bench.until(first.jobId, 'UNKNOWN')).toMatchObject({
      error: { code: 'PRINTER_INTERRUPTED', details: { reason: 'fault' } },
    })
    await bench.until(second.jobId, 'SENT')
    expect(dock.received().toString()).toBe([label('one'), label('two')].join(''))
  }))

it('a label that is tried again by itself is so too when the try could not be written down', () =>
  inPassingTime(async (pass) => {
    const { bench, add, mend } = await benchRefusing('QUEUED', pass)
    const port = await freePort()
    const { jobId } = await add(await bench.addPrinter(`tcp://127.0.0.1:${port}`), 'one')
    await bench.until(jobId, 'FAILED')
    await mend()
    const dock = await startRawPort({}, port)
    onTestFinished(() => dock.close())
    await bench.until(jobId, 'SENT')
    expect(dock.received().toString()).toBe(label('one').toString())
  }))

/** A sender alone, to a port of this machine. */
function aSender(watch: Watch | null, notePages: SheetPorts['notePages'] = () => expect.unreachable()) {
  const faults: unknown[] = []
  const to = { host: '127.0.0.1', port: 0 }
  const sender = createSender(
    {
      route: async () => ({ transport: tcpTransport(to), proves: () => false, watch }),
      clock: new FakeClock(),
      ids: countingIds(),
      onChange: () => undefined,
      onFault: (error) => faults.push(error),
      sheets: async () => ({ make: async (page) => ({ bytes: label(`page ${page}`), labels: 1 }) }),
    },
    { signal: new AbortController().signal, isClosing: () => false, notePages },
  )
  const send = async (port: number, jobId: string, pages: StoredPages | null = null) => {
    to.port = port
    const document = label(jobId)
    const job = { ...aJob({ state: 'SENDING' }), jobId }
    const content = { ...acknowledgementOf(document, 1), setBack: '' }
    const sendable = { job, content, document, pages, printer: null, setBackOwed: '' }
    const end = await sender.send(sendable, 30)
    sender.settled(sendable, end)
    return end
  }
  return { sender, send, faults }
}

it('a file of which a page was taken is UNKNOWN, not FAILED, when the disk fails between two pages', async () => {
  const dock = await startRawPort()
  onTestFinished(() => dock.close())
  const { send, faults } = aSender(null, async () => {
    throw new StationError({ code: 'DISK_FULL', message: 'The disk is full.', retryable: true })
  })
  const pages = { ofCopy: 3, begin: 0, end: 3, handedOver: 0, isBetween: false, stop: null }
  expect(await send(dock.port, 'file', { ...pages, format: 'ZPL', despite: [] })).toMatchObject({
    to: 'UNKNOWN',
    bytesSent: label('page 1').length,
    error: { retryable: false },
  })
  expect(faults).toMatchObject([{ message: 'The disk is full.' }])
  expect(dock.received().toString()).toBe(label('page 1').toString())
})

describe('a printer that counts nothing and was away in a run of labels proves none of them', () => {
  const IDLE = { kind: 'answered', isIdle: true, trouble: null } as const
  const aWatch = (...sights: Sight[]) =>
    watchBy(
      { look: async () => sights.shift() ?? IDLE, count: async () => null, idleProves: true },
      { deadlineMs: 10, everyMs: 1, forMs: 60_000 },
    )

  it('where a look found it away before new work came', async () => {
    const dock = await startRawPort()
    onTestFinished(() => dock.close())
    const { sender, send } = aSender(aWatch(IDLE, { kind: 'unreachable', reason: 'off' }))
    expect(await send(dock.port, 'one')).toMatchObject({ to: 'SENT' })
    let looks = 0
    expect(await sender.prove('PRN-1', () => looks++ < 1)).toBeNull()
    expect(await send(dock.port, 'two')).toMatchObject({ to: 'SENT' })
    expect(await sender.prove('PRN-1', () => true)).toEqual({ jobIds: ['one', 'two'], detail: 'no-answer' })
    expect(await send(dock.port, 'three')).toMatchObject({ to: 'SENT' })
    expect(await sender.prove('PRN-1', () => true)).toEqual({ jobIds: ['three'], proof: { kind: 'status-twice' } })
  })

  it('where it refused a label', async () => {
    const dock = await startRawPort()
    onTestFinished(() => dock.close())
    const { sender, send } = aSender(aWatch())
    expect(await send(dock.port, 'one')).toMatchObject({ to: 'SENT' })
    expect(await send(await freePort(), 'two')).toMatchObject({ to: 'FAILED' })
    expect(await send(dock.port, 'two')).toMatchObject({ to: 'SENT' })
    expect(await sender.prove('PRN-1', () => true)).toEqual({ jobIds: ['one', 'two'], detail: 'no-answer' })
  })
})
