import type { DocumentKind, LabelFormat } from '../../src-shared/freight/document.ts'
import type { SandboxDatabase } from '../database.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import { documentOrder } from './order.ts'
import { documentFor, documentsOfShipment, labelDocuments, type DocumentRecord } from './store.ts'
import { crossesBorder, subjectOf } from './subject.ts'

/**
 * The documents of a shipment, the oldest first: those that its state gives it (labels as booked, bill of lading, a
 * customs form across a border, proof of delivery once it is signed for), whose links are renewed; and every other one
 * that was made for it, as long as its link lives or `includeExpired` asks for it.
 */
export function listDocuments(
  db: SandboxDatabase,
  shipment: ShipmentRecord,
  filter: { type?: DocumentKind | undefined; format?: LabelFormat | undefined; includeExpired?: boolean | undefined },
  now: number,
): DocumentRecord[] {
  const { delivery } = subjectOf(db, shipment, null, now)
  makeStatus(db, shipment, delivery !== null, now)
  return documentsOfShipment(db, shipment.shipmentId).filter(
    ({ type, format, urlExpiresAt }) =>
      (type !== 'POD' || delivery !== null) &&
      (filter.type === undefined || filter.type === type) &&
      (filter.format === undefined || filter.format === format) &&
      (filter.includeExpired === true || urlExpiresAt > now),
  )
}

function makeStatus(db: SandboxDatabase, shipment: ShipmentRecord, isDelivered: boolean, now: number): void {
  const papers: DocumentKind[] = [
    'BOL',
    ...(crossesBorder(shipment) ? (['CUSTOMS_FORM'] as const) : []),
    ...(isDelivered ? (['POD'] as const) : []),
  ]
  db.transaction(() => {
    labelDocuments(db, shipment, documentOrder({ type: 'SHIPPING_LABEL', format: shipment.labelFormat }), now)
    for (const type of papers) {
      documentFor(db, shipment.shipmentId, { ...documentOrder({ type, format: 'PDF' }), piece: 0 }, now)
    }
  }).immediate()
}
