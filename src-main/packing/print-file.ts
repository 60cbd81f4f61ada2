import { invalidField } from '../../src-shared/station/error.ts'
import type { PrintFileInput } from '../../src-shared/station/printing/print-file.ts'
import type { StoredPrinter } from '../../src-shared/station/printing/printer-settings.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import { knownDocument } from '../labels/conversion/document-format.ts'
import type { LabelDocument } from '../labels/conversion/protocol.ts'
import { adHocPrinter, UNKEPT_OPTIONS } from '../printing/queue/ad-hoc.ts'
import { askAboutMany } from '../printing/queue/many-labels.ts'
import type { Printing } from '../printing/printing.ts'
import type { PrintRequest } from '../printing/queue/queue.ts'
import { asksFirst, openQuestion } from './ask.ts'
import { prepareLabels, type PreparedLabels } from './prepare.ts'
import { openSheets, preparePage, type Preparing } from './sheets.ts'

export type PrintFile = ReturnType<typeof createPrintFile>

/** Files of more pages or labels than these go to the printer one by one. */
export const MOST_AT_ONCE = 8

/** What of a file goes out: as one, or page by page. */
type Prepared = Pick<PrintRequest, 'document' | 'labels' | 'stripped' | 'setBack' | 'pages'>

/**
 * Prints a label file: looked through, turned into the printer's language where it must be, and queued like any label. It
 * asks the same questions as the scan of a label, by an error that names the question. A long one goes page by page.
 */
