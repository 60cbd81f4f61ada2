import { z } from 'zod'
import type { CloseRequest, SiteManifest, VoidRequest } from '../../src-shared/site/closing.ts'
import { manifestNumber } from '../../src-shared/station/documents/endofday.ts'
import { errorData, notFound, StationError } from '../../src-shared/station/error.ts'
import { alreadyOn } from '../documents/endofday/already-on.ts'
import { toManifest } from '../documents/endofday/manifest-row.ts'
import { note } from './note.rows.ts'
import { addNotice } from './notices.rows.ts'
import { personJson } from './record.rows.ts'
import type { SiteDatabase, SiteQueries } from './site-database.ts'
import { mustReadSite } from './site-row.rows.ts'
import { assertInStep } from './timeline.rows.ts'

/** 'mfst' in ASCII: of advisory locks, who gives out numbers. */
const LOCK = 0x6d667374

const rowSchema = z.object({ submission_id: z.string(), environment: z.string(), follows: z.string().nullable() })
const lastSchema = z.object({ last: z.int() })
const idSchema = z.object({ manifest_id: z.string() }).optional()

function manifestOf(raw: unknown): SiteManifest {
  const { submission_id: submissionId, environment, follows } = rowSchema.parse(raw)
  return { environment, submissionId, follows, manifest: toManifest(raw) }
}

/** Null: there is none. */
export async function siteManifest(db: SiteQueries, manifestId: string): Promise<SiteManifest | null> {
  const row = await db.one('SELECT * FROM manifest WHERE manifest_id = $1', manifestId)
  return row === undefined ? null : manifestOf(row)
}

export type SiteManifests = ReturnType<typeof siteManifests>

/** The closings of a site: each carrier's day by the first station, and each shipment on one manifest. */
export function siteManifests(db: SiteDatabase) {
  return {
    /**
     * All or none; numbers are given here.
     * @throws StationError DAY_CLOSED, WRONG_STATE for a shipment that is on another; SITE_NEEDED while stations have
     * to report their closings again
     */
    close: (stationId: string, { submissionId, manifests, person }: CloseRequest): Promise<SiteManifest[]> =>
      db.transaction(async (tx) => {
        await tx.one('SELECT pg_advisory_xact_lock($1)', LOCK)
        const before = await tx.all('SELECT * FROM manifest WHERE submission_id = $1 ORDER BY seq', submissionId)
        if (before.length > 0) return before.map(manifestOf)
        await assertInStep(tx, NOT_IN_STEP)
        const { environment, now } = await mustReadSite(tx)
        const made: SiteManifest[] = []
        for (const { follows, manifest } of manifests) {
          if (follows !== null) await assertActive(tx, follows, manifest)
          const number = await nextNumber(tx, manifest.day)
          const current = { number, createdAt: now, voidedAt: null, voidReason: null }
          const closed = { environment, submissionId, follows, manifest: { ...manifest, ...current } }
          if (!(await insert(tx, stationId, closed, personJson(person)))) throw await dayClosed(tx, closed)
          for (const { shipmentId, reference } of manifest.rows) {
            if (!(await list(tx, environment, shipmentId, manifest.manifestId))) throw alreadyOn(shipmentId, reference)
          }
          await report(tx, closed, 'closed')
          made.push(closed)
        }
        return made
      }),

    /** Takes it back and sets its shipments free. @throws StationError NOT_FOUND; the same twice is one */
    void: ({ manifestId, reason }: VoidRequest): Promise<SiteManifest> =>
      db.transaction(async (tx) => {
        const { now } = await mustReadSite(tx)
        await takeBack(tx, manifestId, now, reason)
        const manifest = await siteManifest(tx, manifestId)
        if (manifest === null) throw notFound('manifest', { manifestId })
        return manifest
      }),

    /**
     * What a station knows and the site may not: the site's rows stay, and a shipment on two manifests is reported to
     * people.
     */
    report: async (stationId: string, manifests: readonly SiteManifest[]): Promise<void> => {
      for (const reported of manifests) await db.transaction((tx) => takeOver(tx, stationId, reported))
    },
  }
}

const NOT_IN_STEP =
  "The site's database was restored, and stations must report their closed days again first. Close the day when they have."

async function takeOver(tx: SiteQueries, stationId: string, reported: SiteManifest): Promise<void> {
  await tx.one('SELECT pg_advisory_xact_lock($1)', LOCK)
  const { manifest, environment } = reported
  const { manifestId, voidedAt, voidReason } = manifest
  if ((await siteManifest(tx, manifestId)) !== null) {
    if (voidedAt !== null) await takeBack(tx, manifestId, voidedAt, voidReason ?? '')
    return
  }
  // Another may have been closed as the first meanwhile, or before its station joined: both are kept.
  if (!(await insert(tx, stationId, reported, null))) {
    await insert(tx, stationId, { ...reported, follows: `told:${manifestId}` }, null)
  }
  if (voidedAt !== null) return
  for (const { shipmentId, reference } of manifest.rows) {
    if (!(await list(tx, environment, shipmentId, manifestId)))
      await reportListedTwice(tx, shipmentId, reference, reported)
  }
  await report(tx, reported, 'told')
}

