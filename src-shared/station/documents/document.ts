import { z } from 'zod'
import { TEMPLATES } from '../../freight/document-generate.ts'
import { DOCUMENT_KINDS, LABEL_FORMATS, type LabelFormat } from '../../freight/document.ts'
import { boundedFields } from '../../bounded-json.ts'
import { searchSchema } from '../limits.ts'

/** A document of a shipment. Its URL stays in the station: it carries a token, and content is fetched by id. */
export interface Document {
  documentId: string
  /** A document type of the interface; an unknown word is kept as received. */
  type: string
  format: string
  /** A name that is safe on every file system. */
  name: string
  /** Bytes; null when the service does not report it. */
  size: number | null
  contentType: string | null
  shipmentId: string | null
  trackingNumber: string | null
  createdAt: string | null
  /** When its link expires; the document can still be requested after that. */
  expiresAt: string | null
  /** Of a proof of delivery. */
  recipient: string | null
  deliveredAt: string | null
}

/** A shipment with the documents of it that are known here. */
export interface DocumentList {
  shipmentId: string
  reference: string | null
  trackingNumber: string | null
  proNumber: string | null
  status: string
  provider: string | null
  consigneeName: string | null
  destination: string | null
  createdAt: string | null
  /** When the service last listed them; null: never, there may be some. */
  lookedAt: string | null
  /** Of the type asked for. */
  documents: Document[]
}

/** Newest shipments first. */
export interface DocumentLists {
  lists: DocumentList[]
  /** Shipments that match, whether anything is known of their documents or not. */
  total: number
}

/** A document's content on its way to a screen. */
export interface DocumentContent {
  name: string
  contentType: string
  /** Base64. */
  bytes: string
}

/** A document drawn for the screen. */
export interface DocumentPages {
  name: string
  /** Its type by content; null: it cannot be drawn here (then there are no pages). */
  format: LabelFormat | null
  /** How many there are in all. */
  total: number
  /** Those from the one asked for, at most PAGES_AT_ONCE. */
  pages: DocumentPage[]
}

export interface DocumentPage {
  /** From 0. */
  index: number
  /** A data URL. */
  image: string
  widthIn: number
  heightIn: number
}
/** A label that is to be printed meanwhile waits no longer than these take. */
export const PAGES_AT_ONCE = 4

/** An id in a path of the interface. */
export const pathIdSchema = (what: string) =>
  z
    .string({ error: `${what} must be a text` })
    .trim()
    .min(1, `${what} is required`)
    .max(200, `${what} must be at most 200 characters`)
    .regex(/^(?!\.{1,2}$)[^/\\?#%\s]+$/, `${what} must not contain spaces or any of / \\ ? # %`)

/** Input of `documents.list`. */
export const documentListInputSchema = z.object({
  shipmentId: pathIdSchema('shipmentId'),
  type: z.enum(DOCUMENT_KINDS, { error: `must be one of ${DOCUMENT_KINDS.join(', ')}` }).optional(),
  includeExpired: z.boolean({ error: 'must be true or false' }).default(false),
})

/** Input of `documents.search`. Words as for shipments; of a type: only shipments where one is known, or nothing yet. */
export const documentSearchInputSchema = z.object({
  text: searchSchema().default(''),
  type: z.enum(DOCUMENT_KINDS, { error: `must be one of ${DOCUMENT_KINDS.join(', ')}` }).optional(),
  limit: z.int().min(1).max(100).default(30),
})
export type DocumentSearch = z.output<typeof documentSearchInputSchema>

/** The longest template has 500 rows of eight fields. */
const fields = boundedFields({ depth: 8, values: 10_000, text: 250_000 }, 'must have the fields of the template')

/** The most that may be typed into one template, in characters. */
const MOST_TEMPLATE_CHARS = 256 * 1024

/** A person's input to a template: the texts of each section's rows, as in the form. */
export const templateTextsSchema = boundedFields(
  { depth: 4, values: 10_000, text: MOST_TEMPLATE_CHARS },
  'must be the typed text, by section',
).pipe(z.record(z.string(), z.array(z.record(z.string(), z.string()))))
export type TemplateTexts = z.infer<typeof templateTextsSchema>

/** Kept with the document, because the interface does not give it back. */
const typed = templateTextsSchema.optional()

/**
 * Input of `documents.generate`. The template decides what `data` must hold (../freight/document-template.ts); the
 * service reports its errors, each with its path.
 */
export const documentGenerateInputSchema = z
  .object({
    template: z.enum(TEMPLATES, { error: `must be one of ${TEMPLATES.join(', ')}` }),
    format: z.enum(LABEL_FORMATS, { error: `must be one of ${LABEL_FORMATS.join(', ')}` }).default('PDF'),
    shipmentId: pathIdSchema('shipmentId'),
    data: fields.optional(),
    templateData: fields.optional(),
    typed,
  })
  .superRefine(({ template, data, templateData }, context) => {
    const own = template === 'CUSTOM_FORM' ? 'templateData' : 'data'
    if ((own === 'data' ? data : templateData) !== undefined) return
    context.addIssue({ code: 'custom', path: [own], message: `${template} is made from ${own}, which is missing` })
  })

/** Input of `documents.download`. Without a format: as it was made. */
export const documentDownloadInputSchema = z.object({
  documentId: pathIdSchema('documentId'),
  format: z.enum(LABEL_FORMATS, { error: `must be one of ${LABEL_FORMATS.join(', ')}` }).optional(),
})

/** Input of `documents.delete` and `documents.typed`. */
export const documentIdInputSchema = z.object({ documentId: pathIdSchema('documentId') })

/** Which pages, in a screen's dots or in finer ones to zoom into. */
export const pageWindowSchema = z.object({
  /** The first page wanted, from 0. */
  from: z.int().min(0).max(10_000).default(0),
  dpi: z.literal([150, 300]).default(150),
})
export type PageWindow = z.output<typeof pageWindowSchema>

/** Input of `documents.pages`. */
export const documentPagesInputSchema = pageWindowSchema.extend({ documentId: pathIdSchema('documentId') })

/** Input of `documents.print`. */
export const documentPrintInputSchema = z.object({
  documentId: pathIdSchema('documentId'),
  type: z.string().max(60).default(''),
  title: z.string().trim().min(1).max(120),
  shipmentId: z.string().max(200).nullable().default(null),
  copies: z.int().min(1).max(20).optional(),
})

/** Input of `documents.replace`: other data for a document that was made from a template. */
export const documentReplaceInputSchema = z
  .object({ documentId: pathIdSchema('documentId'), data: fields.optional(), templateData: fields.optional(), typed })
  .refine(({ data, templateData }) => (data === undefined) !== (templateData === undefined), {
    error: 'give either data or templateData',
  })
