import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { BOOKING_STATES, type BookingState } from '../../../src-shared/machine/booking.ts'
import { CHANGE_STATES } from '../../../src-shared/machine/change.ts'
import { UPLOAD_STATES } from '../../../src-shared/machine/upload.ts'
import type { Submission } from './bookings.ts'
import type { AuditFact, ChangeFact, LedgerFact, LedgerFacts } from './ledger-facts.ts'
import { readLedger } from './ledger-facts.ts'
import type { ServiceShipment } from '../processes/service-handle.ts'
import { ask } from '../processes/site/cluster.ts'

/** What the site's database says, read by SQL and not through the code under test. */
export interface SiteFacts {
  /** `sentAs`: the reference of its request, under which the service has it if it has it. */
  bookings: (LedgerFact & { stationId: string; sentAs: string })[]
  changes: ChangeFact[]
  /** Of bookings, in the order they were written. */
  audit: AuditFact[]
  stations: { stationId: string; name: string; isSynced: boolean }[]
  /** Ids of what people were told, whether somebody has taken note or not. */
  notices: string[]
  /** Open and due for so long that nobody works on it. */
  standingStill: string[]
}

/** What a closed station says. */
export interface StationFacts {
  name: string
  submissions: readonly Submission[]
  ledger: LedgerFacts
  uploads: { kind: 'booking' | 'change'; id: string; state: (typeof UPLOAD_STATES)[number] }[]
  /** Labels that came out here, or may have. */
  prints: { shipmentId: string; reason: string | null; state: string }[]
  /** Shipments on manifests that stand. */
  manifested: { shipmentId: string; manifest: string }[]
}

/** All there is to compare when a round of a site is over. */
export interface SiteRoundFacts {
  site: SiteFacts
  stations: StationFacts[]
  /** At the service, by reference. */
  shipments: ReadonlyMap<string, readonly ServiceShipment[]>
  shipmentsInAll: number
  /** How often the network itself passed a booking on twice, by reference. */
  copies: ReadonlyMap<string, number>
  ledAstray: number
}

