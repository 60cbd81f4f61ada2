import { afterAll, expect, test, vi } from 'vitest'
import en from '../../src-renderer/messages/en.json' with { type: 'json' }
import es from '../../src-renderer/messages/es.json' with { type: 'json' }
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { documentFormatOf } from '../../src-main/labels/conversion/document-format.ts'
import { LANE_LIMITS, timeLimit } from '../../src-main/labels/conversion/limits.ts'
import { createPrintFile } from '../../src-main/packing/print-file.ts'
import { printerOptionsSchema } from '../../src-shared/station/printing/printer-settings.ts'
import { ascii, labelPdf } from './documents.ts'
import { AT_203 } from './drawn.ts'
import {
  contentBombPdf,
  deepPng,
  fieldsZpl,
  labelsZpl,
  lockedPdf,
  pagesPdf,
  pictureBombPdf,
  pictureZpl,
  pngOf,
  strokesPdf,
} from './hostile.ts'

// Threads that die start anew, which takes seconds where the machine is busy.
vi.setConfig({ testTimeout: 120_000 })

const toZpl = { language: 'ZPL', ...AT_203 } as const
const toEpl = { language: 'EPL', ...AT_203 } as const

/** Half a second for what is called slow here, and all the time a busy machine takes for anything else. */
const conversion = createConversion({ timeLimit: (work) => (work.bytes > 400_000 ? 500 : 120_000) })
afterAll(() => conversion.close())

const CODE = '1Z999AA10123456784'
const innocent = async () => ({ format: 'PDF', bytes: await labelPdf([CODE]) }) as const

for (const [what, format, make] of [
  ['a PDF of 6 MB with 300,000 strokes', 'PDF', () => strokesPdf(300_000)],
  ['a ZPL label with 20,000 fields', 'ZPL', () => fieldsZpl(20_000)],
] as const) {
  test(`${what} is given up by its name, and the label behind it is converted`, async () => {
    const bytes = make()
    const good = await innocent()
    const guilty = conversion.toPrinter({ format, bytes }, format === 'ZPL' ? toEpl : toZpl, { name: 'slow.bin' })
    const behind = conversion.toPrinter(good, toZpl)
    await expect(guilty).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_SLOW',
      message: expect.stringContaining('slow.bin'),
      retryable: false,
      details: { name: 'slow.bin', limitMs: 500 },
    })
    expect(await behind).toMatchObject({ labels: 1 })
  })
}

test('a stream of more labels than are drawn at once is refused before anything is drawn', async () => {
  await expect(conversion.preview({ format: 'ZPL', bytes: labelsZpl(201) }, AT_203)).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_LARGE',
    details: { most: 200 },
  })
})

test('a label that asks for a million copies is drawn once', async () => {
  const bytes = new TextEncoder().encode('^XA^FO20,20^GB100,100,100^FS^PQ99999999^XZ')
  expect(await conversion.preview({ format: 'ZPL', bytes }, AT_203)).toHaveLength(1)
})

for (const [what, make] of [
  ['8,000 x 8,000 dots of 16 bits', deepPng],
  [
    '8,000 x 8,000 dots of 16 bits, interlaced',
    () => pngOf({ width: 8e3, height: 8e3, depth: 16, color: 0, interlace: 1 }),
  ],
  ['3,600 x 3,600 dots in colour with transparency', () => pngOf({ width: 3600, height: 3600, depth: 8, color: 6 })],
  ['100,000 x 100,000 dots', () => pngOf({ width: 1e5, height: 1e5, depth: 1, color: 0 })],
  ['one row that is as long as a number can be', () => pngOf({ width: 0xffff_ffff, height: 1, depth: 16, color: 6 })],
] as const) {
  test(`a PNG of ${what} is refused by what it says, for printing and for a screen`, async () => {
    const document = { format: 'PNG', bytes: make() } as const
    const refused = { code: 'DOCUMENT_TOO_LARGE', details: { name: 'big.png', most: 48 << 20 } }
    const how = { name: 'big.png' }
    await expect(conversion.toPrinter(document, toZpl, how)).rejects.toMatchObject(refused)
    await expect(conversion.view(document, { from: 0, count: 1, dpi: 150 }, how)).rejects.toMatchObject(refused)
  })
}

