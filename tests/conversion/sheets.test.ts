import bwipjs from 'bwip-js/node'
import {
  degrees,
  PDFDocument,
  PDFName,
  PDFNumber,
  rgb,
  StandardFonts,
  type PDFForm,
  type PDFPage,
} from '@cantoo/pdf-lib'
import { afterAll, expect, test } from 'vitest'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { prepareLabels } from '../../src-main/packing/prepare.ts'
import { adHocPrinter, UNKEPT_OPTIONS } from '../../src-main/printing/queue/ad-hoc.ts'
import { isFullRun } from '../support/full.ts'
import { MEDIA_4X6 } from './documents.ts'
import { AT_203, blackOf, first } from './drawn.ts'

const conversion = createConversion()
afterAll(() => conversion.close())

const CODE = '1Z999AA10123456784'
const LETTER = [612, 792] as const
const A4 = [595.28, 841.89] as const

async function pdf(size: readonly [number, number], draw: (page: PDFPage, document: PDFDocument) => Promise<void>) {
  const document = await PDFDocument.create()
  await draw(document.addPage([size[0], size[1]]), document)
  return { format: 'PDF' as const, bytes: await document.save() }
}

/** A frame of `width` by `height` points with a barcode in it whose narrowest bar is `moduleMm`; across: the barcode is turned. */
async function label(
  page: PDFPage,
  document: PDFDocument,
  {
    x,
    y,
    width,
    height,
    isTurned = false,
    code = CODE,
    moduleMm = 0.375,
  }: {
    x: number
    y: number
    width: number
    height: number
    isTurned?: boolean
    code?: string
    moduleMm?: number
  },
): Promise<void> {
  page.drawRectangle({ x, y, width, height, borderWidth: 2, borderColor: rgb(0, 0, 0) })
  const picture = await document.embedPng(await bwipjs.toBuffer({ bcid: 'code128', text: code, scale: 2, height: 15 }))
  const across = (picture.width / 2) * (moduleMm / 25.4) * 72
  if (isTurned) page.drawImage(picture, { x: x + 80, y: y + 10, width: across, height: 60, rotate: degrees(90) })
  else page.drawImage(picture, { x: x + 15, y: y + 15, width: across, height: 60 })
}

const linesOn = async (page: PDFPage, document: PDFDocument, y: number) => {
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let line = 0; line < 12; line += 1) {
    page.drawText('Fold here and keep this receipt for your records, whatever may come of it', {
      x: 40,
      y: y - line * 20,
      size: 12,
      font,
    })
  }
}

for (const dpi of isFullRun ? ([203, 300, 600] as const) : ([203, 600] as const)) {
  for (const [what, size] of [
    ['Letter', LETTER],
    ['A4', A4],
  ] as const) {
    test(`a label across the upper half of a ${what} page is cut out as large as it is and turned at ${dpi} dpi`, async () => {
      const document = await pdf(size, async (page, made) => {
        await label(page, made, { x: 80, y: size[1] - 320, width: 425, height: 284, isTurned: true })
        await linesOn(page, made, size[1] / 2 - 60)
      })
      const bitmap = first(await conversion.pages(document, { dpi, media: MEDIA_4X6 }))
      const found = blackOf(bitmap)
      const dotsPerPoint = bitmap.height / MEDIA_4X6.heightIn / 72
      // 427 by 286 points with the stroke, and nothing of the receipt.
      expect(found.height).toBeGreaterThan(426 * dotsPerPoint - 3)
      expect(found.height).toBeLessThan(428 * dotsPerPoint + 3)
      expect(found.width).toBeLessThan(287 * dotsPerPoint + 3)
      expect(await conversion.readBarcodes(await conversion.preview(document, { dpi, media: MEDIA_4X6 }))).toEqual([
        [CODE],
      ])
    })
  }
}

test('a form field of a PDF is drawn', async () => {
  const document = await pdf([288, 432], async (page, made) => {
    const field = made.getForm().createTextField('consignee')
    field.addToPage(page, { x: 30, y: 200, width: 228, height: 40, borderWidth: 0 })
    field.setText('HEARTLAND RETAIL')
    return Promise.resolve()
  })
  const bitmap = first(await conversion.pages(document, AT_203))
  const found = blackOf(bitmap)
  expect(found.width).toBeGreaterThan(200)
})

test('a form field without an appearance of its own is drawn', async () => {
  const drawn = async (fill: (form: PDFForm, page: PDFPage) => void) => {
    const document = await pdf([288, 432], async (page, made) => {
      fill(made.getForm(), page)
      made.getForm().updateFieldAppearances()
      for (const field of made.getForm().getFields())
        for (const { dict } of field.acroField.getWidgets()) dict.delete(PDFName.of('AP'))
      return Promise.resolve()
    })
    return blackOf(first(await conversion.pages(document, AT_203)))
  }
  const place = { x: 30, y: 200, width: 228, height: 40, borderWidth: 0 }
  const text = await drawn((form, page) => {
    const field = form.createTextField('consignee')
    field.setText('HEARTLAND RETAIL')
    field.addToPage(page, place)
  })
  expect(text.width).toBeGreaterThan(200)
  const chosen = await drawn((form, page) => {
    const field = form.createDropdown('service')
    field.addOptions(['Ground', 'Overnight freight'])
    field.select('Overnight freight')
    field.addToPage(page, place)
  })
  expect(chosen.width).toBeGreaterThan(200)
  const checked = await drawn((form, page) => {
    const field = form.createCheckBox('liftgate')
    field.addToPage(page, { ...place, width: 40 })
    field.check()
  })
  expect(checked.height).toBeGreaterThan(10)
})

