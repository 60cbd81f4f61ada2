import { StationError } from '../../src-shared/station/error.ts'
import type { PrinterLanguage } from '../../src-shared/station/printing/printing.ts'
import type { Conversion } from '../labels/conversion/conversion.ts'
import type { LabelSpans } from '../labels/conversion/protocol.ts'
import type { PagedJob } from '../printing/printing.ts'
import type { SheetMaker } from '../printing/queue/send-sheets.ts'
import { asksFirst, barsQuestion, blankQuestion } from './ask.ts'
import { prepareLabels, type PreparedLabels } from './prepare.ts'

/** What pages are made with. */
export type Preparing = Pick<
  Conversion,
  'toPrinter' | 'cutLabels' | 'preview' | 'view' | 'readBarcodes' | 'measureBarcodes' | 'validate' | 'spans'
>

/**
 * The pages of a document, made one by one as they go to their printer. Labels in its own language were judged as one before
 * they were queued, and are cut out; those in another are cut out, drawn and judged one by one; a page of a PDF is drawn, its barcodes are read back from its dots, and it is judged.
 */
export async function openSheets(conversion: Preparing, job: PagedJob): Promise<SheetMaker> {
  const { document, pages, title, printer } = job
  const { language } = printer.printer
  if (pages.format === 'ZPL' || pages.format === 'EPL') {
    const first = (pages.begin % pages.ofCopy) + 1
    const found = await conversion.spans({ bytes: document, language: pages.format, from: first }, { name: title })
    if (pages.format !== language) return foreignLabels(conversion, job, pages.format, found)
    // Once: the labels behind find it as they would have behind those before.
    let before = found?.before ?? new Uint8Array(0)
    return {
      make: async (page) => {
        const span = found?.spans[page - 1]
        if (!span) throw notAlone(title, page)
        const label = document.subarray(span.at, span.end)
        const bytes = before.length === 0 ? label : Buffer.concat([before, label])
        before = new Uint8Array(0)
        return { bytes, labels: span.copies }
      },
    }
  }
  return {
    make: async (page) => {
      const { bytes, labels, narrowestMm } = await preparePage(conversion, job, page, pages.despite)
      ask(job, page, bytes, narrowestMm)
      return { bytes, labels }
    },
  }
}

/** @throws StationError ASKS_FIRST for the first question about a sheet that was not answered before it was queued */
function ask(
  { title, pages: { despite }, printer: { printer, options } }: PagedJob,
  page: number,
  bytes: Uint8Array,
  narrowestMm: number | null,
): void {
  const questions = [barsQuestion(narrowestMm), blankQuestion(bytes, printer, options, page)]
  const open = questions.find((one) => one && !despite.includes(one.key))
  if (open) throw asksFirst(`Page ${page} of ${title}`, open)
}

/**
 * Labels in another language than the printer's, each drawn and judged separately: together they may take more memory
 * than a document is given. A label is drawn behind what those before it leave: settings, pictures and formats that
 * are stored.
 */
function foreignLabels(
  conversion: Preparing,
  job: PagedJob,
  format: PrinterLanguage,
  found: LabelSpans | null,
): SheetMaker {
  const { document, title } = job
  const { printer, options } = job.printer
  const how = { name: title }
  /** The settings that each label leaves, the last one last. Repeated settings are kept once. */
  const left = new Map<string, Uint8Array>()
  const keep = (bytes: Uint8Array) => {
    const said = Buffer.from(bytes).toString('latin1')
    left.delete(said)
    if (said !== '') left.set(said, bytes)
  }
  if (found) keep(found.before)
  return {
    make: async (page) => {
      const span = found?.spans[page - 1]
      if (!span) throw notAlone(title, page)
      if (page === 1) left.clear()
      const label = document.subarray(span.at, span.end)
      const bytes = Buffer.concat([...left.values(), label])
      const prepared = await prepareLabels(conversion, {
        documents: [{ format, bytes }],
        printer,
        options,
        trackingNumber: null,
        how,
      })
      if (prepared.labels !== span.copies) throw notAlone(title, page)
      ask(job, page, prepared.bytes, null)
      const behind = await conversion.spans({ bytes: label, language: format, from: 2 }, how)
      if (behind) keep(behind.before)
      return { bytes: prepared.bytes, labels: prepared.labels }
    },
  }
}

function notAlone(title: string, page: number): StationError {
  return new StationError({
    code: 'CONVERSION_FAILED',
    message: `Label ${page} of ${title} cannot be printed on its own.`,
    details: { name: title, page },
  })
}

/** One page of a PDF, fit to print. @param page from 1 @throws StationError as prepareLabels */
export function preparePage(
  conversion: Preparing,
  { title, document, printer: { printer, options } }: Pick<PagedJob, 'title' | 'document' | 'printer'>,
  page: number,
  despite: readonly string[],
): Promise<PreparedLabels> {
  return prepareLabels(conversion, {
    documents: [{ format: 'PDF', bytes: document }],
    printer,
    options,
    trackingNumber: null,
    how: { name: title },
    asksAboutBars: true,
    page,
    despite,
  })
}
