import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import type { WatchTimes } from '../../src-main/printing/status/watch.ts'
import { PATIENT } from '../support/printing-faults.ts'
import { virtualEltron } from '../support/virtual-eltron.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { freePort } from '../support/free-port.ts'
import {
  labelRequest,
  openTemporaryPrinting,
  printerDraft,
  type TemporaryPrinting,
  withoutAgents,
} from '../support/temporary-printing.ts'

/** For what is given up: looking for longer would show nothing more. */
const SHORT: WatchTimes = { deadlineMs: 2_000, everyMs: 10, forMs: 3_000 }

let bench: TemporaryPrinting
const withTimes = (watchTimes: WatchTimes) => async () => {
  bench = await openTemporaryPrinting(async () => [], { watchTimes, retryDelaysMs: [30] })
}
afterEach(async () => {
  expect(bench.faults).toEqual([])
  await bench.close()
})

const label = (text: string) => new ZplLabel({ widthDots: 812, heightDots: 1218 }).text(10, 10, 40, text).toBytes()

/** A printer that is asked on its own port. */
async function asked(printer: { uri: string; port: number }): Promise<string> {
  const printerId = await bench.addPrinter(printer.uri)
  await bench.printing.printers.setOptions(printerId, { statusPort: printer.port })
  return printerId
}

const add = (printerId: string, text: string, more = {}) =>
  bench.printing.queue.add(labelRequest(printerId, label(text), { shipmentId: null, ...more }))

describe('a job is PRINTED', () => {
  beforeEach(withTimes(PATIENT.watchTimes))

  test('when the printer is idle twice and its count moved by the labels sent', async () => {
    const zebra = await virtualZebra()
    const { jobId } = await add(await asked(zebra), 'one', { copies: 2 })
    const job = await bench.until(jobId, 'PRINTED')
    expect(job).toMatchObject({ confirmedBy: 'printer', proof: { kind: 'odometer', from: 1000, to: 1002 } })
    expect(zebra.paper).toHaveLength(2)
  })

  test('when it is idle twice and counts nothing', async () => {
    const zebra = await virtualZebra()
    const quiet = await virtualZebra(['no-odometer'])
    expect(zebra.port).not.toBe(quiet.port)
    const { jobId } = await add(await asked(quiet), 'one')
    expect(await bench.until(jobId, 'PRINTED')).toMatchObject({ proof: { kind: 'status-twice' } })
  })

  test('together with all that went out before the printer was idle', async () => {
    const zebra = await virtualZebra([], { drain: 20_000 })
    const printerId = await asked(zebra)
    const jobs = await Promise.all(['a', 'b', 'c', 'd'].map((text) => add(printerId, text)))
    for (const { jobId } of jobs) expect((await bench.until(jobId, 'PRINTED')).confirmedBy).toBe('printer')
    expect(zebra.paper.map(String)).toEqual(['a', 'b', 'c', 'd'].map((text) => String(Buffer.from(label(text)))))
  })
})

describe('a run that prints for longer than the looks at one label', () => {
  beforeEach(withTimes({ ...SHORT, forMs: 1_500 }))

  test('is PRINTED when its last label is out', async () => {
    const zebra = await virtualZebra([], { drain: 200 })
    const printerId = await asked(zebra)
    const jobs = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((text) => add(printerId, text)))
    for (const { jobId } of jobs) expect((await bench.until(jobId, 'PRINTED')).confirmedBy).toBe('printer')
    expect(zebra.paper).toHaveLength(6)
  })
})

