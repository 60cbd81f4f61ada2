import { oneLabel } from '../../src-labels/one-label.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { PrinterOptions } from '../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../src-shared/station/printing/printing.ts'
import type { Conversion, How } from '../labels/conversion/conversion.ts'
import type { DocumentView } from '../labels/conversion/protocol.ts'
import type { ValidatedLabels } from '../labels/conversion/validate.ts'
import { shrunkBars } from './shrunk-bars.ts'
import type { StoredLabel } from '../labels/labels.rows.ts'

/** Labels on their way to a printer. */
export interface ToPrepare {
  documents: readonly Pick<StoredLabel, 'format' | 'bytes'>[]
  printer: Printer
  options: PrinterOptions
  /** Read back from the drawn dots; null: none. */
  trackingNumber: string | null
  how: How
  /** One label only: that of this piece, where there is one label for each piece. */
  piece?: { number: number; of: number } | undefined
  /** Whether a person can be asked about bars too narrow to be read; else a code that is lost that way is refused. */
  asksAboutBars?: boolean
  /** Keys of questions answered with yes and a reason. */
  despite?: readonly string[] | undefined
  /** Of one PDF: this page only, from 1. */
  page?: number | undefined
}

type Reading = Pick<Conversion, 'preview' | 'view' | 'readBarcodes' | 'measureBarcodes'>

/** Labels fit to print, and the narrowest bars that fitting left: null where none is too narrow for scanners. */
export type PreparedLabels = ValidatedLabels & { narrowestMm: number | null }

/** Pages of which each barcode is compared where all are made before the first is printed; it takes half a second a page. */
const MOST_COMPARED = 20

/**
 * Turns labels into the bytes for the printer, one after the other. Those already in its language keep every byte
 * except those that must be left out; others are drawn at the printer's dots, and their barcodes are read back from
 * those very dots. All of it is validated once, as the printer will get it.
 *
 * @throws StationError ASKS_FIRST where a page holds several labels and the shipment's own is not known among them, PIECES_NOT_APART where labels are not one a piece; BARCODE_MISMATCH, CONVERSION_FAILED,
 * LABEL_REFUSED and the DOCUMENT_ codes
 */
export async function prepareLabels(
  conversion: Reading & Pick<Conversion, 'toPrinter' | 'cutLabels' | 'validate'>,
  { documents, printer, options, trackingNumber, how, piece, page, despite = [], asksAboutBars = false }: ToPrepare,
): Promise<PreparedLabels> {
  const parts: Uint8Array[] = []
  let narrowestMm: number | null = null
  for (const document of documents) {
    if (document.format === printer.language) {
      parts.push(document.bytes)
      continue
    }
    const target = { ...printer, page, isWhole: despite.includes('LABELS') }
    const drawn = await conversion.toPrinter(document, target, how).then(
      ({ bytes }) => ({ document, bytes, page }),
      (error: unknown) => ownLabel(conversion, document, { printer, trackingNumber, how }, error),
    )
    const { bytes } = drawn
    const checked = { ...drawn, printer, trackingNumber, how, asksAboutBars }
    const narrow = await checkBarcodes(conversion, checked)
    if (narrow !== null) narrowestMm = Math.min(narrow, narrowestMm ?? Infinity)
    parts.push(bytes)
  }
  const whole = await conversion.validate(parts, { ...printer, ...options }, how)
  if (piece) {
    const cut = cutToPiece(parts, printer, piece)
    const validated = await conversion.validate([cut], { ...printer, ...options }, how)
    if (validated.labels !== 1) throw notApart(piece)
    return options.paper === 'receipt'
      ? { ...validated, bytes: cut, stripped: [], setBack: '', narrowestMm }
      : { ...validated, narrowestMm }
  }
  // A roll takes another language than the profile's: nothing of a label's is set back on it.
  return options.paper === 'receipt'
    ? { ...whole, bytes: Buffer.concat(parts), stripped: [], setBack: '', narrowestMm }
    : { ...whole, narrowestMm }
}

/**
 * Of a PDF of one page that holds several labels the one with the shipment's tracking number.
 * @param error of the page; thrown again where it is another one, or the number is on none of the labels or on several
 */
