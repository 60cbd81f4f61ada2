import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary, type PDFiumDocument, type PDFiumPage } from '@hyzyla/pdfium'
import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { labelsOnPage } from '../../../src-labels/bitmap/blocks.ts'
import { contentOf, fitsUnscaled, partOnLabel, type Box } from '../../../src-labels/bitmap/content.ts'
import { fitPage, isClose, type Size } from '../../../src-labels/bitmap/fit.ts'
import { encodeGrayPng, encodePng } from '../../../src-labels/bitmap/png.ts'
import { bitmapFromGray } from '../../../src-labels/bitmap/threshold.ts'
import { centerOn, crop, rotate } from '../../../src-labels/bitmap/transform.ts'
import { isCoded } from './barcodes.ts'
import { MOST_PDF_MEMORY } from './limits.ts'
import { checkCount } from './limits-check.ts'
import { ConversionProblem, outOfMemory, tooLarge } from './problem.ts'
import { userUnitsOf } from './user-unit.ts'
import type { DocumentView, ViewWindow } from './protocol.ts'

/** Of a page on a screen, or of a sheet that a label is looked for on: 11 x 17 in at 300 dpi fit. */
const MOST_DOTS = 18e6
/** Barcodes of labels on sheets are looked for at this resolution. */
const LOOK_DPI = 203.2
/** Larger than any sheet a label was ever laid out on: A0 is 47 in high. */
const LARGEST_PAGE_IN = 48
const POINTS_PER_INCH = 72

type Library = Pick<PDFiumLibrary, 'loadDocument'>
/** What pages are fitted on: a label of so many dots. `units`: of the pages, as `userUnitsOf` has them. */
interface Fitting {
  label: Size
  dotsPerInch: number
  units: readonly number[]
}

let library: Promise<Library> | null = null
/** Whether the library was refused memory since its document was opened: what it drew may then lack a picture. */
let isExhausted = false
/** What of a page is drawn, in dots, and how large the whole of it is; null: all of it. The library has no word for that. */
let drawnPart: { part: Box; page: Size } | null = null

/** Loads the library, so that the first document need not wait for it. */
export async function warmPdf(): Promise<void> {
  await openLibrary()
}

function openLibrary(): Promise<Library> {
  library ??= PDFiumLibrary.init({
    instantiateWasm: (imports, success) => {
      const path = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
      const instance = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(readFileSync(path))), {
        ...imports,
        env: { ...imports['env'], ...bounded(imports['env']) },
      })
      // The library's types ask for the module; what it takes is the instance.
      const exports = { ...instance.exports, ...drawingParts(instance.exports) }
      Reflect.apply(success, null, [{ exports }])
      return exports
    },
  })
  return library
}

/** The library asks for memory through this function; its own limit is 2 GB. */
function bounded(env: WebAssembly.ModuleImports | undefined): WebAssembly.ModuleImports {
  const grow = env?.['emscripten_resize_heap']
  if (typeof grow !== 'function') throw new Error('the PDF library no longer asks for its memory')
  return {
    emscripten_resize_heap: (bytes: number): boolean => {
      const isGrown = bytes >>> 0 <= MOST_PDF_MEMORY && Reflect.apply(grow, null, [bytes]) === true
      isExhausted ||= !isGrown
      return isGrown
    },
  }
}

/** What the library draws a page and its form fields with. `place`: which parameter is the first of the page's place and size. */
function drawingParts(exports: WebAssembly.ModuleImports): WebAssembly.ModuleImports {
  const drawing = (name: string, place: number) => {
    const draw = exports[name]
    if (typeof draw !== 'function') throw new Error('the PDF library no longer draws as it did')
    return (...given: number[]): unknown => {
      const { part, page } = drawnPart ?? {}
      const moved = part && page ? given.toSpliced(place, 4, -part.x, -part.y, page.width, page.height) : given
      return Reflect.apply(draw, null, moved)
    }
  }
  return { FPDF_RenderPageBitmap: drawing('FPDF_RenderPageBitmap', 2), FPDF_FFLDraw: drawing('FPDF_FFLDraw', 3) }
}

