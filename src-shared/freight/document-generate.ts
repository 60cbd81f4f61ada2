import { z } from 'zod'
import { DOCUMENT_TYPES, LABEL_FORMATS } from './document.ts'
import { openEnum, timestampSchema } from './scalar.ts'

/** Templates of POST /documents/generate (interface section Documents). */
export const TEMPLATES = [
  'COMMERCIAL_INVOICE',
  'PACKING_LIST',
  'CERTIFICATE_OF_ORIGIN',
  'HAZMAT_DECLARATION',
  'CUSTOM_FORM',
] as const
export type Template = (typeof TEMPLATES)[number]

/**
 * Body of POST /documents/generate. The template decides what `data` and `templateData` must hold, and its errors are
 * reported by DOCUMENT_GENERATION_FAILED instead of INVALID_REQUEST; see document-template.ts.
 */
export const generateRequestSchema = z.object({
  template: z.enum(TEMPLATES, { error: `must be one of ${TEMPLATES.join(', ')}` }),
  format: z.enum(LABEL_FORMATS, { error: `must be one of ${LABEL_FORMATS.join(', ')}` }).default('PDF'),
  shipmentId: z.string().trim().min(1, 'shipmentId is required').max(64),
  /** Of the four fixed templates. */
  data: z.unknown().optional(),
  /** Of CUSTOM_FORM. */
  templateData: z.unknown().optional(),
})

/** Body of PUT /documents/{id}: the document's new data. */
export const replaceRequestSchema = generateRequestSchema.pick({ data: true, templateData: true })

/** `data` of POST /documents/generate and PUT /documents/{id}. */
export const generatedDocumentSchema = z.object({
  documentId: z.string().min(1),
  type: openEnum(DOCUMENT_TYPES),
  format: openEnum(LABEL_FORMATS),
  filename: z.string().nullish(),
  url: z.string().nullish(),
  size: z.int().nullish(),
  createdAt: timestampSchema.nullish(),
  expiresAt: timestampSchema.nullish(),
})
export type GeneratedDocument = z.infer<typeof generatedDocumentSchema>

/** `data` of DELETE /documents/{id}. */
export const deletedDocumentSchema = z.object({
  documentId: z.string().min(1),
  deletedAt: timestampSchema,
})
