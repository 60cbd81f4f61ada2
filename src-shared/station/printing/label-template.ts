import { z } from 'zod'
import { boundedFields } from '../../bounded-json.ts'
import { MOST_CODE, idSchema, nameSchema } from '../limits.ts'
import type { StationErrorData } from '../error.ts'
import { agreedLabelsSchema } from './printer-settings.ts'
import type { PrintJob } from './printing.ts'

/** How many templates are kept: a person has to find one in the list. */
export const MOST_TEMPLATES = 200
export const MOST_TEMPLATE_ROWS = 40
/** Characters of one row, of one value, and how many fields a label has at most. */
const MOST_ROW_TEXT = 500
const MOST_VALUE = 200
const MOST_FIELDS = 60
const MOST_HEADER = 200
/** The most labels for a column's cells in one go. */
export const MOST_CSV_LABELS = 2_000
const MOST_CSV_BASE64 = 2_800_000

export const TEMPLATE_KINDS = ['pallet', 'carton', 'location', 'return', 'test'] as const
export type TemplateKind = (typeof TEMPLATE_KINDS)[number]
export const TEXT_SIZES = ['small', 'medium', 'large', 'huge'] as const
export const ALIGNS = ['left', 'center', 'right'] as const
export const SYMBOLOGIES = ['code128', 'gs1-128', 'qr', 'datamatrix'] as const

/** A row of a label. Texts and data may hold fields, a name in braces each: `PO {poNumber}`. */
const templateRowSchema = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('text'),
      text: z.string().trim().min(1, 'text is required').max(MOST_ROW_TEXT),
      size: z.enum(TEXT_SIZES, 'size must be small, medium, large, or huge').default('medium'),
      lines: z.int('lines must be a whole number').min(1).max(10, 'lines must be at most 10').default(1),
      align: z.enum(ALIGNS, 'align must be left, center, or right').default('left'),
      /** White on black. */
      isInverse: z.boolean().default(false),
    }),
    z.object({ kind: z.literal('rule') }),
    z.object({
      kind: z.literal('barcode'),
      symbology: z.enum(SYMBOLOGIES, 'symbology must be code128, gs1-128, qr, or datamatrix'),
      /** Of a GS1-128: application identifiers in parentheses with their data, `(00){sscc}(10){lot}`. */
      data: z.string().trim().min(1, 'data is required').max(MOST_ROW_TEXT),
      /** Millimetres on a 4 by 6 in label; smaller media shrink it. */
      heightMm: z
        .number('height must be a number')
        .min(5, 'height must be at least 5 mm')
        .max(100, 'height must be at most 100 mm')
        .default(20),
      /** Whether its text is printed below it. */
      hasText: z.boolean().default(true),
    }),
  ],
  { error: 'kind must be text, rule, or barcode' },
)
export type LabelTemplateRow = z.output<typeof templateRowSchema>

/** The stored content of a template. */
export const templateBodySchema = z.object({
  kind: z.enum(TEMPLATE_KINDS, 'kind must be pallet, carton, location, return, or test'),
  rows: z
    .array(templateRowSchema)
    .min(1, 'a label needs at least one row')
    .max(MOST_TEMPLATE_ROWS, `a label can have at most ${MOST_TEMPLATE_ROWS} rows`),
})
type LabelTemplateBody = z.output<typeof templateBodySchema>

const templateId = z.string().min(1, 'templateId is required').max(MOST_CODE)

/** Input of `labelTemplates.save`. */
export const templateInputSchema = templateBodySchema.extend({
  /** Absent: a new one. */
  templateId: templateId.optional(),
  name: nameSchema('name', 80),
})
export type LabelTemplateInput = z.output<typeof templateInputSchema>
export const templateIdSchema = z.object({ templateId })

/** A label template of the user's own. */
export interface LabelTemplate extends LabelTemplateBody {
  templateId: string
  name: string
  /** One that every station has. It is not changed in its place: a change is saved as one of the station's own. */
  isStarter: boolean
  /** The person who made it as it is; null: not recorded, or it is a starter. */
  madeBy: string | null
  /** Null for a starter. */
  madeAt: string | null
}

/** A short text for each field, by its name. */
const byField = (most: number, message: string) =>
  boundedFields({ depth: 2, values: MOST_FIELDS + 1, text: MOST_FIELDS * most }, message).pipe(
    z.record(z.string().max(MOST_CODE), z.string().max(most, `a field can have at most ${most} characters`)),
  )
const valuesSchema = byField(MOST_VALUE, 'must have a text for each field').default({})
const printerId = idSchema('printerId').optional()

/** Input of `labelTemplates.preview`: a template as in the form, saved or not. */
export const templatePreviewSchema = z.object({
  rows: templateBodySchema.shape.rows,
  values: valuesSchema,
  printerId,
})
export type TemplatePreviewInput = z.output<typeof templatePreviewSchema>