/**
 * The pages of a PDF one by one, each fitted to a label of `label` dots at `dotsPerInch`.
 * Drawn at that size directly and never scaled afterwards, so that each bar edge is on its nearest dot. A label on a sheet of
 * office paper is cut out, where it fits the label at its own size.
 * @param only this page, from 1
 * @param mayHoldSeveral a page with several labels is shrunk whole; else it is asked about (ASKS_FIRST, a LabelQuestion)
 * @throws ConversionProblem when the file is damaged, locked, empty, too large or has an unreasonable page.
 */
export function pdfPages(
  file: Uint8Array,
  label: Size,
  dotsPerInch: number,
  only?: number,
  mayHoldSeveral = true,
): AsyncGenerator<Bitmap, void> {
  return withPdf(file, async function* (document, count, units) {
    checkCount(count)
    const [from, to] = only === undefined ? [0, count] : [only - 1, Math.min(only, count)]
    for (let index = from; index < to; index += 1) {
      const page = await drawPage(document, index, { label, dotsPerInch, units })
      const { length: labels } =
        mayHoldSeveral || !page.isShrunk ? [] : await labelsOf(document, index, { label, dotsPerInch, units })
      if (labels > 1) throw severalLabels(index + 1, labels)
      yield page.bitmap
    }
  })
}

/** The labels of each page that holds several, in parts of the page as it is seen; empty for other pages. @throws ConversionProblem */
export async function labelsOfPdf(file: Uint8Array, label: Size, dotsPerInch: number): Promise<Box[][]> {
  const pages: Box[][] = []
  const read = withPdf(file, async function* (document, count, units) {
    checkCount(count)
    for (let index = 0; index < count; index += 1) {
      const { isShrunk } = await drawPage(document, index, { label, dotsPerInch, units })
      yield isShrunk ? await labelsOf(document, index, { label, dotsPerInch, units }) : []
    }
  })
  for await (const labels of read) pages.push(labels)
  return pages
}

async function labelsOf(
  document: PDFiumDocument,
  index: number,
  { label, dotsPerInch, units }: Fitting,
): Promise<Box[]> {
  const { widthIn, heightIn } = sizeOf(document.getPage(index), units)
  const natural = { width: widthIn * dotsPerInch, height: heightIn * dotsPerInch }
  const scale = Math.min(1, LOOK_DPI / dotsPerInch)
  if (natural.width * natural.height * scale * scale > MOST_DOTS) return []
  const sheet = await sheetOf(document.getPage(index), natural, scale)
  const found = labelsOnPage(sheet, { width: label.width * scale, height: label.height * scale })
  // A dot around, for what the lower resolution rounded away.
  return found.map(({ x, y, width, height }) => ({
    x: (x - 1) / sheet.width,
    y: (y - 1) / sheet.height,
    width: (width + 2) / sheet.width,
    height: (height + 2) / sheet.height,
  }))
}

function severalLabels(page: number, labels: number): ConversionProblem {
  const question = { kind: 'labels', key: 'LABELS', page, labels }
  return new ConversionProblem(
    `page ${page} of the PDF has ${labels} labels: choose one, or all`,
    question,
    'ASKS_FIRST',
  )
}

/**
 * Some pages of a PDF as a screen shows them: gray, each of its own size.
 * @throws ConversionProblem when the file is damaged, locked, empty, too large or has an unreasonable page.
 */
