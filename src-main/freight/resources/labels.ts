import {
  labelListSchema,
  type LabelFormat,
  type LabelList,
  type LabelSize,
} from '../../../src-shared/freight/document.ts'
import { downloadDocument } from './documents.ts'
import { dataOf } from '../http/envelope.ts'
import { unreadable } from '../http/failure.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** Query of GET /shipments/{id}/labels. `combine`: also one document of all of them. */
export interface LabelQuery {
  format?: LabelFormat | undefined
  size?: LabelSize | undefined
  combine?: boolean | undefined
}

/** GET /shipments/{id}/labels. */
export async function listLabels(transport: Transport, shipmentId: string, query: LabelQuery = {}): Promise<LabelList> {
  const { data } = await transport.json(
    callOf('listLabels', { words: { id: shipmentId }, query: { ...query } }),
    dataOf(labelListSchema),
  )
  return data
}

/** A label document as fetched, byte for byte. */
export interface FetchedLabel {
  documentId: string
  format: LabelFormat
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Every 4x6 label of a shipment: the list, then GET /documents/{id}?download=true for each, by id and never by the URL in
 * the list, so that no answer can send the key or the station to another host.
 */
export async function fetchLabels(
  transport: Transport,
  shipmentId: string,
  format: LabelFormat,
): Promise<FetchedLabel[]> {
  const list = await listLabels(transport, shipmentId, { format, size: '4x6' })
  const wanted = list.labels.filter((label) => label.type === 'SHIPPING_LABEL' && label.format === format)
  if (wanted.length === 0) throw unreadable(`it lists no ${format} label`, { shipmentId })
  const labels: FetchedLabel[] = []
  for (const { documentId } of wanted) {
    const { bytes } = await downloadDocument(transport, documentId, { format })
    labels.push({ documentId, format, bytes })
  }
  return labels
}
