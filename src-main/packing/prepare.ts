import { oneLabel } from '../../src-labels/one-label.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { PrinterOptions } from '../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../src-shared/station/printing/printing.ts'
import type { Conversion, How } from '../conversion/conversion.ts'
import type { JudgedLabels } from '../conversion/judge.ts'
import type { StoredLabel } from '../store/ledger/booking/labels.ts'

/** Labels on their way to a printer. */
export interface ToPrepare {
  documents: readonly Pick<StoredLabel, 'format' | 'bytes'>[]
  printer: Printer
  options: PrinterOptions
  /** Read back from what is drawn; null: nothing is. */
  trackingNumber: string | null
  how: How
  /** One label only: that of this piece, where there is one label for each of so many pieces. */
  piece?: { number: number; of: number } | undefined
}

type Reading = Pick<Conversion, 'preview' | 'view' | 'readBarcodes'>

/** Pages of which each barcode is compared; it takes half a second a page. */
const MOST_COMPARED = 20

/**
 * Turns labels into what goes to the printer, one after the other. Those already in its language keep every byte but what
 * must be left out; others are drawn at the printer's dots, and their barcodes are read back from those very dots. All
 * of it is judged once, as the printer will get it.
 *
 * @throws StationError PIECES_NOT_APART where labels are not one a piece; BARCODE_MISMATCH, CONVERSION_FAILED, LABEL_REFUSED and the DOCUMENT_ codes
 */
export async function prepareLabels(
  conversion: Reading & Pick<Conversion, 'toPrinter' | 'judge'>,
  { documents, printer, options, trackingNumber, how, piece }: ToPrepare,
): Promise<JudgedLabels> {
  const parts: Uint8Array[] = []
  for (const document of documents) {
    if (document.format === printer.language) {
      parts.push(document.bytes)
      continue
    }
    const { bytes } = await conversion.toPrinter(document, printer, how)
    await checkBarcodes(conversion, { document, bytes, printer, trackingNumber, how })
    parts.push(bytes)
  }
  const whole = await conversion.judge(parts, { ...printer, ...options }, how)
  if (piece) {
    const cut = cutToPiece(parts, printer, piece)
    const judged = await conversion.judge([cut], { ...printer, ...options }, how)
    if (judged.labels !== 1) throw notApart(piece)
    return options.paper === 'receipt' ? { ...judged, bytes: cut, stripped: [] } : judged
  }
  // A roll takes another language than the profile's: nothing of a label's is set back on it.
  return options.paper === 'receipt' ? { ...whole, bytes: Buffer.concat(parts), stripped: [] } : whole
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
    message: `The labels are not one for each of the ${piece.of} pieces, so that of piece ${piece.number} cannot be printed alone.`,
    details: piece,
  })
}

/**
 * What is read from the dots that go to the printer must be what the document's pages had: each of their barcodes, and the
 * tracking number on every label where it is known.
 */
async function checkBarcodes(
  conversion: Reading,
  {
    document,
    bytes,
    printer,
    trackingNumber,
    how,
  }: { document: ToPrepare['documents'][number]; bytes: Uint8Array; how: How } & Pick<
    ToPrepare,
    'printer' | 'trackingNumber'
  >,
): Promise<void> {
  const wanted = document.format === 'PDF' || document.format === 'PNG' ? await codesOf(conversion, document, how) : []
  if (trackingNumber === null && wanted.length === 0) return
  const pages = await conversion.preview({ format: printer.language, bytes }, printer, how)
  const read = await conversion.readBarcodes(pages, how)
  const found = new Set(read.flat())
  const missing = [...new Set(wanted)].filter((code) => !found.has(code))
  const isTracked =
    trackingNumber === null || (read.length > 0 && read.every((texts) => texts.includes(trackingNumber)))
  if (isTracked && missing.length === 0) return
  const code = isTracked ? missing.join(', ') : trackingNumber
  throw new StationError({
    code: 'BARCODE_MISMATCH',
    message: isTracked
      ? `The label was not printed: of its barcodes, read back at ${printer.dpi} dpi, these are missing: ${code}.`
      : `The label was not printed: its barcode, read back at ${printer.dpi} dpi, is not ${code}.`,
    details: { trackingNumber, read, missing },
  })
}

/** Barcodes of the document's own pages, as far as there are not too many to be read before anybody waits too long. */
async function codesOf(conversion: Reading, document: ToPrepare['documents'][number], how: How): Promise<string[]> {
  const { total, pages } = await conversion.view(document, { from: 0, count: MOST_COMPARED, dpi: 300 }, how)
  if (total > MOST_COMPARED) return []
  const read = await conversion.readBarcodes(
    pages.map(({ png }) => png),
    how,
  )
  return read.flat()
}
