import { createHash } from 'node:crypto'
import { z } from 'zod'
import { LABEL_FORMATS } from '../../src-shared/freight/document.ts'
import type { SiteLabels } from '../../src-shared/site/record.ts'
import type { AllLabelFiles } from '../booking/outbox/outbox-stores.ts'
import { note } from '../site-server/note.rows.ts'
import type { SiteDatabase, SiteQueries } from '../site-server/site-database.ts'

const rowSchema = z.object({
  document_id: z.string(),
  format: z.enum(LABEL_FORMATS),
  bytes: z.instanceof(Uint8Array),
})
const listedSchema = z.object({
  document_id: z.string(),
  format: z.enum(LABEL_FORMATS),
  sha256: z.string(),
  size: z.int(),
})
const missingSchema = z.object({ shipmentId: z.string(), format: z.enum(LABEL_FORMATS) })

export interface SiteLabelStore extends AllLabelFiles {
  /** The bytes under a hash; null: the site has none. */
  bytes(sha256: string): Promise<Uint8Array | null>
}

/** Labels of a site's shipments, each content once under its SHA-256. */
export function siteLabels(db: SiteDatabase): SiteLabelStore {
  return {
    keep: (environment, shipmentId, labels) =>
      db.transaction(async (tx) => {
        await tx.run('DELETE FROM label WHERE environment = $1 AND shipment_id = $2', environment, shipmentId)
        for (const [index, label] of labels.entries()) {
          const sha256 = createHash('sha256').update(label.bytes).digest('hex')
          await tx.run(
            'INSERT INTO document_bytes (sha256, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING',
            sha256,
            Buffer.from(label.bytes),
          )
          await tx.run(
            `INSERT INTO label (environment, shipment_id, piece, document_id, format, sha256)
             VALUES ($1, $2, $3, $4, $5, $6)`,
            environment,
            shipmentId,
            index + 1,
            label.documentId,
            label.format,
            sha256,
          )
        }
        await tx.run('DELETE FROM label_missing WHERE environment = $1 AND shipment_id = $2', environment, shipmentId)
        await note(
          tx,
          {
            actor: 'station',
            subjectKind: 'label',
            subjectId: shipmentId,
            action: 'kept',
            detail: { labels: labels.length, requestId: labels[0]?.requestId },
          },
          { kind: 'labels', key: shipmentId },
        )
        for (const { documentId, contentRequestId: requestId } of labels) {
          if (requestId === undefined) continue
          const detail = { documentId, requestId }
          await note(
            tx,
            { actor: 'station', subjectKind: 'label', subjectId: shipmentId, action: 'fetched', detail },
            null,
          )
        }
      }),

    noteFailure: (shipmentId, detail) =>
      db.transaction((tx) =>
        note(
          tx,
          { actor: 'station', subjectKind: 'label', subjectId: shipmentId, action: 'not_fetched', detail },
          null,
        ),
      ),

    of: async (environment, shipmentId) => {
      const rows = await db.all(
        `SELECT l.document_id, l.format, d.bytes FROM label l JOIN document_bytes d USING (sha256)
         WHERE l.environment = $1 AND l.shipment_id = $2 ORDER BY l.piece`,
        environment,
        shipmentId,
      )
      return rows.map((row) => {
        const { document_id: documentId, format, bytes } = rowSchema.parse(row)
        return { documentId, format, bytes }
      })
    },

    missing: async (environment) => {
      const rows = await db.all(
        `SELECT b.shipment_id AS "shipmentId", coalesce(b.request ->> 'labelFormat', 'PDF') AS format
         FROM label_missing m JOIN booking b ON b.seq = m.booking_seq WHERE m.environment = $1 ORDER BY m.booking_seq DESC`,
        environment,
      )
      return rows.map((row) => missingSchema.parse(row))
    },

    bytes: async (sha256) => {
      const row = await db.one('SELECT bytes FROM document_bytes WHERE sha256 = $1', sha256)
      return row === undefined ? null : z.object({ bytes: z.instanceof(Uint8Array) }).parse(row).bytes
    },
  }
}

/** What every station receives of a shipment's labels; null: none are kept. */
export async function listedLabels(
  db: SiteQueries,
  environment: string,
  shipmentId: string,
): Promise<SiteLabels | null> {
  const rows = await db.all(
    `SELECT l.document_id, l.format, l.sha256, length(d.bytes) AS size FROM label l JOIN document_bytes d USING (sha256)
     WHERE l.environment = $1 AND l.shipment_id = $2 ORDER BY l.piece`,
    environment,
    shipmentId,
  )
  if (rows.length === 0) return null
  const labels = rows.map((row) => {
    const { document_id: documentId, format, sha256, size: bytes } = listedSchema.parse(row)
    return { documentId, format, sha256, bytes }
  })
  return { environment, shipmentId, labels }
}