export async function viewPdf(file: Uint8Array, { from, count, dpi }: ViewWindow): Promise<DocumentView> {
  const view: DocumentView = { total: 0, pages: [] }
  const drawn = withPdf(file, async function* (document, total, units) {
    view.total = total
    for (let index = from; index < Math.min(total, from + count); index += 1) {
      const page = document.getPage(index)
      const { widthIn, heightIn } = sizeOf(page, units)
      const scale = Math.min(dpi, Math.sqrt(MOST_DOTS / (widthIn * heightIn)))
      const [width, height] = [Math.max(1, Math.round(widthIn * scale)), Math.max(1, Math.round(heightIn * scale))]
      const { data } = await page.render({
        scale: 1,
        width,
        height,
        colorSpace: 'Gray',
        render: 'bitmap',
        renderFormFields: true,
      })
      yield { index, png: encodeGrayPng({ width, height, bitDepth: 8, data }, scale), widthIn, heightIn }
    }
  })
  for await (const page of drawn) view.pages.push(page)
  return view
}

async function* withPdf<T>(
  file: Uint8Array,
  work: (document: PDFiumDocument, count: number, units: readonly number[]) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  const pdfium = await openLibrary()
  isExhausted = false
  const document = await pdfium.loadDocument(file).catch((cause: unknown) => {
    if (isExhausted) library = null
    throw isExhausted ? outOfMemory() : loadProblem(cause)
  })
  try {
    const count = document.getPageCount()
    if (count < 1) throw new ConversionProblem('the PDF has no pages')
    for await (const part of work(document, count, await userUnitsOf(file))) {
      if (isExhausted) throw outOfMemory()
      yield part
    }
  } catch (error) {
    // What is not about this document may have left the library in any state: the next document gets a fresh one.
    if (isExhausted || !(error instanceof ConversionProblem)) library = null
    throw isExhausted ? outOfMemory() : error
  } finally {
    if (library) document.destroy()
  }
}

function loadProblem(cause: unknown): ConversionProblem {
  const message = cause instanceof Error ? cause.message : ''
  if (!/password|security/i.test(message)) return new ConversionProblem('the PDF is damaged or not a PDF at all')
  return new ConversionProblem('the PDF is locked with a password', {}, 'DOCUMENT_LOCKED')
}

/** @param units of the pages, as `userUnitsOf` has them */
function sizeOf(page: PDFiumPage, units: readonly number[]): { widthIn: number; heightIn: number } {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const perInch = POINTS_PER_INCH / (units[page.number] ?? 1)
  const [widthIn, heightIn] = [originalWidth / perInch, originalHeight / perInch]
  const name = `page ${page.number + 1} of the PDF`
  if (!(widthIn > 0 && heightIn > 0)) throw new ConversionProblem(`${name} is damaged`)
  if (widthIn > LARGEST_PAGE_IN || heightIn > LARGEST_PAGE_IN) {
    const size = `${widthIn.toFixed(1)} x ${heightIn.toFixed(1)} in`
    throw tooLarge(`${name} is ${size}, too large for a label`, LARGEST_PAGE_IN)
  }
  return { widthIn, heightIn }
}

/** Below this a page is shrunk; smaller differences are rounding to dots. */
const SHRUNK = 0.97

/** Each drawing takes a page of its own: the library closes a page when it has drawn it. */
async function drawPage(
  document: PDFiumDocument,
  index: number,
  { label, dotsPerInch, units }: Fitting,
): Promise<{ bitmap: Bitmap; isShrunk: boolean }> {
  const page = document.getPage(index)
  const { widthIn, heightIn } = sizeOf(page, units)
  const natural = { width: widthIn * dotsPerInch, height: heightIn * dotsPerInch }
  const part =
    isSheet({ widthIn, heightIn }) && !isClose(natural, label)
      ? await labelOnSheet(document, index, natural, { label, dotsPerInch })
      : null
  if (part) return { bitmap: part, isShrunk: false }
  const fit = fitPage(natural, label)
  const [width, height] = fit.isTurned ? [fit.height, fit.width] : [fit.width, fit.height]
  const { data } = await page.render({
    scale: 1,
    width,
    height,
    colorSpace: 'Gray',
    render: 'bitmap',
    renderFormFields: true,
  })
  const bitmap = bitmapFromGray(data, width, height)
  const isShrunk = width < natural.width * SHRUNK
  return { bitmap: centerOn(rotate(bitmap, fit.isTurned ? 90 : 0), label.width, label.height), isShrunk }
}