async function ownLabel(
  conversion: Reading & Pick<Conversion, 'toPrinter' | 'cutLabels'>,
  { format, bytes: file }: ToPrepare['documents'][number],
  { printer, trackingNumber, how }: Pick<ToPrepare, 'printer' | 'trackingNumber' | 'how'>,
  error: unknown,
): Promise<{ document: ToPrepare['documents'][number]; bytes: Uint8Array; page: number }> {
  const isAsked = error instanceof StationError && error.code === 'ASKS_FIRST'
  if (!isAsked || trackingNumber === null) throw error
  const { total } = await conversion.view({ format, bytes: file }, { from: 0, count: 0, dpi: 150 }, how)
  if (total !== 1) throw error
  const bytes = await conversion.cutLabels(file, { ...printer, choice: 'all' }, how)
  const document = { format, bytes }
  const codes = await codesOf(conversion, await sourcePages(conversion, document, { how, only: undefined }), how)
  const own = [...codes.keys()].filter((at) => codes[at]?.includes(trackingNumber))
  const page = own.length === 1 && own[0] !== undefined ? own[0] + 1 : null
  if (page === null) throw error
  return { document, page, bytes: (await conversion.toPrinter(document, { ...printer, page }, how)).bytes }
}

function cutToPiece(
  parts: readonly Uint8Array[],
  { language }: Printer,
  piece: { number: number; of: number },
): Uint8Array {
  const cut = oneLabel(Buffer.concat(parts), language, piece)
  if (cut === null) throw notApart(piece)
  return cut
}

function notApart(piece: { number: number; of: number }): StationError {
  return new StationError({
    code: 'PIECES_NOT_APART',
    message: `This file does not have one label for each of the ${piece.of} pieces, so piece ${piece.number} cannot be printed alone.`,
    details: piece,
  })
}

/**
 * The codes read from the dots that go to the printer must be those of the document's pages: each of their barcodes,
 * and the tracking number on every label where it is known. Bars that fitting made too narrow are a question, where
 * one can be asked.
 * @returns the narrowest of those in millimeters; null when there are none
 */
async function checkBarcodes(
  conversion: Reading,
  {
    document,
    bytes,
    printer,
    trackingNumber,
    how,
    page: only,
    asksAboutBars,
  }: { asksAboutBars: boolean; document: ToPrepare['documents'][number]; bytes: Uint8Array; how: How } & Pick<
    ToPrepare,
    'printer' | 'trackingNumber' | 'page'
  >,
): Promise<number | null> {
  const isDrawn = document.format === 'PDF' || document.format === 'PNG'
  const source = isDrawn ? await sourcePages(conversion, document, { how, only }) : []
  const ofPages = source.length === 0 ? [] : await codesOf(conversion, source, how)
  const wanted = ofPages.flat()
  if (trackingNumber === null && wanted.length === 0) return null
  const pages = await conversion.preview({ format: printer.language, bytes }, printer, how)
  const onPage = (page: number) => {
    const texts = ofPages[page] ?? []
    return trackingNumber === null || texts.includes(trackingNumber) ? texts : [...texts, trackingNumber]
  }
  const read = await conversion.readBarcodes(
    pages,
    how,
    pages.map((_, page) => onPage(page)),
  )
  const found = new Set(read.flat())
  const missing = [...new Set(wanted)].filter((code) => !found.has(code))
  const isTracked =
    trackingNumber === null || (read.length > 0 && read.every((texts) => texts.includes(trackingNumber)))
  const narrow = asksAboutBars ? await shrunkBars(conversion, source, { pages, printer, how }) : null
  // The document's own page says whose label it is, also where its code is lost on the way to the dots.
  const isTheirs =
    trackingNumber === null || (source.length > 0 && ofPages.every((texts) => texts.includes(trackingNumber)))
  if (narrow && isTheirs && missing.every((code) => narrow.codes.has(code))) return narrow.narrowestMm
  if (isTracked && missing.length === 0) return null
  const code = isTracked ? missing.join(', ') : trackingNumber
  throw new StationError({
    code: 'BARCODE_MISMATCH',
    message: isTracked
      ? `The label was not printed: read back at ${printer.dpi} dpi, these barcodes are missing: ${code}.`
      : `The label was not printed: its barcode, read back at ${printer.dpi} dpi, is not ${code}.`,
    details: { trackingNumber, read, missing },
  })
}

/** The document's own pages, as far as there are not too many to be read without a long wait. */
async function sourcePages(
  conversion: Reading,
  document: ToPrepare['documents'][number],
  { how, only }: { how: How; only: number | undefined },
): Promise<DocumentView['pages']> {
  if (only !== undefined) return (await conversion.view(document, { from: only - 1, count: 1, dpi: 300 }, how)).pages
  const { total, pages } = await conversion.view(document, { from: 0, count: MOST_COMPARED, dpi: 300 }, how)
  return total > MOST_COMPARED ? [] : pages
}

/** Barcodes of each of them. */
async function codesOf(conversion: Reading, pages: DocumentView['pages'], how: How): Promise<string[][]> {
  return conversion.readBarcodes(
    pages.map(({ png }) => png),
    how,
  )
}
