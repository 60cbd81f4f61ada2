import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes as read } from 'zxing-wasm/reader'
import { isBlack, type Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { resize } from '../../../src-labels/bitmap/fit.ts'
import { encodePng } from '../../../src-labels/bitmap/png.ts'
import { decodePng, pngHeader } from './png-decode.ts'
import type { MeasuredBarcode } from './protocol.ts'

const MOST_DOTS = 16e6

let prepared: Promise<unknown> | null = null

/** Loads the library, so that the first label need not wait for it. */
export async function warmBarcodes(): Promise<void> {
  prepared ??= prepareZXingModule({ overrides: { wasmBinary: wasm() }, fireImmediately: true })
  await prepared
}

function wasm(): ArrayBuffer {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  return new Uint8Array(readFileSync(path)).buffer
}

const MOST_SYMBOLS = 255

/**
 * Texts of the barcodes on a picture (bytes of a PNG file), wherever and however turned they are; top to bottom.
 * @param wanted when all of these are found among as many codes, nothing else is looked for: the search for what is not
 * there is most of the time. A picture that lacks one of them is read to its end.
 */
export async function readBarcodes(png: Uint8Array, wanted: readonly string[] = []): Promise<string[]> {
  await warmBarcodes()
  const picture = readable(png)
  if (wanted.length > 0) {
    const few = await readAtMost(picture, Math.min(wanted.length, MOST_SYMBOLS))
    if (wanted.every((text) => few.includes(text))) return few
  }
  return readAtMost(picture, MOST_SYMBOLS)
}

/** Whether there is any barcode on a picture; the first is enough. */
export async function isCoded(png: Uint8Array): Promise<boolean> {
  await warmBarcodes()
  return (await readAtMost(readable(png), 1)).length > 0
}

async function resultsOf(png: Uint8Array, maxNumberOfSymbols: number) {
  return read(png, { tryHarder: true, tryRotate: true, textMode: 'Plain', maxNumberOfSymbols })
}

/** The barcodes on a picture with their sizes in its dots; those whose narrowest bar cannot be measured are left out. */
export async function measureBarcodes(png: Uint8Array): Promise<MeasuredBarcode[]> {
  await warmBarcodes()
  const picture = readable(png)
  const found = (await resultsOf(picture, MOST_SYMBOLS)).filter(({ isValid }) => isValid)
  const times = pngHeader(png).width / pngHeader(picture).width
  const bitmap = decodePng(picture)
  return found.flatMap(({ text, position, symbol }) => {
    const { topLeft, topRight, bottomLeft, bottomRight } = position
    const [from, to] = [middle(topLeft, bottomLeft), middle(topRight, bottomRight)]
    const length = Math.hypot(to.x - from.x, to.y - from.y) + 1
    const narrow = symbol.width > 0 ? length / symbol.width : narrowestRun(bitmap, from, to)
    return narrow === null ? [] : [{ text, narrowDots: narrow * times, lengthDots: length * times }]
  })
}

interface Spot {
  x: number
  y: number
}

function middle(one: Spot, other: Spot): Spot {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

/** Dots of the narrow bars and spaces that a line across a code meets; null when it meets none. */
function narrowestRun(bitmap: Bitmap, from: Spot, to: Spot): number | null {
  const steps = Math.round(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)))
  const runs: number[] = []
  let [run, before] = [0, true]
  for (let step = 0; step <= steps; step += 1) {
    const [x, y] = [from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps]
    const black = isBlack(bitmap, Math.round(x), Math.round(y))
    if (black === before) run += 1
    else {
      runs.push(run)
      ;[run, before] = [1, black]
    }
  }
  // The first may be cut by where the code is said to begin.
  const inner = runs.slice(1)
  const least = Math.min(...inner)
  const narrow = inner.filter((dots) => dots <= least * 1.5 + 0.5)
  return inner.length === 0 ? null : narrow.reduce((sum, dots) => sum + dots, 0) / narrow.length
}

async function readAtMost(png: Uint8Array, maxNumberOfSymbols: number): Promise<string[]> {
  const results = await resultsOf(png, maxNumberOfSymbols)
  return results
    .filter(({ isValid }) => isValid)
    .sort((a, b) => a.position.topLeft.y - b.position.topLeft.y || a.position.topLeft.x - b.position.topLeft.x)
    .map(({ text }) => text)
}

/** The library takes four bytes a dot and more. What has more dots than a label at 600 dpi by far is read at half of them. */
function readable(png: Uint8Array): Uint8Array {
  const { width, height } = pngHeader(png)
  if (width * height <= MOST_DOTS) return png
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  return encodePng(resize(decodePng(png), half))
}
