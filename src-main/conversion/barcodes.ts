import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes as read } from 'zxing-wasm/reader'

let isPrepared = false

/** Texts of the barcodes on a picture (bytes of a PNG file), wherever and however turned they are; top to bottom. */
export async function readBarcodes(png: Uint8Array): Promise<string[]> {
  if (!isPrepared) {
    const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } })
    isPrepared = true
  }
  const results = await read(png, { tryHarder: true, tryRotate: true, textMode: 'Plain', maxNumberOfSymbols: 255 })
  return results
    .filter(({ isValid }) => isValid)
    .sort((a, b) => a.position.topLeft.y - b.position.topLeft.y || a.position.topLeft.x - b.position.topLeft.x)
    .map(({ text }) => text)
}
