import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const library = PDFiumLibrary.init({
  wasmBinary: new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'))).buffer,
})

/** What a PDF says, with single spaces. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const document = await (await library).loadDocument(bytes)
  try {
    return [...document.pages()].map((page) => page.getText().replace(/\s+/g, ' ')).join(' ')
  } finally {
    document.destroy()
  }
}

/** From the header of a PNG file. */
export function pngSizeOf(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Dots an inch that a PNG file says it is to be printed at. */
export function pngDpiOf(bytes: Uint8Array): number {
  const at = Buffer.from(bytes).indexOf('pHYs') + 4
  return Math.round(new DataView(bytes.buffer, bytes.byteOffset).getUint32(at) * 0.0254)
}
