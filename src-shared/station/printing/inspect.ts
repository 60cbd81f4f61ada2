import { z } from 'zod'
import type { LabelFormat } from '../../freight/document.ts'
import type { StationErrorData } from '../error.ts'
import { idSchema, MOST_NUMBER } from '../limits.ts'
import { labelSentenceSchema } from './label-sentence.ts'
import { labelFileSchema } from './print-file.ts'
import { mediaSchema, PRINTER_DPIS, type Media } from './printing.ts'

/** For which printer a label is looked at. */
const lookedAtFor = {
  dpi: z.literal(PRINTER_DPIS).default(203),
  media: mediaSchema.default({ widthIn: 4, heightIn: 6 }),
}

/** Input of `labels.inspect`: a file of any format, or the label of a shipment. */
export const inspectSchema = z.object({
  of: z.union([labelFileSchema, z.object({ shipmentId: idSchema('shipmentId') })]),
  ...lookedAtFor,
})
export type InspectInput = z.output<typeof inspectSchema>

/** Input of `labels.place`: where on paper the command at byte `at` draws. */
export const placeSchema = z.object({
  inspectionId: z
    .string()
    .max(43)
    .regex(/^[\w-]{43}$/, 'inspectionId must be from a label that was inspected'),
  at: z.int().min(0).max(MOST_NUMBER),
  ...lookedAtFor,
})
export type PlaceInput = z.output<typeof placeSchema>

/** What kind of thing a command is, as docs/label-commands.md has it. */
const COMMAND_CLASSES = [
  'layout',
  'label-setting',
  'printer-setting',
  'storage',
  'job-control',
  'host-answer',
  'network',
  'dangerous',
] as const

const rowSchema = z.object({
  does: z.string(),
  class: z.enum(COMMAND_CLASSES),
  treatment: z.enum(['pass', 'strip', 'refuse']),
  outlives: z.enum(['no', 'power-off', 'saved', 'flash', 'tag', 'unknown']),
  setBack: z.string().nullable(),
  manual: z.string(),
  /** Whose genuine labels held it. */
  seenIn: z.array(z.string()),
  /** Whether it puts dots on paper, changes how others come out, or neither. */
  paper: z.enum(['draws', 'shapes', 'nothing']),
})

/** One command of a label's source. */
const inspectedCommandSchema = z.object({
  /** With its standard prefix: `^FD`; empty for text that belongs to no command. */
  name: z.string(),
  /** Offset of its first byte. */
  at: z.int(),
  bytes: z.int(),
  /** Its first characters; other bytes are shown by signs. */
  text: z.string(),
  /**
   * Its treatment. pass: it goes to the printer. strip: it is left out. stop: the finding is about it. unread: it
   * comes after the finding.
   */
  outcome: z.enum(['pass', 'strip', 'stop', 'unread']),
  /** Its row of the command table; null when unknown. */
  row: rowSchema.nullable(),
  /** Whether it belongs to a field that puts dots on paper. */
  isDrawn: z.boolean(),
})
export type InspectedCommand = z.infer<typeof inspectedCommandSchema>

/** The result of reading a label in a printer's language. */
export const inspectedSourceSchema = z.object({
  result: z.object({
    result: z.enum(['whole', 'truncated', 'refused']),
    labels: z.int(),
    copies: z.int(),
    at: z.int().nullable(),
    reason: labelSentenceSchema.nullable(),
    notes: z.array(labelSentenceSchema),
    stripped: z.array(z.string()),
  }),
  /** The first of them, in the order of the source. */
  commands: z.array(inspectedCommandSchema),
  /** How many more there are. */
  moreCommands: z.int(),
  /** Labels in it, and where the last of those ends that are drawn. */
  labels: z.int(),
  drawnBytes: z.int(),
})
export type InspectedSource = z.infer<typeof inspectedSourceSchema>

/** A rectangle on a page, in parts of its width and height, 0 to 1. */
export const labelPlaceSchema = z.object({
  page: z.int(),
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
})
export type LabelPlace = z.infer<typeof labelPlaceSchema>

/** A label as support looks at it. */
export interface LabelInspection {
  /** Names these very bytes, for `labels.place`. */
  inspectionId: string
  name: string
  format: LabelFormat
  bytes: number
  /** Null for a PDF or PNG, which becomes a picture. */
  source: InspectedSource | null
  /** Data URLs, one a label or page; the first of them. */
  pages: string[]
  morePages: number
  /** The size of the pictures, in inches, where the label reaches beyond the media; null: they are the media. */
  drawnOn: Media | null
  /** Why there is no picture. */
  problem: StationErrorData | null
}
