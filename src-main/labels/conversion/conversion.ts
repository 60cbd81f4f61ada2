import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import type { GraphicEncoding } from '../../../src-labels/zpl/graphics.ts'
import type { LabelFormat } from '../../../src-shared/freight/document.ts'
import { RecentAnswers } from '../../../src-shared/lru.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { InspectedSource, LabelPlace } from '../../../src-shared/station/printing/inspect.ts'
import type { Media, PrinterDpi, PrinterLanguage } from '../../../src-shared/station/printing/printing.ts'
import { jobError } from './job.ts'
import { validateLabels, type ValidatedLabels, type ValidationTarget } from './validate.ts'
import {
  LANE_LIMITS,
  MOST_BYTES,
  MOST_INLINE_BYTES,
  MOST_PAGES,
  MOST_SCAN_BYTES,
  timeLimit,
  type LaneName,
} from './limits.ts'
import { ConversionProblem } from './problem.ts'
import type { DocumentView, LabelDocument, LabelSpans, MeasuredBarcode, ViewWindow } from './protocol.ts'
import { WorkerPool, type PoolOptions, type RunOptions } from './worker-pool.ts'

/** For whom a document is converted. */
export interface How {
  /** scan: an operator waits for it at a packing station. It does not queue behind big files, unless it is one. */
  lane?: LaneName
  /** What people call the document; errors name it. */
  name?: string
  /** Stops after the page in hand; what was asked for is rejected with the signal's reason. */
  signal?: AbortSignal
}

/**
 * Turns label documents into what a printer takes and a screen shows. The work is done in threads beside the main one, in
 * two lanes. Every method rejects with a StationError whose message says what is wrong with the document:
 * CONVERSION_FAILED, DOCUMENT_EMPTY, DOCUMENT_LOCKED, DOCUMENT_TOO_LARGE (details.most), DOCUMENT_TOO_SLOW
 * (details.limitMs); details.name is the document's name where one was given. A document that is too large or too slow
 * never fails another one.
 */
export interface Conversion {
  /** Bitmaps of a PDF's pages, or of a PNG, each exactly as many dots as the media has at the printer's resolution. */
  pages(
    document: { format: 'PDF' | 'PNG'; bytes: Uint8Array },
    target: { dpi: PrinterDpi; media: Media },
    how?: How,
  ): Promise<Bitmap[]>
  /**
   * The document in the printer's language, and how many labels that prints. A document that is in it already passes
   * unchanged, byte for byte; a truncated or harmful one is refused. `page`: of a PDF this page only, from 1. Rejects with
   * ASKS_FIRST (details: a LabelQuestion) where a page of a PDF holds several labels; `isWhole`: it is shrunk as one.
   */
  toPrinter(
    document: { format: LabelFormat; bytes: Uint8Array },
    target: {
      language: PrinterLanguage
      dpi: PrinterDpi
      media: Media
      page?: number | undefined
      isWhole?: boolean | undefined
    },
    how?: How,
  ): Promise<{ bytes: Uint8Array; labels: number }>
  /** A PDF with a page for each label, or for the chosen one, of a page that holds several. */
  cutLabels(
    bytes: Uint8Array,
    target: { dpi: PrinterDpi; media: Media; choice: number | 'all' },
    how?: How,
  ): Promise<Uint8Array>
  /**
   * Labels in the printer's language that go to it as one: validated in one pass, without what they must not set, and with
   * what sets the printer back. Rejects also with LABEL_REFUSED.
   */
  validate(documents: readonly Uint8Array[], target: ValidationTarget, how?: How): Promise<ValidatedLabels>
  /**
   * The position of each label of a stream validated as whole; null where they cannot be separated. `from`: the first label,
   * from 1; the answer includes what those before it leave with the printer.
   */
  spans(
    document: { bytes: Uint8Array; language: PrinterLanguage; from?: number },
    how?: How,
  ): Promise<LabelSpans | null>
  /**
   * The document as files of another format: one stream or PDF with every label, or one PNG a label, each drawn at the
   * printer's dots. A label that is in the wanted language already passes unchanged; what is not whole is refused.
   * `encoding` is that of pictures in ZPL, Z64 when absent; printers of the last century need ACS.
   */
  convert(
    document: { format: LabelFormat; bytes: Uint8Array },
    target: { to: LabelFormat; dpi: PrinterDpi; media: Media; encoding?: GraphicEncoding },
    how?: How,
  ): Promise<{ files: Uint8Array[]; labels: number }>
  /** Bytes of PNG files, one a label or page, of what a printer would print. Kept for the next time it is asked for. */
  preview(
    document: { format: LabelFormat; bytes: Uint8Array },
    target: { dpi: PrinterDpi; media: Media },
    how?: How,
  ): Promise<Uint8Array[]>
  /** The same of all that a label draws, also beyond the media; and on which media, larger than the target's, that lies. */
  whole(
    document: { format: LabelFormat; bytes: Uint8Array },
    target: { dpi: PrinterDpi; media: Media },
    how?: How,
  ): Promise<{ pages: Uint8Array[]; media: Media }>
  /** Some pages of a document as a screen shows them: gray, each of its own size. */
  view(document: { format: LabelFormat; bytes: Uint8Array }, window: ViewWindow, how?: How): Promise<DocumentView>
  /**
   * Texts of the barcodes found on pictures (bytes of PNG files), one list a picture, top to bottom. `wanted`, a list a
   * picture: where all of these are found nothing else is looked for.
   */
  readBarcodes(pngs: Uint8Array[], how?: How, wanted?: readonly (readonly string[])[]): Promise<string[][]>
  /** The barcodes on pictures with their sizes in dots, one list a picture. */
  measureBarcodes(pngs: Uint8Array[], how?: How): Promise<MeasuredBarcode[][]>
  /** A label in a printer's language by its commands, each with what becomes of it. */
  source(document: LabelDocument, target: { dpi: PrinterDpi; media: Media }, how?: How): Promise<InspectedSource>
  /** Where the command at byte `at` draws, found by drawing the label without it; null when that is nowhere. */
  place(
    document: LabelDocument,
    target: { dpi: PrinterDpi; media: Media; at: number },
    how?: How,
  ): Promise<LabelPlace | null>
  /** Starts what the first label will need, while the operator is still looking for it: to be printed, or to be shown. */
  warm(purpose: 'print' | 'screen'): void
  /** Ends the threads. What is under way is rejected. */
  close(): Promise<void>
}

