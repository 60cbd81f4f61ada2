import bwipjs from 'bwip-js/node'
import { degrees, PDFDocument, rgb, StandardFonts, type PDFPage } from '@cantoo/pdf-lib'
import { afterAll, expect, test } from 'vitest'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { prepareLabels } from '../../src-main/packing/prepare.ts'
import { adHocPrinter, UNKEPT_OPTIONS } from '../../src-main/printing/queue/ad-hoc.ts'
import { MEDIA_4X6 } from './documents.ts'
import { AT_203, blackOf, first } from './drawn.ts'
import { full } from '../support/full.ts'

const conversion = createConversion()
afterAll(() => conversion.close())

const PRINTER = { ...AT_203, language: 'ZPL' } as const
const LETTER = [612, 792] as const
const A4 = [595.28, 841.89] as const
const ACROSS = [792, 612] as const

/** Places of labels on a page, in points from the lower left: in the order in which people read them. */
type Place = readonly [x: number, y: number, width: number, height: number]

interface Look {
  hasFrame?: boolean
  hasCode?: boolean
  angle?: 0 | 90 | 180 | 270
}

async function sheet(size: readonly [number, number], places: readonly Place[], look: Look = {}, crop?: Place) {
  const document = await PDFDocument.create()
  const page = document.addPage([size[0], size[1]])
  for (const [index, place] of places.entries()) await label(page, document, place, `LABEL-${index + 1}`, look)
  if (look.angle) page.setRotation(degrees(look.angle))
  if (crop) page.setCropBox(...crop)
  return { format: 'PDF' as const, bytes: await document.save() }
}

async function label(
  page: PDFPage,
  document: PDFDocument,
  [x, y, width, height]: Place,
  code: string,
  { hasFrame = true, hasCode = true }: Look,
): Promise<void> {
  const font = await document.embedFont(StandardFonts.HelveticaBold)
  if (hasFrame) page.drawRectangle({ x, y, width, height, borderWidth: 2, borderColor: rgb(0, 0, 0) })
  else
    for (const at of [y + 2, y + height - 22])
      page.drawText(`Ship to: Acme Freight`, { x: x + 4, y: at, size: 20, font })
  for (let line = 0; line < (height - 130) / 12; line += 1) {
    page.drawText(`Line ${line} of what ${code} says`, { x: x + 12, y: y + 100 + line * 12, size: 10, font })
  }
  if (!hasCode) return
  const picture = await document.embedPng(await bwipjs.toBuffer({ bcid: 'code128', text: code, scale: 2, height: 12 }))
  page.drawImage(picture, { x: x + 20, y: y + 35, width: 160, height: 50 })
}

const STACKED: readonly Place[] = [
  [80, 430, 426, 284],
  [80, 60, 426, 284],
]
const SIDE_BY_SIDE: readonly Place[] = [
  [12, 340, 284, 426],
  [316, 340, 284, 426],
]
const FOUR: readonly Place[] = [
  [16, 416, 270, 360],
  [326, 416, 270, 360],
  [16, 16, 270, 360],
  [326, 16, 270, 360],
]

/** So many of the first cases are in every run. */
const OF_EVERY_RUN = 4
const CASES: readonly [string, readonly [number, number], readonly Place[], Look?][] = [
  ['two framed ones, one above the other', LETTER, STACKED],
  ['two without frames', LETTER, STACKED, { hasFrame: false }],
  ['four', LETTER, FOUR],
  ['two on a page upside down', LETTER, STACKED, { angle: 180 }],
  ['two framed ones on A4', A4, STACKED],
  ['two framed ones without barcodes', LETTER, STACKED, { hasCode: false }],
  ['two side by side', LETTER, SIDE_BY_SIDE],
  [
    'two on a landscape page',
    ACROSS,
    [
      [40, 90, 284, 426],
      [460, 90, 284, 426],
    ],
  ],
  [
    'two on a page of 8 by 6 in',
    [576, 432],
    [
      [4, 4, 280, 424],
      [292, 4, 280, 424],
    ],
  ],
  ['two on a turned page', LETTER, STACKED, { angle: 90 }],
]

/** The barcodes on each label that a printer is sent. */
async function printed(bytes: Uint8Array): Promise<string[][]> {
  const { bytes: zpl } = await conversion.toPrinter({ format: 'PDF', bytes }, PRINTER)
  return conversion.readBarcodes(await conversion.preview({ format: 'ZPL', bytes: zpl }, AT_203))
}

