import type { GeneratedDocument } from '../../src-shared/freight/document-generate.ts'
import type { Document, Label, LabelDocument, LabelFormat, LoadDocument } from '../../src-shared/freight/document.ts'
import { timestamp } from '../clock.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import type { DocumentRecord } from './store.ts'
import type { DocumentSubject } from './subject.ts'

export const CONTENT_TYPES: Record<LabelFormat, string> = {
  PDF: 'application/pdf',
  PNG: 'image/png',
  // Printer languages are bytes, not text: they must not be transcoded on the way.
  ZPL: 'application/octet-stream',
  EPL: 'application/octet-stream',
}

/** Where a document is fetched, with its token; `apiUrl` is the service's own base URL. */
export function documentUrl(apiUrl: string, { documentId, token }: DocumentRecord): string {
  return `${apiUrl}/documents/${documentId}?token=${token}`
}

function downloadUrl(apiUrl: string, document: DocumentRecord): string {
  return `${documentUrl(apiUrl, document)}&download=true`
}

/** A small picture of a document's first page. */
function thumbnailUrl(apiUrl: string, { documentId, token }: DocumentRecord): string {
  return `${apiUrl}/documents/${documentId}/thumbnail?token=${token}`
}

/** Label as it is in a Shipment. */
export function labelView(apiUrl: string, document: DocumentRecord): Label {
  return {
    type: document.type,
    format: document.format,
    url: documentUrl(apiUrl, document),
    expires: timestamp(document.urlExpiresAt),
  }
}

/** Element of `labels` in GET /shipments/{id}/labels. */
export function labelDocumentView(apiUrl: string, document: DocumentRecord): LabelDocument {
  return {
    documentId: document.documentId,
    type: document.type,
    format: document.format,
    size: document.size,
    url: documentUrl(apiUrl, document),
    downloadUrl: downloadUrl(apiUrl, document),
    thumbnailUrl: thumbnailUrl(apiUrl, document),
    createdAt: timestamp(document.createdAt),
    expiresAt: timestamp(document.urlExpiresAt),
  }
}

/** Element of POST /track/get-documents. */
export function loadDocumentView(apiUrl: string, document: DocumentRecord): LoadDocument {
  return {
    documentId: document.documentId,
    type: document.type,
    format: document.format,
    url: documentUrl(apiUrl, document),
    createdAt: timestamp(document.createdAt),
    expires: timestamp(document.urlExpiresAt),
  }
}

/** `data` of POST /documents/generate and PUT /documents/{id}; `size` in bytes. */
export function generatedView(
  apiUrl: string,
  document: DocumentRecord,
  shipment: ShipmentRecord,
  size: number,
): GeneratedDocument {
  return {
    documentId: document.documentId,
    type: document.type,
    format: document.format,
    filename: filenameOf(document, shipment),
    url: documentUrl(apiUrl, document),
    size,
    createdAt: timestamp(document.createdAt),
    expiresAt: timestamp(document.urlExpiresAt),
  }
}

/** `data` of GET /documents/{id}; `size` in bytes. */
export function documentView(
  apiUrl: string,
  document: DocumentRecord,
  subject: DocumentSubject,
  size: number,
): Document {
  const { shipment } = subject
  return {
    ...generatedView(apiUrl, document, shipment, size),
    downloadUrl: downloadUrl(apiUrl, document),
    contentType: CONTENT_TYPES[document.format],
    shipmentId: shipment.shipmentId,
    trackingNumber: shipment.trackingNumber,
    metadata: metadataOf(apiUrl, document, subject),
  }
}

function metadataOf(apiUrl: string, document: DocumentRecord, { shipment, delivery }: DocumentSubject) {
  const carrier = { provider: shipment.provider, service: shipment.service }
  if (document.type === 'SHIPPING_LABEL') {
    return {
      ...carrier,
      labelSize: document.size,
      orientation: 'portrait',
      dpi: document.dpi === 0 ? null : document.dpi,
      piece: document.piece === 0 ? null : document.piece,
      pieces: shipment.pieces,
    }
  }
  if (document.type === 'POD' && delivery) {
    return {
      ...carrier,
      recipient: delivery.recipient,
      signatureUrl: `${apiUrl}/shipments/${shipment.shipmentId}/signature`,
      deliveredAt: timestamp(delivery.at),
    }
  }
  return carrier
}

/** Made of characters that every file system takes. */
export function filenameOf(document: DocumentRecord, shipment: ShipmentRecord): string {
  return `${shipment.trackingNumber}-${nameOf(document, shipment)}.${document.format.toLowerCase()}`
}

function nameOf({ type, piece, source, documentId }: DocumentRecord, { pieces }: ShipmentRecord): string {
  if (type === 'SHIPPING_LABEL') return `label-${piece === 0 ? 'all' : `${piece}-of-${pieces}`}`
  const name = type.toLowerCase().replaceAll('_', '-')
  // There may be several of a template.
  return source === null ? name : `${name}-${documentId}`
}