/** Letter, A4 and Legal, upright or across: what office printers take, on which labels are laid out. */
function isSheet({ widthIn, heightIn }: { widthIn: number; heightIn: number }): boolean {
  const [short, long] = [Math.min(widthIn, heightIn), Math.max(widthIn, heightIn)]
  return short >= 8 && short <= 8.7 && long >= 10.5 && long <= 14.1
}

/**
 * The label on a sheet of paper, cut out and never scaled: all that is on the sheet, or what is on the one half of it that
 * has a barcode. Null where that does not fit the label at its own size: such a sheet is shrunk whole.
 * @param natural the sheet in the printer's dots.
 */
async function labelOnSheet(
  document: PDFiumDocument,
  index: number,
  natural: Size,
  { label, dotsPerInch }: { label: Size; dotsPerInch: number },
): Promise<Bitmap | null> {
  // What is on it is looked for at a resolution that codes can be read at, and no higher.
  const scale = Math.min(1, LOOK_DPI / dotsPerInch)
  const sheet = await sheetOf(document.getPage(index), natural, scale)
  const part = await labelPart(sheet, { width: label.width * scale, height: label.height * scale })
  if (!part || scale === 1) return part && partOnLabel(sheet, part, label)
  // At the printer's own only the label is drawn: a whole sheet is 35 MB at 600 dpi.
  const full = inDots(natural, 1)
  const [x, y] = [Math.max(0, Math.floor((part.x - 1) / scale)), Math.max(0, Math.floor((part.y - 1) / scale))]
  const width = Math.min(full.width - x, Math.ceil((part.width + 2) / scale))
  const height = Math.min(full.height - y, Math.ceil((part.height + 2) / scale))
  const cut = await sheetOf(document.getPage(index), natural, 1, { x, y, width, height })
  const found = contentOf(cut, { x: 0, y: 0, width, height })
  return found && fitsUnscaled(found, label) ? partOnLabel(cut, found, label) : null
}

function inDots(natural: Size, scale: number): Size {
  return { width: Math.round(natural.width * scale), height: Math.round(natural.height * scale) }
}

/** @param part of the sheet, which is drawn alone; else all of it */
async function sheetOf(page: PDFiumPage, natural: Size, scale: number, part?: Box): Promise<Bitmap> {
  const whole = inDots(natural, scale)
  const { width, height } = part ?? whole
  drawnPart = part ? { part, page: whole } : null
  // Drawn before this returns.
  const drawing = page.render({
    scale: 1,
    width,
    height,
    colorSpace: 'Gray',
    render: 'bitmap',
    renderFormFields: true,
  })
  drawnPart = null
  const { data } = await drawing
  return bitmapFromGray(data, width, height)
}

async function labelPart(sheet: Bitmap, label: Size): Promise<Box | null> {
  const { width, height } = sheet
  const all = contentOf(sheet, { x: 0, y: 0, width, height })
  if (!all || fitsUnscaled(all, label)) return all
  const half = width < height ? { width, height: Math.floor(height / 2) } : { width: Math.floor(width / 2), height }
  const places = [{ x: 0, y: 0 }, width < height ? { x: 0, y: half.height } : { x: half.width, y: 0 }]
  const halves = places.map((place) => contentOf(sheet, { ...place, ...half })).filter((part) => part !== null)
  if (!halves.some((part) => fitsUnscaled(part, label))) return null
  const coded: Box[] = []
  for (const part of halves) {
    if (await hasBarcode(crop(sheet, part.x, part.y, part.width, part.height))) coded.push(part)
  }
  const [only] = coded
  return only && coded.length === 1 && fitsUnscaled(only, label) ? only : null
}

async function hasBarcode(part: Bitmap): Promise<boolean> {
  return isCoded(encodePng(part))
}
