import { z } from 'zod'
import { openEnum, timestampSchema } from './scalar.ts'

/** Label formats of a booking and of GET /shipments/{id}/labels. */
export const LABEL_FORMATS = ['PDF', 'PNG', 'ZPL', 'EPL'] as const
export type LabelFormat = (typeof LABEL_FORMATS)[number]

export const LABEL_SIZES = ['4x6', '8.5x11'] as const
export type LabelSize = (typeof LABEL_SIZES)[number]

/** Dots an inch: PNG is made at 300, 600 and 1200, printer languages at what print heads have, 203 and 300. */
export const DOCUMENT_DPIS = [203, 300, 600, 1200] as const
export type DocumentDpi = (typeof DOCUMENT_DPIS)[number]

/** `dpi` of a query. The interface names the resolutions of a label and no parameter to choose one by. */
const dpiQuerySchema = z
  .enum(['203', '300', '600', '1200'], { error: `must be one of ${DOCUMENT_DPIS.join(', ')}` })
  .transform((text) => DOCUMENT_DPIS.find((dpi) => String(dpi) === text))

export const DOCUMENT_TYPES = [
  'SHIPPING_LABEL',
  'BOL',
  'POD',
  'CUSTOMS_FORM',
  'COMMERCIAL_INVOICE',
  'PACKING_LIST',
  'CERTIFICATE_OF_ORIGIN',
  'HAZMAT_DECLARATION',
] as const
/** And the form of a caller's own design, which the interface makes from a template but lists no type for. */
export const DOCUMENT_KINDS = [...DOCUMENT_TYPES, 'CUSTOM_FORM'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Label as it is in a Shipment: type, format, url, expires. */
export const labelSchema = z.object({
  type: openEnum(DOCUMENT_TYPES),
  format: openEnum(LABEL_FORMATS),
  url: z.string().min(1),
  expires: timestampSchema.nullish(),
})
export type Label = z.infer<typeof labelSchema>

/** Element of `labels` in GET /shipments/{id}/labels. */
const labelDocumentSchema = z.object({
  documentId: z.string().min(1),
  type: openEnum(DOCUMENT_TYPES),
  format: openEnum(LABEL_FORMATS),
  size: openEnum(LABEL_SIZES).nullish(),
  url: z.string().nullish(),
  downloadUrl: z.string().nullish(),
  thumbnailUrl: z.string().nullish(),
  createdAt: timestampSchema.nullish(),
  expiresAt: timestampSchema.nullish(),
})
export type LabelDocument = z.infer<typeof labelDocumentSchema>

/** `data` of GET /shipments/{id}/labels. */
export const labelListSchema = z.object({
  shipmentId: z.string().min(1),
  trackingNumber: z.string().nullish(),
  labels: z.array(labelDocumentSchema),
  combinedLabel: z.object({ url: z.string(), format: z.string(), pageCount: z.int() }).nullish(),
})

/** Query of GET /shipments/{id}/labels. */
export const labelQuerySchema = z.object({
  format: z.enum(LABEL_FORMATS).optional(),
  size: z.enum(LABEL_SIZES).optional(),
  dpi: dpiQuerySchema.optional(),
  combine: z.stringbool().optional(),
})

/** `data` of GET /documents/{id} without download=true. */
export const documentSchema = z.object({
  documentId: z.string().min(1),
  type: openEnum(DOCUMENT_TYPES),
  format: openEnum(LABEL_FORMATS),
  filename: z.string().nullish(),
  url: z.string().nullish(),
  downloadUrl: z.string().nullish(),
  size: z.int().nullish(),
  contentType: z.string().nullish(),
  shipmentId: z.string().nullish(),
  trackingNumber: z.string().nullish(),
  createdAt: timestampSchema.nullish(),
  expiresAt: timestampSchema.nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
export type Document = z.infer<typeof documentSchema>

/** Query of GET /documents/{id}: format in lower case there (section Documents). */
export const documentQuerySchema = z.object({
  format: z.enum(['pdf', 'png', 'zpl']).optional(),
  dpi: dpiQuerySchema.optional(),
  download: z.stringbool().optional(),
})

/** Query of GET /shipments/{id}/documents. */
export const documentListQuerySchema = z.object({
  type: z.enum(DOCUMENT_KINDS).optional(),
  format: z.enum(LABEL_FORMATS).optional(),
  includeExpired: z.stringbool().optional(),
})

/** Body of POST /track/get-documents. */
export const loadDocumentsSchema = z.object({
  loadId: z.string().trim().min(1, 'loadId is required').max(64),
})

/** Element of `data` of POST /track/get-documents, which names the end of the link `expires`. */
export const loadDocumentSchema = z.object({
  documentId: z.string().min(1),
  type: openEnum(DOCUMENT_TYPES),
  format: openEnum(LABEL_FORMATS),
  url: z.string().nullish(),
  createdAt: timestampSchema.nullish(),
  expires: timestampSchema.nullish(),
})
export type LoadDocument = z.infer<typeof loadDocumentSchema>
