import { z } from 'zod'
import { TEMPLATES } from '../freight/document-generate.ts'
import { DOCUMENT_KINDS, LABEL_FORMATS } from '../freight/document.ts'

/** The most a document may hold to be handed to a screen, in bytes. */
export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024

/** A document of a shipment. Its URL stays in the station: it carries a token, and content is fetched by id. */
export interface Document {
  documentId: string
  /** A document type of the interface; an unknown word is kept as it came. */
  type: string
  format: string
  /** A name that is safe on every file system. */
  name: string
  /** Bytes; null when the service does not say. */
  size: number | null
  contentType: string | null
  shipmentId: string | null
  trackingNumber: string | null
  createdAt: string | null
  /** When its link dies; the document itself can be asked for after that. */
  expiresAt: string | null
  /** Of a proof of delivery. */
  recipient: string | null
  deliveredAt: string | null
}

/** A document's content on its way to a screen. */
export interface DocumentContent {
  name: string
  contentType: string
  /** Base64. */
  bytes: string
}

/** An id that stands in a path of the interface. */
export const pathIdSchema = (what: string) =>
  z
    .string({ error: `${what} must be a text` })
    .trim()
    .min(1, `${what} is required`)
    .max(200, `${what} must be at most 200 characters`)
    .regex(/^(?!\.{1,2}$)[^/\\?#%\s]+$/, `${what} must hold no blank and none of / \\ ? # %`)

/** Input of `documents.list`. */
export const documentListInputSchema = z.object({
  shipmentId: pathIdSchema('shipmentId'),
  type: z.enum(DOCUMENT_KINDS, { error: `must be one of ${DOCUMENT_KINDS.join(', ')}` }).optional(),
  includeExpired: z.boolean({ error: 'must be true or false' }).default(false),
})

const fields = z.record(z.string(), z.unknown(), { error: 'must hold the fields of the template' })

/**
 * Input of `documents.generate`. What `data` must hold is the template's own matter (../freight/document-template.ts); the
 * service tells its faults, each with its path.
 */
export const documentGenerateInputSchema = z
  .object({
    template: z.enum(TEMPLATES, { error: `must be one of ${TEMPLATES.join(', ')}` }),
    format: z.enum(LABEL_FORMATS, { error: `must be one of ${LABEL_FORMATS.join(', ')}` }).default('PDF'),
    shipmentId: pathIdSchema('shipmentId'),
    data: fields.optional(),
    templateData: fields.optional(),
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

/** Input of `documents.delete`. */
export const documentIdInputSchema = z.object({ documentId: pathIdSchema('documentId') })
