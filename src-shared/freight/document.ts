import { z } from 'zod'
import { openEnum, timestampSchema } from './scalar.ts'

/** Label formats of a booking and of GET /shipments/{id}/labels. */
export const LABEL_FORMATS = ['PDF', 'PNG', 'ZPL', 'EPL'] as const
export type LabelFormat = (typeof LABEL_FORMATS)[number]

export const LABEL_SIZES = ['4x6', '8.5x11'] as const
export type LabelSize = (typeof LABEL_SIZES)[number]

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
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** Label as it stands in a Shipment: type, format, url, expires. */
export const labelSchema = z.object({
  type: openEnum(DOCUMENT_TYPES),
  format: openEnum(LABEL_FORMATS),
  url: z.string().min(1),
  expires: timestampSchema.nullish(),
})
export type Label = z.infer<typeof labelSchema>

/** Element of `labels` in GET /shipments/{id}/labels. */
export const labelDocumentSchema = z.object({
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
export type LabelList = z.infer<typeof labelListSchema>

/** Query of GET /shipments/{id}/labels. */
export const labelQuerySchema = z.object({
  format: z.enum(LABEL_FORMATS).optional(),
  size: z.enum(LABEL_SIZES).optional(),
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
  format: z.enum(['pdf', 'png', 'zpl', 'epl']).optional(),
  download: z.stringbool().optional(),
})
