import { z } from 'zod'
import { documentSourceSchema, type DocumentSource } from '../../src-shared/freight/document-template.ts'
import { DOCUMENT_DPIS, DOCUMENT_KINDS, LABEL_FORMATS, LABEL_SIZES } from '../../src-shared/freight/document.ts'
import type { SandboxDatabase } from '../database.ts'
import { newId, newToken } from '../random.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import { statement } from '../statement.ts'
import type { DocumentOrder } from './order.ts'

/** Section Limits: a document's URL lives seven days. */
const URL_LIFE_MS = 7 * 24 * 60 * 60 * 1000

const COLUMNS =
  'document_id, shipment_id, type, format, size, dpi, piece, source, token, created_at, url_expires_at, deleted_at'
const rowSchema = z
  .object({
    document_id: z.string(),
    shipment_id: z.string(),
    type: z.enum(DOCUMENT_KINDS),
    format: z.enum(LABEL_FORMATS),
    size: z.enum(LABEL_SIZES),
    dpi: z.literal([0, ...DOCUMENT_DPIS]),
    piece: z.number(),
    source: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(documentSourceSchema)
      .nullable(),
    token: z.string(),
    created_at: z.number(),
    url_expires_at: z.number(),
    deleted_at: z.number().nullable(),
  })
  .transform((row) => ({
    documentId: row.document_id,
    shipmentId: row.shipment_id,
    type: row.type,
    format: row.format,
    size: row.size,
    dpi: row.dpi,
    piece: row.piece,
    /** The data that a template was filled with; null: made from the shipment alone. */
    source: row.source,
    token: row.token,
    createdAt: row.created_at,
    urlExpiresAt: row.url_expires_at,
    deletedAt: row.deleted_at,
  }))

/** A document without its content. The document stays; its URL's token dies and can be renewed. */
export type DocumentRecord = z.output<typeof rowSchema>

/** The document that fits the order, made when there is none yet, its URL alive. */
export function documentFor(
  db: SandboxDatabase,
  shipmentId: string,
  { type, format, size, dpi, piece }: DocumentOrder,
  now: number,
): DocumentRecord {
  const row = statement(
    db,
    `INSERT INTO document (document_id, shipment_id, type, format, size, dpi, piece, token, created_at, url_expires_at)
     VALUES (@documentId, @shipmentId, @type, @format, @size, @dpi, @piece, @token, @now, @urlExpiresAt)
     ON CONFLICT (shipment_id, type, format, size, dpi, piece) WHERE source IS NULL DO UPDATE SET
       token = iif(url_expires_at <= @now, excluded.token, token),
       url_expires_at = iif(url_expires_at <= @now, excluded.url_expires_at, url_expires_at)
     RETURNING ${COLUMNS}`,
  ).get({
    documentId: newId('DOC'),
    shipmentId,
    type,
    format,
    size,
    dpi,
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
  order: Omit<DocumentOrder, 'piece'>,
  now: number,
): DocumentRecord[] {
  const { format, size, dpi } = order
  const known = z.array(rowSchema).parse(
    statement(
      db,
      `SELECT ${COLUMNS} FROM document
       WHERE shipment_id = ? AND type = 'SHIPPING_LABEL' AND format = ? AND size = ? AND dpi = ? AND source IS NULL
         AND piece > 0 AND url_expires_at > ?
       ORDER BY piece`,
    ).all(shipmentId, format, size, dpi, now),
  )
  if (known.length === pieces) return known
  const orders = Array.from({ length: pieces }, (_, index) => ({ ...order, piece: index + 1 }))
  return db.transaction(() => orders.map((piece) => documentFor(db, shipmentId, piece, now))).immediate()
}

/** Keeps a new document of a template; it may be one of many alike. */
export function insertGenerated(
  db: SandboxDatabase,
  shipmentId: string,
  { type, format, size, dpi }: Omit<DocumentOrder, 'piece'>,
  source: DocumentSource,
  now: number,
): DocumentRecord {
  const record: DocumentRecord = {
    documentId: newId('DOC'),
    shipmentId,
    type,
    format,
    size,
    dpi,
    piece: 0,
    source,
    token: newToken(),
    createdAt: now,
    urlExpiresAt: now + URL_LIFE_MS,
    deletedAt: null,
  }
  statement(
    db,
    `INSERT INTO document (document_id, shipment_id, type, format, size, dpi, piece, source, token, created_at,
       url_expires_at)
     VALUES (@documentId, @shipmentId, @type, @format, @size, @dpi, @piece, @source, @token, @createdAt, @urlExpiresAt)`,
  ).run({ ...record, source: JSON.stringify(source) })
  return record
}

/** Gives a generated document other data, and a new link: the old link points to nothing. */
export function replaceSource(
  db: SandboxDatabase,
  documentId: string,
  source: DocumentSource,
  now: number,
): DocumentRecord {
  return rowSchema.parse(
    statement(
      db,
      `UPDATE document SET source = @source, token = @token, url_expires_at = @urlExpiresAt
       WHERE document_id = @documentId RETURNING ${COLUMNS}`,
    ).get({ documentId, source: JSON.stringify(source), token: newToken(), urlExpiresAt: now + URL_LIFE_MS }),
  )
}

/** A document's link alive: the one there is, or a new one. */
export function withLiveUrl(db: SandboxDatabase, document: DocumentRecord, now: number): DocumentRecord {
  if (document.urlExpiresAt > now) return document
  return rowSchema.parse(
    statement(db, `UPDATE document SET token = ?, url_expires_at = ? WHERE document_id = ? RETURNING ${COLUMNS}`).get(
      newToken(),
      now + URL_LIFE_MS,
      document.documentId,
    ),
  )
}

/** Deletes a generated document; its bytes are gone. */
export function deleteDocument(db: SandboxDatabase, documentId: string, now: number): void {
  statement(db, 'UPDATE document SET deleted_at = ?, content = NULL WHERE document_id = ?').run(now, documentId)
}

/** Deleted ones too: `deletedAt` is set. */
export function findDocument(db: SandboxDatabase, documentId: string): DocumentRecord | undefined {
  return rowSchema
    .optional()
    .parse(statement(db, `SELECT ${COLUMNS} FROM document WHERE document_id = ?`).get(documentId))
}

/** Every document of a shipment that is not deleted, the oldest first. */
export function documentsOfShipment(db: SandboxDatabase, shipmentId: string): DocumentRecord[] {
  return z.array(rowSchema).parse(
    statement(
      db,
      `SELECT ${COLUMNS} FROM document WHERE shipment_id = ? AND deleted_at IS NULL
         ORDER BY created_at, type, format, size, dpi, piece, rowid`,
    ).all(shipmentId),
  )
}
