import type { Document, Label, LabelDocument, LabelFormat } from '../../src-shared/freight/document.ts'
import { timestamp } from '../clock.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import type { DocumentRecord } from './store.ts'

export const CONTENT_TYPES: Record<LabelFormat, string> = {
  PDF: 'application/pdf',
  PNG: 'image/png',
  // Printer languages are bytes, not text: nobody on the way may transcode them.
  ZPL: 'application/octet-stream',
  EPL: 'application/octet-stream',
}

/** Where a document is fetched, with its token; `apiUrl` is the service's own base URL. */
export function documentUrl(apiUrl: string, { documentId, token }: DocumentRecord): string {
  return `${apiUrl}/documents/${documentId}?token=${token}`
}

export function downloadUrl(apiUrl: string, document: DocumentRecord): string {
  return `${documentUrl(apiUrl, document)}&download=true`
}

/** Label as it stands in a Shipment. */
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
    createdAt: timestamp(document.createdAt),
    expiresAt: timestamp(document.urlExpiresAt),
  }
}

/** `data` of GET /documents/{id}. */
export function documentView(
  apiUrl: string,
  document: DocumentRecord,
  shipment: ShipmentRecord,
  size: number,
): Document {
  return {
    documentId: document.documentId,
    type: document.type,
    format: document.format,
    filename: filenameOf(document, shipment),
    url: documentUrl(apiUrl, document),
    downloadUrl: downloadUrl(apiUrl, document),
    size,
    contentType: CONTENT_TYPES[document.format],
    shipmentId: shipment.shipmentId,
    trackingNumber: shipment.trackingNumber,
    createdAt: timestamp(document.createdAt),
    expiresAt: timestamp(document.urlExpiresAt),
    metadata: {
      provider: shipment.provider,
      service: shipment.service,
      labelSize: document.size,
      orientation: 'portrait',
      piece: document.piece === 0 ? null : document.piece,
      pieces: shipment.pieces,
    },
  }
}

export function filenameOf(document: DocumentRecord, shipment: ShipmentRecord): string {
  const which = document.piece === 0 ? 'all' : `${document.piece}-of-${shipment.pieces}`
  return `${shipment.trackingNumber}-label-${which}.${document.format.toLowerCase()}`
}