const NO_DOCUMENT: RunOptions = { lane: 'bulk', bytes: 0, labels: 1, name: undefined, signal: undefined }
/** Of previews kept: some hundred labels. */
const MOST_PREVIEW_BYTES = 16 << 20

export function createConversion(options: Partial<PoolOptions> = {}): Conversion {
  const pool = new WorkerPool({ lanes: options.lanes ?? LANE_LIMITS, timeLimit: options.timeLimit ?? timeLimit })
  const previews = new RecentAnswers<Uint8Array[]>(MOST_PREVIEW_BYTES, sizeOf)

  async function preview(
    document: LabelDocument,
    { dpi, media }: { dpi: PrinterDpi; media: Media },
    how?: How,
  ): Promise<Uint8Array[]> {
    const input = { document: sent(document), target: { dpi, media } }
    // Off the main thread: 16 MB would hold it for some 40 ms.
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(document.bytes))).toString('base64')
    const key = [document.format, dpi, media.widthIn, media.heightIn, hash].join(' ')
    return previews.get(key, () => pool.run('preview', input, runOf(document, how)))
  }

  return {
    async pages(document, { dpi, media }, how) {
      return pool.run('pages', { document: sent(document), target: { dpi, media } }, runOf(document, how))
    },

    async toPrinter(document, { language, dpi, media, page, isWhole }, how) {
      const input = { document: sent(document), target: { language, dpi, media, page, isWhole } }
      // The ZPL renderer takes more memory than the lane of scans is given.
      const isDrawnZpl = document.format === 'ZPL' && language !== 'ZPL'
      return pool.run('toPrinter', input, runOf(document, isDrawnZpl ? { ...how, lane: 'bulk' } : how))
    },

    async cutLabels(bytes, { dpi, media, choice }, how) {
      const document: LabelDocument = { format: 'PDF', bytes }
      return pool.run('cutLabels', { document: sent(document), target: { dpi, media }, choice }, runOf(document, how))
    },

    async validate(documents, { language, dpi, media, carrierSettings, allowedCommands }, how = {}) {
      const bytes = documents.reduce((sum, { length }) => sum + length, 0)
      assertSize(bytes)
      const target = { language, dpi, media, carrierSettings, allowedCommands }
      if (bytes <= MOST_INLINE_BYTES) return validatedHere(documents, target, how.name)
      const { lane = 'bulk', name, signal } = how
      const input = { documents: [...documents], target }
      return pool.run('validate', input, { lane: laneFor(lane, bytes), bytes, labels: 1, name, signal })
    },

    async spans({ bytes, language, from = 1 }, { lane = 'bulk', name, signal } = {}) {
      assertSize(bytes.length)
      const { length } = bytes
      return pool.run(
        'spans',
        { bytes, language, from },
        { lane: laneFor(lane, length), bytes: length, labels: 1, name, signal },
      )
    },

    async convert(document, { to, dpi, media, encoding }, how) {
      const input = { document: sent(document), target: { to, dpi, media, encoding } }
      return pool.run('convert', input, runOf(document, how))
    },

    preview,

    async whole(document, { dpi, media }, how) {
      const pngs = await preview(document, { dpi, media }, how)
      if (document.format === 'PDF' || document.format === 'PNG') return { pages: pngs, media }
      const input = { document: sent(document), target: { dpi, media }, pngs }
      const needed = await pool.run('wholeMedia', input, runOf(document, how))
      if (needed.widthIn === media.widthIn && needed.heightIn === media.heightIn) return { pages: pngs, media }
      return { pages: await preview(document, { dpi, media: needed }, how), media: needed }
    },

    async view(document, window, how) {
      return pool.run('view', { document: sent(document), window }, runOf(document, how))
    },

    async readBarcodes(pngs, how, wanted = []) {
      const bytes = pngs.reduce((sum, { length }) => sum + length, 0)
      const { lane = 'bulk', name, signal } = how ?? {}
      const input = { pngs, wanted: wanted.map((texts) => [...texts]) }
      return pool.run('readBarcodes', input, { lane: laneFor(lane, bytes), bytes, labels: 1, name, signal })
    },

    async measureBarcodes(pngs, how = {}) {
      const bytes = pngs.reduce((sum, { length }) => sum + length, 0)
      const { lane = 'bulk', name, signal } = how
      return pool.run('measureBarcodes', { pngs }, { lane: laneFor(lane, bytes), bytes, labels: 1, name, signal })
    },

    async source(document, { dpi, media }, how) {
      return pool.run('source', { document: sent(document), target: { dpi, media } }, runOf(document, how))
    },

    async place(document, { dpi, media, at }, how) {
      const before = await preview(document, { dpi, media }, how)
      const input = { document: sent(document), target: { dpi, media }, at, before }
      return pool.run('place', input, runOf(document, how))
    },

    warm: (purpose) => {
      if (purpose === 'print') pool.warm()
      // A failure here recurs, and is reported, with the first label.
      else pool.run('warm', { purpose }, NO_DOCUMENT).catch(() => {})
    },

    async close() {
      previews.clear()
      await pool.close()
    },
  }
}

