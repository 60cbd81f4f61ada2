import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import { virtualProfile } from '../../src-main/printing/printers/printers.ts'
import { printerStore } from '../../src-main/printing/printers/printers.rows.ts'
import { applyPolicy } from '../../src-main/printing/printers/carrier-policy.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { freePort } from '../support/free-port.ts'
import { startRawPort, type RawPort } from '../support/raw-port.ts'
import type { PrintPurpose } from '../../src-shared/station/printing/printing.ts'
import { printerOptionsSchema } from '../../src-shared/station/printing/printer-settings.ts'
import {
  labelRequest,
  openTemporaryPrinting,
  printerDraft,
  type TemporaryPrinting,
} from '../support/temporary-printing.ts'

const HALF_AN_HOUR = 30 * 60_000

let bench: TemporaryPrinting
const open: RawPort[] = []
beforeEach(async () => {
  bench = await openTemporaryPrinting(async () => [], { retryDelaysMs: [40] })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  await bench.close()
  expect(bench.faults).toEqual([])
})

async function printerAt(port: number): Promise<RawPort> {
  const started = await startRawPort({}, port)
  open.push(started)
  return started
}

const label = (text: string, settings = '') =>
  Buffer.from(`^XA${settings}^FO10,10^A0N,30,30^FD${text}^FS^XZ\n`, 'latin1')
const add = (printerId: string, text: string, more = {}) =>
  bench.printing.queue.add(labelRequest(printerId, label(text), { shipmentId: null, ...more }))

describe('a printer that is off', () => {
  test('gets its labels in order once it is on again, by itself, and nobody else is overtaken', async () => {
    const port = await freePort()
    const printerId = await bench.addPrinter(`tcp://127.0.0.1:${port}`)
    const jobs = [await add(printerId, 'one'), await add(printerId, 'two'), await add(printerId, 'three')]
    const refused = await bench.until(jobs[0]?.jobId ?? '', 'FAILED')
    expect(refused).toMatchObject({ bytesSent: 0, nextTryAt: expect.any(String) })
    expect((await bench.printing.queue.get(jobs[1]?.jobId ?? '')).state).toBe('QUEUED')
    const dock = await printerAt(port)
    for (const { jobId } of jobs) await bench.until(jobId, 'SENT')
    expect(dock.received().toString()).toBe([label('one'), label('two'), label('three')].join(''))
  })

  test('is sent nothing that the disk has spoiled meanwhile: the job says so, and the next one goes', async () => {
    const port = await freePort()
    const printerId = await bench.addPrinter(`tcp://127.0.0.1:${port}`)
    const first = await add(printerId, 'one')
    const second = await add(printerId, 'two')
    await bench.until(first.jobId, 'FAILED')
    bench.ledger.db
      .prepare('UPDATE document_bytes SET bytes = ? WHERE bytes = ?')
      .run(label('another consignee'), label('one'))
    await expect(bench.printing.queue.document(first.jobId)).rejects.toMatchObject({ code: 'NO_LABEL' })
    const dock = await printerAt(port)
    await bench.until(second.jobId, 'SENT')
    expect(await bench.printing.queue.get(first.jobId)).toMatchObject({
      state: 'FAILED',
      nextTryAt: null,
      error: { code: 'NO_LABEL', message: expect.stringContaining('damaged') },
    })
    expect(dock.received().toString()).toBe(label('two').toString())
  })

  test('goes on being tried after a restart', async () => {
    const port = await freePort()
    const { jobId } = await add(await bench.addPrinter(`tcp://127.0.0.1:${port}`), 'one')
    await bench.until(jobId, 'FAILED')
    await bench.restart()
    await printerAt(port)
    expect((await bench.until(jobId, 'SENT')).attempts).toBeGreaterThan(1)
  })
})

