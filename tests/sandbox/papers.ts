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
