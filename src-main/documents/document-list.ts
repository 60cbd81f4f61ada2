import type { DocumentSearch, DocumentList, DocumentLists } from '../../src-shared/station/documents/document.ts'
import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'
import type { DocumentStore } from './documents.rows.ts'
import type { ShipmentStore } from '../shipments/shipments.rows.ts'

interface Known {
  known: DocumentStore
  shipments: Pick<ShipmentStore, 'get' | 'search'>
}

/**
 * Shipments that match, newest first, with their documents as far as they are known. Asked for one type
 * without words, older ones that have it are added; a shipment that was looked up and has none is left out.
 */
export async function searchDocumentLists(
  stores: Known,
  { text, type, limit }: DocumentSearch,
): Promise<DocumentLists> {
  const page = await stores.shipments.search({ text, page: 1, limit })
  const found = new Map(page.rows.map((row) => [row.shipmentId, row]))
  if (type !== undefined && text === '') {
    for (const shipmentId of await stores.known.withType(type, limit)) {
      const shipment = found.has(shipmentId) ? null : await stores.shipments.get(shipmentId)
      if (shipment) found.set(shipmentId, shipment)
    }
  }
  const lists: DocumentList[] = []
  for (const shipment of found.values()) {
    const { documents, lookedAt } = await stores.known.of(shipment.shipmentId)
    const wanted = documents.filter((document) => type === undefined || document.type === type)
    if (type !== undefined && wanted.length === 0 && lookedAt !== null) continue
    lists.push({ ...listOf(shipment), lookedAt, documents: wanted })
  }
  return { lists, total: page.total }
}

function listOf(shipment: Shipment): Omit<DocumentList, 'lookedAt' | 'documents'> {
  const { shipmentId, reference, trackingNumber, proNumber, status, provider, destination, createdAt } = shipment
  const place = [destination?.city, destination?.state].filter(Boolean).join(', ')
  return {
    shipmentId,
    reference,
    trackingNumber,
    proNumber,
    status,
    provider,
    consigneeName: destination?.companyName ?? null,
    destination: place === '' ? null : place,
    createdAt,
  }
}
