import { StationError } from '../../src-shared/station/error.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'
import type {
  LabelTemplate,
  LabelTemplateInput,
  TemplateCsvCheck,
  TemplateCsvInput,
  TemplateCsvPrinted,
  TemplateCsvPrintInput,
  TemplatePreview,
  TemplatePreviewInput,
  TemplatePrintInput,
} from '../../src-shared/station/printing/label-template.ts'
import type { PrintJob, Printer } from '../../src-shared/station/printing/printing.ts'
import type { Conversion } from './conversion/conversion.ts'
import type { Ids } from '../kernel/ids.ts'
import { pngDataUrl } from '../printing/png-data-url.ts'
import type { Printing } from '../printing/printing.ts'
import { askAboutMany } from '../printing/queue/many-labels.ts'
import type { LabelTemplateStore } from './label-templates.rows.ts'
import { composedLabel, type LabelProblem } from './compose-template.ts'
import { starterTemplates } from './starter-templates.ts'
import { composeRows } from './template-csv.ts'

/** Labels of one job: a roll that runs out, or a stop, leaves no more than these in doubt. */
const LABELS_A_JOB = 50
const MOST_PROBLEMS = 200

export interface LabelTemplatePorts {
  store: LabelTemplateStore
  conversion: Pick<Conversion, 'preview'>
  printing: Pick<Printing, 'printers' | 'queue' | 'rules'>
  /** Of the paper. */
  language: () => Promise<Settings['language']>
  ids: Ids
}

export type LabelTemplates = ReturnType<typeof createLabelTemplates>

/** Labels of our own for pallets, cartons, shelves, returns and tests: kept, shown, printed one by one or from a file. */
export function createLabelTemplates({ store, conversion, printing, language, ids }: LabelTemplatePorts) {
  const list = async (): Promise<LabelTemplate[]> => [...(await store.list()), ...starterTemplates(await language())]

  async function find(templateId: string): Promise<LabelTemplate> {
    const starter = starterTemplates(await language()).find((one) => one.templateId === templateId)
    return starter ?? store.get(templateId)
  }

  async function draw(bytes: Uint8Array, { language: format, dpi, media }: Printer): Promise<string | null> {
    const [page] = await conversion.preview({ format, bytes }, { dpi, media }, { name: 'label' })
    return page ? pngDataUrl(page) : null
  }

  function add(
    { printerId }: Printer,
    job: { title: string; document: Uint8Array; labels: number; copies: number },
  ): Promise<PrintJob> {
    return printing.queue.add({ printerId, purpose: 'template', reason: null, shipmentId: null, ...job })
  }

  return {
    list,

    save: async (input: LabelTemplateInput): Promise<LabelTemplate> => store.save(ids.next('tpl'), input),

    remove: async (templateId: string): Promise<LabelTemplate[]> => {
      await store.remove(templateId)
      return list()
    },

    /** @throws StationError NOT_FOUND for a printer that is none */
    preview: async ({ rows, values, printerId }: TemplatePreviewInput): Promise<TemplatePreview> => {
      const printer = await printing.printers.choose(printerId)
      const named = { printerId: printer.printerId, name: printer.name }
      const label = await composedLabel(rows, values, printer)
      if ('problems' in label) return { page: null, problem: refusal(label.problems).toData(), printer: named }
      try {
        return { page: await draw(label.bytes, printer), problem: null, printer: named }
      } catch (error) {
        if (!(error instanceof StationError)) throw error
        return { page: null, problem: error.toData(), printer: named }
      }
    },

    /** @throws StationError NOT_FOUND, INVALID_INPUT, MANY_LABELS */
    print: async ({ templateId, values, copies, printerId, agreedLabels }: TemplatePrintInput): Promise<PrintJob> => {
      const template = await find(templateId)
      const printer = await printing.printers.choose(printerId)
      const label = await composedLabel(template.rows, values, printer)
      if ('problems' in label) throw refusal(label.problems)
      askAboutMany({ labels: 1, copies, agreed: agreedLabels }, printing.rules.get().mostLabels)
      return add(printer, { title: template.name, document: label.bytes, labels: 1, copies })
    },

    /** @throws StationError NOT_FOUND, UNREADABLE_FILE, INVALID_INPUT, TOO_LARGE */
    checkCsv: async (input: TemplateCsvInput): Promise<TemplateCsvCheck> => {
      const template = await find(input.templateId)
      const printer = await printing.printers.choose(input.printerId)
      const { headers, columns, labels, problems } = await composeRows(template, input, printer)
      return {
        headers,
        columns,
        labels: labels.length,
        problems: problems.slice(0, MOST_PROBLEMS),
        moreProblems: Math.max(0, problems.length - MOST_PROBLEMS),
        page: labels[0] ? await draw(labels[0], printer) : null,
      }
    },

    /** All rows, or none when one is wrong. @throws StationError as `checkCsv`, and MANY_LABELS */
    printCsv: async (input: TemplateCsvPrintInput): Promise<TemplateCsvPrinted> => {
      const template = await find(input.templateId)
      const printer = await printing.printers.choose(input.printerId)
      const { labels, problems } = await composeRows(template, input, printer)
      const [first] = problems
      if (first) {
        const place = first.column === null ? `Row ${first.row}` : `Row ${first.row}, column ${first.column}`
        const more = problems.length > 1 ? ` ${problems.length - 1} more have errors.` : ''
        throw new StationError({
          code: 'UNREADABLE_FILE',
          message: `${place}: ${first.message}.${more} Nothing was printed.`,
          details: { row: first.row, column: first.column, why: 'rows', problems: problems.length },
        })
      }
      askAboutMany({ labels: labels.length, copies: 1, agreed: input.agreedLabels }, printing.rules.get().mostLabels)
      const jobs: PrintJob[] = []
      for (let from = 0; from < labels.length; from += LABELS_A_JOB) {
        const part = labels.slice(from, from + LABELS_A_JOB)
        const title = `${template.name}, ${input.name} ${from + 1}-${from + part.length}`.slice(0, 120)
        jobs.push(await add(printer, { title, document: Buffer.concat(part), labels: part.length, copies: 1 }))
      }
      return { labels: labels.length, jobs }
    },
  }
}

function refusal(problems: readonly LabelProblem[]): StationError {
  const issues = problems.flatMap(({ row, fields, message }) =>
    fields.length > 0
      ? fields.map((field) => ({ path: `values.${field}`, message }))
      : [{ path: row === null ? 'values' : `rows.${row}`, message }],
  )
  const reported = problems.map(({ row, fields, message }) =>
    [row === null ? [] : [`row ${row + 1}`], fields].flat().concat(message).join(': '),
  )
  return new StationError({
    code: 'INVALID_INPUT',
    message: `The label cannot be printed: ${reported.join('; ')}.`,
    details: { issues, rows: problems.flatMap(({ row }) => (row === null ? [] : [row])) },
  })
}
