import { z } from 'zod'
import {
  DOCUMENT_TYPES,
  LABEL_FORMATS,
  LABEL_SIZES,
  type LabelFormat,
  type LabelSize,
} from '../../src-shared/freight/document.ts'
import type { SandboxDatabase } from '../database.ts'
import { newId, newToken } from '../random.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import { renderDocument, type DocumentOrder } from './renderers.ts'
import { statement } from '../statement.ts'

/** Section Limits: a document's URL lives seven days. */
const URL_LIFE_MS = 7 * 24 * 60 * 60 * 1000

const COLUMNS = 'document_id, shipment_id, type, format, size, piece, token, created_at, url_expires_at'
const rowSchema = z
  .object({
    document_id: z.string(),
    shipment_id: z.string(),
    type: z.enum(DOCUMENT_TYPES),
    format: z.enum(LABEL_FORMATS),
    size: z.enum(LABEL_SIZES),
    piece: z.number(),
    token: z.string(),
    created_at: z.number(),
    url_expires_at: z.number(),
  })
  .transform((row) => ({
    documentId: row.document_id,
    shipmentId: row.shipment_id,
    type: row.type,
    format: row.format,
    size: row.size,
    piece: row.piece,
    token: row.token,
    createdAt: row.created_at,
    urlExpiresAt: row.url_expires_at,
  }))

/** A document without its content. The document stays; its URL's token dies and is renewed when it is listed again. */
export type DocumentRecord = z.output<typeof rowSchema>

/** The document that fits the order, made when there is none yet, its URL alive. */
export function documentFor(
  db: SandboxDatabase,
  shipmentId: string,
  { type, format, size, piece }: DocumentOrder,
  now: number,
): DocumentRecord {
  const row = statement(
    db,
    `INSERT INTO document (${COLUMNS})
     VALUES (@documentId, @shipmentId, @type, @format, @size, @piece, @token, @now, @urlExpiresAt)
     ON CONFLICT (shipment_id, type, format, size, piece) DO UPDATE SET
       token = iif(url_expires_at <= @now, excluded.token, token),
       url_expires_at = iif(url_expires_at <= @now, excluded.url_expires_at, url_expires_at)
     RETURNING ${COLUMNS}`,
  ).get({
    documentId: newId('DOC'),
    shipmentId,
    type,
    format,
    size,
    piece,
    token: newToken(),
    now,
    urlExpiresAt: now + URL_LIFE_MS,
  })
  return rowSchema.parse(row)
}

/** The label of every piece of a shipment, in order. */
export function labelDocuments(
  db: SandboxDatabase,
  { shipmentId, pieces }: Pick<ShipmentRecord, 'shipmentId' | 'pieces'>,
  { format, size }: { format: LabelFormat; size: LabelSize },
  now: number,
): DocumentRecord[] {
  const known = z.array(rowSchema).parse(
    statement(
      db,
      `SELECT ${COLUMNS} FROM document
       WHERE shipment_id = ? AND type = 'SHIPPING_LABEL' AND format = ? AND size = ? AND piece > 0 AND url_expires_at > ?
       ORDER BY piece`,
    ).all(shipmentId, format, size, now),
  )
  if (known.length === pieces) return known
  const orders = Array.from({ length: pieces }, (_, index) => ({
    type: 'SHIPPING_LABEL' as const,
    format,
    size,
    piece: index + 1,
  }))
  return db.transaction(() => orders.map((order) => documentFor(db, shipmentId, order, now))).immediate()
}

export function findDocument(db: SandboxDatabase, documentId: string): DocumentRecord | undefined {
  return rowSchema
    .optional()
    .parse(statement(db, `SELECT ${COLUMNS} FROM document WHERE document_id = ?`).get(documentId))
}

const contentSchema = z.object({ content: z.instanceof(Uint8Array).nullable() })

/** A document's bytes: made when first asked for, the same ever after. */
export async function contentOf(
  db: SandboxDatabase,
  document: DocumentRecord,
  shipment: ShipmentRecord,
): Promise<Uint8Array> {
  const read = () =>
    contentSchema.parse(statement(db, 'SELECT content FROM document WHERE document_id = ?').get(document.documentId))
      .content
  const kept = read()
  if (kept) return kept
  const made = await renderDocument(shipment, document)
  // Another request may have made it in the meantime; the first one stands.
  statement(db, 'UPDATE document SET content = ? WHERE document_id = ? AND content IS NULL').run(
    made,
    document.documentId,
  )
  return read() ?? made
}
