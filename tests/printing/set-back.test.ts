import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { StationError } from '../../src-shared/station/error.ts'
import type { PrintPurpose } from '../../src-shared/station/printing/printing.ts'
import type { StoredPages } from '../../src-shared/station/printing/stored-pages.ts'
import { freePort } from '../support/free-port.ts'
import { startRawPort, type RawPortOptions } from '../support/raw-port.ts'
import {
  labelRequest,
  openTemporaryPrinting,
  printerDraft,
  withoutAgents,
  type TemporaryPrinting,
} from '../support/temporary-printing.ts'

const label = (text: string, first = '') => Buffer.from(`^XA${first}^FO10,10^A0N,30,30^FD${text}^FS^XZ\n`, 'latin1')
const TURNED = label('turned', '^POI')
const UPRIGHT = '\n^XA^PON^XZ'

let bench: TemporaryPrinting
/** What comes before the second page of a file is made. */
let secondPage: () => Promise<void>
beforeEach(async () => {
  secondPage = async () => undefined
  bench = await openTemporaryPrinting(async () => [], {
    retryDelaysMs: [1_000_000],
    sheets: async () => ({
      make: async (page) => {
        if (page === 2) await secondPage()
        return { bytes: label(`page ${page}`), labels: 1 }
      },
    }),
  })
})
afterEach(async () => {
  await bench.close()
  expect(bench.faults).toEqual([])
})

const add = (printerId: string, document: Buffer, pages?: StoredPages, purpose: PrintPurpose = 'label') =>
  bench.printing.queue.add(labelRequest(printerId, document, { shipmentId: null, pages, purpose }))

/** A printer at the same port as the one before. */
async function dockAt(port: number, options: RawPortOptions = {}) {
  const dock = await startRawPort(options, port)
  onTestFinished(() => dock.close())
  return dock
}

/** A printer that the connection to was lost while it took a label that turns all labels. */
async function brokenOff(port: number): Promise<string> {
  const dock = await dockAt(port, { breakAfter: { bytes: 30, how: 'RST' } })
  const printerId = await bench.addPrinter(dock.uri)
  const { jobId } = await add(printerId, TURNED)
  await bench.until(jobId, 'UNKNOWN')
  await dock.close()
  return printerId
}

it('what a label that broke off may have set is set back ahead of the next one, once, also after a restart', async () => {
  const port = await freePort()
  const printerId = await brokenOff(port)
  await bench.restart()
  const dock = await dockAt(port)
  const next = await add(printerId, label('next'))
  // What goes ahead is no part of the job.
  expect(await bench.until(next.jobId, 'SENT')).toMatchObject({ bytesSent: label('next').length })
  await bench.until((await add(printerId, label('last'))).jobId, 'SENT')
  expect(dock.received().toString()).toBe(UPRIGHT + label('next').toString() + label('last').toString())
})

it('a label that broke off twice is set back once, and a job that the printer refused leaves it owed', async () => {
  const port = await freePort()
  const printerId = await brokenOff(port)
  const broken = await dockAt(port, { breakAfter: { bytes: 40, how: 'RST' } })
  await bench.until((await add(printerId, TURNED)).jobId, 'UNKNOWN')
  await broken.close()
  const refused = await add(printerId, label('refused'))
  await bench.until(refused.jobId, 'FAILED')
  await bench.printing.queue.cancel(refused.jobId)
  const dock = await dockAt(port)
  await bench.until((await add(printerId, label('next'))).jobId, 'SENT')
  expect(dock.received().toString()).toBe(UPRIGHT + label('next').toString())
})

it('papers that the driver draws go as they are, and the label behind them is set back', async () => {
  const port = await freePort()
  const printerId = await brokenOff(port)
  const dock = await dockAt(port)
  const paper = Buffer.from('%PDF-1.7\n%%EOF\n', 'latin1')
  await bench.until((await add(printerId, paper, undefined, 'office')).jobId, 'SENT')
  await bench.until((await add(printerId, label('next'))).jobId, 'SENT')
  expect(dock.received().toString()).toBe(paper.toString() + UPRIGHT + label('next').toString())
})

it('an EPL label that broke off in the middle of a line is set back on a line of its own', async () => {
  const port = await freePort()
  const broken = await dockAt(port, { breakAfter: { bytes: 12, how: 'RST' } })
  const printerId = await bench.addPrinter(broken.uri, 'Dock 2', 'EPL')
  const { jobId } = await add(printerId, Buffer.from('N\nZB\nA10,10,0,3,1,1,N,"turned"\nP1\n', 'latin1'))
  await bench.until(jobId, 'UNKNOWN')
  await broken.close()
  const dock = await dockAt(port)
  const next = 'N\nA10,10,0,3,1,1,N,"next"\nP1\n'
  await bench.until((await add(printerId, Buffer.from(next, 'latin1'))).jobId, 'SENT')
  expect(dock.received().toString()).toBe(`\nZT\n${next}`)
})

it('another printer at another address is not set back', async () => {
  const printerId = await brokenOff(await freePort())
  const dock = await dockAt(0)
  await withoutAgents(() =>
    bench.printing.printers.save({ printerId, ...printerDraft({ kind: 'tcp', uri: dock.uri }) }),
  )
  await bench.until((await add(printerId, label('next'))).jobId, 'SENT')
  expect(dock.received().toString()).toBe(label('next').toString())
})

it('a file that ended before a page while its printer went away is set back ahead of the next job', async () => {
  const port = await freePort()
  const first = await dockAt(port)
  const printerId = await bench.addPrinter(first.uri)
  const pages = { ofCopy: 3, begin: 0, end: 3, handedOver: 0, isBetween: false, stop: null }
  secondPage = async () => {
    await expect.poll(() => first.received().length).toBe(label('page 1').length)
    await first.close()
    throw new StationError({ code: 'ASKS_FIRST', message: 'The page asks first.' })
  }
  const { jobId } = await add(printerId, TURNED, { ...pages, format: 'ZPL', despite: [] })
  expect((await bench.until(jobId, 'SENT')).pages).toMatchObject({ handedOver: 1, stop: { kind: 'page' } })
  const dock = await dockAt(port)
  await bench.until((await add(printerId, label('next'))).jobId, 'SENT')
  expect(dock.received().toString()).toBe(UPRIGHT + label('next').toString())
})
