import { StationError } from '../../src-shared/station/error.ts'
import type { PrintJob, Printer } from '../../src-shared/station/printing/printing.ts'
import type { Conversion } from '../labels/conversion/conversion.ts'
import { documentFormatOf } from '../labels/conversion/document-format.ts'
import type { Printing } from '../printing/printing.ts'

const LETTER = { widthIn: 8.5, heightIn: 11 }

export interface OfficePrintRequest {
  document: 'bol' | 'office'
  bytes: Uint8Array
  title: string
  shipmentId: string | null
  /** Absent: the station's default. */
  copies?: number | undefined
}

export type OfficePrint = ReturnType<typeof createOfficePrint>

/** Prints papers on the printer that this station has for them, through the same queue as labels. */
export function createOfficePrint({ conversion, printing }: { conversion: Conversion; printing: Printing }) {
  const { rules, printers, queue } = printing

  /** @throws StationError NO_OFFICE_PRINTER, CONVERSION_FAILED, the DOCUMENT_ codes, NOT_FOUND */
  return async ({ document, bytes, title, shipmentId, copies }: OfficePrintRequest): Promise<PrintJob> => {
    const route = rules.paperRouteOf(document)
    if (route.printerId === null) throw noOfficePrinter(document)
    const printer = await printers.choose(route.printerId)
    const prepared = await forPrinter(conversion, bytes, printer, title)
    return queue.add({
      printerId: printer.printerId,
      title,
      purpose: document,
      reason: null,
      shipmentId,
      copies: copies ?? route.copies,
      document: prepared.bytes,
      labels: prepared.labels,
    })
  }
}

/** A queue of the operating system takes a PDF and knows its paper; any other printer gets its own language. */
async function forPrinter(
  conversion: Conversion,
  bytes: Uint8Array,
  printer: Printer,
  title: string,
): Promise<{ bytes: Uint8Array; labels: number }> {
  const format = documentFormatOf(bytes)
  if (format === null) {
    throw new StationError({
      code: bytes.length === 0 ? 'DOCUMENT_EMPTY' : 'DOCUMENT_UNKNOWN',
      message: `${title} is not a PDF or PNG and cannot be printed from here.`,
    })
  }
  const how = { name: title }
  if (printer.connection.kind !== 'queue') return conversion.toPrinter({ format, bytes }, printer, how)
  if (format === 'PDF') {
    const { total } = await conversion.view({ format, bytes }, { from: 0, count: 1, dpi: 150 }, how)
    return { bytes, labels: total }
  }
  const { files, labels } = await conversion.convert({ format, bytes }, { to: 'PDF', dpi: 300, media: LETTER }, how)
  return { bytes: Buffer.concat(files), labels }
}

function noOfficePrinter(document: 'bol' | 'office'): StationError {
  return new StationError({
    code: 'NO_OFFICE_PRINTER',
    message: 'This station has no document printer yet. Choose one.',
    details: { document },
  })
}
