import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes as read } from 'zxing-wasm/reader'
import { resize } from '../../src-labels/bitmap/fit.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { decodePng, pngHeader } from './png-decode.ts'

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

/** Texts of the barcodes on a picture (bytes of a PNG file), wherever and however turned they are; top to bottom. */
export async function readBarcodes(png: Uint8Array): Promise<string[]> {
  await warmBarcodes()
  const results = await read(readable(png), {
    tryHarder: true,
    tryRotate: true,
    textMode: 'Plain',
    maxNumberOfSymbols: 255,
  })
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
