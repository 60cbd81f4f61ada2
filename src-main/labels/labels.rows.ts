import { z } from 'zod'
import { LABEL_FORMATS, type LabelFormat } from '../../src-shared/freight/document.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import { allUnpacked, storeBytes } from './document-bytes.rows.ts'

/** One label document of a shipment, exactly as fetched. */
export interface StoredLabel {
  documentId: string
  format: LabelFormat
  bytes: Uint8Array
}

/** With the service's ids of the requests that named it and brought its content. */
interface LabelFiles extends StoredLabel {
  requestId?: string | undefined
  contentRequestId?: string | null
}

const rowSchema = z.object({
  document_id: z.string(),
  format: z.enum(LABEL_FORMATS),
  sha256: z.string(),
  bytes: z.instanceof(Uint8Array),
})

const missingSchema = z.object({ shipmentId: z.string(), format: z.enum(LABEL_FORMATS) })

export type LabelStore = ReturnType<typeof labelStore>

/** Labels kept in the ledger, so that a reprint never needs the network. */
export function labelStore(db: SqliteDatabase, clock: Clock) {
  const note = (shipmentId: string, action: string, detail: Record<string, unknown>) =>
    appendAudit(db, { at: clock.now(), actor: 'station', subjectKind: 'label', subjectId: shipmentId, action, detail })

  return {
    /** Keeps a shipment's labels in piece order; what was kept before for it is replaced. */
    keep: (environment: string, shipmentId: string, labels: readonly LabelFiles[]): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM label WHERE environment = ? AND shipment_id = ?').run(environment, shipmentId)
        labels.forEach((label, index) => {
          const sha256 = storeBytes(db, label.bytes)
          statement(
            db,
            `INSERT INTO label (environment, shipment_id, piece, document_id, format, sha256)
             VALUES (?, ?, ?, ?, ?, ?)`,
          ).run(environment, shipmentId, index + 1, label.documentId, label.format, sha256)
        })
        note(shipmentId, 'kept', { labels: labels.length, requestId: labels[0]?.requestId })
        for (const { documentId, contentRequestId: requestId } of labels) {
          if (requestId) note(shipmentId, 'fetched', { documentId, requestId })
        }
      }),

    /** A call for them was refused, or returned no label. */
    noteFailure: (shipmentId: string, detail: { code: string; requestId: string }): Promise<void> =>
      inTransaction(db, () => note(shipmentId, 'not_fetched', detail)),

    /** In piece order; empty when none are kept, when they are deleted, or when the stored bytes are damaged. */
    of: async (environment: string, shipmentId: string): Promise<StoredLabel[]> => {
      const rows = statement(
        db,
        `SELECT l.document_id, l.format, l.sha256, d.bytes FROM label l JOIN document_bytes d USING (sha256)
         WHERE l.environment = ? AND l.shipment_id = ? AND l.let_go_at IS NULL ORDER BY l.piece`,
      )
        .all(environment, shipmentId)
        .map((row) => rowSchema.parse(row))
      const whole = allUnpacked(rows) ?? []
      return whole.map(({ document_id: documentId, format, bytes }) => ({ documentId, format, bytes }))
    },

    /** When the bytes of a shipment's labels were deleted, ISO 8601 in UTC; null: they were not. */
    letGoAt: async (environment: string, shipmentId: string): Promise<string | null> =>
      z
        .string()
        .nullable()
        .parse(
          statement(db, 'SELECT max(let_go_at) FROM label WHERE environment = ? AND shipment_id = ?')
            .pluck()
            .get(environment, shipmentId),
        ),

    /** Booked shipments of this environment whose labels are not here yet, the newest first. */
    missing: async (environment: string): Promise<{ shipmentId: string; format: LabelFormat }[]> =>
      statement(
        db,
        `SELECT b.shipment_id AS shipmentId, coalesce(b.request ->> 'labelFormat', 'PDF') AS format
         FROM label_missing m CROSS JOIN booking b ON b.seq = m.booking_seq WHERE +b.environment = ? ORDER BY b.seq DESC`,
      )
        .all(environment)
        .map((row) => missingSchema.parse(row)),
  }
}
