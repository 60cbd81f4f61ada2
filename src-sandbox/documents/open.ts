import type { DocumentDpi, LabelFormat } from '../../src-shared/freight/document.ts'
import type { SandboxDatabase } from '../database.ts'
import { FreightFailure, invalidField } from '../http/failure.ts'
import { isSameSecret } from '../../src-node/secret.ts'
import { documentOrder } from './order.ts'
import { documentFor, findDocument, withLiveUrl, type DocumentRecord } from './store.ts'

/** @throws FreightFailure DOCUMENT_NOT_FOUND. */
export function requireDocument(db: SandboxDatabase, documentId: string): DocumentRecord {
  const document = findDocument(db, documentId)
  if (!document) throw notFound(documentId, 'There is no such document.', 'DOCUMENT_NOT_FOUND')
  if (document.deletedAt !== null) throw notFound(documentId, 'The document has been deleted.', 'DOCUMENT_DELETED')
  return document
}

/**
 * A URL's token is that of its document and has not run out.
 * @throws FreightFailure DOCUMENT_NOT_FOUND.
 */
export function assertLiveUrl(document: DocumentRecord, token: string, now: number): void {
  if (!isSameSecret(token, document.token)) {
    throw notFound(document.documentId, 'The link is not valid or has been replaced by a newer one.', 'URL_INVALID')
  }
  if (document.urlExpiresAt <= now) {
    throw notFound(document.documentId, 'The link has expired; ask for the document by its id.', 'URL_EXPIRED')
  }
}

function notFound(documentId: string, message: string, reason: string): FreightFailure {
  return new FreightFailure('DOCUMENT_NOT_FOUND', message, { documentId, reason })
}

/**
 * The same document in a format and resolution, its link alive. A document made from the shipment is a separate
 * document in each; one made from a template stays the same document.
 * @throws FreightFailure DOCUMENT_GENERATION_FAILED, INVALID_REQUEST
 */
export function inFormat(
  db: SandboxDatabase,
  asked: DocumentRecord,
  format: LabelFormat,
  dpi: DocumentDpi | undefined,
  now: number,
): DocumentRecord {
  const { type, size } = asked
  const isForPrinter = format === 'ZPL' || format === 'EPL'
  if (type === 'SHIPPING_LABEL' && isForPrinter && size !== '4x6') {
    throw invalidField('format', `${format} is made in 4x6 only.`)
  }
  const ownDpi = format === asked.format && asked.dpi !== 0 ? asked.dpi : undefined
  const order = { ...documentOrder({ type, format, size, dpi: dpi ?? ownDpi }), piece: asked.piece }
  return asked.source === null
    ? documentFor(db, asked.shipmentId, order, now)
    : { ...withLiveUrl(db, asked, now), ...order }
}
