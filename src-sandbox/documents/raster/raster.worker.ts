import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { bitmapFromGray } from '../../../src-labels/bitmap/threshold.ts'
import { encodeGrayPng } from '../../../src-labels/bitmap/png.ts'
import { rasterRequestSchema, type Picture, type RasterReply, type RasterRequest } from './protocol.ts'

/** The thread that draws PDF pages, so that a large picture holds up no other request: one picture after the other. */

const POINTS_PER_INCH = 72
/** One bit a dot: 50 MB before compression. */
const MOST_DOTS = 400_000_000

class TooLarge extends Error {}

const library = PDFiumLibrary.init({
  wasmBinary: new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'))).buffer,
})

async function draw(pdf: Uint8Array, picture: Picture): Promise<Uint8Array> {
  const document = await (await library).loadDocument(pdf)
  try {
    return picture.kind === 'pages'
      ? await drawPages([...document.pages()], picture.dpi)
      : await drawThumbnail(document.getPage(0), picture.width)
  } finally {
    document.destroy()
  }
}

async function drawPages(pages: PDFiumPage[], dpi: number): Promise<Uint8Array> {
  const sizes = pages.map((page) => {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const dots = (points: number) => Math.round((points / POINTS_PER_INCH) * dpi)
    return { page, width: dots(originalWidth), height: dots(originalHeight) }
  })
  const width = Math.max(...sizes.map((size) => size.width))
  const height = sizes.reduce((sum, size) => sum + size.height, 0)
  if (width * height > MOST_DOTS) {
    throw new TooLarge(`${pages.length} pages at ${dpi} dpi are more than one picture can hold`)
  }
  const rows: Uint8Array[] = []
  for (const size of sizes) {
    const gray = await grayOf(size.page, width, size.height)
    rows.push(bitmapFromGray(gray, width, size.height).data)
  }
  const black = Buffer.concat(rows)
  // In a PNG 1 is white.
  const data = black.map((byte) => ~byte)
  return encodeGrayPng({ width, height, bitDepth: 1, data }, dpi)
}

async function drawThumbnail(page: PDFiumPage, width: number): Promise<Uint8Array> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const height = Math.round((originalHeight / originalWidth) * width)
  const data = await grayOf(page, width, height)
  return encodeGrayPng({ width, height, bitDepth: 8, data }, (width / originalWidth) * POINTS_PER_INCH)
}

async function grayOf(page: PDFiumPage, width: number, height: number): Promise<Uint8Array> {
  const { data } = await page.render({ scale: 1, width, height, colorSpace: 'Gray', render: 'bitmap' })
  return data
}

async function replyTo({ id, pdf, picture }: RasterRequest): Promise<RasterReply> {
  try {
    return { id, png: await draw(pdf, picture) }
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    return { id, problem, isTooLarge: cause instanceof TooLarge }
  }
}

const port = parentPort
if (!port) throw new Error('raster.worker runs as a worker thread only')

let last: Promise<void> = Promise.resolve()
port.on('message', (message: unknown) => {
  const request = rasterRequestSchema.parse(message)
  last = last.then(async () => port.postMessage(await replyTo(request)))
})
