import { z } from 'zod'
import type { Document } from '../../src-shared/station/documents/document.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { kept } from '../data/forget/on-write.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

const text = z.string().nullable()
const bodySchema = z.object({
  documentId: z.string(),
  type: z.string(),
  format: z.string(),
  name: z.string(),
  size: z.number().nullable(),
  contentType: text,
  shipmentId: text,
  trackingNumber: text,
  createdAt: text,
  expiresAt: text,
  recipient: text,
  deliveredAt: text,
}) satisfies z.ZodType<Document>

/** A shipment's documents as last listed; `lookedAt` null: never asked. */
export interface KnownDocuments {
  documents: Document[]
  lookedAt: string | null
}

export type DocumentStore = ReturnType<typeof documentStore>

/** The known facts of documents without a call: never their content, and none of their URLs. */
export function documentStore(db: SqliteDatabase) {
  const put = (shipmentId: string, document: Document, place: number) =>
    statement(
      db,
      `INSERT INTO document (document_id, shipment_id, place, body) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET body = excluded.body`,
    ).run(document.documentId, shipmentId, place, kept(db, JSON.stringify({ ...document, shipmentId })))

  return {
    /** Takes over the whole list of a shipment. */
    keep: (shipmentId: string, documents: readonly Document[], at: Date): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM document WHERE shipment_id = ?').run(shipmentId)
        documents.forEach((document, place) => put(shipmentId, document, place))
        statement(
          db,
          `INSERT INTO document_look (shipment_id, looked_at) VALUES (?, ?)
           ON CONFLICT DO UPDATE SET looked_at = excluded.looked_at`,
        ).run(shipmentId, at.toISOString())
      }),

    /** One that was just made or changed. */
    add: (shipmentId: string, document: Document): Promise<void> =>
      inTransaction(db, () => {
        const last = statement(db, 'SELECT coalesce(max(place), -1) FROM document WHERE shipment_id = ?')
          .pluck()
          .get(shipmentId)
        put(shipmentId, document, z.int().parse(last) + 1)
      }),

    remove: (documentId: string): Promise<void> =>
      inTransaction(db, () => void statement(db, 'DELETE FROM document WHERE document_id = ?').run(documentId)),

    /** Whose it is; null when it is not known. */
    shipmentOf: async (documentId: string): Promise<string | null> =>
      z
        .string()
        .nullable()
        .parse(statement(db, 'SELECT shipment_id FROM document WHERE document_id = ?').pluck().get(documentId) ?? null),

    /** In the service's order. */
    of: async (shipmentId: string): Promise<KnownDocuments> => ({
      documents: statement(db, 'SELECT body FROM document WHERE shipment_id = ? ORDER BY place')
        .pluck()
        .all(shipmentId)
        .map((body) => jsonColumn(bodySchema).parse(body)),
      lookedAt: text.parse(
        statement(db, 'SELECT looked_at FROM document_look WHERE shipment_id = ?').pluck().get(shipmentId) ?? null,
      ),
    }),

    /** Shipments that have a known document of this type, the last looked at first. */
    withType: async (type: string, limit: number): Promise<string[]> =>
      z.array(z.string()).parse(
        statement(
          db,
          `SELECT DISTINCT d.shipment_id FROM document d LEFT JOIN document_look l USING (shipment_id)
           WHERE d.body ->> 'type' = ? ORDER BY l.looked_at DESC LIMIT ?`,
        )
          .pluck()
          .all(type, limit),
      ),
  }
}