describe('a job that waited too long', () => {
  async function staleJob() {
    const dock = await printerAt(0)
    const printerId = await bench.addPrinter(dock.uri)
    await bench.printing.printers.setPaused(printerId, true)
    const { jobId } = await add(printerId, 'old')
    bench.clock.advance(HALF_AN_HOUR + 1000)
    await bench.printing.printers.setPaused(printerId, false)
    await expect.poll(async () => (await bench.printing.queue.get(jobId)).question).toBe('stale')
    return { dock, printerId, jobId }
  }

  test('asks before it prints, and does not hold up a fresh one', async () => {
    const { dock, printerId, jobId } = await staleJob()
    const fresh = await add(printerId, 'fresh')
    await bench.until(fresh.jobId, 'SENT')
    expect(dock.received().toString()).toBe(label('fresh').toString())
    await bench.restart()
    expect(await bench.printing.queue.get(jobId)).toMatchObject({ state: 'QUEUED', question: 'stale' })
  })

  test('prints when the answer is print-now', async () => {
    const { dock, jobId } = await staleJob()
    await bench.printing.queue.answer(jobId, 'print-now')
    expect(await bench.until(jobId, 'SENT')).toMatchObject({ question: null })
    expect(dock.received().toString()).toBe(label('old').toString())
  })

  test('is given up when the answer is cancel, and is not asked twice', async () => {
    const { dock, jobId } = await staleJob()
    expect(await bench.printing.queue.answer(jobId, 'cancel')).toMatchObject({ state: 'CANCELLED', question: null })
    await expect(bench.printing.queue.answer(jobId, 'print-now')).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect(dock.received()).toHaveLength(0)
  })

  test('waits as long as the rule says', async () => {
    const dock = await printerAt(0)
    const printerId = await bench.addPrinter(dock.uri)
    await bench.printing.rules.set({ staleMinutes: 120 })
    await bench.printing.printers.setPaused(printerId, true)
    const { jobId } = await add(printerId, 'old')
    bench.clock.advance(HALF_AN_HOUR * 3)
    await bench.printing.printers.setPaused(printerId, false)
    await bench.until(jobId, 'SENT')
  })
})

describe('a paused queue', () => {
  test('sends nothing until it is resumed, also over a restart', async () => {
    const dock = await printerAt(0)
    const printerId = await bench.addPrinter(dock.uri)
    expect(await bench.printing.printers.setPaused(printerId, true)).toMatchObject({ isQueuePaused: true })
    const { jobId } = await add(printerId, 'one')
    await bench.restart()
    expect((await bench.printing.queue.get(jobId)).state).toBe('QUEUED')
    expect(dock.received()).toHaveLength(0)
    await bench.printing.printers.setPaused(printerId, false)
    await bench.until(jobId, 'SENT')
  })
})

describe('moving a job', () => {
  test('to another printer prints it there, and only there', async () => {
    const port = await freePort()
    const dock = await printerAt(0)
    const from = await bench.addPrinter(`tcp://127.0.0.1:${port}`)
    const to = await bench.addPrinter(dock.uri, 'Dock 2')
    const { jobId } = await add(from, 'one')
    await bench.until(jobId, 'FAILED')
    await bench.printing.queue.move(jobId, to)
    expect(await bench.until(jobId, 'SENT')).toMatchObject({ printerName: 'Dock 2', nextTryAt: null })
    expect(dock.received().toString()).toBe(label('one').toString())
  })

  test.each(['move', 'cancel'] as const)('(%s) waits for an attempt that has sent nothing yet', async (word) => {
    const dock = await printerAt(0)
    const from = await bench.addPrinter(`tcp://127.0.0.1:${await freePort()}`)
    const to = await bench.addPrinter(dock.uri, 'Dock 2')
    const { jobId } = await add(from, 'one')
    await bench.until(jobId, 'SENDING')
    await bench.printing.queue[word](jobId, to)
    const ended = await bench.until(jobId, 'SENT', 'CANCELLED')
    expect(ended.state).toBe(word === 'move' ? 'SENT' : 'CANCELLED')
    expect(dock.received().toString()).toBe(word === 'move' ? label('one').toString() : '')
  })

  test('is refused for other dots, with the reason', async () => {
    const from = await bench.addPrinter(`tcp://127.0.0.1:${await freePort()}`)
    const draft = printerDraft({ kind: 'virtual' }, { name: 'Dock 2', dpi: 300 })
    const { printerId } = await bench.printing.printers.save(draft)
    await bench.printing.printers.setPaused(from, true)
    const { jobId } = await add(from, 'one')
    await expect(bench.printing.queue.move(jobId, printerId)).rejects.toMatchObject({
      code: 'PRINTER_DIFFERS',
      details: { field: 'dpi', from: 203, to: 300 },
    })
  })
})

