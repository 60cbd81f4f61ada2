import type { Conversion } from '../conversion/conversion.ts'
import type { PagedJob } from '../printing/printing.ts'
import type { SheetMaker } from '../printing/queue/send-sheets.ts'
import { asksFirst, barsQuestion } from './ask.ts'
import { prepareLabels, type PreparedLabels } from './prepare.ts'

/** What pages are made with. */
export type Preparing = Pick<
  Conversion,
  'toPrinter' | 'preview' | 'view' | 'readBarcodes' | 'measureBarcodes' | 'judge' | 'spans'
>

/**
 * The pages of a document, made one by one as they go to their printer. Labels in its own language were judged as one before
 * they were queued, and are cut out; a page of a PDF is drawn, its barcodes are read back from its dots, and it is judged.
 */
export async function openSheets(conversion: Preparing, job: PagedJob): Promise<SheetMaker> {
  const { document, pages, title, printer } = job
  const { language } = printer.printer
  if (pages.format !== 'PDF') {
    const first = (pages.begin % pages.ofCopy) + 1
    const found = await conversion.spans({ bytes: document, language, from: first }, { name: title })
    // Once: the labels behind find it as they would have behind those before.
    let before = found?.before ?? new Uint8Array(0)
    return {
      make: async (page) => {
        const span = found?.spans[page - 1]
        if (!span) throw new Error(`${title} has no label ${page}`)
        const label = document.subarray(span.at, span.end)
        const bytes = before.length === 0 ? label : Buffer.concat([before, label])
        before = new Uint8Array(0)
        return { bytes, labels: span.copies }
      },
    }
  }
  return {
    make: async (page) => {
      const { bytes, labels, narrowestMm } = await preparePage(conversion, job, page)
      const question = barsQuestion(narrowestMm)
      if (question && !pages.despite.includes(question.key)) throw asksFirst(`Page ${page} of ${title}`, question)
      return { bytes, labels }
    },
  }
}

/** One page of a PDF, fit to print. @param page from 1 @throws StationError as prepareLabels */
export function preparePage(
  conversion: Preparing,
  { title, document, printer: { printer, options } }: Pick<PagedJob, 'title' | 'document' | 'printer'>,
  page: number,
): Promise<PreparedLabels> {
  return prepareLabels(conversion, {
    documents: [{ format: 'PDF', bytes: document }],
    printer,
    options,
    trackingNumber: null,
    how: { name: title },
    asksAboutBars: true,
    page,
  })
}