describe('a job stays SENT, and says why', () => {
  beforeEach(withTimes(SHORT))

  const detailOf = async (jobId: string) => {
    await expect
      .poll(async () => (await bench.printing.queue.get(jobId)).detail ?? 'handed-over')
      .not.toBe('handed-over')
    return bench.printing.queue.get(jobId)
  }

  test('when the printer never answers', async () => {
    await bench.close()
    await withTimes({ ...SHORT, deadlineMs: 200, forMs: 300 })()
    const zebra = await virtualZebra(['no-replies'])
    const { jobId } = await add(await asked(zebra), 'one')
    expect(await detailOf(jobId)).toMatchObject({ state: 'SENT', detail: 'no-answer', proof: null })
  })

  test('when the printer at the address before is the one that answers', async () => {
    await bench.close()
    await withTimes({ ...SHORT, deadlineMs: 200 })()
    const before = await virtualZebra(['no-odometer', 'paper-out@1'])
    const after = await virtualZebra(['no-replies'])
    const printerId = await asked(before)
    const first = await add(printerId, 'one', { copies: 2 })
    await bench.until(first.jobId, 'SENT')
    const connection = { kind: 'tcp', uri: after.uri } as const
    await bench.printing.printers.save({ ...printerDraft(connection), printerId })
    await bench.printing.printers.setOptions(printerId, { statusPort: after.port })
    const second = await add(printerId, 'two')
    await bench.until(second.jobId, 'SENT')
    before.resume()
    await expect.poll(() => before.paper.length).toBe(2)
    await expect
      .poll(() => bench.printing.queue.get(second.jobId))
      .toMatchObject({ state: 'SENT', detail: 'no-answer', proof: null })
  })

  test('when the paper ran out in the middle of a batch', async () => {
    const zebra = await virtualZebra(['paper-out@1'])
    const printerId = await asked(zebra)
    const [first, second] = await Promise.all([add(printerId, 'one'), add(printerId, 'two')])
    expect(await detailOf(second.jobId)).toMatchObject({ state: 'SENT', detail: 'attention' })
    expect((await bench.printing.queue.get(first.jobId)).state).toBe('SENT')
    expect(zebra.paper).toHaveLength(1)
    zebra.resume()
    expect(zebra.paper).toHaveLength(2)
  })

  test('when the printer lost its buffer in a power cut', async () => {
    const zebra = await virtualZebra([], { drain: 400 })
    const printerId = await asked(zebra)
    const { jobId } = await add(printerId, 'one')
    await bench.until(jobId, 'SENT')
    zebra.powerCycle()
    expect((await detailOf(jobId)).state).toBe('SENT')
    expect(zebra.paper).toHaveLength(0)
  })

  test('when the printer is not asked', async () => {
    const zebra = await virtualZebra()
    const { jobId } = await add(await bench.addPrinter(zebra.uri), 'one')
    expect(await bench.until(jobId, 'SENT')).toMatchObject({ detail: 'handed-over', proof: null })
  })
})

describe('a printer that needs a person', () => {
  beforeEach(withTimes(PATIENT.watchTimes))

  test('gets no byte, and gets the label when it is ready again, by itself', async () => {
    const zebra = await virtualZebra(['head-open@0'])
    const { jobId } = await add(await asked(zebra), 'one')
    const refused = await bench.until(jobId, 'FAILED')
    expect(refused).toMatchObject({
      bytesSent: 0,
      error: { code: 'PRINTER_NOT_READY', details: { problem: 'the print head is open' } },
    })
    expect(refused.nextTryAt).not.toBeNull()
    expect(zebra.received()).toHaveLength(0)
    zebra.resume()
    expect((await bench.until(jobId, 'PRINTED')).attempts).toBeGreaterThan(1)
    expect(zebra.paper).toHaveLength(1)
  })

  test.each([
    ['paper-out@0', 'paperOut'],
    ['head-open@0', 'headOpen'],
    ['ribbon-out@0', 'ribbonOut'],
    ['pause@0', 'paused'],
  ] as const)('with %s shows it in its status', async (fault, field) => {
    const printerId = await asked(await virtualZebra([fault]))
    const status = await bench.printing.printers.status(printerId)
    expect(status).toMatchObject({ online: true, [field]: true })
    expect(status.problem).not.toBeNull()
  })

  test('that is off is told as offline', async () => {
    const port = await freePort()
    const printerId = await asked({ uri: `tcp://127.0.0.1:${port}`, port })
    expect(await bench.printing.printers.status(printerId)).toMatchObject({ online: false })
  })
})

describe('a look at a printer', () => {
  beforeEach(withTimes(PATIENT.watchTimes))

  test('finds where it answers and keeps it', async () => {
    const zebra = await virtualZebra()
    const printerId = await bench.addPrinter(zebra.uri)
    expect(await bench.printing.printers.check(printerId)).toMatchObject({
      model: 'ZD-VIRTUAL',
      dotsPerMm: 8,
      statusPort: zebra.port,
      problem: null,
    })
    expect((await bench.printing.printers.handling(printerId)).options.statusPort).toBe(zebra.port)
  })

  test('tells other dots than the profile has, with both values, and the test label is refused', async () => {
    const zebra = await virtualZebra([], { dotsPerMm: 12 })
    const printerId = await bench.addPrinter(zebra.uri)
    expect((await bench.printing.printers.check(printerId)).problem).toMatchObject({
      code: 'PRINTER_MISMATCH',
      details: { field: 'dpi', profile: '203 dpi', printer: '300 dpi' },
    })
    await expect(bench.printing.printers.testPrint(printerId)).rejects.toMatchObject({ code: 'PRINTER_MISMATCH' })
    expect(zebra.received()).toHaveLength(0)
  })

  test('at an Eltron asks only in EPL, and prints nothing', async () => {
    const eltron = await virtualEltron(['head-open@0'])
    const { printerId } = await bench.printing.printers.save(
      printerDraft({ kind: 'tcp', uri: eltron.uri }, { name: 'Eltron', language: 'EPL' }),
    )
    await withoutAgents(() => bench.printing.printers.check(printerId))
    expect(await bench.printing.printers.status(printerId)).toMatchObject({
      headOpen: true,
      problem: 'the print head is open',
    })
    expect(eltron.received()).toHaveLength(0)
  })
})