for (const [nth, [what, size, places, look = {}]] of CASES.entries()) {
  const options = nth < OF_EVERY_RUN ? {} : full('another size of page, place or turn; the first cases prove the cut')
  test(
    `a page with several labels is asked about, and the chosen one is cut out as large as it is: ${what}`,
    options,
    async () => {
      const document = await sheet(size, places, look)
      await expect(conversion.toPrinter(document, PRINTER)).rejects.toMatchObject({
        code: 'ASKS_FIRST',
        details: { kind: 'labels', key: 'LABELS', page: 1, labels: places.length },
      })
      // Upside down, or turned clockwise, the last is read first.
      const codes = places.map((_, index) => `LABEL-${index + 1}`)
      const inOrder = look.angle ? codes.toReversed() : codes
      const wanted = look.hasCode === false ? codes.map(() => []) : inOrder.map((code) => [code])
      expect(await printed(await conversion.cutLabels(document.bytes, { ...AT_203, choice: 'all' }))).toEqual(wanted)
      const second = await conversion.cutLabels(document.bytes, { ...AT_203, choice: 2 })
      expect(await printed(second)).toEqual([wanted[1]])
      const found = blackOf(first(await conversion.pages({ format: 'PDF', bytes: second }, AT_203)))
      const [, , width, height] = places[1] ?? [0, 0, 0, 0]
      const least = look.hasFrame === false ? 0.6 : 0.98
      expect(Math.max(found.width, found.height)).toBeGreaterThan(((Math.max(width, height) * 203) / 72) * least)
      await expect(
        conversion.cutLabels(document.bytes, { ...AT_203, choice: places.length + 1 }),
      ).rejects.toMatchObject({
        code: 'CONVERSION_FAILED',
      })
      const { labels } = await conversion.toPrinter(document, { ...PRINTER, isWhole: true })
      expect(labels).toBe(1)
      expect((await conversion.convert(document, { ...AT_203, to: 'PNG' })).labels).toBe(places.length)
    },
  )
}

test("of two shipments' labels on one page a scan prints its own, and asks where that is none of them", async () => {
  const document = await sheet(LETTER, STACKED)
  const prepare = (trackingNumber: string | null) =>
    prepareLabels(conversion, {
      documents: [document],
      printer: adHocPrinter({ uri: 'tcp://127.0.0.1:9', language: 'ZPL', dpi: 203, media: MEDIA_4X6 }),
      options: UNKEPT_OPTIONS,
      trackingNumber,
      how: {},
    })
  for (const code of ['LABEL-1', 'LABEL-2']) {
    const { bytes, labels } = await prepare(code)
    expect(labels).toBe(1)
    expect(await conversion.readBarcodes(await conversion.preview({ format: 'ZPL', bytes }, AT_203))).toEqual([[code]])
  }
  for (const code of ['OTHER-1', null])
    await expect(prepare(code)).rejects.toMatchObject({ code: 'ASKS_FIRST', details: { key: 'LABELS' } })
})

test('one label, a page of text, and a form with boxes are not several labels', async () => {
  const text = async (page: PDFPage, document: PDFDocument) => {
    const font = await document.embedFont(StandardFonts.Helvetica)
    for (let y = 760; y > 30; y -= 15)
      page.drawText(`Terms of carriage, as of line ${y}. `.repeat(3), { x: 30, y, size: 9, font })
  }
  const form = async (page: PDFPage, document: PDFDocument) => {
    const font = await document.embedFont(StandardFonts.Helvetica)
    for (const [x, y, width, height] of [
      [30, 640, 270, 120],
      [310, 640, 270, 120],
      [30, 300, 550, 320],
      [30, 60, 550, 220],
    ] as const) {
      page.drawRectangle({ x, y, width, height, borderWidth: 1, borderColor: rgb(0, 0, 0) })
      page.drawText('Shipper, consignee, goods', { x: x + 5, y: y + 10, size: 9, font })
    }
  }
  for (const draw of [text, form]) {
    const document = await PDFDocument.create()
    await draw(document.addPage([...LETTER]), document)
    const { labels } = await conversion.toPrinter({ format: 'PDF', bytes: await document.save() }, PRINTER)
    expect(labels).toBe(1)
  }
  const single = await sheet(LETTER, STACKED.slice(0, 1))
  expect(await conversion.cutLabels(single.bytes, { ...AT_203, choice: 'all' })).toEqual(single.bytes)
})

test('other pages of the document stay, and a crop box counts', async () => {
  const document = await PDFDocument.create()
  for (const [code, places] of [
    ['FIRST', null],
    ['', STACKED],
    ['LAST', null],
  ] as const) {
    const page = document.addPage(places ? [...LETTER] : [288, 432])
    if (!places) await label(page, document, [4, 4, 280, 424], code, {})
    else for (const [index, place] of places.entries()) await label(page, document, place, `LABEL-${index + 1}`, {})
  }
  const bytes = await document.save()
  const all = await conversion.cutLabels(bytes, { ...AT_203, choice: 'all' })
  expect(await printed(all)).toEqual([['FIRST'], ['LABEL-1'], ['LABEL-2'], ['LAST']])
  const one = await conversion.cutLabels(bytes, { ...AT_203, choice: 1 })
  expect(await printed(one)).toEqual([['FIRST'], ['LABEL-1'], ['LAST']])
  const cropped = await sheet([712, 892], STACKED, {}, [50, 30, 612, 792])
  expect(await printed(await conversion.cutLabels(cropped.bytes, { ...AT_203, choice: 2 }))).toEqual([['LABEL-2']])
})
