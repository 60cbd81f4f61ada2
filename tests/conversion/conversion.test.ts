import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, expect, test, vi } from 'vitest'
import { blankBitmap, isBlack, sameBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { fillRectangle, rotate } from '../../src-labels/bitmap/transform.ts'
import { EplLabel } from '../../src-labels/epl/label.ts'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { labelSizeInDots } from '../../src-labels/label-size.ts'
import { testLabel, TEST_LABEL_CODE } from '../../src-labels/test-label.ts'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import { pictureLabels } from '../../src-labels/zpl/pictures.ts'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { decodePng } from '../../src-main/labels/conversion/png-decode.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { PRINTER_DPIS, PRINTER_LANGUAGES } from '../../src-shared/station/printing/printing.ts'
import { isFullRun } from '../support/full.ts'
import { ascii, labelPdf, MEDIA_4X6 } from './documents.ts'
import { AT_203, first } from './drawn.ts'
import { lockedPdf } from './hostile.ts'

// Threads that end start anew, which takes seconds where the machine is busy.
vi.setConfig({ testTimeout: 120_000 })

const conversion = createConversion({ timeLimit: () => 120_000 })
afterAll(() => conversion.close())

const CODE = '1Z999AA10123456784'
/** Three times the dots at 600 dpi cost nine times as much: the full run reads them. */
const DPIS = PRINTER_DPIS.filter((dpi) => isFullRun || dpi < 600)

for (const language of PRINTER_LANGUAGES) {
  for (const dpi of DPIS) {
    test(`the barcode of a PDF reads the same after it became ${language} at ${dpi} dpi`, async () => {
      const document = { format: 'PDF', bytes: await labelPdf([CODE]) } as const
      const printed = await conversion.toPrinter(document, { language, dpi, media: MEDIA_4X6 })
      const result = inspectLabel(printed.bytes, { language })
      expect(result).toMatchObject({ result: 'whole', labels: 1 })
      expect(printed.labels).toBe(1)
      const preview = await conversion.preview({ format: language, bytes: printed.bytes }, { dpi, media: MEDIA_4X6 })
      expect(await conversion.readBarcodes(preview)).toEqual([[CODE]])
    })

    test(`the ${language} test label at ${dpi} dpi reads as what it says`, async () => {
      const bytes = testLabel({ language, dpi, media: MEDIA_4X6, printerName: 'Dock 4' })
      const previews = await conversion.preview({ format: language, bytes }, { dpi, media: MEDIA_4X6 })
      expect(await conversion.readBarcodes(previews)).toEqual([[TEST_LABEL_CODE]])
      const { widthDots, heightDots } = labelSizeInDots(MEDIA_4X6, dpi)
      expect(previews.map((preview) => decodePng(preview))).toMatchObject([{ width: widthDots, height: heightDots }])
    })
  }

  test(`each page of a PDF is one ${language} label, in order`, async () => {
    const codes = ['PIECE-1', 'PIECE-2', 'PIECE-3']
    const document = { format: 'PDF', bytes: await labelPdf(codes) } as const
    const { bytes, labels } = await conversion.toPrinter(document, { language, ...AT_203 })
    expect(labels).toBe(3)
    const previews = await conversion.preview({ format: language, bytes }, AT_203)
    expect(await conversion.readBarcodes(previews)).toEqual(codes.map((code) => [code]))
  })

  test(`a label that is ${language} already goes through byte for byte`, async () => {
    const bytes = testLabel({ language, dpi: 203, media: MEDIA_4X6, printerName: 'Dock 4' })
    const printed = await conversion.toPrinter({ format: language, bytes }, { language, ...AT_203 })
    expect(Buffer.from(printed.bytes).equals(bytes)).toBe(true)
    expect(printed.labels).toBe(1)
  })

  test(`a ${language} label that lost its end is refused`, async () => {
    const bytes = testLabel({ language, dpi: 203, media: MEDIA_4X6, printerName: 'Dock 4' }).slice(0, -1)
    await expect(conversion.toPrinter({ format: language, bytes }, { language, ...AT_203 })).rejects.toMatchObject({
      code: 'LABEL_TRUNCATED',
      details: { result: 'truncated' },
    })
  })
}

test('a page is exactly as many dots as the label has', async () => {
  for (const dpi of PRINTER_DPIS) {
    const { widthDots, heightDots } = labelSizeInDots(MEDIA_4X6, dpi)
    const document = { format: 'PDF', bytes: await labelPdf([CODE]) } as const
    expect(await conversion.pages(document, { dpi, media: MEDIA_4X6 })).toMatchObject([
      { width: widthDots, height: heightDots },
    ])
  }
})

test('a landscape page is turned so that it fills the label, and still reads', async () => {
  const document = { format: 'PDF', bytes: await labelPdf([CODE], 6, 4) } as const
  const page = first(await conversion.pages(document, AT_203))
  expect([page.width, page.height]).toEqual([812, 1218])
  expect(isBlack(page, 15, 600)).toBe(true)
  expect(isBlack(page, 797, 600)).toBe(true)
  expect(await conversion.readBarcodes([encodePng(page)])).toEqual([[CODE]])
})

test('a letter page is shrunk onto the label, and still reads', async () => {
  const preview = await conversion.preview({ format: 'PDF', bytes: await labelPdf([CODE], 8.5, 11) }, AT_203)
  expect(await conversion.readBarcodes(preview)).toEqual([[CODE]])
})

test('a page smaller than the label keeps its size, in the middle', async () => {
  const page = first(await conversion.pages({ format: 'PDF', bytes: await labelPdf([CODE], 3, 3) }, AT_203))
  expect(isBlack(page, 406, 609 - 305 + 14)).toBe(true)
  expect(isBlack(page, 406, 609 - 305 - 5)).toBe(false)
})

test('a bar of a PDF has its edges on the nearest dots', async () => {
  const document = await PDFDocument.create()
  document.addPage([288, 432]).drawRectangle({ x: 72, y: 72, width: 36, height: 288 })
  const page = first(await conversion.pages({ format: 'PDF', bytes: await document.save() }, AT_203))
  const row = Array.from({ length: 812 }, (_, x) => isBlack(page, x, 600))
  expect([row.indexOf(true), row.lastIndexOf(true)]).toEqual([203, 304])
})

/** A picture of a label that shows nothing but a frame, 4 dots strong. */
function framed(width: number, height: number) {
  const bitmap = blankBitmap(width, height)
  fillRectangle(bitmap, 0, 0, width, height, 'black')
  fillRectangle(bitmap, 4, 4, width - 8, height - 8, 'white')
  return bitmap
}

test('a PNG of the label size goes on dot for dot, turned if it lies', async () => {
  const bitmap = framed(812, 1218)
  fillRectangle(bitmap, 100, 100, 1, 50, 'black')
  const upright = await conversion.pages({ format: 'PNG', bytes: encodePng(bitmap) }, AT_203)
  expect(upright.map((page) => sameBitmap(page, bitmap))).toEqual([true])
  const lying = await conversion.pages({ format: 'PNG', bytes: encodePng(rotate(bitmap, 270)) }, AT_203)
  expect(lying.map((page) => sameBitmap(page, bitmap))).toEqual([true])
})

test('a PNG a few dots off is padded, never scaled', async () => {
  const page = first(await conversion.pages({ format: 'PNG', bytes: encodePng(framed(804, 1210)) }, AT_203))
  expect([isBlack(page, 3, 600), isBlack(page, 4, 600), isBlack(page, 7, 600), isBlack(page, 8, 600)]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('a PNG made for another resolution is scaled to the label and still reads', async () => {
  const drawn = first(await conversion.preview({ format: 'PDF', bytes: await labelPdf([CODE]) }, AT_203))
  for (const dpi of PRINTER_DPIS) {
    const preview = await conversion.preview({ format: 'PNG', bytes: drawn }, { dpi, media: MEDIA_4X6 })
    expect(await conversion.readBarcodes(preview)).toEqual([[CODE]])
  }
})

test('a ZPL label is drawn with its text, codes and pictures, each label by itself', async () => {
  const label = (code: string) =>
    new ZplLabel({ widthDots: 812, heightDots: 1218 })
      .text(40, 40, 60, 'ACME ^XZ Ñandú')
      .code128(60, 300, code, { moduleWidth: 3 })
      .qr(60, 600, `https://example.test/${code}`)
      .toBytes()
  const bytes = Buffer.concat([label('FIRST>10'), label('SECOND~2')])
  const preview = await conversion.preview({ format: 'ZPL', bytes }, AT_203)
  expect(await conversion.readBarcodes(preview)).toEqual([
    ['FIRST>10', 'https://example.test/FIRST>10'],
    ['SECOND~2', 'https://example.test/SECOND~2'],
  ])
})

test('pictures in a ZPL label are drawn the same by us and by the renderer', async () => {
  const picture = framed(200, 100)
  fillRectangle(picture, 37, 20, 3, 60, 'black')
  const size = { widthDots: 812, heightDots: 1218 }
  for (const encoding of ['HEX', 'ACS', 'B64', 'Z64'] as const) {
    const label = new ZplLabel(size).graphic(33, 47, picture, encoding)
    const [ours] = pictureLabels(label.toBytes(), size) ?? []
    // A rule in white takes the label to the renderer without showing.
    const bytes = ascii(new TextDecoder().decode(label.toBytes()).replace('^PQ', '^FO0,0^GB1,1,1,W,0^FS^PQ'))
    expect(pictureLabels(bytes, size)).toBeNull()
    const [theirs] = await conversion.preview({ format: 'ZPL', bytes }, AT_203)
    expect(ours && theirs && sameBitmap(ours, decodePng(theirs))).toBe(true)
  }
})

test('text that is not UTF-8 and binary pictures are drawn, too', async () => {
  const before = Buffer.from('^XA^CI27^FO20,20^A0N,60,60^FDCAF\xC9^FS^FO0,200^GFB,4,4,1,', 'latin1')
  const bytes = Buffer.concat([before, Buffer.of(0xff, 0x5e, 0x58, 0xff), Buffer.from('^FS^XZ')])
  const utf8 = ascii('^XA^CI28^FO20,20^A0N,60,60^FDCAFÉ^FS^FO0,200^GFA,4,4,1,FF5E58FF^FS^XZ')
  const [one] = await conversion.preview({ format: 'ZPL', bytes }, AT_203)
  const [other] = await conversion.preview({ format: 'ZPL', bytes: utf8 }, AT_203)
  expect(one && other && sameBitmap(decodePng(one), decodePng(other))).toBe(true)
})

test('a label crosses from one printer language to the other as a picture', async () => {
  const zpl = new ZplLabel({ widthDots: 812, heightDots: 1218 })
    .code128(60, 300, 'TO-EPL', { moduleWidth: 3 })
    .toBytes()
  const toEpl = await conversion.toPrinter({ format: 'ZPL', bytes: zpl }, { language: 'EPL', ...AT_203 })
  const epl = new EplLabel({ widthDots: 812, heightDots: 1218 }, 203)
    .code128(60, 300, 'TO-ZPL', { moduleWidth: 3 })
    .toBytes()
  const toZpl = await conversion.toPrinter({ format: 'EPL', bytes: epl }, { language: 'ZPL', ...AT_203 })
  const previews = [
    ...(await conversion.preview({ format: 'EPL', bytes: toEpl.bytes }, AT_203)),
    ...(await conversion.preview({ format: 'ZPL', bytes: toZpl.bytes }, AT_203)),
  ]
  expect(await conversion.readBarcodes(previews)).toEqual([['TO-EPL'], ['TO-ZPL']])
})

test('a picture in compressed binary is drawn, too', async () => {
  const picture = framed(200, 100)
  const size = { widthDots: 812, heightDots: 1218 }
  const packed = deflateSync(picture.data)
  const before = `^XA^FO33,47^GFC,${packed.length},${picture.data.length},${picture.bytesPerRow},`
  const bytes = Buffer.concat([Buffer.from(before), packed, Buffer.from('^FS^XZ')])
  const [ours] = pictureLabels(bytes, size) ?? []
  const [same] = pictureLabels(new ZplLabel(size).graphic(33, 47, picture).toBytes(), size) ?? []
  expect(ours && same && sameBitmap(ours, same)).toBe(true)
  expect(await conversion.preview({ format: 'ZPL', bytes }, AT_203)).toHaveLength(1)
})

test('a stored picture is drawn where the label recalls it', async () => {
  const bytes = ascii('~DGR:A.GRF,16,2,FFFF8001800180018001800180018FFF^XA^FO100,200^XGR:A.GRF,1,1^FS^XZ')
  const page = first(await conversion.preview({ format: 'ZPL', bytes }, AT_203))
  const drawn = decodePng(page)
  expect([
    isBlack(drawn, 100, 200),
    isBlack(drawn, 115, 200),
    isBlack(drawn, 100, 203),
    isBlack(drawn, 105, 203),
  ]).toEqual([true, true, true, false])
})

test('several pages become one PDF, or one picture each, and still read', async () => {
  const codes = ['PIECE-1', 'PIECE-2']
  const document = { format: 'PDF', bytes: await labelPdf(codes) } as const
  const pictures = await conversion.convert(document, { to: 'PNG', ...AT_203 })
  expect(pictures.labels).toBe(2)
  expect(await conversion.readBarcodes(pictures.files)).toEqual(codes.map((code) => [code]))
  const { files } = await conversion.convert(document, { to: 'PDF', ...AT_203 })
  const [pdf = new Uint8Array()] = files
  expect(await conversion.readBarcodes(await conversion.preview({ format: 'PDF', bytes: pdf }, AT_203))).toEqual(
    codes.map((code) => [code]),
  )
})

test('an EPL label with something we cannot draw is shown without it, but never printed without it', async () => {
  const bytes = ascii('\nN\nLO1,1,50,50\nb5,5,Z,"x"\nP1\n')
  expect(await conversion.preview({ format: 'EPL', bytes }, AT_203)).toHaveLength(1)
  await expect(conversion.toPrinter({ format: 'EPL', bytes }, { language: 'ZPL', ...AT_203 })).rejects.toMatchObject({
    code: 'CONVERSION_FAILED',
    message: 'the label uses EPL commands that cannot be drawn: b',
  })
})

async function pdfOfSize(width: number, height: number) {
  const document = await PDFDocument.create()
  document.addPage([width, height])
  return document.save()
}

for (const [what, document, code, reason] of [
  ['an empty document', async () => new Uint8Array(), 'DOCUMENT_EMPTY', 'empty'],
  ['a document that is no PDF', async () => ascii('hello'), 'CONVERSION_FAILED', 'damaged or not a PDF'],
  ['half a PDF', async () => (await labelPdf([CODE])).slice(0, 900), 'CONVERSION_FAILED', 'damaged or not a PDF'],
  ['a locked PDF', async () => lockedPdf(), 'DOCUMENT_LOCKED', 'locked with a password'],
  [
    'a PDF page as large as a house',
    () => pdfOfSize(14_400, 14_400),
    'DOCUMENT_TOO_LARGE',
    '200.0 x 200.0 in, too large',
  ],
  ['an enormous file', async () => new Uint8Array((16 << 20) + 1), 'DOCUMENT_TOO_LARGE', 'too large for a label'],
] as const) {
  test(`${what} is refused with a reason`, async () => {
    await expect(conversion.pages({ format: 'PDF', bytes: await document() }, AT_203)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(reason),
    })
  })
}

test('a PDF without pages is refused with a reason', async () => {
  const bytes = ascii(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R/Size 3>>\n%%EOF',
  )
  await expect(conversion.pages({ format: 'PDF', bytes }, AT_203)).rejects.toMatchObject({
    message: expect.stringMatching(/no pages|damaged/),
  })
})

test('text that holds no label cannot be drawn', async () => {
  for (const format of ['ZPL', 'EPL'] as const) {
    await expect(conversion.preview({ format, bytes: ascii('hello') }, AT_203)).rejects.toMatchObject({
      code: 'CONVERSION_FAILED',
    })
  }
})

test('the same preview asked for twice is drawn once', async () => {
  const bytes = testLabel({ language: 'ZPL', dpi: 203, media: MEDIA_4X6, printerName: 'Twice' })
  const [first, second] = await Promise.all([
    conversion.preview({ format: 'ZPL', bytes }, AT_203),
    conversion.preview({ format: 'ZPL', bytes: bytes.slice() }, AT_203),
  ])
  expect(second).toBe(first)
})

test('after closing, what was under way is refused and the next call works again', async () => {
  const own = createConversion()
  const bytes = await labelPdf([CODE])
  const underWay = own.pages({ format: 'PDF', bytes }, AT_203)
  await Promise.all([
    own.close(),
    expect(underWay).rejects.toMatchObject({ code: 'CONVERSION_FAILED', retryable: true }),
  ])
  expect(await own.pages({ format: 'PDF', bytes }, AT_203)).toHaveLength(1)
  await own.close()
})

test('when a document ends its thread, it alone is refused, after a second try', async () => {
  const own = createConversion()
  const document = { format: 'PDF', bytes: await labelPdf([CODE]) } as const
  // A media width that no printer profile can have: the thread does not accept the message and ends.
  const fatal = own.pages(document, { dpi: 203, media: { widthIn: 0, heightIn: 6 } }, { name: 'odd.pdf' })
  const beside = own.pages(document, AT_203)
  await expect(fatal).rejects.toMatchObject({
    code: 'CONVERSION_FAILED',
    retryable: true,
    details: { name: 'odd.pdf' },
  })
  expect(await beside).toHaveLength(1)
  await own.close()
})
