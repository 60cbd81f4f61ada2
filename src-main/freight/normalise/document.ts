import type { Document } from '../../../src-shared/station/documents/document.ts'
import type { DocumentAnswer } from '../answer/document.ts'
import { safeFileName } from '../http/file-name.ts'

/**
 * One Document from any endpoint's data. URLs are left out: they carry tokens, and content is fetched by id.
 * @param shipmentId of the shipment that was asked about, where the answer does not repeat it
 */
export function normaliseDocument(document: DocumentAnswer, shipmentId: string | null): Document {
  const { documentId, type, format } = document
  const text = (name: string) => {
    const value = document.metadata?.[name]
    return typeof value === 'string' ? value : null
  }
  return {
    documentId,
    type,
    format,
    name: safeFileName(document.filename ?? null, fallbackName(documentId, type, format)),
    size: document.size ?? null,
    contentType: document.contentType ?? null,
    shipmentId: document.shipmentId ?? shipmentId,
    trackingNumber: document.trackingNumber ?? null,
    createdAt: document.createdAt ?? null,
    expiresAt: document.expiresAt ?? null,
    recipient: text('recipient'),
    deliveredAt: text('deliveredAt'),
  }
}

/** What a document is called when the service gives it no name. */
export function fallbackName(documentId: string, type: string, format: string): string {
  return `${type.toLowerCase().replaceAll('_', '-')}-${documentId}.${format.toLowerCase()}`
}
