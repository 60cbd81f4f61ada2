import { z } from 'zod'
import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import type { LabelSpan } from '../../../src-labels/one-label.ts'
import { GRAPHIC_ENCODINGS } from '../../../src-labels/zpl/graphics.ts'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import {
  inspectedSourceSchema,
  labelPlaceSchema,
  type InspectedSource,
  type LabelPlace,
} from '../../../src-shared/station/printing/inspect.ts'
import { printerOptionsSchema } from '../../../src-shared/station/printing/printer-settings.ts'
import {
  mediaSchema,
  PRINTER_DPIS,
  PRINTER_LANGUAGES,
  type Media,
} from '../../../src-shared/station/printing/printing.ts'
import type { ValidatedLabels } from './validate.ts'
import { PROBLEM_CODES } from './problem.ts'

/** What goes between the conversion's client and its worker thread. Each side parses what it receives. */
const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes')
const targetSchema = z.object({ dpi: z.literal(PRINTER_DPIS), media: mediaSchema })
const documentSchema = z.object({ format: z.enum(LABEL_FORMATS), bytes: bytesSchema })

export type Target = z.infer<typeof targetSchema>
export type LabelDocument = z.infer<typeof documentSchema>

const drawSchema = z.object({ document: documentSchema, target: targetSchema })
const printSchema = z.object({
  document: documentSchema,
  target: targetSchema.extend({
    language: z.enum(PRINTER_LANGUAGES),
    /** Of a PDF: this page only, from 1. */
    page: z.int().optional(),
    /** A page with several labels is printed as one, shrunk. */
    isWhole: z.boolean().optional(),
  }),
})
const cutSchema = drawSchema.extend({ choice: z.union([z.int(), z.literal('all')]) })
/** `from`: the label that is begun with, from 1. */
const spansSchema = z.object({ bytes: bytesSchema, language: z.enum(PRINTER_LANGUAGES), from: z.int() })
const validateSchema = z.object({
  documents: z.array(bytesSchema),
  target: targetSchema.extend({
    language: z.enum(PRINTER_LANGUAGES),
    carrierSettings: printerOptionsSchema.shape.carrierSettings,
    allowedCommands: printerOptionsSchema.shape.allowedCommands,
  }),
})
const convertSchema = z.object({
  document: documentSchema,
  target: targetSchema.extend({ to: z.enum(LABEL_FORMATS), encoding: z.enum(GRAPHIC_ENCODINGS).optional() }),
})
const viewSchema = z.object({
  document: documentSchema,
  window: z.object({ from: z.int(), count: z.int(), dpi: z.literal([150, 300]) }),
})
const readSchema = z.object({ pngs: z.array(bytesSchema), wanted: z.array(z.array(z.string())) })
/** `before`: the label's pictures with all of its commands. */
const placeSchema = drawSchema.extend({ at: z.int(), before: z.array(bytesSchema) })
const wholeSchema = drawSchema.extend({ pngs: z.array(bytesSchema) })

/** Shared with the worker: not 0 once the request is no longer wanted. */
const cancelSchema = z.instanceof(SharedArrayBuffer)
const requestOf = <K extends string, I extends z.ZodType>(kind: K, input: I) =>
  z.object({ id: z.int(), kind: z.literal(kind), input, cancel: cancelSchema })

/** A request to the worker: what to do, and with what. */
export const requestSchema = z.discriminatedUnion('kind', [
  requestOf('pages', drawSchema),
  requestOf('preview', drawSchema),
  /** On which media the label lies whole; its pictures on the target's. */
  requestOf('wholeMedia', wholeSchema),
  requestOf('toPrinter', printSchema),
  requestOf('cutLabels', cutSchema),
  requestOf('validate', validateSchema),
  requestOf('spans', spansSchema),
  requestOf('convert', convertSchema),
  requestOf('view', viewSchema),
  requestOf('readBarcodes', readSchema),
  requestOf('measureBarcodes', z.object({ pngs: z.array(bytesSchema) })),
  requestOf('source', drawSchema),
  requestOf('place', placeSchema),
  /** Loads what the next label will need: to be printed from a PDF, or to be shown. */
  requestOf('warm', z.object({ purpose: z.enum(['print', 'screen']) })),
])
export type Request = z.infer<typeof requestSchema>
export type RequestKind = Request['kind']
export type RequestInput<K extends RequestKind> = Extract<Request, { kind: K }>['input']

