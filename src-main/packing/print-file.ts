import { StationError } from '../../src-shared/station/error.ts'
import type { PrintFileInput } from '../../src-shared/station/print-file.ts'
import type { PrintJob, Printer } from '../../src-shared/station/printing.ts'
import type { Conversion } from '../conversion/conversion.ts'
import { documentFormatOf } from '../conversion/document-format.ts'
import { adHocPrinter } from '../printing/ad-hoc.ts'
import type { Printing } from '../printing/printing.ts'

export type PrintFile = ReturnType<typeof createPrintFile>

/** Prints a label file: looked through, turned into the printer's language where it must be, and queued like any label. */
export function createPrintFile({ conversion, printing }: { conversion: Conversion; printing: Printing }) {
  /** @throws StationError CONVERSION_FAILED with the place and the reason, INVALID_PRINTER_ADDRESS, NOT_FOUND */
  return async ({ name, base64, printer: target, copies }: PrintFileInput): Promise<PrintJob> => {
    const bytes = Buffer.from(base64, 'base64')
    const format = documentFormatOf(bytes)
    if (format === null) {
      throw new StationError({
        code: 'CONVERSION_FAILED',
        message: bytes.length === 0 ? `${name} is empty.` : `${name} is no ZPL, EPL, PDF or PNG.`,
        details: { name, bytes: bytes.length },
      })
    }
    const printer: Printer =
      'printerId' in target
        ? await printing.printers.choose(target.printerId)
        : adHocPrinter({ ...target, language: target.language ?? (format === 'EPL' ? 'EPL' : 'ZPL') })
    const prepared = await conversion.toPrinter({ format, bytes }, printer)
    return printing.queue.add({
      printerId: printer.printerId,
      title: name,
      purpose: 'file',
      reason: null,
      shipmentId: null,
      copies,
      document: prepared.bytes,
      labels: prepared.labels,
    })
  }
}
