import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary, type PDFiumDocument, type PDFiumPage } from '@hyzyla/pdfium'
import type { Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { fitPage, type Size } from '../../src-labels/bitmap/fit.ts'
import { encodeGrayPng } from '../../src-labels/bitmap/png.ts'
import { bitmapFromGray } from '../../src-labels/bitmap/threshold.ts'
import { centerOn, rotate } from '../../src-labels/bitmap/transform.ts'
import { ConversionProblem } from './problem.ts'
import type { DocumentView, ViewWindow } from './protocol.ts'

const MOST_PAGES = 200
/** Of a page on a screen: a sheet of 11 x 17 in at 300 dpi fits. */
const MOST_DOTS = 18e6
/** Larger than any sheet a label was ever laid out on: A0 is 47 in high. */
const LARGEST_PAGE_IN = 48
const POINTS_PER_INCH = 72

type Library = Pick<PDFiumLibrary, 'loadDocument'>
let library: Promise<Library> | null = null

function openLibrary(): Promise<Library> {
  library ??= PDFiumLibrary.init({
    wasmBinary: new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')))
      .buffer,
  })
  return library
}

/**
 * The pages of a PDF, each fitted to a label of `label` dots at `dotsPerInch`.
 * Drawn at that size directly and never scaled afterwards, so that each bar edge is on its nearest dot.
 * @throws ConversionProblem when the file is damaged, locked, empty or has an unreasonable page.
 */
export function pdfPages(file: Uint8Array, label: Size, dotsPerInch: number): Promise<Bitmap[]> {
  return withPdf(file, async (document, count) => {
    if (count > MOST_PAGES) throw new ConversionProblem(`the PDF has ${count} pages, at most ${MOST_PAGES} are printed`)
    const pages: Bitmap[] = []
    for (const page of document.pages()) pages.push(await drawPage(page, label, dotsPerInch))
    return pages
  })
}

/**
 * Some pages of a PDF as a screen shows them: gray, each of its own size.
 * @throws ConversionProblem when the file is damaged, locked, empty or has an unreasonable page.
 */
export function viewPdf(file: Uint8Array, { from, count, dpi }: ViewWindow): Promise<DocumentView> {
  return withPdf(file, async (document, total) => {
    const pages: DocumentView['pages'] = []
    for (let index = from; index < Math.min(total, from + count); index += 1) {
      const page = document.getPage(index)
      const { widthIn, heightIn } = sizeOf(page)
      const scale = Math.min(dpi, Math.sqrt(MOST_DOTS / (widthIn * heightIn)))
      const [width, height] = [Math.max(1, Math.round(widthIn * scale)), Math.max(1, Math.round(heightIn * scale))]
      const { data } = await page.render({ scale: 1, width, height, colorSpace: 'Gray', render: 'bitmap' })
      pages.push({ index, png: encodeGrayPng({ width, height, bitDepth: 8, data }, scale), widthIn, heightIn })
    }
    return { total, pages }
  })
}

async function withPdf<T>(file: Uint8Array, work: (document: PDFiumDocument, count: number) => Promise<T>): Promise<T> {
  const pdfium = await openLibrary()
  const document = await pdfium.loadDocument(file).catch((cause: unknown) => {
    throw new ConversionProblem(loadProblem(cause))
  })
  try {
    const count = document.getPageCount()
    if (count < 1) throw new ConversionProblem('the PDF has no pages')
    return await work(document, count)
  } catch (error) {
    // What is not about this document may have left the library in any state: the next document gets a fresh one.
    if (!(error instanceof ConversionProblem)) library = null
    throw error
  } finally {
    if (library) document.destroy()
  }
}

function loadProblem(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : ''
  if (/password|security/i.test(message)) return 'the PDF is locked with a password'
  return 'the PDF is damaged or not a PDF at all'
}

function sizeOf(page: PDFiumPage): { widthIn: number; heightIn: number } {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const [widthIn, heightIn] = [originalWidth / POINTS_PER_INCH, originalHeight / POINTS_PER_INCH]
  const name = `page ${page.number + 1} of the PDF`
  if (!(widthIn > 0 && heightIn > 0)) throw new ConversionProblem(`${name} is damaged`)
  if (widthIn > LARGEST_PAGE_IN || heightIn > LARGEST_PAGE_IN) {
    throw new ConversionProblem(`${name} is ${widthIn.toFixed(1)} x ${heightIn.toFixed(1)} in, too large for a label`)
  }
  return { widthIn, heightIn }
}

async function drawPage(page: PDFiumPage, label: Size, dotsPerInch: number): Promise<Bitmap> {
  const { widthIn, heightIn } = sizeOf(page)
  const fit = fitPage({ width: widthIn * dotsPerInch, height: heightIn * dotsPerInch }, label)
  const [width, height] = fit.isTurned ? [fit.height, fit.width] : [fit.width, fit.height]
  const { data } = await page.render({ scale: 1, width, height, colorSpace: 'Gray', render: 'bitmap' })
  const bitmap = bitmapFromGray(data, width, height)
  return centerOn(rotate(bitmap, fit.isTurned ? 90 : 0), label.width, label.height)
}