describe('a printer that cannot print the bytes', () => {
  const receipt = { paper: 'receipt' } as const
  test.each([
    ['a receipt roll', {}, receipt, {}, 'paper'],
    ['an office printer', { media: { widthIn: 8.5, heightIn: 11 } }, {}, {}, 'media'],
    ['shorter labels', { media: { widthIn: 4, heightIn: 4 } }, {}, {}, 'media'],
    ['shorter labels loaded', {}, { stockId: 'stk_4x4_gap' }, {}, 'media'],
    ['other dots', { dpi: 300 }, {}, {}, 'dpi'],
    [
      'a queue, whose papers are PDFs',
      { connection: { kind: 'queue', name: 'office' } },
      {},
      { purpose: 'bol' },
      'connection',
    ],
  ] as const)('takes over no job, and none is moved to it: %s', async (_what, profile, options, job, field) => {
    const from = await bench.addPrinter(`tcp://127.0.0.1:${await freePort()}`)
    const draft = printerDraft({ kind: 'virtual' }, { name: 'Other', ...profile })
    const { printerId: to } = await bench.printing.printers.save(draft)
    await bench.printing.printers.setOptions(to, options)
    await bench.printing.rules.setRoute({ document: 'label', printerId: from, copies: 1, fallbackPrinterId: to })
    await bench.printing.rules.set({ fallback: 'use' })
    const { jobId } = await add(from, 'one', job)
    await bench.until(jobId, 'FAILED')
    await bench.printing.printers.setPaused(from, true)
    await expect(bench.printing.queue.move(jobId, to)).rejects.toMatchObject({
      code: 'PRINTER_DIFFERS',
      message: expect.stringContaining('Other cannot print this job'),
      details: { field },
    })
    expect(await bench.printing.queue.get(jobId)).toMatchObject({ printerName: 'Dock 1', bytesSent: 0 })
  })

  test('is none with longer labels, or a roll of that width', async () => {
    const from = await bench.addPrinter(`tcp://127.0.0.1:${await freePort()}`)
    const to = await bench.addPrinter((await printerAt(0)).uri, 'Dock 2')
    for (const stockId of ['stk_4x8_gap', 'stk_4_roll']) {
      await bench.printing.printers.setOptions(to, { stockId })
      const { jobId } = await add(from, stockId)
      await bench.until(jobId, 'FAILED')
      await bench.printing.queue.move(jobId, to)
      await bench.until(jobId, 'SENT')
    }
  })
})

describe('a printer that leaves out commands that the first one lets through', () => {
  async function waitingAt(text: string, settings = '') {
    const from = await bench.addPrinter(`tcp://127.0.0.1:${await freePort()}`)
    await bench.printing.printers.setOptions(from, { carrierSettings: 'allow' })
    const dock = await printerAt(0)
    const to = await bench.addPrinter(dock.uri, 'Dock 2')
    await bench.printing.rules.setRoute({ document: 'label', printerId: from, copies: 1, fallbackPrinterId: to })
    const queued = await bench.printing.queue.add(labelRequest(from, label(text, settings)))
    expect(queued.stripped).toEqual([])
    await bench.until(queued.jobId, 'FAILED')
    return { jobId: queued.jobId, from, to, dock }
  }

  test.each([
    ['^MMT', 'strip'],
    ['^MMT', 'block'],
    ['~TA010', 'strip'],
  ] as const)('gets no label with them: %s, %s', async (command, carrierSettings) => {
    const { jobId, from, to, dock } = await waitingAt('one', command)
    await bench.printing.printers.setOptions(to, { carrierSettings })
    await bench.printing.rules.set({ fallback: 'use' })
    const { attempts } = await bench.printing.queue.get(jobId)
    await expect
      .poll(async () => (await bench.printing.queue.get(jobId)).attempts, { timeout: 30_000 })
      .toBeGreaterThan(attempts)
    await bench.printing.printers.setPaused(from, true)
    await expect(bench.printing.queue.move(jobId, to)).rejects.toMatchObject({
      code: 'LABEL_REFUSED',
      message: expect.stringContaining('Dock 2'),
      details: { settings: [command.slice(0, 3)] },
    })
    expect(await bench.printing.queue.get(jobId)).toMatchObject({ printerName: 'Dock 1', bytesSent: 0 })
    expect(dock.received()).toHaveLength(0)
    await bench.printing.printers.setOptions(to, { carrierSettings: 'allow' })
    await bench.printing.queue.move(jobId, to)
    await bench.until(jobId, 'SENT')
  })

  test('gets one without them as it is', async () => {
    const { jobId, to, dock } = await waitingAt('one', '^CI28^LH10,10')
    const document = Buffer.from(await bench.printing.queue.document(jobId)).toString()
    await bench.printing.queue.move(jobId, to)
    await bench.until(jobId, 'SENT')
    expect(dock.received().toString()).toBe(document)
  })
})

