import { z } from 'zod'
import {
  PRINT_OUTCOMES,
  type ClaimAnswer,
  type ClaimRequest,
  type FactRequest,
  type PrintFact,
} from '../../src-shared/site/print-claim.ts'
import { sitePersonSchema } from '../../src-shared/site/identity.ts'
import { FAILED_CHANGES } from '../../src-shared/machine/change.ts'
import { errorData, shipmentCanceled, StationError } from '../../src-shared/station/error.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { isNotIn } from '../kernel/sqlite/is-in.ts'
import { contentHash } from '../kernel/content-hash.ts'
import { note } from './note.rows.ts'
import { addNotice } from './notices.rows.ts'
import { personJson } from './record.rows.ts'
import type { SiteDatabase, SiteQueries } from './site-database.ts'
import { assertInStep } from './timeline.rows.ts'

const MOST_SHOWN = 20

const rowSchema = z.object({
  claim_id: z.string(),
  shipment_id: z.string(),
  station_id: z.string(),
  station_name: z.string(),
  person: jsonColumn(sitePersonSchema).nullable(),
  printer_name: z.string(),
  reason: z.string().nullable(),
  outcome: z.enum(PRINT_OUTCOMES),
  on_island: z.boolean(),
  at: z.string(),
})
const sameSchema = z.object({ station_id: z.string(), content_hash: z.string() }).optional()

const SELECT_FACT = `SELECT p.*, s.name AS station_name FROM print_claim p JOIN station s USING (station_id)`

function factOf(raw: unknown): PrintFact {
  const row = rowSchema.parse(raw)
  return {
    claimId: row.claim_id,
    shipmentId: row.shipment_id,
    stationId: row.station_id,
    stationName: row.station_name,
    person: row.person?.name ?? null,
    printerName: row.printer_name,
    reason: row.reason,
    outcome: row.outcome,
    onIsland: row.on_island,
    at: row.at,
  }
}

export async function printFact(db: SiteQueries, claimId: string): Promise<PrintFact | null> {
  const row = await db.one(`${SELECT_FACT} WHERE p.claim_id = $1`, claimId)
  return row === undefined ? null : factOf(row)
}

/** Who prints which label: the first asks for it, everybody after needs a reason. */
export function sitePrints(db: SiteDatabase) {
  /** Newest first; a print that surely failed was none. */
  const printsOf = async (tx: SiteQueries, shipmentId: string): Promise<PrintFact[]> =>
    (
      await tx.all(
        `${SELECT_FACT} WHERE p.shipment_id = $1 AND p.outcome <> 'failed' ORDER BY p.seq DESC LIMIT $2`,
        shipmentId,
        MOST_SHOWN,
      )
    ).map(factOf)

  return {
    /**
     * @throws StationError SUBMISSION_DIFFERS; WRONG_STATE (details.isCanceled) for a shipment that is canceled, or is to be;
     * SITE_NEEDED while stations have to report their prints again
     */
    claim: (stationId: string, request: ClaimRequest): Promise<ClaimAnswer> =>
      db.transaction(async (tx) => {
        const { claimId, shipmentId, reason } = request
        const hash = contentHash(request)
        const known = sameSchema.parse(
          await tx.one('SELECT station_id, content_hash FROM print_claim WHERE claim_id = $1', claimId),
        )
        if (known) {
          if (known.station_id === stationId && known.content_hash === hash) return { answer: 'granted' }
          throw differs(claimId)
        }
        if ((await tx.one(IS_CANCELED, shipmentId)) !== undefined) throw shipmentCanceled(shipmentId)
        // A print made offline has no claim that the index could hold.
        if (reason === null) {
          await assertInStep(tx, NOT_IN_STEP)
          const before = await printsOf(tx, shipmentId)
          if (before.length > 0) return { answer: 'printed-before', prints: before }
        }
        const claimed = await insert(tx, stationId, request, { outcome: 'claimed', onIsland: false, at: null }, hash)
        if (!claimed) return { answer: 'printed-before', prints: await printsOf(tx, shipmentId) }
        await report(tx, claimId, 'claimed', reason)
        return { answer: 'granted' }
      }),

    /**
     * The outcome of claims, and prints made offline without one.
     * @returns prints of other stations that this station did not know
     */
    report: async (stationId: string, { facts }: FactRequest): Promise<PrintFact[]> => {
      const doubled: PrintFact[] = []
      for (const { outcome, onIsland, at, ...request } of facts) {
        const others = await db.transaction(async (tx) => {
          const updated = await tx.run(
            `UPDATE print_claim SET outcome = $3 WHERE claim_id = $1 AND station_id = $2 AND outcome IN ('claimed', 'unknown')`,
            request.claimId,
            stationId,
            outcome,
          )
          if (updated > 0) {
            await report(tx, request.claimId, outcome, request.reason)
            return []
          }
          const reported = (isOffline: boolean) =>
            insert(tx, stationId, request, { outcome, onIsland: isOffline, at }, contentHash(request))
          // A claim that a fail-over lost, and that another station was given since: both came out, and people are
          // notified.
          if (!(await reported(onIsland)) && (onIsland || !(await reported(true)))) return []
          await report(tx, request.claimId, outcome, request.reason)
          if (request.reason !== null || outcome === 'failed') return []
          const others = (await printsOf(tx, request.shipmentId)).filter(({ claimId }) => claimId !== request.claimId)
          if (others.length > 0) await reportDoubled(tx, request.shipmentId, others)
          return others
        })
        doubled.push(...others)
      }
      return doubled.slice(0, 100)
    },
  }
}

