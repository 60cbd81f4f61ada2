import type { DocumentKind, LabelFormat } from '../../../src-shared/freight/document.ts'
import { documentAnswer, type DocumentAnswer } from '../answer/document.ts'
import { dataOf, listOf } from '../answer/envelope.ts'
import { withId } from '../answer/with-id.ts'
import type { FetchedDocument } from '../http/fetch-document.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** Printer languages are bytes, not text: they have no content type of their own. */
const CONTENT_TYPES: Record<LabelFormat, string> = {
  PDF: 'application/pdf',
  PNG: 'image/png',
  ZPL: 'application/octet-stream',
  EPL: 'application/octet-stream',
}

/** As the query names it; of EPL the interface has none, and a document that is EPL is so without. */
const formatName = (format: LabelFormat | undefined) => (format === 'EPL' ? undefined : format?.toLowerCase())

/** GET /documents/{id}: what is known of it. */
export async function getDocument(
  transport: Transport,
  documentId: string,
  { format }: { format?: LabelFormat | undefined } = {},
): Promise<DocumentAnswer> {
  const { data } = await transport.json(
    callOf('getDocument', { words: { id: documentId }, query: { format: formatName(format) } }),
    dataOf(withId('documentId', documentId, documentAnswer)),
  )
  return data
}

/** GET /documents/{id}?download=true: its content, at most 32 MB, by its id. Without a format: as it was made. */
export async function downloadDocument(
  transport: Transport,
  documentId: string,
  { format }: { format?: LabelFormat | undefined } = {},
): Promise<FetchedDocument> {
  return transport.document({
    ...callOf('getDocument', { words: { id: documentId }, query: { format: formatName(format), download: true } }),
    accept: format === undefined ? '*/*' : `${CONTENT_TYPES[format]}, */*;q=0.5`,
  })
}

/**
 * The content behind a URL that an answer named, at most 32 MB. The key goes to the service's own origin alone, and no
 * address that is not public is connected to unless the service itself is there.
 * @throws FreightError DOCUMENT_URL_REFUSED
 */
export function downloadFrom(transport: Transport, url: string): Promise<FetchedDocument> {
  return transport.documentAt(url)
}

/** Query of GET /shipments/{id}/documents. */
export interface DocumentQuery {
  type?: DocumentKind | undefined
  format?: LabelFormat | undefined
  includeExpired?: boolean | undefined
}

/** GET /shipments/{id}/documents. */
export async function listShipmentDocuments(
  transport: Transport,
  shipmentId: string,
  query: DocumentQuery = {},
): Promise<DocumentAnswer[]> {
  return transport.json(
    callOf('listShipmentDocuments', { words: { id: shipmentId }, query: { ...query } }),
    listOf(documentAnswer),
  )
}

/** POST /track/get-documents: the documents of a load in short. Safe to repeat. */
export async function getDocuments(transport: Transport, loadId: string): Promise<DocumentAnswer[]> {
  return transport.json(callOf('getDocuments', { body: { loadId } }), listOf(documentAnswer))
}
