import { StationError } from '../../src-shared/station/error.ts'
import type { Printer } from '../../src-shared/station/printing.ts'
import type { Conversion } from '../conversion/conversion.ts'
import type { StoredLabel } from '../store/ledger/labels.ts'

/** What goes to the printer: every label of a shipment in its language, one after the other. */
export interface PreparedLabels {
  bytes: Uint8Array
  labels: number
}

/**
 * Turns a shipment's labels into the printer's language. Labels already in it pass byte for byte; others are drawn at the
 * printer's dots, and the tracking number is read back from those very dots before anything is sent.
 *
 * @throws StationError BARCODE_MISMATCH, CONVERSION_FAILED
 */
export async function prepareLabels(
  conversion: Conversion,
  documents: readonly StoredLabel[],
  printer: Printer,
  trackingNumber: string | null,
): Promise<PreparedLabels> {
  const parts: Uint8Array[] = []
  let labels = 0
  for (const document of documents) {
    const prepared = await conversion.toPrinter(document, printer)
    if (document.format !== printer.language && trackingNumber !== null) {
      await checkBarcode(conversion, prepared.bytes, printer, trackingNumber)
    }
    parts.push(prepared.bytes)
    labels += prepared.labels
  }
  return { bytes: Buffer.concat(parts), labels }
}

async function checkBarcode(
  conversion: Conversion,
  bytes: Uint8Array,
  printer: Printer,
  trackingNumber: string,
): Promise<void> {
  const pages = await conversion.preview({ format: printer.language, bytes }, printer)
  const read = await conversion.readBarcodes(pages)
  if (read.length > 0 && read.every((texts) => texts.includes(trackingNumber))) return
  throw new StationError({
    code: 'BARCODE_MISMATCH',
    message: `The label was not printed: its barcode, read back at ${printer.dpi} dpi, is not ${trackingNumber}.`,
    details: { trackingNumber, read },
  })
}