export type SitePrints = ReturnType<typeof sitePrints>

const IS_CANCELED = `SELECT 1 FROM shipment_change
   WHERE shipment_id = $1 AND change ->> 'kind' = 'cancel' AND ${isNotIn('state', FAILED_CHANGES)}
 UNION ALL SELECT 1 FROM booking WHERE shipment_id = $1 AND cancellation IS NOT NULL LIMIT 1`

const NOT_IN_STEP =
  "The site's database was restored, and stations must report what they printed first. Wait, or print with a reason."

async function insert(
  tx: SiteQueries,
  stationId: string,
  { claimId, shipmentId, printerName, reason, person }: ClaimRequest,
  { outcome, onIsland, at }: { outcome: string; onIsland: boolean; at: string | null },
  hash: string,
): Promise<boolean> {
  const inserted = await tx.run(
    `INSERT INTO print_claim (claim_id, shipment_id, station_id, content_hash, person, printer_name, reason, outcome,
       on_island, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, site_now())) ON CONFLICT DO NOTHING`,
    claimId,
    shipmentId,
    stationId,
    hash,
    personJson(person),
    printerName,
    reason,
    outcome,
    onIsland,
    at,
  )
  return inserted > 0
}

async function report(tx: SiteQueries, claimId: string, outcome: string, reason: string | null): Promise<void> {
  const entry = { actor: 'operator', subjectKind: 'print', subjectId: claimId, action: outcome } as const
  await note(tx, { ...entry, detail: reason === null ? {} : { reason } }, { kind: 'print', key: claimId })
}

async function reportDoubled(tx: SiteQueries, shipmentId: string, others: readonly PrintFact[]): Promise<void> {
  const where = others.map(({ stationName, at }) => `${stationName} (${at})`).join(', ')
  await addNotice(
    tx,
    `printed-twice:${shipmentId}`,
    errorData({
      code: 'ALREADY_PRINTED',
      message: `The label of ${shipmentId} was printed at two stations while one was offline; it was printed first at ${where}. Make sure that only one is on the freight.`,
      details: { shipmentId },
    }),
  )
}

function differs(claimId: string): StationError {
  return new StationError({
    code: 'SUBMISSION_DIFFERS',
    message: 'This id was already used with different content. Nothing was done.',
    details: { claimId },
  })
}
