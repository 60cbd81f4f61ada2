import { z } from 'zod'
import { MOST_REPORTED_MANIFESTS, siteManifestSchema, type SiteManifest } from '../../src-shared/site/closing.ts'
import type { Manifest } from '../../src-shared/station/documents/endofday.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { toManifest } from '../documents/endofday/manifest-row.ts'

const recordColumn = jsonColumn(siteManifestSchema)
const recordsSchema = z.array(recordColumn)

/** Null: it is none of a site. */
export function siteManifestById(db: SqliteDatabase, manifestId: string): SiteManifest | null {
  const record = statement(db, 'SELECT record FROM site_manifest WHERE manifest_id = ?').pluck().get(manifestId)
  return record === undefined ? null : recordColumn.parse(record)
}

const plain = (records: unknown): Manifest[] => recordsSchema.parse(records).map(({ manifest }) => manifest)

export const siteManifestsOfDay = (db: SqliteDatabase, environment: string, day: string): Manifest[] =>
  plain(
    statement(db, 'SELECT record FROM site_manifest WHERE environment = ? AND day = ?').pluck().all(environment, day),
  )

export const siteManifestsOfSubmission = (db: SqliteDatabase, submissionId: string): Manifest[] =>
  plain(statement(db, 'SELECT record FROM site_manifest WHERE submission_id = ?').pluck().all(submissionId))

/** Applies the site's report of a closing, of any station. To be called inside a transaction. */
export function storeSiteManifest(db: SqliteDatabase, reported: SiteManifest): void {
  const { environment, submissionId, manifest } = reported
  const { manifestId, day, voidedAt, rows } = manifest
  statement(
    db,
    `INSERT INTO site_manifest (manifest_id, submission_id, environment, day, record) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (manifest_id) DO UPDATE SET record = excluded.record`,
  ).run(manifestId, submissionId, environment, day, JSON.stringify(reported))
  statement(db, 'DELETE FROM site_manifest_shipment WHERE manifest_id = ?').run(manifestId)
  if (voidedAt !== null) return
  for (const { shipmentId } of rows) {
    statement(
      db,
      `INSERT INTO site_manifest_shipment (environment, shipment_id, manifest_id) VALUES (?, ?, ?)
       ON CONFLICT (environment, shipment_id) DO UPDATE SET manifest_id = excluded.manifest_id`,
    ).run(environment, shipmentId, manifestId)
  }
}

const ownSchema = z.object({ submission_id: z.string() })

/**
 * What this station closed before it joined is the site's from now on: no other station closes the same again. Its
 * rows and papers stay. To be called inside a transaction.
 */
export function shareOwnManifests(db: SqliteDatabase, environment: string, sinceDay: string): void {
  const rows = statement(
    db,
    'SELECT * FROM manifest WHERE environment = ? AND day >= ? AND voided_at IS NULL ORDER BY seq',
  ).all(environment, sinceDay)
  for (const row of rows) {
    const { submission_id: submissionId } = ownSchema.parse(row)
    const manifest = toManifest(row)
    storeSiteManifest(db, { environment, submissionId, follows: null, manifest })
    statement(db, 'DELETE FROM manifest_shipment WHERE manifest_id = ?').run(manifest.manifestId)
  }
}

export type SiteManifestStore = ReturnType<typeof siteManifestStore>

/** Closings of the site that this station knows of. Every function is one whole transaction. */
export const siteManifestStore = (db: SqliteDatabase) => ({
  keep: (manifests: readonly SiteManifest[]): Promise<void> =>
    inTransaction(db, () => manifests.forEach((manifest) => storeSiteManifest(db, manifest))),

  /** Of that day and later, some after this id. */
  since: async (day: string, after: string): Promise<SiteManifest[]> =>
    recordsSchema.parse(
      statement(db, 'SELECT record FROM site_manifest WHERE manifest_id > ? AND day >= ? ORDER BY manifest_id LIMIT ?')
        .pluck()
        .all(after, day, MOST_REPORTED_MANIFESTS),
    ),
})
