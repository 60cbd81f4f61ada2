import { z } from 'zod'
import { idSchema, nameSchema } from '../limits.ts'
import type { LabelQuestion } from './label-question.ts'
import { agreedLabelsSchema } from './printer-settings.ts'
import { mediaSchema, PRINTER_DPIS, PRINTER_LANGUAGES } from './printing.ts'

const MOST_BYTES = 16 * 1024 * 1024

/** A label file of any format. */
export const labelFileSchema = z.object({
  /** What people call it. */
  name: nameSchema('name', 120),
  base64: z
    .base64('the file must be base64')
    .max(Math.ceil(MOST_BYTES / 3) * 4, `a label file can have at most ${MOST_BYTES} bytes`),
})

/** Input of `jobs.printFile`: a label file of any format, for a printer that is set up or that is only named. */
export const printFileSchema = labelFileSchema.extend({
  printer: z.union([
    z.object({ printerId: idSchema('printerId') }),
    /** Not kept under the printers. Absent values are taken from the file, or is 203 dpi and 4 x 6 in. */
    z.object({
      uri: z.string().trim().min(1, 'printer address is required').max(300),
      language: z.enum(PRINTER_LANGUAGES).optional(),
      dpi: z.literal(PRINTER_DPIS).default(203),
      media: mediaSchema.default({ widthIn: 4, heightIn: 6 }),
    }),
  ]),
  /** Chosen by who asks, one a print: the same again prints nothing, and answers with the job that was made. */
  submissionId: z.string().min(8).max(64).optional(),
  copies: z.int().min(1, 'copies must be at least 1').max(999, 'copies must be at most 999').default(1),
  agreedLabels: agreedLabelsSchema.optional(),
  /** Why it is printed in spite of a question; kept with the job. */
  reason: z.string().trim().min(1).max(200).optional(),
  /** Keys of the questions that a person answered with yes and that reason; see LabelQuestion. */
  despite: z.array(z.string().min(1).max(60)).max(5, 'despite can have at most 5 questions').optional(),
  /** Of a page of a PDF that holds several labels: this one, from the top and then from the left, or all, one by one. */
  label: z
    .union([z.int('a label is a whole number').min(1, 'labels are counted from 1').max(99), z.literal('all')])
    .optional(),
  /** Begins with this page or label of a long file: those before it are printed. */
  fromPage: z.int('a page is a whole number').min(1, 'pages are counted from 1').max(1_000_000).optional(),
})
/** The question about a file, as in the details of ASKS_FIRST. */
export const fileQuestionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stock'),
    key: z.literal('STOCK'),
    stock: z.string(),
    label: z.object({ widthIn: z.number(), heightIn: z.number() }).nullable(),
    madeFor: z.literal(PRINTER_DPIS).nullable(),
  }),
  z.object({ kind: z.literal('bars'), key: z.literal('BARS'), narrowestMm: z.number() }),
  z.object({ kind: z.literal('blank'), key: z.literal('BLANK'), pages: z.array(z.int()) }),
  z.object({ kind: z.literal('labels'), key: z.literal('LABELS'), page: z.int(), labels: z.int() }),
]) satisfies z.ZodType<LabelQuestion>

export type PrintFileInput = z.output<typeof printFileSchema>