describe('routes', () => {
  test('name the printer of a kind of document, and forget one that is removed', async () => {
    const printerId = await bench.addPrinter('tcp://127.0.0.1:9100')
    await bench.printing.rules.setRoute({ document: 'bol', printerId, copies: 3, fallbackPrinterId: null })
    expect((await bench.printing.printers.choose(undefined, 'bol')).printerId).toBe(printerId)
    expect((await bench.printing.printers.choose()).name).toBe('Virtual printer')
    await bench.restart()
    expect(bench.printing.rules.routeOf('bol')).toMatchObject({ printerId, copies: 3 })
    await bench.printing.printers.remove(printerId)
    expect(bench.printing.rules.routeOf('bol').printerId).toBeNull()
  })

  test('forget one whose removal ended before they did', async () => {
    const [gone, kept] = [
      await bench.addPrinter('tcp://127.0.0.1:9100'),
      await bench.addPrinter('tcp://127.0.0.1:9101', 'Dock 2'),
    ]
    const { rules } = bench.printing
    await rules.setRoute({ document: 'bol', printerId: gone, copies: 3, fallbackPrinterId: kept })
    await rules.setRoute({ document: 'office', printerId: kept, copies: 1, fallbackPrinterId: gone })
    await printerStore(bench.ledger.db, bench.clock, () => virtualProfile('prn_none')).remove(gone)
    await bench.restart()
    expect(bench.printing.rules.routeOf('bol')).toMatchObject({ printerId: null, copies: 3, fallbackPrinterId: kept })
    expect(bench.printing.rules.routeOf('office')).toMatchObject({ printerId: kept, fallbackPrinterId: null })
  })

  test('that are set at once are all kept, and so are kinds of labels', async () => {
    const printerId = await bench.addPrinter('tcp://127.0.0.1:9100')
    const { rules, stock } = bench.printing
    const route = { printerId, copies: 1, fallbackPrinterId: null }
    const kind = { media: { widthIn: 4, heightIn: 8 }, tracking: 'gap', print: 'direct' } as const
    await Promise.all([
      rules.setRoute({ document: 'label', ...route }),
      rules.setRoute({ document: 'bol', ...route }),
      rules.set({ staleMinutes: 45 }),
      stock.save({ ...kind, name: 'Shelf' }),
      stock.save({ ...kind, name: 'Rack' }),
      stock.remove('stk_4x8_gap'),
    ])
    for (const _ of ['now', 'after a restart']) {
      const { rules: now, stock: kinds } = bench.printing
      expect([now.routeOf('label').printerId, now.routeOf('bol').printerId]).toEqual([printerId, printerId])
      expect(now.get().staleMinutes).toBe(45)
      expect(kinds.list().map(({ name }) => name)).toEqual(expect.arrayContaining(['Shelf', 'Rack']))
      expect(kinds.loaded('stk_4x8_gap')).toBeNull()
      await bench.restart()
    }
  })

  test('let the fallback print when no byte had left, once that is the rule', async () => {
    const dock = await printerAt(0)
    const printerId = await bench.addPrinter(`tcp://127.0.0.1:${await freePort()}`)
    const fallbackPrinterId = await bench.addPrinter(dock.uri, 'Dock 2')
    await bench.printing.rules.setRoute({ document: 'label', printerId, copies: 1, fallbackPrinterId })
    const waits = await add(printerId, 'one')
    expect((await bench.until(waits.jobId, 'FAILED')).printerName).toBe('Dock 1')
    await bench.printing.rules.set({ fallback: 'use' })
    expect(await bench.until(waits.jobId, 'SENT')).toMatchObject({ printerName: 'Dock 2' })
    expect(dock.received().toString()).toBe(label('one').toString())
  })
})

