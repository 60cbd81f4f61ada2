import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { blankBitmap, sameBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { documentPages } from '../../src-main/labels/conversion/pages.ts'
import { createPrintFile, MOST_AT_ONCE } from '../../src-main/packing/print-file.ts'
import { openSheets } from '../../src-main/packing/sheets.ts'
import {
  startLabelPrinter,
  type LabelPrinter,
  type LabelPrinterOptions,
} from '../../src-main/printing/simulator/label-printer.ts'
import type { PrintingOptions } from '../../src-main/printing/printing.ts'
import type { TcpDeadlines } from '../../src-main/printing/transports/tcp.ts'
import { printFileSchema } from '../../src-shared/station/printing/print-file.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import { labelPdf, MEDIA_4X6 } from '../conversion/documents.ts'
import { PATIENT } from '../support/printing-faults.ts'
import { labelRequest, openTemporaryPrinting, type TemporaryPrinting } from '../support/temporary-printing.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { full } from '../support/full.ts'

const TARGET = { dpi: 203, media: MEDIA_4X6 } as const
const conversion = createConversion()
afterAll(() => conversion.close())

let bench: TemporaryPrinting
async function open(tcpDeadlines: TcpDeadlines): Promise<void> {
  const { watchTimes } = PATIENT
  const sheets: PrintingOptions['sheets'] = (job) => openSheets(conversion, job)
  bench = await openTemporaryPrinting(async () => [], { sheets, watchTimes, tcpDeadlines })
  await bench.printing.rules.set({ mostLabels: 500 })
}
beforeEach(() => open(PATIENT.tcpDeadlines))
afterEach(async () => {
  await bench.close()
  expect(bench.faults).toEqual([])
})

async function printer(
  faults: string[] = [],
  options: Partial<LabelPrinterOptions> = {},
): Promise<{ zebra: LabelPrinter; printerId: string }> {
  const zebra = await virtualZebra(faults, options)
  const printerId = await bench.addPrinter(zebra.uri)
  await bench.printing.printers.setOptions(printerId, { statusPort: zebra.port })
  return { zebra, printerId }
}

type More = { copies?: number; label?: number | 'all'; reason?: string; despite?: string[]; fromPage?: number }

function print(bytes: Uint8Array, printerId: string, more: More = {}): Promise<PrintJob> {
  const printFile = createPrintFile({ conversion, printing: bench.printing })
  const base64 = Buffer.from(bytes).toString('base64')
  return printFile(printFileSchema.parse({ name: 'manifest.pdf', base64, printer: { printerId }, ...more }))
}

/** What stands on each label that came out: its barcodes, or the text of its field. */
async function paperOf({ paper }: LabelPrinter): Promise<string[]> {
  const read = paper.map(async (label) => {
    const text = /\^FD(label \d+)\^FS/.exec(label.toString('latin1'))?.[1]
    if (text) return text
    const [picture] = await conversion.preview({ format: 'ZPL', bytes: label }, { dpi: 203, media: MEDIA_4X6 })
    return picture ? ((await conversion.readBarcodes([picture]))[0]?.[0] ?? '') : ''
  })
  return Promise.all(read)
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const codes = (count: number) => numbers(count).map((number) => `PAGE-${number}`)
const fields = (count: number, first = '') =>
  Buffer.from(
    numbers(count)
      .map((at) => `^XA${at === 1 ? first : ''}^FO10,10^A0N,30,30^FDlabel ${at}^FS^XZ\n`)
      .join(''),
  )
const labels = (count: number) => numbers(count).map((at) => `label ${at}`)

test('a long PDF goes page by page, each code read back, and the proof covers all its pages', async () => {
  const { zebra, printerId } = await printer()
  const count = MOST_AT_ONCE + 3
  const { jobId, pages } = await print(await labelPdf(codes(count)), printerId, { copies: 2 })
  expect(pages).toMatchObject({ ofCopy: count, begin: 0, end: 2 * count, handedOver: 0 })
  const job = await bench.until(jobId, 'PRINTED')
  expect(job.proof).toMatchObject({ kind: 'odometer', from: 1_000, to: 1_000 + 2 * count })
  expect(job.pages).toMatchObject({ handedOver: 2 * count, stop: null })
  // The second copy is the first one's bytes, which are read.
  const [first, second] = [zebra.paper.slice(0, count), zebra.paper.slice(count)]
  expect(second.map((label) => label.toString('latin1'))).toEqual(first.map((label) => label.toString('latin1')))
  expect(await paperOf({ ...zebra, paper: first })).toEqual(codes(count))
  // One connection a page: none was told of before its first byte was judged.
  expect(zebra.connections.filter(({ bytes }) => bytes.length > 200)).toHaveLength(2 * count)
}, 180_000)

test('a person stops a long file behind the page in hand, and what stood for all its labels is set back', async () => {
  let stop = async (): Promise<unknown> => undefined
  const { zebra, printerId } = await printer([], { onLabel: () => void (zebra.paper.length >= 3 && stop()) })
  const { jobId } = await print(fields(40, '^POI'), printerId)
  stop = () => {
    stop = async () => undefined
    return bench.printing.queue.cancel(jobId)
  }
  const job = await bench.until(jobId, 'PRINTED', 'SENT')
  const out = job.pages?.handedOver ?? 0
  expect(out).toBeLessThan(10)
  expect(job.pages?.stop).toEqual({ kind: 'asked' })
  expect(await paperOf(zebra)).toEqual(labels(out))
  expect(zebra.received().toString('latin1').trim()).toMatch(/\^XA\^PON\^XZ$/)
  await expect(bench.printing.queue.cancel(jobId)).rejects.toMatchObject({ code: 'WRONG_STATE' })
})

test('many labels of a ZPL file go one by one, byte for byte what goes as one', async () => {
  const { zebra, printerId } = await printer()
  const file = fields(30, '^LH5,5')
  const { jobId } = await print(file, printerId)
  await bench.until(jobId, 'PRINTED')
  expect(await paperOf(zebra)).toEqual(labels(30))
  const validated = await conversion.validate([file], {
    ...(await bench.printing.printers.target('label', printerId)).printer,
    carrierSettings: 'strip',
    allowedCommands: [],
  })
  expect(zebra.received().equals(Buffer.from(validated.bytes))).toBe(true)
})

test(
  'a page that asks in the middle stops the file before itself, and the rest is printed from there',
  full('draws a long file and reads it back; the first proves the way of a page', { timeout: 180_000 }),
  async () => {
    const { zebra, printerId } = await printer()
    const document = await labelPdf(codes(11))
    const wide = await labelPdf(['WIDE-ABCDEFGHIJKLMNOPQRSTUVWXYZ-ABCDEFGHIJKLMNOPQRSTUVWXYZ-ABC'], 24, 36)
    const file = await joined([document, wide, await labelPdf(['PAGE-13'])])
    const { jobId } = await print(file, printerId)
    const job = await bench.until(jobId, 'PRINTED')
    expect(job.pages).toMatchObject({
      handedOver: 11,
      stop: { kind: 'page', sheet: 12, error: { code: 'ASKS_FIRST' } },
    })
    expect(zebra.paper).toHaveLength(11)
    await expect(print(file, printerId, { fromPage: 12 })).rejects.toMatchObject({
      code: 'ASKS_FIRST',
      details: { kind: 'bars', key: 'BARS' },
    })
    const more = await print(file, printerId, { fromPage: 12, reason: 'They scan it by hand', despite: ['BARS'] })
    expect(more).toMatchObject({ pages: { begin: 11, end: 13 }, reason: 'They scan it by hand' })
    await bench.until(more.jobId, 'PRINTED')
    expect(zebra.paper).toHaveLength(13)
    await expect(print(file, printerId, { fromPage: 14 })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  },
)

test.each([
  ['printed', 5],
  ['print-again', 4],
] as const)(
  'one that broke off in the middle of a page goes on behind it once a person said %s',
  async (answer, first) => {
    await bench.close()
    await open({ ...PATIENT.tcpDeadlines, stallMs: 1_500, closeMs: 1_500 })
    // The fourth label of 3 kB breaks in its middle.
    const file = Buffer.from(
      numbers(12)
        .map((at) => `^XA${at === 1 ? '^LH7,7' : ''}^FO10,10^A0N,30,30^FDlabel ${at}^FS^FX${'.'.repeat(3_000)}^XZ`)
        .join(''),
    )
    let seen = 0
    const { zebra, printerId } = await printer([], {
      onLabel: () => {
        seen += 1
        // Out of paper: it takes no more of what follows, and the connection ends by its deadline.
        if (seen === 3) zebra.stop('paper-out')
      },
      bufferBytes: 1_024,
    })
    const { jobId } = await print(file, printerId)
    const broken = await bench.until(jobId, 'UNKNOWN')
    expect(broken.pages).toMatchObject({ handedOver: 3, isBetween: false })
    expect(broken.error?.details).toMatchObject({ pagesSent: 3, pages: 12 })
    zebra.powerCycle()
    zebra.resume()
    await bench.printing.queue.answer(jobId, answer)
    const [rest] = (await bench.printing.queue.list(5)).filter((job) => job.jobId !== jobId)
    expect(rest?.pages).toMatchObject({ begin: first - 1, end: 12 })
    await bench.until(rest?.jobId ?? '', 'PRINTED', 'SENT')
    expect(await paperOf(zebra)).toEqual([...labels(3), ...labels(12).slice(first - 1)])
    expect((await bench.printing.queue.get(jobId)).state).toBe(answer === 'printed' ? 'PRINTED' : 'FAILED')
    // What the first label set holds for the rest as well, also where others printed in between; it is set back once.
    const received = zebra.received().toString('latin1')
    expect(received.match(/\^LH7,7/g)).toHaveLength(2)
    expect(received).toMatch(/\^LH0,0\^XZ\s*$/)
  },
)

test('one of which no byte left is tried again as a whole, and given up like any other', async () => {
  const { zebra, printerId } = await printer(['paper-out@0'])
  const { jobId } = await print(fields(20), printerId)
  expect(await bench.until(jobId, 'FAILED')).toMatchObject({ error: { code: 'PRINTER_NOT_READY' } })
  expect((await bench.printing.queue.cancel(jobId)).state).toBe('CANCELLED')
  zebra.resume()
  expect(zebra.paper).toEqual([])
})

test('one that was queued to go label by label, and cannot, fails before its first byte', async () => {
  const { zebra, printerId } = await printer()
  const document = Buffer.from('^XA^MCN^FO9,9^GB9,9,9^FS^XZ^XA^FO99,9^GB9,9,9^FS^XZ')
  const pages = { ofCopy: 2, begin: 0, end: 2, handedOver: 0, isBetween: false, stop: null, despite: [] }
  const request = labelRequest(printerId, document, { labels: 2 })
  const { jobId } = await bench.printing.queue.add({ ...request, pages: { ...pages, format: 'ZPL' } })
  expect(await bench.until(jobId, 'FAILED', 'UNKNOWN')).toMatchObject({
    state: 'FAILED',
    error: { code: 'CONVERSION_FAILED', details: { page: 1 } },
  })
  expect(zebra.paper).toEqual([])
})

test('a file for another size than the printer is loaded with asks before it is printed', async () => {
  const { zebra, printerId } = await printer()
  const media = { widthIn: 4, heightIn: 3 }
  const stock = await bench.printing.stock.save({ name: 'Shelf', media, tracking: 'gap', print: 'direct' })
  const shelf = stock.find(({ name }) => name === 'Shelf')
  await bench.printing.printers.setOptions(printerId, { stockId: shelf?.stockId ?? '' })
  const file = Buffer.from('^XA^PW812^LL1218^FO10,10^A0N,30,30^FDlabel 1^FS^XZ')
  await expect(print(file, printerId)).rejects.toMatchObject({
    code: 'ASKS_FIRST',
    details: { kind: 'stock', key: 'STOCK', stock: 'Shelf' },
  })
  // A yes to another question, and one without a reason, are no yes to this.
  for (const word of [{ reason: 'Only these are left', despite: ['BARS'] }, { despite: ['STOCK'] }]) {
    await expect(print(file, printerId, word)).rejects.toMatchObject({ code: 'ASKS_FIRST' })
  }
  expect(zebra.received()).toHaveLength(0)
  const { jobId, reason } = await print(file, printerId, { reason: 'Only these are left', despite: ['STOCK'] })
  expect(reason).toBe('Only these are left')
  await bench.until(jobId, 'PRINTED')
})

/** A page of a PDF without anything on it. */
async function blankPage(): Promise<Uint8Array> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.create()
  document.addPage([288, 432])
  return document.save()
}

test('a blank page is asked about before it is printed, by its number', async () => {
  const { zebra, printerId } = await printer()
  const [text, empty] = ['^XA^FO10,10^A0N,30,30^FDlabel 1^FS^XZ', '^XA^FO10,10^A0N,30,30^FD^FS^XZ']
  for (const [file, pages] of [
    [await joined([await labelPdf(['PAGE-1']), await blankPage(), await labelPdf(['PAGE-3'])]), [2]],
    [encodePng(blankBitmap(812, 1218)), [1]],
    [Buffer.from(text + empty + text + empty), [2, 4]],
    [Buffer.from((text + empty).repeat(6)), [2, 4, 6, 8, 10, 12]],
    [Buffer.from('\nN\nq812\nA10,10,0,3,1,1,N,""\nP1\n'), [1]],
  ] as const) {
    const asked = { code: 'ASKS_FIRST', details: { kind: 'blank', key: 'BLANK', pages } }
    await expect(print(file, printerId)).rejects.toMatchObject(asked)
    await expect(print(file, printerId, { reason: 'It is', despite: ['STOCK'] })).rejects.toMatchObject(asked)
  }
  expect(zebra.received()).toHaveLength(0)
  const { jobId } = await print(Buffer.from(empty), printerId, { reason: 'To feed one', despite: ['BLANK'] })
  await bench.until(jobId, 'PRINTED')
  expect(zebra.paper).toHaveLength(1)
})

test('a blank page in the middle of a long file stops it there', async () => {
  const { zebra, printerId } = await printer()
  const file = await joined([await labelPdf(codes(9)), await blankPage(), await labelPdf(['PAGE-11'])])
  const { jobId } = await print(file, printerId)
  const job = await bench.until(jobId, 'PRINTED')
  expect(job.pages).toMatchObject({ handedOver: 9, stop: { sheet: 10, error: { code: 'ASKS_FIRST' } } })
  await expect(print(file, printerId, { fromPage: 10 })).rejects.toMatchObject({
    details: { kind: 'blank', pages: [10] },
  })
  const more = await print(file, printerId, { fromPage: 10, reason: 'A divider', despite: ['BLANK'] })
  await bench.until(more.jobId, 'PRINTED')
  expect(zebra.paper).toHaveLength(11)
})

test('a page with several labels asks which, and prints the chosen one, all, or the page as it is', async () => {
  const { zebra, printerId } = await printer()
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const two = await PDFDocument.create()
  const page = two.addPage([612, 792])
  for (const [index, file] of [await labelPdf(['TOP-1']), await labelPdf(['DOWN-2'])].entries()) {
    const [embedded] = await two.embedPdf(file)
    if (embedded) page.drawPage(embedded, { x: 12 + index * 300, y: 340 })
  }
  const file = await two.save()
  const asked = { code: 'ASKS_FIRST', details: { kind: 'labels', key: 'LABELS', page: 1, labels: 2 } }
  await expect(print(file, printerId)).rejects.toMatchObject(asked)
  await expect(print(file, printerId, { despite: ['LABELS'] })).rejects.toMatchObject(asked)
  expect(zebra.received()).toHaveLength(0)
  const came: string[] = []
  for (const [label, codes] of [
    [1, ['TOP-1']],
    [2, ['DOWN-2']],
    ['all', ['TOP-1', 'DOWN-2']],
  ] as const) {
    const { jobId } = await print(file, printerId, { label })
    await bench.until(jobId, 'PRINTED')
    came.push(...codes)
    expect(await paperOf(zebra)).toEqual(came)
  }
  await expect(print(file, printerId, { label: 3 })).rejects.toMatchObject({ code: 'CONVERSION_FAILED' })
  const long = await joined([...(await Promise.all(codes(8).map((code) => labelPdf([code])))), file])
  const { jobId } = await print(long, printerId, { label: 'all' })
  await bench.until(jobId, 'PRINTED')
  expect(zebra.paper).toHaveLength(14)
})

async function joined(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const all = await PDFDocument.create()
  for (const file of files) {
    const one = await PDFDocument.load(file)
    for (const page of await all.copyPages(one, one.getPageIndices())) all.addPage(page)
  }
  return all.save()
}

/** Labels that need what those before them left: a stored picture, a bar width, a font. */
const chained = (count: number) =>
  Buffer.from(
    '~DGR:BOX.GRF,8,1,FF818181818181FF\n' +
      numbers(count)
        .map((at) => {
          const sets = at === 1 ? '^BY3^CF0,40' : at === 5 ? '^BY2^CF0,60' : ''
          return `^XA${sets}^FO${at * 10},10^XGR:BOX.GRF,4,4^FS^FO40,100^BCN,80,N^FDPAGE-${at}^FS^FO40,300^FDlabel ${at}^FS${at === 3 ? '^PQ2' : ''}^XZ\n`
        })
        .join(''),
  )

test('labels in another language go one by one, each drawn as in the whole file, as often as it says', async () => {
  const epl = await startLabelPrinter({ language: 'EPL', faults: [] })
  const printerId = await bench.addPrinter(epl.uri, 'Eltron', 'EPL')
  const count = MOST_AT_ONCE + 2
  const { jobId, pages } = await print(chained(count), printerId)
  expect(pages).toMatchObject({ ofCopy: count, end: count })
  expect(await bench.until(jobId, 'SENT', 'UNKNOWN')).toMatchObject({ state: 'SENT', pages: { handedOver: count } })
  const whole = await documentPages({ format: 'ZPL', bytes: chained(count) }, TARGET, 'print')
  const paper = await Promise.all(
    epl.paper.map(async (bytes) => (await documentPages({ format: 'EPL', bytes }, TARGET, 'print'))[0]),
  )
  const wanted = [...whole.slice(0, 3), ...whole.slice(2)]
  expect(paper).toHaveLength(wanted.length)
  expect(wanted.map((page, index) => sameBitmap(page, paper[index] ?? page))).toEqual(wanted.map(() => true))
  await epl.close()
})

test(
  'labels in another language may begin behind the first, and one that must not be printed ends the rest',
  full('draws a long file and reads it back; the first proves the way of a page', { timeout: 60_000 }),
  async () => {
    const epl = await startLabelPrinter({ language: 'EPL', faults: [] })
    const printerId = await bench.addPrinter(epl.uri, 'Eltron', 'EPL')
    const from = await print(chained(6), printerId, { fromPage: 6 })
    await bench.until(from.jobId, 'SENT')
    const [, , , , , sixth] = await documentPages({ format: 'ZPL', bytes: chained(6) }, TARGET, 'print')
    const [alone] = await documentPages({ format: 'EPL', bytes: epl.paper[0] ?? new Uint8Array() }, TARGET, 'print')
    expect(sixth && alone && sameBitmap(sixth, alone)).toBe(true)
    const before = epl.received().length
    await expect(print(Buffer.concat([chained(12), Buffer.from('^XA^JUF^XZ')]), printerId)).rejects.toMatchObject({
      code: 'LABEL_REFUSED',
    })
    expect(epl.received().length).toBe(before)
    await epl.close()
  },
)

test(
  'two labels at 600 dpi for a printer of another language are drawn one by one',
  full('draws a long file and reads it back; the first proves the way of a page', { timeout: 120_000 }),
  async () => {
    const epl = await startLabelPrinter({ language: 'EPL', faults: [] })
    const { printerId } = await bench.printing.printers.save({
      name: 'Fine',
      language: 'EPL',
      dpi: 600,
      media: MEDIA_4X6,
      connection: { kind: 'tcp', uri: epl.uri },
    })
    const { jobId } = await print(chained(2), printerId)
    expect(await bench.until(jobId, 'SENT', 'FAILED', 'UNKNOWN')).toMatchObject({
      state: 'SENT',
      pages: { ofCopy: 2, handedOver: 2 },
    })
    expect(epl.paper).toHaveLength(2)
    await epl.close()
  },
)