test('a PNG just below the limit is converted', async () => {
  const side = 4_900
  const bytes = pngOf({ width: side, height: side, depth: 16, color: 0, rows: new Uint8Array(side * (1 + side * 2)) })
  const own = createConversion({ timeLimit: () => 120_000 })
  expect(await own.toPrinter({ format: 'PNG', bytes }, toZpl)).toMatchObject({ labels: 1 })
  await own.close()
})

test('a picture in ZPL that says it is gigabytes is refused before it is unpacked', async () => {
  for (const total of [4_000_000_000, 100_000_000]) {
    await expect(conversion.preview({ format: 'ZPL', bytes: pictureZpl(total) }, AT_203)).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
    })
  }
})

for (const [what, make] of [
  ['a picture of 400 MB', () => pictureBombPdf(20_000)],
  ['a page content of 200 MB', () => contentBombPdf(200 << 20)],
] as const) {
  test(`a PDF with ${what} in it is refused, and the label behind it is converted`, async () => {
    const own = createConversion({ timeLimit: ({ bytes }) => (bytes > 100_000 ? 5_000 : 120_000) })
    const good = await innocent()
    const guilty = own.toPrinter({ format: 'PDF', bytes: make() }, toZpl, { name: 'bomb.pdf' })
    const behind = own.toPrinter(good, toZpl)
    await expect(guilty).rejects.toMatchObject({
      code: expect.stringMatching(/^DOCUMENT_TOO_(?:LARGE|SLOW)$/),
      details: { name: 'bomb.pdf' },
    })
    expect(await behind).toMatchObject({ labels: 1 })
    await own.close()
  })
}

test('a PDF of 10,000 pages is seen page by page and not printed all at once', async () => {
  const own = createConversion({ timeLimit: () => 120_000 })
  const document = { format: 'PDF', bytes: pagesPdf(10_000) } as const
  const view = await own.view(document, { from: 9_998, count: 4, dpi: 150 })
  expect(view).toMatchObject({ total: 10_000, pages: [{ index: 9_998 }, { index: 9_999 }] })
  await expect(own.toPrinter(document, toZpl)).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' })
  await own.close()
})

test('work that is no longer wanted ends after the page in hand, and the thread goes on with what is next', async () => {
  const own = createConversion({ timeLimit: () => 120_000 })
  const [wanted, also] = [new AbortController(), new AbortController()]
  const long = own.toPrinter({ format: 'PDF', bytes: pagesPdf(200) }, toZpl, { signal: wanted.signal })
  const waiting = own.toPrinter(await innocent(), toZpl, { signal: also.signal })
  const next = own.toPrinter(await innocent(), toZpl)
  also.abort(new Error('nobody waits'))
  await expect(waiting).rejects.toThrow('nobody waits')
  wanted.abort(new Error('nobody wants it'))
  await expect(long).rejects.toThrow('nobody wants it')
  expect(await next).toMatchObject({ labels: 1 })
  await own.close()
})

test('a scan of a document with many pages goes behind the big files by itself', async () => {
  const own = createConversion({ timeLimit: () => 120_000 })
  const done: string[] = []
  const long = own
    .toPrinter({ format: 'PDF', bytes: pagesPdf(200) }, toZpl, { lane: 'scan' })
    .then(({ labels }) => done.push(`${labels} labels`))
  const scan = own.toPrinter(await innocent(), toZpl, { lane: 'scan' }).then(() => done.push('scan'))
  await Promise.all([long, scan])
  expect(done).toEqual(['scan', '200 labels'])
  await own.close()
})