/** The look of one label on its printer. */
export interface TemplatePreview {
  /** A data URL; null when it cannot be printed as it is. */
  page: string | null
  problem: StationErrorData | null
  printer: { printerId: string; name: string }
}

/** Input of `labelTemplates.print`: copies of one label. */
export const templatePrintSchema = z.object({
  templateId,
  values: valuesSchema,
  copies: z.int().min(1, 'copies must be at least 1').max(999, 'copies must be at most 999').default(1),
  printerId,
  agreedLabels: agreedLabelsSchema.optional(),
})
export type TemplatePrintInput = z.output<typeof templatePrintSchema>

/** Input of `labelTemplates.checkCsv` and `labelTemplates.printCsv`: a label a row. */
export const templateCsvSchema = z.object({
  templateId,
  name: nameSchema('name', 120),
  base64: z.base64({ error: 'must be base64' }).max(MOST_CSV_BASE64, 'a file can have at most 2 MB; split it'),
  /** The column of each field by its header, where it has another name; an empty one: none. */
  columns: byField(MOST_HEADER, 'must have a header for each field').default({}),
  printerId,
})
export const templateCsvPrintSchema = templateCsvSchema.extend({ agreedLabels: agreedLabelsSchema.optional() })
export type TemplateCsvInput = z.output<typeof templateCsvSchema>
export type TemplateCsvPrintInput = z.output<typeof templateCsvPrintSchema>

/** The problem of a row of a file. */
export interface TemplateRowProblem {
  /** As a spreadsheet counts them: the header is 1. */
  row: number
  /** The column's header; null when it is the row as a whole. */
  column: string | null
  message: string
}

/** A file before it is printed. */
export interface TemplateCsvCheck {
  headers: string[]
  /** The column of each field; null: none has its name. */
  columns: Record<string, string | null>
  labels: number
  /** The first of them. */
  problems: TemplateRowProblem[]
  moreProblems: number
  /** The first label of it; null when there is none that can be printed. */
  page: string | null
}

/** The jobs for a file: many labels each, in its order. */
export interface TemplateCsvPrinted {
  labels: number
  jobs: PrintJob[]
}

/** A field of a template. */
export interface TemplateField {
  name: string
  /** A barcode is made of it. */
  isRequired: boolean
}

const FIELD = /\{([\p{L}_][\p{L}\p{N}_ -]{0,39})\}/gu

/** The fields of a template, in the order in which they first appear on it. */
export function fieldsOf(rows: readonly LabelTemplateRow[]): TemplateField[] {
  const fields = new Map<string, boolean>()
  for (const row of rows) {
    if (row.kind === 'rule') continue
    for (const [, name = ''] of (row.kind === 'text' ? row.text : row.data).matchAll(FIELD)) {
      fields.set(name, fields.get(name) === true || row.kind === 'barcode')
    }
  }
  return [...fields].map(([name, isRequired]) => ({ name, isRequired }))
}

/** One problem with the input of a field. */
export interface FieldProblem {
  field: string
  message: string
}

/**
 * The rows with the input of the fields; those of which every field is empty are left out, each with its place in the
 * template. No value can begin an application identifier of its own.
 */
export function filledRows(
  rows: readonly LabelTemplateRow[],
  values: Readonly<Record<string, string>>,
): { rows: { row: LabelTemplateRow; at: number }[]; problems: FieldProblem[] } {
  const valueOf = (name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '').trim() : '')
  const fill = (text: string) => text.replaceAll(FIELD, (_, name: string) => valueOf(name))
  const problems: FieldProblem[] = []
  for (const { name, isRequired } of fieldsOf(rows)) {
    if (isRequired && valueOf(name) === '') problems.push({ field: name, message: 'is required for a barcode' })
  }
  const filled: { row: LabelTemplateRow; at: number }[] = []
  for (const [at, row] of rows.entries()) {
    if (row.kind === 'text') {
      const names = namesIn(row.text)
      if (names.length > 0 && names.every((name) => valueOf(name) === '')) continue
      filled.push({ row: { ...row, text: fill(row.text) }, at })
    } else if (row.kind === 'barcode') {
      const isGs1 = row.symbology === 'gs1-128'
      for (const name of isGs1 ? namesIn(row.data) : []) {
        if (/\(\d{2,4}\)/.test(valueOf(name))) {
          problems.push({ field: name, message: 'must not contain an application identifier in parentheses' })
        }
      }
      filled.push({ row: { ...row, data: fill(row.data) }, at })
    } else filled.push({ row, at })
  }
  return { rows: filled, problems }
}

/** The fields of a text, in its order. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(FIELD)].map(([, name = '']) => name)
}