export type ViewWindow = z.infer<typeof viewSchema>['window']

/** Some pages of a document, of how many in all. `png`: the bytes of a PNG file; index from 0. */
export interface DocumentView {
  total: number
  pages: { index: number; png: Uint8Array; widthIn: number; heightIn: number }[]
}

/** A barcode on a picture: its narrowest bar or module, and how long it is, in dots. */
export interface MeasuredBarcode {
  text: string
  narrowDots: number
  lengthDots: number
}

/** A stream that goes label by label: where each lies, and what the labels before the first that is sent leave with the printer. */
export interface LabelSpans {
  spans: LabelSpan[]
  before: Uint8Array
}

/** What the worker answers to each kind of request. */
export interface Answers {
  pages: Bitmap[]
  preview: Uint8Array[]
  wholeMedia: Media
  toPrinter: { bytes: Uint8Array; labels: number }
  cutLabels: Uint8Array
  validate: ValidatedLabels
  spans: LabelSpans | null
  convert: { files: Uint8Array[]; labels: number }
  view: DocumentView
  readBarcodes: string[][]
  measureBarcodes: MeasuredBarcode[][]
  source: InspectedSource
  place: LabelPlace | null
  warm: null
}

export const answerSchemas: { [K in RequestKind]: z.ZodType<Answers[K]> } = {
  pages: z.array(z.object({ width: z.int(), height: z.int(), bytesPerRow: z.int(), data: bytesSchema })),
  preview: z.array(bytesSchema),
  wholeMedia: z.object({ widthIn: z.number(), heightIn: z.number() }),
  toPrinter: z.object({ bytes: bytesSchema, labels: z.int() }),
  cutLabels: bytesSchema,
  validate: z.object({ bytes: bytesSchema, labels: z.int(), stripped: z.array(z.string()), setBack: z.string() }),
  spans: z
    .object({ spans: z.array(z.object({ at: z.int(), end: z.int(), copies: z.int() })), before: bytesSchema })
    .nullable(),
  convert: z.object({ files: z.array(bytesSchema), labels: z.int() }),
  view: z.object({
    total: z.int(),
    pages: z.array(z.object({ index: z.int(), png: bytesSchema, widthIn: z.number(), heightIn: z.number() })),
  }),
  readBarcodes: z.array(z.array(z.string())),
  measureBarcodes: z.array(z.array(z.object({ text: z.string(), narrowDots: z.number(), lengthDots: z.number() }))),
  source: inspectedSourceSchema,
  place: labelPlaceSchema.nullable(),
  warm: z.null(),
}

/** `storedBytes`: what the thread holds outside of its heap. `isSpent`: it must not be used again. */
const stateOfThread = { storedBytes: z.number(), isSpent: z.boolean() }

/** A library's program as a thread compiled it, for the threads after it. */
export const programSchema = z.custom<WebAssembly.Module>((value) => value instanceof WebAssembly.Module)

export const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('program'), program: programSchema }),
  /** Work has begun, or a page is done and the next one has begun. */
  z.object({ kind: z.literal('progress'), id: z.int() }),
  z.object({
    kind: z.literal('problem'),
    id: z.int(),
    code: z.enum(PROBLEM_CODES),
    problem: z.string(),
    details: z.record(z.string(), z.unknown()),
    ...stateOfThread,
  }),
  z.object({ kind: z.literal('answer'), id: z.int(), answer: z.unknown(), ...stateOfThread }),
])
export type Reply = z.infer<typeof replySchema>
