import { z } from 'zod'
import { DOCUMENT_TYPES, LABEL_FORMATS, LABEL_SIZES } from '../../../src-shared/freight/document.ts'
import * as field from './field.ts'
import { rowsOf } from './envelope.ts'
import { isAbsent } from './read-scalar.ts'

/** A document. Only its id is indispensable: everything else follows from what its content turns out to be. */
export const documentAnswer = z
  .object({
    documentId: field.neededId,
    type: field.word(DOCUMENT_TYPES).transform((reported) => reported ?? 'DOCUMENT'),
    format: field.word(LABEL_FORMATS).transform((reported) => reported ?? 'PDF'),
    filename: field.text,
    url: field.text,
    downloadUrl: field.text,
    size: field.count,
    contentType: field.text,
    shipmentId: field.id,
    trackingNumber: field.text,
    createdAt: field.timestamp,
    expiresAt: field.timestamp,
    expires: field.timestamp,
    metadata: field.part(z.record(z.string(), z.unknown())),
  })
  .transform(({ expires, ...document }) => ({ ...document, expiresAt: document.expiresAt ?? expires }))
export type DocumentAnswer = z.output<typeof documentAnswer>

/**
 * A label as GET /shipments/{id}/labels and a booking's answer give it: by an id, by a URL, or by its own content.
 */
const labelAnswer = z
  .object({
    documentId: field.id,
    type: field.word(DOCUMENT_TYPES),
    format: field.word(LABEL_FORMATS),
    size: field.word(LABEL_SIZES),
    url: field.text,
    downloadUrl: field.text,
    thumbnailUrl: field.text,
    createdAt: field.timestamp,
    expiresAt: field.timestamp,
    /** Not in the interface: the content itself in base64, as many services send it. */
    content: field.text,
    data: field.text,
    base64: field.text,
  })
  .transform(({ content, data, base64, ...label }, context) => {
    const inline = content ?? data ?? base64
    if ((label.documentId ?? label.downloadUrl ?? label.url ?? inline) !== undefined) return { ...label, inline }
    context.addIssue({ code: 'custom', message: 'names neither an id nor a URL, and holds no content' })
    return z.NEVER
  })
export type LabelAnswer = z.output<typeof labelAnswer>

/** `data` of GET /shipments/{id}/labels; a list alone is that of its labels, and nothing at all is none yet. */
export const labelListAnswer = z.preprocess(
  (reported) => (Array.isArray(reported) || isAbsent(reported) ? { labels: reported } : reported),
  z.object({
    shipmentId: field.id,
    trackingNumber: field.text,
    labels: rowsOf(labelAnswer),
    combinedLabel: field.part(z.object({ url: field.text, format: field.text, pageCount: field.count })),
  }),
)
export type LabelListAnswer = z.output<typeof labelListAnswer>