async function insert(
  tx: SiteQueries,
  stationId: string,
  { environment, submissionId, follows, manifest }: SiteManifest,
  person: string | null,
): Promise<boolean> {
  const { manifestId, number, day, carrier, createdAt, voidedAt, voidReason, ...content } = manifest
  const inserted = await tx.run(
    `INSERT INTO manifest (manifest_id, submission_id, environment, number, day, carrier, follows, content, station_id, person,
       created_at, voided_at, void_reason) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT DO NOTHING`,
    ...[manifestId, submissionId, environment, number, day, carrier, follows, JSON.stringify(content), stationId],
    ...[person, createdAt, voidedAt, voidReason],
  )
  return inserted > 0
}

/** Whether the shipment was on no other manifest. */
async function list(tx: SiteQueries, environment: string, shipmentId: string, manifestId: string): Promise<boolean> {
  const listed = await tx.run(
    'INSERT INTO manifest_shipment (environment, shipment_id, manifest_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    environment,
    shipmentId,
    manifestId,
  )
  return listed > 0
}

async function takeBack(tx: SiteQueries, manifestId: string, at: string, reason: string): Promise<void> {
  const taken = await tx.run(
    'UPDATE manifest SET voided_at = $2, void_reason = $3 WHERE manifest_id = $1 AND voided_at IS NULL',
    manifestId,
    at,
    reason,
  )
  if (taken === 0) return
  await tx.run('DELETE FROM manifest_shipment WHERE manifest_id = $1', manifestId)
  const entry = { actor: 'operator', subjectKind: 'manifest', subjectId: manifestId, action: 'voided' } as const
  await note(tx, { ...entry, detail: { reason } }, { kind: 'manifest', key: manifestId })
}

/** `S20261121-001`: of the site, so that it is no number that a station gave out. */
async function nextNumber(tx: SiteQueries, day: string): Promise<string> {
  const series = `S${day.replaceAll('-', '')}`
  const { last } = lastSchema.parse(
    await tx.one(
      `SELECT coalesce(max(substr(number, length($1::text) + 2)::int), 0) AS last FROM manifest
       WHERE number > $1 || '-' AND number < $1 || '.'`,
      series,
    ),
  )
  return manifestNumber(series, last + 1)
}

/** The last valid one of a carrier's day, as stations show them. */
async function lastStatus(
  tx: SiteQueries,
  { environment, manifest: { day, carrier } }: SiteManifest,
): Promise<string | undefined> {
  const row = await tx.one(
    `SELECT manifest_id FROM manifest WHERE environment = $1 AND day = $2 AND lower(carrier) = lower($3) AND voided_at IS NULL
     ORDER BY created_at DESC, seq DESC LIMIT 1`,
    environment,
    day,
    carrier,
  )
  return idSchema.parse(row)?.manifest_id
}

async function assertActive(
  tx: SiteQueries,
  follows: string,
  { day, carrier }: { day: string; carrier: string },
): Promise<void> {
  const row = await tx.one(
    `SELECT 1 FROM manifest WHERE manifest_id = $1 AND day = $2 AND lower(carrier) = lower($3) AND voided_at IS NULL`,
    follows,
    day,
    carrier,
  )
  if (row === undefined) throw notFound('manifest', { manifestId: follows })
}

async function dayClosed(tx: SiteQueries, tried: SiteManifest): Promise<StationError> {
  const current = await lastStatus(tx, tried)
  const closed = current === undefined ? null : await siteManifest(tx, current)
  const { manifestId, number, carrier, day, station, operator, createdAt } = closed?.manifest ?? tried.manifest
  const by = operator === null ? station : `${operator} at ${station}`
  return new StationError({
    code: 'DAY_CLOSED',
    message: `${carrier} for ${day} was closed by ${by} at ${createdAt}: manifest ${number}.`,
    details: { manifestId, number, carrier, station, person: operator, at: createdAt },
  })
}

async function report(tx: SiteQueries, { manifest }: SiteManifest, action: 'closed' | 'told'): Promise<void> {
  const { manifestId, number, day, carrier, totals } = manifest
  const entry = { actor: 'operator', subjectKind: 'manifest', subjectId: manifestId, action } as const
  await note(tx, { ...entry, detail: { number, day, carrier, totals } }, { kind: 'manifest', key: manifestId })
}

async function reportListedTwice(
  tx: SiteQueries,
  shipmentId: string,
  reference: string,
  { manifest: { number, carrier, day } }: SiteManifest,
): Promise<void> {
  await addNotice(
    tx,
    `listed-twice:${shipmentId}`,
    errorData({
      code: 'DAY_CLOSED',
      message: `${reference} is on manifest ${number} of ${carrier}, ${day}, and on another one closed after the site's database was restored. Void one of them.`,
      details: { shipmentId, reference, number },
    }),
  )
}