const bookingSchema = z.object({
  booking_id: z.string(),
  submission_id: z.string(),
  station_id: z.string(),
  state: z.enum(BOOKING_STATES),
  reference: z.string(),
  sent_as: z.string(),
  shipment_id: z.string().nullable(),
  question: z.string().nullable(),
  error: z.string().nullable(),
})
const changeSchema = z.object({
  change_id: z.string(),
  booking_id: z.string().nullable(),
  kind: z.enum(['update', 'cancel']),
  state: z.enum(CHANGE_STATES),
})
const auditSchema = z.object({
  seq: z.coerce.number(),
  at: z.date(),
  actor: z.string(),
  subject_id: z.string(),
  action: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
const stationSchema = z.object({ station_id: z.string(), name: z.string(), is_synced: z.boolean() })

/** What is due for longer than that by the database's clock stands still. */
const STILL_S = 180

export async function readSite(url: string): Promise<SiteFacts> {
  const rows = async <T>(schema: z.ZodType<T>, sql: string) => z.array(schema).parse(await ask(url, sql))
  const audit = await rows(
    auditSchema,
    `SELECT seq, at, actor, subject_id, action, detail FROM audit WHERE subject_kind = 'booking' ORDER BY seq`,
  )
  const idSchema = z.object({ id: z.string() })
  return {
    bookings: (
      await rows(
        bookingSchema,
        `SELECT booking_id, submission_id, station_id, state, reference, shipment_id, question ->> 'kind' AS question,
           coalesce(request ->> 'reference', reference) AS sent_as,
           error ->> 'code' AS error FROM booking ORDER BY seq`,
      )
    ).map((row) => ({
      ...{ bookingId: row.booking_id, submissionId: row.submission_id, stationId: row.station_id },
      ...{ shipmentId: row.shipment_id, state: row.state, reference: row.reference, sentAs: row.sent_as },
      ...{ question: row.question, error: row.error },
    })),
    changes: (
      await rows(
        changeSchema,
        `SELECT change_id, booking_id, change ->> 'kind' AS kind, state FROM shipment_change ORDER BY seq`,
      )
    ).map((row) => ({ changeId: row.change_id, bookingId: row.booking_id ?? '', kind: row.kind, state: row.state })),
    audit: audit.flatMap(asStory),
    stations: (
      await rows(
        stationSchema,
        `SELECT station_id, name, synced_to IS NOT DISTINCT FROM (SELECT timeline FROM sender) AS is_synced FROM station`,
      )
    ).map((row) => ({ stationId: row.station_id, name: row.name, isSynced: row.is_synced })),
    notices: (await rows(idSchema, 'SELECT notice_id AS id FROM notice')).map(({ id }) => id),
    standingStill: (
      await rows(
        idSchema,
        `SELECT booking_id AS id FROM booking WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN', 'NEEDS_DECISION')
           AND (state <> 'NEEDS_DECISION' OR question ->> 'kind' IN ('not-found'))
           AND greatest(due_at, leased_until, held_until) < site_now() - make_interval(secs => ${STILL_S})
         UNION ALL SELECT change_id FROM shipment_change WHERE state IN ('QUEUED', 'SENDING', 'UNKNOWN')
           AND shipment_id IS NOT NULL AND due_at < site_now() - make_interval(secs => ${STILL_S})`,
      )
    ).map(({ id }) => id),
  }
}

const receivedSchema = z.looseObject({ state: z.enum(BOOKING_STATES) })
/** How a booking came to the state in which the site took it over. */
const CAME: Readonly<Record<BookingState, readonly BookingState[]>> = {
  QUEUED: [],
  SENDING: ['SENDING'],
  BOOKED: ['UNKNOWN', 'BOOKED'],
  REJECTED: ['REJECTED'],
  UNKNOWN: ['UNKNOWN'],
  NEEDS_DECISION: ['NEEDS_DECISION'],
  CANCELLED: ['CANCELLED'],
}

/** A site's audit row as one ledger's story tells it: what was handed over was submitted, and has come as far as it had. */
function asStory(row: z.output<typeof auditSchema>): AuditFact[] {
  const { seq: id, at, actor, subject_id: subjectId, action, detail } = row
  const fact = { id, at: at.toISOString(), actor, subjectId, action, detail }
  if (action !== 'handed-over') return [fact]
  const { state } = receivedSchema.parse(detail)
  let from: BookingState = 'QUEUED'
  const steps = CAME[state].map((to) => {
    const step = { ...fact, action: to.toLowerCase(), detail: { from } }
    from = to
    return step
  })
  return [{ ...fact, action: 'submitted', detail: {} }, ...steps]
}

const handOverSchema = z.object({
  kind: z.enum(['booking', 'change']),
  id: z.string(),
  state: z.enum(UPLOAD_STATES),
})
const printSchema = z.object({
  shipmentId: z.string(),
  reason: z.string().nullable(),
  state: z.string(),
})
const manifestedSchema = z.object({ shipmentId: z.string(), manifest: z.string() })

/** Reads the ledger of a station that has ended. */
export function readStation(name: string, dataDir: string, submissions: readonly Submission[]): StationFacts {
  const ledger = readLedger(dataDir)
  const db = new Database(join(dataDir, 'ledger.db'), { readonly: true })
  try {
    return {
      name,
      submissions,
      ledger,
      uploads: z
        .array(handOverSchema)
        .parse(db.prepare('SELECT kind, subject_id AS id, state FROM hand_over ORDER BY seq').all()),
      prints: z.array(printSchema).parse(
        db
          .prepare(
            `SELECT shipment_id AS shipmentId, reason, state FROM print_job
               WHERE purpose IN ('label', 'reprint') AND shipment_id IS NOT NULL ORDER BY seq`,
          )
          .all(),
      ),
      manifested: z.array(manifestedSchema).parse(
        db
          .prepare(
            `SELECT shipment_id AS shipmentId, manifest_id AS manifest FROM manifest_shipment
               UNION ALL SELECT shipment_id, manifest_id FROM site_manifest_shipment`,
          )
          .all(),
      ),
    }
  } finally {
    db.close()
  }
}

const shipmentSchema = z.array(z.object({ shipment_id: z.string(), reference: z.string().nullable() }))

/** Which reference each shipment of the embedded service has: its lists do not tell, its file does. */
export function referencesAtService(dataDir: string): Map<string, string> {
  const file = join(dataDir, 'sandbox.db')
  if (!existsSync(file)) throw new Error(`there is no service in ${dataDir}`)
  const db = new Database(file, { readonly: true })
  try {
    const rows = shipmentSchema.parse(db.prepare('SELECT shipment_id, reference FROM shipment').all())
    return new Map(rows.map(({ shipment_id, reference }) => [shipment_id, reference ?? '']))
  } finally {
    db.close()
  }
}