describe('the fallback of a printer', () => {
  test('is that of the document: another one may go elsewhere', async () => {
    const printerId = await bench.addPrinter(`tcp://127.0.0.1:${await freePort()}`)
    const slips = await bench.addPrinter((await printerAt(0)).uri, 'Slips')
    const labels = await bench.addPrinter((await printerAt(0)).uri, 'Labels')
    const { rules } = bench.printing
    await rules.setRoute({ document: 'packing-slip', printerId, copies: 1, fallbackPrinterId: slips })
    await rules.setRoute({ document: 'office', printerId, copies: 1, fallbackPrinterId: slips })
    await rules.setRoute({ document: 'label', printerId, copies: 1, fallbackPrinterId: labels })
    await rules.set({ fallback: 'use' })
    const went = async (purpose: PrintPurpose) => {
      const { jobId } = await add(printerId, purpose, { purpose })
      return (await bench.until(jobId, 'SENT')).printerName
    }
    expect(await went('label')).toBe('Labels')
    expect(await went('file')).toBe('Labels')
    expect(await went('packing-slip')).toBe('Slips')
    // Without a printer of its own, a bill of lading goes where all papers go.
    expect(await went('bol')).toBe('Slips')
  })

  test('takes over no label that only tests the printer', async () => {
    const printerId = await bench.addPrinter(`tcp://127.0.0.1:${await freePort()}`)
    const fallbackPrinterId = await bench.addPrinter((await printerAt(0)).uri, 'Dock 2')
    await bench.printing.rules.setRoute({ document: 'label', printerId, copies: 1, fallbackPrinterId })
    await bench.printing.rules.set({ fallback: 'use' })
    const { jobId } = await add(printerId, 'one', { purpose: 'test' })
    await expect.poll(async () => (await bench.printing.queue.get(jobId)).attempts).toBeGreaterThan(2)
    expect((await bench.printing.queue.get(jobId)).printerName).toBe('Dock 1')
  })
})

describe('two printers that take over for each other', () => {
  const NO_RETRY_YET = { retryDelaysMs: [3_600_000] }

  test('pass a job on once, and then wait for its next try', async () => {
    const slow = await openTemporaryPrinting(async () => [], NO_RETRY_YET)
    onTestFinished(slow.close)
    const { queue, rules } = slow.printing
    const first = await slow.addPrinter(`tcp://127.0.0.1:${await freePort()}`)
    const second = await slow.addPrinter(`tcp://127.0.0.1:${await freePort()}`, 'Dock 2')
    await rules.setRoute({ document: 'label', printerId: first, copies: 1, fallbackPrinterId: second })
    await rules.setRoute({ document: 'packing-slip', printerId: second, copies: 1, fallbackPrinterId: first })
    await rules.set({ fallback: 'use' })
    const { jobId } = await queue.add(labelRequest(first, label('one')))
    /** Once neither printer has anything to do. */
    const atRest = async () => queue.exclusively(first, () => queue.exclusively(second, () => queue.get(jobId)))
    const waits = { state: 'FAILED', printerName: 'Dock 2', attempts: 2, nextTryAt: expect.any(String) }
    await expect.poll(() => atRest().catch(() => null)).toMatchObject(waits)
    await queue.tryAgain(second)
    await expect.poll(() => atRest().catch(() => null)).toMatchObject({ ...waits, attempts: 3 })
  })

  test('are two: none is its own', async () => {
    const printerId = await bench.addPrinter('tcp://127.0.0.1:9100')
    const own = { document: 'label', printerId, copies: 1, fallbackPrinterId: printerId } as const
    await expect(bench.printing.rules.setRoute(own)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('fallbackPrinterId'),
    })
    expect(bench.printing.rules.routeOf('label').fallbackPrinterId).toBeNull()
  })
})

describe("a carrier's label that changes the printer's settings", () => {
  const printer = { language: 'ZPL', dpi: 203, media: { widthIn: 4, heightIn: 6 } } as const

  test('goes out without them, and the job says which', async () => {
    const dock = await printerAt(0)
    const printerId = await bench.addPrinter(dock.uri)
    const document = label('usps', '^MMT^PR2~SD25')
    const job = await bench.printing.queue.add(labelRequest(printerId, document))
    expect(job.stripped).toEqual(['^MM', '^PR', '~SD'])
    await bench.until(job.jobId, 'SENT')
    expect(dock.received().toString()).toBe(label('usps').toString())
    expect(Buffer.from(await bench.printing.queue.document(job.jobId)).equals(dock.received())).toBe(true)
  })

  test('is refused where the policy blocks it', async () => {
    const printerId = await bench.addPrinter('tcp://127.0.0.1:9100')
    await bench.printing.printers.setOptions(printerId, { carrierSettings: 'block' })
    await expect(bench.printing.queue.add(labelRequest(printerId, label('usps', '^MMT')))).rejects.toMatchObject({
      code: 'LABEL_REFUSED',
      details: { settings: ['^MM'] },
    })
  })

  test('of our own keeps every byte, and what it set is set back behind it', () => {
    const own = new ZplLabel({ widthDots: 812, heightDots: 1218 }).text(1, 1, 30, 'x').toBytes()
    const { document, stripped } = applyPolicy(
      { document: own, purpose: 'test' },
      printer,
      printerOptionsSchema.parse({}),
    )
    expect(Buffer.from(document).toString()).toBe(`${Buffer.from(own).toString()}^XA^CI0^XZ`)
    expect(stripped).toEqual([])
  })

  test('lets no profile allow what would be refused, or what parameters decide', () => {
    const handling = printerOptionsSchema.parse({ allowedCommands: ['~JR', '^ID', '^PQ', '^JU', '~TA'] })
    const send = (text: string) =>
      Buffer.from(applyPolicy({ document: label('x', text), purpose: 'label' }, printer, handling).document).toString()
    expect(send('~TA010^JUS')).toBe(label('x', '~TA010').toString())
    expect(send('^IDR:OTHERS.GRF')).toBe(label('x').toString())
  })

  test('of an owner who allows settings goes out without questions all the same', () => {
    const handling = printerOptionsSchema.parse({ carrierSettings: 'allow' })
    const { document, stripped } = applyPolicy(
      { document: label('x', '^MMT~HS^ZQ1'), purpose: 'label' },
      printer,
      handling,
    )
    expect([Buffer.from(document).toString(), stripped]).toEqual([label('x', '^MMT').toString(), ['~HS', '^ZQ']])
  })
})

