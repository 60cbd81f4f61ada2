import { successSchema } from '../../src-shared/freight/envelope.ts'
import { labelListSchema, type LabelFormat } from '../../src-shared/freight/document.ts'
import { unreadable } from './failure.ts'
import type { Transport } from './transport.ts'

/** A label document as fetched, byte for byte. */
export interface FetchedLabel {
  documentId: string
  format: LabelFormat
  bytes: Uint8Array<ArrayBuffer>
}

const CONTENT_TYPES: Record<LabelFormat, string> = {
  PDF: 'application/pdf',
  PNG: 'image/png',
  ZPL: 'application/octet-stream',
  EPL: 'application/octet-stream',
}

/**
 * Every 4x6 label of a shipment: GET /shipments/{id}/labels, then GET /documents/{id}?download=true for each, by id and
 * never by the URL in the list, so that no answer can send the key or the station to another host.
 */
export async function fetchLabels(
  transport: Transport,
  shipmentId: string,
  format: LabelFormat,
): Promise<FetchedLabel[]> {
  const { data } = await transport.json(
    {
      method: 'GET',
      path: `/shipments/${encodeURIComponent(shipmentId)}/labels`,
      query: { format, size: '4x6' },
      repeatable: 'read',
    },
    successSchema(labelListSchema),
  )
  const wanted = data.labels.filter((label) => label.type === 'SHIPPING_LABEL' && label.format === format)
  if (wanted.length === 0) throw unreadable(`it lists no ${format} label`, { shipmentId })
  const labels: FetchedLabel[] = []
  for (const { documentId } of wanted) {
    const bytes = await transport.bytes({
      method: 'GET',
      path: `/documents/${encodeURIComponent(documentId)}`,
      query: { format: format.toLowerCase(), download: true },
      accept: `${CONTENT_TYPES[format]}, */*;q=0.5`,
      repeatable: 'read',
    })
    labels.push({ documentId, format, bytes })
  }
  return labels
}