/** What `files.print` says of a file; no printer is there that could be sent to. */
async function saidOf(name: string, bytes: Uint8Array): Promise<unknown> {
  const sent: unknown[] = []
  const printing = {
    printers: {
      target: () =>
        Promise.resolve({
          printer: { printerId: 'prn_1', ...toZpl },
          options: printerOptionsSchema.parse({}),
          copies: 1,
          mostLabels: 200,
        }),
    },
    queue: { add: (job: unknown) => Promise.resolve(sent.push(job)) },
  }
  const base64 = Buffer.from(bytes).toString('base64')
  const printFile: (input: unknown) => Promise<unknown> = Reflect.apply(createPrintFile, null, [
    { conversion, printing },
  ])
  const said = await printFile({ name, base64, printer: { printerId: 'prn_1' }, copies: 1 }).catch(
    (error: unknown) => error,
  )
  expect(sent).toEqual([])
  return said
}

test('of an empty file, a photo named .zpl and any other hostile file nothing is sent', async () => {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0)
  for (const [name, bytes, code] of [
    ['nothing.zpl', new Uint8Array(), 'DOCUMENT_EMPTY'],
    ['photo.zpl', jpeg, 'DOCUMENT_UNKNOWN'],
    ['wide.zpl', Buffer.from('\ufeff^XA^FO1,1^FDx^FS^XZ', 'utf16le'), 'DOCUMENT_UNKNOWN'],
    ['settings.zpl', ascii('^XA^JUF^XZ'), 'LABEL_REFUSED'],
    ['graphic.zpl', ascii('^XA^GFA,4294967295,4294967295,100,FF^FS^XZ'), 'LABEL_REFUSED'],
    ['half.zpl', ascii('^XA^FO1,1^FDx^FS'), 'LABEL_TRUNCATED'],
    ['book.pdf', pagesPdf(1_000), 'DOCUMENT_TOO_LARGE'],
    ['locked.pdf', lockedPdf(), 'DOCUMENT_LOCKED'],
    ['huge.png', pngOf({ width: 1e5, height: 1e5, depth: 1, color: 0 }), 'DOCUMENT_TOO_LARGE'],
    ['strokes.pdf', strokesPdf(300_000), 'DOCUMENT_TOO_SLOW'],
  ] as const) {
    expect(await saidOf(name, bytes)).toMatchObject({ code, details: { name } })
    for (const words of [en, es]) expect(words[`error.${code}`]).toMatch(/\.$/)
  }
})

test('limits grow with the file, and a scan has the shorter ones', () => {
  const work = { kind: 'toPrinter', bytes: 100_000, labels: 1 } as const
  const scan = timeLimit({ ...work, lane: 'scan' })
  expect(scan).toBeLessThan(timeLimit({ ...work, lane: 'bulk' }))
  expect(scan).toBeLessThan(timeLimit({ ...work, lane: 'scan', bytes: 1e7 }))
  expect(timeLimit({ ...work, lane: 'bulk', bytes: 16 << 20, labels: 1e6 })).toBeLessThanOrEqual(100_000)
})

test('a thread without work ends, and the next label starts another', async () => {
  const lanes = { ...LANE_LIMITS, bulk: { ...LANE_LIMITS.bulk, idleMs: 0 } }
  const own = createConversion({ lanes, timeLimit: () => 120_000 })
  const document = await innocent()
  for (const format of ['ZPL', 'EPL'] as const) {
    expect(await own.toPrinter(document, { language: format, ...AT_203 })).toMatchObject({ labels: 1 })
    expect(await own.toPrinter(document, { language: format, ...AT_203 })).toMatchObject({ labels: 1 })
  }
  await own.close()
})

test('a format is told by what a file holds', () => {
  const reported = new Map<LabelFormat | null, Uint8Array>([
    ['PDF', lockedPdf()],
    ['PNG', deepPng()],
    ['ZPL', labelsZpl(1)],
    [null, Uint8Array.of(0xff, 0xd8, 0xff)],
  ])
  for (const [format, bytes] of reported) expect(documentFormatOf(bytes)).toBe(format)
})
