import { createHash } from 'node:crypto'
import type { Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import type { GraphicEncoding } from '../../src-labels/zpl/graphics.ts'
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Media, PrinterDpi, PrinterLanguage } from '../../src-shared/station/printing.ts'
import type { DocumentView, ViewWindow } from './protocol.ts'
import { RasterThread } from './raster-thread.ts'

/**
 * Turns label documents into what a printer takes and a screen shows. The work is done in one thread beside the main one.
 * Every method rejects with a StationError CONVERSION_FAILED whose message says what is wrong with the document.
 */
export interface Conversion {
  /** Bitmaps of a PDF's pages, or of a PNG, each exactly as many dots as the media has at the printer's resolution. */
  pages(
    document: { format: 'PDF' | 'PNG'; bytes: Uint8Array },
    target: { dpi: PrinterDpi; media: Media },
  ): Promise<Bitmap[]>
  /**
   * The document in the printer's language, and how many labels that prints. A document that is in it already passes
   * unchanged, byte for byte; a truncated or harmful one is refused.
   */
  toPrinter(
    document: { format: LabelFormat; bytes: Uint8Array },
    target: { language: PrinterLanguage; dpi: PrinterDpi; media: Media },
  ): Promise<{ bytes: Uint8Array; labels: number }>
  /**
   * The document as files of another format: one stream or PDF with every label, or one PNG a label, each drawn at the
   * printer's dots. A label that is in the wanted language already passes unchanged; what is not whole is refused.
   * `encoding` is that of pictures in ZPL, Z64 when absent; printers of the last century need ACS.
   */
  convert(
    document: { format: LabelFormat; bytes: Uint8Array },
    target: { to: LabelFormat; dpi: PrinterDpi; media: Media; encoding?: GraphicEncoding },
  ): Promise<{ files: Uint8Array[]; labels: number }>
  /** Bytes of PNG files, one a label or page, of what a printer would print. Kept for the next time it is asked for. */
  preview(
    document: { format: LabelFormat; bytes: Uint8Array },
    target: { dpi: PrinterDpi; media: Media },
  ): Promise<Uint8Array[]>
  /** Some pages of a document as a screen shows them: gray, each of its own size. */
  view(document: { format: LabelFormat; bytes: Uint8Array }, window: ViewWindow): Promise<DocumentView>
  /** Texts of the barcodes found on pictures (bytes of PNG files), one list a picture, top to bottom. */
  readBarcodes(pngs: Uint8Array[]): Promise<string[][]>
  /** Ends the thread. What is under way is rejected. */
  close(): Promise<void>
}

/** A label is some 100 kB, a scanned PDF some MB; the limit bounds memory, and the time to hash on the main thread. */
const MOST_BYTES = 16 << 20
/** Previews kept, the least recently used leaving first. */
const MOST_PREVIEWS = 64

export function createConversion(): Conversion {
  const thread = new RasterThread()
  const previews = new Map<string, Promise<Uint8Array[]>>()

  return {
    async pages(document, { dpi, media }) {
      return thread.call('pages', { document: checked(document), target: { dpi, media } })
    },

    async toPrinter(document, { language, dpi, media }) {
      return thread.call('toPrinter', { document: checked(document), target: { language, dpi, media } })
    },

    async convert(document, { to, dpi, media, encoding }) {
      return thread.call('convert', { document: checked(document), target: { to, dpi, media, encoding } })
    },

    async preview(document, { dpi, media }) {
      const hash = createHash('sha256').update(checked(document).bytes).digest('base64')
      const key = [document.format, dpi, media.widthIn, media.heightIn, hash].join(' ')
      const known = previews.get(key)
      const preview = known ?? thread.call('preview', { document, target: { dpi, media } })
      previews.delete(key)
      previews.set(key, preview)
      for (const oldest of previews.keys()) {
        if (previews.size <= MOST_PREVIEWS) break
        previews.delete(oldest)
      }
      try {
        return await preview
      } catch (error) {
        if (previews.get(key) === preview) previews.delete(key)
        throw error
      }
    },

    async view(document, window) {
      return thread.call('view', { document: checked(document), window })
    },

    async readBarcodes(pngs) {
      return thread.call('readBarcodes', { pngs })
    },

    async close() {
      previews.clear()
      await thread.close()
    },
  }
}

function checked<D extends { bytes: Uint8Array }>(document: D): D {
  const { length } = document.bytes
  if (length > 0 && length <= MOST_BYTES) return document
  const message = length === 0 ? 'the document is empty' : `a document of ${length} bytes is too large for a label`
  throw new StationError({ code: 'CONVERSION_FAILED', message })
}
