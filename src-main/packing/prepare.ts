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
}

/**
 * Turns labels into what goes to the printer, one after the other. Those already in its language keep every byte but what
 * must be left out; others are drawn at the printer's dots, and the tracking number is read back from those very dots. All
 * of it is judged once, as the printer will get it.
 *
 * @throws StationError BARCODE_MISMATCH, CONVERSION_FAILED, LABEL_REFUSED and the DOCUMENT_ codes
 */
export async function prepareLabels(
  conversion: Pick<Conversion, 'toPrinter' | 'preview' | 'readBarcodes' | 'judge'>,
  { documents, printer, options, trackingNumber, how }: ToPrepare,
): Promise<JudgedLabels> {
  const parts: Uint8Array[] = []
  for (const document of documents) {
    if (document.format === printer.language) {
      parts.push(document.bytes)
      continue
    }
    const { bytes } = await conversion.toPrinter(document, printer, how)
    if (trackingNumber !== null) await checkBarcode(conversion, bytes, printer, trackingNumber, how)
    parts.push(bytes)
  }
  const judged = await conversion.judge(parts, { ...printer, ...options }, how)
  // A roll takes another language than the profile's: nothing of a label's is set back on it.
  return options.paper === 'receipt' ? { ...judged, bytes: Buffer.concat(parts), stripped: [] } : judged
}

async function checkBarcode(
  conversion: Pick<Conversion, 'preview' | 'readBarcodes'>,
  bytes: Uint8Array,
  printer: Printer,
  trackingNumber: string,
  how: How,
): Promise<void> {
  const pages = await conversion.preview({ format: printer.language, bytes }, printer, how)
  const read = await conversion.readBarcodes(pages, how)
  if (read.length > 0 && read.every((texts) => texts.includes(trackingNumber))) return
  throw new StationError({
    code: 'BARCODE_MISMATCH',
    message: `The label was not printed: its barcode, read back at ${printer.dpi} dpi, is not ${trackingNumber}.`,
    details: { trackingNumber, read },
  })
}
