import { z } from 'zod'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import type { Manifest } from '../../../src-shared/station/documents/endofday.ts'
import { notFound, wrongState } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit } from '../../data/audit/audit.rows.ts'
import { storeBytes, unpacked } from '../../labels/document-bytes.rows.ts'
import {
  storeSiteManifest,
  siteManifestById,
  siteManifestsOfDay,
  siteManifestsOfSubmission,
} from '../../site/site-manifests.rows.ts'
import { alreadyOn } from './already-on.ts'
import { toManifest } from './manifest-row.ts'
import { isOnManifest } from './on-manifest.rows.ts'

/** A manifest with its paper, about to be kept. */
export interface NewManifest {
  manifest: Manifest
  pdf: Uint8Array
}

const paperSchema = z.object({ sha256: z.string(), bytes: z.instanceof(Uint8Array) })

export type ManifestStore = ReturnType<typeof manifestStore>

/** Manifests in the ledger. Every function is one whole transaction. */
export function manifestStore(db: SqliteDatabase, clock: Clock) {
  const mustGet = (manifestId: string): Manifest => {
    const ofSite = siteManifestById(db, manifestId)
    if (ofSite) return ofSite.manifest
    const row = statement(db, 'SELECT * FROM manifest WHERE manifest_id = ?').get(manifestId)
    if (row !== undefined) return toManifest(row)
    throw notFound('manifest', { manifestId })
  }
  const audit = (manifestId: string, action: string, detail: Record<string, unknown>) =>
    appendAudit(db, {
      at: clock.now(),
      actor: 'operator',
      subjectKind: 'manifest',
      subjectId: manifestId,
      action,
      detail,
    })

  return {
    /**
     * Keeps the manifests of one closing, all or none.
     * @throws StationError WRONG_STATE when a shipment is on another manifest
     */
    add: (environment: string, submissionId: string, manifests: readonly NewManifest[]): Promise<void> =>
      inTransaction(db, () => {
        for (const { manifest, pdf } of manifests) {
          const { manifestId, number, day, carrier, createdAt, rows, ...rest } = manifest
          const { scac, station, operator, totals } = rest
          statement(
            db,
            `INSERT INTO manifest (manifest_id, submission_id, environment, number, day, carrier, content, sha256, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ).run(
            manifestId,
            submissionId,
            environment,
            number,
            day,
            carrier,
            JSON.stringify({ scac, station, operator, totals, rows }),
            storeBytes(db, pdf),
            createdAt,
          )
          for (const { shipmentId, reference } of rows) {
            const { changes } = statement(
              db,
              'INSERT INTO manifest_shipment (environment, shipment_id, manifest_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
            ).run(environment, shipmentId, manifestId)
            if (changes === 0) throw alreadyOn(shipmentId, reference)
          }
          audit(manifestId, 'closed', { number, day, carrier, totals })
        }
      }),

    get: async (manifestId: string): Promise<Manifest> => mustGet(manifestId),

    /** What this closing made before; empty when it is new. */
    ofSubmission: async (submissionId: string): Promise<Manifest[]> =>
      statement(db, 'SELECT * FROM manifest WHERE submission_id = ? ORDER BY seq')
        .all(submissionId)
        .map(toManifest)
        .concat(siteManifestsOfSubmission(db, submissionId)),

    /** Newest first, those of other stations of a site among them. */
    ofDay: async (environment: string, day: string): Promise<Manifest[]> =>
      statement(
        db,
        `SELECT * FROM manifest m WHERE environment = ? AND day = ?
           AND NOT EXISTS (SELECT 1 FROM site_manifest s WHERE s.manifest_id = m.manifest_id) ORDER BY seq DESC`,
      )
        .all(environment, day)
        .map(toManifest)
        .concat(siteManifestsOfDay(db, environment, day))
        .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)),

    /** How many numbers of that series were given out, at every service and before every restore; 0: none. */
    lastNumber: async (series: string): Promise<number> =>
      z.int().parse(
        statement(
          db,
          `SELECT coalesce(max(CAST(substr(number, length(@series) + 2) AS INTEGER)), 0) FROM (
             SELECT number FROM manifest WHERE number > @series || '-' AND number < @series || '.'
             UNION ALL
             SELECT value FROM given_out WHERE kind = 'manifest' AND value > @series || '-' AND value < @series || '.')`,
        )
          .pluck()
          .get({ series }),
      ),

    /** Which of these shipments are on a manifest. */
    listed: async (environment: string, shipmentIds: readonly string[]): Promise<Set<string>> =>
      new Set(
        z.array(z.string()).parse(
          statement(db, `SELECT i.value FROM json_each(@ids) i WHERE ${isOnManifest('@environment', 'i.value')}`)
            .pluck()
            .all({ environment, ids: JSON.stringify(shipmentIds) }),
        ),
      ),

    /**
     * The paper, byte for byte as it was made; null: it is drawn from its rows, of a site's manifest or where the
     * stored copy is damaged. @throws StationError NOT_FOUND
     */
    pdf: async (manifestId: string): Promise<Uint8Array | null> => {
      mustGet(manifestId)
      const row = paperSchema
        .optional()
        .parse(
          statement(
            db,
            'SELECT d.sha256, d.bytes FROM manifest m JOIN document_bytes d USING (sha256) WHERE m.manifest_id = ?',
          ).get(manifestId),
        )
      if (row === undefined) return null
      const pdf = unpacked(row.sha256, row.bytes)
      if (pdf === null) runtime().log.warn('the document of a manifest is damaged')
      return pdf
    },

    /** Notes that it went to a printer. */
    notePrint: (manifestId: string, jobId: string): Promise<void> =>
      inTransaction(db, () => audit(manifestId, 'printed', { jobId })),

    /** Takes it back and sets its shipments free. @throws StationError NOT_FOUND, WRONG_STATE */
    void: (manifestId: string, reason: string): Promise<Manifest> =>
      inTransaction(db, () => {
        const { voidedAt, number } = mustGet(manifestId)
        if (voidedAt !== null) {
          throw wrongState(`Manifest ${number} was already voided.`, { state: 'VOIDED' })
        }
        const at = clock.now().toISOString()
        const ofSite = siteManifestById(db, manifestId)
        // Of a site that this station has left.
        if (ofSite)
          storeSiteManifest(db, { ...ofSite, manifest: { ...ofSite.manifest, voidedAt: at, voidReason: reason } })
        statement(db, 'UPDATE manifest SET voided_at = ?, void_reason = ? WHERE manifest_id = ?').run(
          at,
          reason,
          manifestId,
        )
        statement(db, 'DELETE FROM manifest_shipment WHERE manifest_id = ?').run(manifestId)
        audit(manifestId, 'voided', { number, reason })
        return mustGet(manifestId)
      }),
  }
}