test('the unit of a page counts: a label in units of two points is as large as it says', async () => {
  for (const useObjectStreams of [true, false]) {
    const document = await PDFDocument.create()
    const page = document.addPage([144, 216])
    page.node.set(PDFName.of('UserUnit'), PDFNumber.of(2))
    page.drawRectangle({ x: 2, y: 2, width: 140, height: 212, borderWidth: 1, borderColor: rgb(0, 0, 0) })
    document.addPage([144, 216]).drawRectangle({ x: 2, y: 2, width: 140, height: 212 })
    const bytes = await document.save({ useObjectStreams })
    const pages = await conversion.pages({ format: 'PDF', bytes }, AT_203)
    const heights = pages.map((one) => blackOf(one).height)
    expect(heights.map((height) => Math.round((height / 203) * 10) / 10)).toEqual([5.9, 2.9])
    const view = await conversion.view({ format: 'PDF', bytes }, { from: 0, count: 2, dpi: 150 })
    expect(view.pages.map(({ widthIn, heightIn }) => [widthIn, heightIn])).toEqual([
      [4, 6],
      [2, 3],
    ])
  }
})

test('a label alone on a sheet is cut out upright, and a sheet full of words and codes is shrunk whole', async () => {
  const alone = await pdf(LETTER, (page, made) => label(page, made, { x: 200, y: 100, width: 284, height: 425 }))
  const upright = first(await conversion.pages(alone, AT_203))
  expect(blackOf(upright).height).toBeGreaterThan((426 / 72) * 203 - 3)
  const paper = await pdf(LETTER, async (page, made) => {
    await linesOn(page, made, 740)
    await linesOn(page, made, 300)
    await label(page, made, { x: 40, y: 360, width: 530, height: 90, moduleMm: 1 })
  })
  const shrunk = first(await conversion.pages(paper, AT_203))
  expect(blackOf(shrunk).width).toBeLessThan(812)
  expect(await conversion.readBarcodes(await conversion.preview(paper, AT_203))).toEqual([[CODE]])
})

test('a barcode of the page that does not come through the shrinking stops the print, by its text', async () => {
  const sheet = (fineMm: number) =>
    pdf(LETTER, async (page, made) => {
      await linesOn(page, made, 740)
      await label(page, made, { x: 40, y: 300, width: 530, height: 90, moduleMm: 0.9, code: 'LARGE-1' })
      await label(page, made, { x: 40, y: 40, width: 530, height: 90, moduleMm: fineMm, code: 'FINE-22222222222222' })
    })
  const printer = adHocPrinter({ uri: 'tcp://127.0.0.1:9', language: 'ZPL', dpi: 203, media: MEDIA_4X6 })
  const prepare = async (fineMm: number) =>
    prepareLabels(conversion, {
      documents: [await sheet(fineMm)],
      printer,
      options: UNKEPT_OPTIONS,
      trackingNumber: null,
      how: {},
    })
  await expect(prepare(0.25)).rejects.toMatchObject({
    code: 'BARCODE_MISMATCH',
    details: { missing: ['FINE-22222222222222'] },
  })
  expect((await prepare(0.75)).labels).toBe(1)
})

test('where somebody can be asked, bars that fitting made too narrow are a question, and a page that keeps its size asks nothing', async () => {
  // Half a letter page each way has a fourth of the dots.
  const sheet = (fineMm: number) =>
    pdf([LETTER[0] / 2, LETTER[1] / 2], async (page, made) => {
      await label(page, made, { x: 10, y: 250, width: 286, height: 90, moduleMm: 0.7, code: 'LARGE-1' })
      await label(page, made, { x: 10, y: 40, width: 286, height: 90, moduleMm: fineMm, code: 'FINE-222' })
    })
  const prepare = async (document: Awaited<ReturnType<typeof sheet>>, trackingNumber: string | null, widthIn: number) =>
    prepareLabels(conversion, {
      documents: [document],
      printer: adHocPrinter({
        uri: 'tcp://127.0.0.1:9',
        language: 'ZPL',
        dpi: 203,
        media: { widthIn, heightIn: (widthIn * 11) / 8.5 },
      }),
      options: UNKEPT_OPTIONS,
      trackingNumber,
      how: {},
      asksAboutBars: true,
    })
  // It is 4.25 in wide: on 2 in it is 0.47 of itself.
  const { narrowestMm } = await prepare(await sheet(0.25), 'LARGE-1', 2)
  expect(narrowestMm).toBeGreaterThan(0.25 * 0.47 * 0.85)
  expect(narrowestMm).toBeLessThan(0.25 * 0.47 * 1.15)
  expect((await prepare(await sheet(0.6), 'LARGE-1', 2)).narrowestMm).toBeNull()
  expect((await prepare(await sheet(0.25), 'LARGE-1', 4.25)).narrowestMm).toBeNull()
  // That it is somebody else's label is never a question.
  await expect(prepare(await sheet(0.25), 'OTHER-1', 2)).rejects.toMatchObject({ code: 'BARCODE_MISMATCH' })
})