function sizeOf(pages: readonly Uint8Array[]): number {
  return pages.reduce((sum, page) => sum + page.length, 0)
}

function runOf({ format, bytes }: LabelDocument, { lane = 'bulk', name, signal }: How = {}): RunOptions {
  const labels = format === 'ZPL' ? countOf(bytes, '^XA') : 1
  return { lane: laneFor(lane, bytes.length), bytes: bytes.length, labels, name, signal }
}

function laneFor(lane: LaneName, bytes: number): LaneName {
  return bytes <= MOST_SCAN_BYTES ? lane : 'bulk'
}

function countOf(bytes: Uint8Array, word: string): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = buffer.indexOf(word); at >= 0 && count < MOST_PAGES; at = buffer.indexOf(word, at + 1)) count += 1
  return count
}

/** What goes to the thread, and nothing else that the caller's document may carry. */
function sent({ format, bytes }: LabelDocument): LabelDocument {
  assertSize(bytes.length)
  return { format, bytes }
}

function assertSize(length: number): void {
  if (length === 0) throw new StationError({ code: 'DOCUMENT_EMPTY', message: 'the document is empty' })
  if (length > MOST_BYTES) {
    const message = `a document of ${length} bytes is too large for a label`
    throw new StationError({ code: 'DOCUMENT_TOO_LARGE', message, details: { most: MOST_BYTES } })
  }
}

/** A label of a few kilobytes, validated without a round trip to a thread. */
function validatedHere(
  documents: readonly Uint8Array[],
  target: ValidationTarget,
  name: string | null = null,
): ValidatedLabels {
  try {
    return validateLabels(documents, target)
  } catch (error) {
    if (!(error instanceof ConversionProblem)) throw error
    throw jobError({ name }, error.code, error.message, error.details)
  }
}
