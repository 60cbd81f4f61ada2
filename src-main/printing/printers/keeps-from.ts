import { StationError } from '../../../src-shared/station/error.ts'
import type { LabelStock } from '../../../src-shared/station/printing/label-stock.ts'
import { printerDifference, type PrinterDifference } from '../../../src-shared/station/printing/other-printer.ts'
import type { StoredPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
import type { PrintJob } from '../../../src-shared/station/printing/printing.ts'

/** PRINTER_DIFFERS (details.field, details.from, details.to): what keeps a job from another printer; null: it may go there. */
export function keepsFrom(
  job: Pick<PrintJob, 'purpose'>,
  from: StoredPrinter,
  to: StoredPrinter,
  loaded: (stockId: string | null) => LabelStock | null,
): StationError | null {
  const place = ({ printer, options: { paper, stockId } }: StoredPrinter) => ({
    printer,
    paper,
    stock: loaded(stockId),
  })
  const difference = printerDifference(job, place(from), place(to))
  if (difference === null) return null
  const { name } = to.printer
  const [before, after] = [difference.from, difference.to].map((value) => WORDS[difference.field](value))
  return new StationError({
    code: 'PRINTER_DIFFERS',
    message: `${name} cannot print this job: it was made for ${before}, but ${name} uses ${after}. Print it again for that printer.`,
    details: { ...difference },
  })
}

const WORDS: Record<PrinterDifference['field'], (value: string | number) => string> = {
  paper: (paper) => (paper === 'receipt' ? 'a receipt roll' : 'labels'),
  language: (language) => `${language}`,
  dpi: (dpi) => `${dpi} dpi`,
  connection: (kind) => (kind === 'queue' ? 'documents' : 'labels'),
  media: (size) => `paper of ${size}`,
}