export function createPrintFile({
  conversion,
  printing,
}: {
  conversion: Preparing
  printing: Pick<Printing, 'printers' | 'queue' | 'rules' | 'stock'>
}) {
  async function printerOf(
    target: PrintFileInput['printer'],
    { format }: LabelDocument,
  ): Promise<Pick<StoredPrinter, 'printer' | 'options'>> {
    if ('printerId' in target) return printing.printers.target('label', target.printerId)
    const printer = adHocPrinter({ ...target, language: target.language ?? (format === 'EPL' ? 'EPL' : 'ZPL') })
    return { printer, options: UNKEPT_OPTIONS }
  }

  /** @throws StationError ASKS_FIRST for the first unanswered question */
  function ask(
    { name, reason, despite }: PrintFileInput,
    { printer, options }: Pick<StoredPrinter, 'printer' | 'options'>,
    prepared: Pick<PreparedLabels, 'bytes' | 'narrowestMm'>,
    page = 1,
  ): void {
    const stock = printing.stock.loaded(options.stockId)
    const answers = { reprintReason: reason, despite }
    const open = openQuestion(prepared, { printer, options }, { stock, answers, page })
    if (open) throw asksFirst(name, open)
  }

  /** Of a PDF with several labels on a page the chosen one, or each. */
  async function chosenOf(
    { name, label }: PrintFileInput,
    kept: StoredPrinter,
    document: LabelDocument,
  ): Promise<LabelDocument> {
    if (label === undefined || document.format !== 'PDF') return document
    const bytes = await conversion.cutLabels(document.bytes, { ...kept.printer, choice: label }, { name })
    return { format: 'PDF', bytes }
  }

  /** A PDF of many pages: the first is made at once, so that its problems are reported before anything is printed. */
  async function pagesOfPdf(
    input: PrintFileInput,
    kept: StoredPrinter,
    { bytes: document }: LabelDocument,
    total: number,
  ): Promise<Prepared> {
    const begin = beginOf(input, total)
    const first = await preparePage(
      conversion,
      { title: input.name, document, printer: kept },
      begin + 1,
      answered(input),
    )
    ask(input, kept, first, begin + 1)
    const pages = pagesFrom(begin, total, input)
    return { document, labels: total, stripped: first.stripped, pages: { ...pages, format: 'PDF' } }
  }

  /** Many labels in another language than the printer's: judged as one in their own, then drawn one by one, the first at once. */
  async function foreignLabels(
    input: PrintFileInput,
    kept: StoredPrinter,
    { format, bytes }: LabelDocument,
  ): Promise<Prepared | null> {
    const { printer, options } = kept
    if ((format !== 'ZPL' && format !== 'EPL') || format === printer.language || options.paper === 'receipt')
      return null
    const how = { name: input.name }
    const validated = await conversion.validate([bytes], { ...printer, ...options, language: format }, how)
    const spans = (await conversion.spans({ bytes, language: format }, how))?.spans ?? []
    const copies = spans.reduce((sum, span) => sum + span.copies, 0)
    const most = printer.dpi === 600 ? 1 : MOST_AT_ONCE
    if (copies !== validated.labels || (spans.length <= most && input.fromPage === undefined)) return null
    const begin = beginOf(input, spans.length)
    const pages = { ...pagesFrom(begin, spans.length, input), format }
    const sheets = await openSheets(conversion, { title: input.name, document: bytes, pages, printer: kept })
    const first = await sheets.make(begin + 1)
    ask(input, kept, { bytes: first.bytes, narrowestMm: null }, begin + 1)
    return { document: bytes, labels: copies, stripped: [], pages }
  }

  /** Labels in the printer's language, judged as one; page by page where they are many and can be distinguished. */
  async function labelsOf(input: PrintFileInput, kept: StoredPrinter, document: LabelDocument): Promise<Prepared> {
    const { printer, options } = kept
    const { name } = input
    const validated = await prepareLabels(conversion, {
      documents: [document],
      printer,
      options,
      trackingNumber: null,
      how: { name },
      asksAboutBars: true,
      despite: answered(input),
    })
    ask(input, kept, validated)
    const { bytes, labels, stripped, setBack } = validated
    const isOwn = document.format === printer.language && options.paper !== 'receipt'
    const isLong = labels > MOST_AT_ONCE || input.fromPage !== undefined
    const found = isOwn && isLong ? await conversion.spans({ bytes, language: printer.language }, { name }) : null
    const spans = found?.spans ?? null
    const isApart = spans !== null && spans.reduce((sum, { copies }) => sum + copies, 0) === labels
    if (!isApart || (spans.length <= MOST_AT_ONCE && input.fromPage === undefined)) {
      beginOf(input, 1)
      return { document: bytes, labels, stripped, setBack }
    }
    const pages = pagesFrom(beginOf(input, spans.length), spans.length, input)
    return { document: bytes, labels, stripped, setBack, pages: { ...pages, format: printer.language } }
  }

  /** @throws StationError CONVERSION_FAILED with the place and the reason, the DOCUMENT_ codes, BARCODE_MISMATCH, LABEL_REFUSED, LABEL_TRUNCATED, INVALID_PRINTER_ADDRESS, NOT_FOUND, MANY_LABELS, ASKS_FIRST, INVALID_INPUT */
  return async (input: PrintFileInput): Promise<PrintJob> => {
    const { name, base64, printer: target, copies, agreedLabels, reason, despite, submissionId } = input
    const made = submissionId === undefined ? null : await printing.queue.ofSubmission(submissionId)
    if (made) return made
    const opened = knownDocument(name, Buffer.from(base64, 'base64'))
    const kept = { ...(await printerOf(target, opened)), isQueuePaused: false }
    const { printer, options } = kept
    const document = await chosenOf(input, kept, opened)
    const isPdf = document.format === 'PDF' && options.paper !== 'receipt'
    const total = isPdf ? (await conversion.view(document, { from: 0, count: 0, dpi: 150 }, { name })).total : 0
    const isPaged = total > MOST_AT_ONCE || (isPdf && input.fromPage !== undefined)
    const prepared = isPaged
      ? await pagesOfPdf(input, kept, document, total)
      : ((await foreignLabels(input, kept, document)) ?? (await labelsOf(input, kept, document)))
    const { pages, labels } = prepared
    const most = printing.rules.get().mostLabels
    // Labels that an earlier job printed are not printed again.
    askAboutMany(
      { labels: pages ? labels - Math.min(labels, pages.begin) : labels, copies, agreed: agreedLabels },
      most,
    )
    return printing.queue.add({
      printerId: printer.printerId,
      title: name,
      purpose: 'file',
      reason: despite?.length ? (reason ?? null) : null,
      shipmentId: null,
      copies,
      submissionId,
      ...prepared,
    })
  }
}

/** Sheets before the first that is printed. @throws StationError INVALID_INPUT */
function beginOf({ fromPage = 1 }: PrintFileInput, total: number): number {
  if (fromPage > total) throw invalidField('fromPage', `the file has ${total} pages`)
  return fromPage - 1
}

/** Without a reason there is no answer. */
function answered({ reason, despite = [] }: PrintFileInput): readonly string[] {
  return reason === undefined ? [] : despite
}

function pagesFrom(begin: number, ofCopy: number, { copies, despite = [] }: PrintFileInput) {
  return { ofCopy, begin, end: ofCopy * copies, handedOver: begin, isBetween: false, stop: null, despite }
}
