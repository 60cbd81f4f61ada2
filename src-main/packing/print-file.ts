import type { PrintFileInput } from '../../src-shared/station/printing/print-file.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import type { Conversion } from '../conversion/conversion.ts'
import { knownDocument } from '../conversion/document-format.ts'
import { adHocPrinter, UNKEPT_OPTIONS } from '../printing/queue/ad-hoc.ts'
import { askAboutMany } from '../printing/queue/many-labels.ts'
import type { Printing } from '../printing/printing.ts'
import { prepareLabels } from './prepare.ts'

export type PrintFile = ReturnType<typeof createPrintFile>

/** Prints a label file: looked through, turned into the printer's language where it must be, and queued like any label. */
export function createPrintFile({
  conversion,
  printing,
}: {
  conversion: Pick<Conversion, 'toPrinter' | 'preview' | 'view' | 'readBarcodes' | 'measureBarcodes' | 'judge'>
  printing: Pick<Printing, 'printers' | 'queue' | 'rules'>
}) {
  /** @throws StationError CONVERSION_FAILED with the place and the reason, the DOCUMENT_ codes, BARCODE_MISMATCH, LABEL_REFUSED, LABEL_TRUNCATED, INVALID_PRINTER_ADDRESS, NOT_FOUND, MANY_LABELS */
  return async ({ name, base64, printer: target, copies, agreedLabels }: PrintFileInput): Promise<PrintJob> => {
    const document = knownDocument(name, Buffer.from(base64, 'base64'))
    const { printer, options } =
      'printerId' in target
        ? await printing.printers.target('label', target.printerId)
        : {
            printer: adHocPrinter({
              ...target,
              language: target.language ?? (document.format === 'EPL' ? 'EPL' : 'ZPL'),
            }),
            options: UNKEPT_OPTIONS,
          }
    const judged = await prepareLabels(conversion, {
      documents: [document],
      printer,
      options,
      trackingNumber: null,
      how: { name },
    })
    askAboutMany({ labels: judged.labels, copies, agreed: agreedLabels }, printing.rules.get().mostLabels)
    return printing.queue.add({
      printerId: printer.printerId,
      title: name,
      purpose: 'file',
      reason: null,
      shipmentId: null,
      copies,
      document: judged.bytes,
      labels: judged.labels,
      stripped: judged.stripped,
    })
  }
}