test('reprints of a shipment are counted', async () => {
  const zebra = await virtualZebra()
  const printerId = await bench.addPrinter(zebra.uri)
  const first = await bench.printing.queue.add(labelRequest(printerId, label('one')))
  const second = await bench.printing.queue.add(
    labelRequest(printerId, label('one'), { purpose: 'reprint', reason: 'torn' }),
  )
  const third = await bench.printing.queue.add(
    labelRequest(printerId, label('one'), { purpose: 'reprint', reason: 'wet' }),
  )
  expect([first, second, third].map(({ reprintNumber }) => reprintNumber)).toEqual([0, 1, 2])
})

describe('a label whose shipment is canceled', () => {
  const cancel = (shipmentId: string) =>
    bench.ledger.db
      .prepare(
        `INSERT INTO site_booking (booking_id, environment, reference, shipment_id, record)
         VALUES (?, 'embedded', 'PO-1', ?, '{"course":{"cancellation":{"reason":null}}}')`,
      )
      .run(`bkg_${shipmentId}`, shipmentId)

  test('as the site has reported it, is not added', async () => {
    const printerId = await bench.addPrinter(`tcp://127.0.0.1:${await freePort()}`)
    cancel('shp_1')
    await expect(add(printerId, 'one', { shipmentId: 'shp_1' })).rejects.toMatchObject({
      code: 'WRONG_STATE',
      details: { isCanceled: true },
    })
  })

  test('since it was added, goes to no printer, even after a restart; others do', async () => {
    const port = await freePort()
    const printerId = await bench.addPrinter(`tcp://127.0.0.1:${port}`)
    await bench.printing.printers.setPaused(printerId, true)
    const canceled = await add(printerId, 'one', { shipmentId: 'shp_1' })
    const other = await add(printerId, 'two', { shipmentId: 'shp_2' })
    const paper = await add(printerId, 'three', { shipmentId: 'shp_1', purpose: 'bol' })
    cancel('shp_1')
    await bench.restart()
    const dock = await printerAt(port)
    await bench.printing.printers.setPaused(printerId, false)
    await bench.until(paper.jobId, 'SENT')
    expect(await bench.printing.queue.get(canceled.jobId)).toMatchObject({ state: 'CANCELLED', attempts: 0 })
    expect(await bench.printing.queue.get(other.jobId)).toMatchObject({ state: 'SENT' })
    expect(dock.received().toString()).toBe([label('two'), label('three')].join(''))
  })

  test('goes when a person wanted it again all the same', async () => {
    const port = await freePort()
    const printerId = await bench.addPrinter(`tcp://127.0.0.1:${port}`)
    const dock = await printerAt(port)
    const sent = await add(printerId, 'one', { shipmentId: 'shp_1' })
    await bench.until(sent.jobId, 'SENT')
    cancel('shp_1')
    await bench.printing.printers.setPaused(printerId, true)
    const again = await bench.printing.queue.answer(sent.jobId, 'print-again')
    await bench.printing.printers.setPaused(printerId, false)
    await bench.until(again.jobId, 'SENT')
    expect(dock.received().toString()).toBe([label('one'), label('one')].join(''))
  })
})
