import { z } from 'zod'
import { note } from './note.rows.ts'
import type { SiteDatabase } from './site-database.ts'
import { mustReadSite } from './site-row.rows.ts'

/** Shipments, and rows, of one short transaction. */
const SHIPMENTS = 50
const ROWS = 500
/** Events of the feed: twice as long as what a station that joins receives. */
const FEED_DAYS = 60
/** Ids by which the same request, sent twice, is one; and notices. */
const IDS_DAYS = 400
/** Approvals that were answered, and codes after their end; the audit log has both. */
const ANSWERED_DAYS = 90

/** Of these shipments of a service, those that ended before a moment. */
export type EndedBefore = (environment: string, shipmentIds: readonly string[], before: Date) => Promise<string[]>

const shipmentsSchema = z.array(z.object({ shipment_id: z.string() }))
const lastAtSchema = z.object({ at: z.string().nullable() })
const upToSchema = z.object({ up_to: z.int().nullable() })

export type SiteRetentionRows = ReturnType<typeof siteRetentionRows>

/**
 * What of a site expires by age. Bookings, changes, manifests, print claims and the audit log are kept forever. Each slice is one
 * short transaction, so a kill between any two leaves a whole site, and the next round continues.
 */
export function siteRetentionRows(db: SiteDatabase) {
  /** @yields how many rows went */
  async function* deleted(sql: string, ...values: unknown[]): AsyncGenerator<number> {
    for (;;) {
      const count = await db.run(sql, ...values, ROWS)
      yield count
      if (count < ROWS) return
    }
  }

  /** Up to which event every station has read, and at most the one before the newest: that says how far the site has come. */
  async function readByAll(): Promise<number> {
    const { up_to: upTo } = upToSchema.parse(
      (await db.one(
        `SELECT least(
           (SELECT min(CASE WHEN beat -> 'told' ->> 'timeline' = sender.timeline
                       THEN (beat -> 'told' ->> 'seq')::bigint ELSE 0 END) FROM station WHERE revoked_at IS NULL),
           (SELECT max(seq) - 1 FROM feed),
           (SELECT seq FROM feed WHERE at < site_now() - make_interval(days => $1) ORDER BY at DESC LIMIT 1)) AS up_to
         FROM sender
         WHERE EXISTS (SELECT 1 FROM feed WHERE at < site_now() - make_interval(days => $1))`,
        FEED_DAYS,
      )) ?? { up_to: null },
    )
    return upTo ?? 0
  }

  return {
    /** When the last whole round ended; null: none ever did. */
    lastAt: async (): Promise<string | null> =>
      lastAtSchema.parse(await db.one('SELECT expired_at AS at FROM sender')).at,

    /** A round is over: with what went, by kind. */
    ended: (removed: Record<string, number>): Promise<void> =>
      db.transaction(async (tx) => {
        await tx.run('UPDATE sender SET expired_at = site_now()')
        if (Object.values(removed).every((count) => count === 0)) return
        const entry = { subjectKind: 'site', subjectId: 'retention', action: 'deleted', detail: removed } as const
        await note(tx, { actor: 'station', ...entry }, null)
      }),

    /**
     * Labels of shipments that ended before that moment, and were not printed since. The service has them, and the
     * stations by their own rules.
     * @yields how many labels went
     */
    async *labels(before: Date, endedBefore: EndedBefore): AsyncGenerator<number> {
      const { environment } = await mustReadSite(db)
      for (let last = ''; ;) {
        const next = shipmentsSchema
          .parse(
            await db.all(
              `SELECT DISTINCT shipment_id FROM label WHERE environment = $1 AND shipment_id > $2
               ORDER BY shipment_id LIMIT $3`,
              environment,
              last,
              SHIPMENTS,
            ),
          )
          .map((row) => row.shipment_id)
        const ended = await endedBefore(environment, next, before)
        yield ended.length === 0
          ? 0
          : await db.run(
              `WITH due AS (
                 SELECT shipment_id FROM unnest($2::text[]) AS ended (shipment_id)
                 WHERE NOT EXISTS (SELECT 1 FROM print_claim p WHERE p.shipment_id = ended.shipment_id AND p.at >= $3)),
               gone AS (
                 DELETE FROM label l USING due WHERE l.environment = $1 AND l.shipment_id = due.shipment_id
                 RETURNING l.sha256)
               DELETE FROM document_bytes d USING (SELECT DISTINCT sha256 FROM gone) g
               WHERE d.sha256 = g.sha256 AND NOT EXISTS (
                 SELECT 1 FROM label l WHERE l.sha256 = d.sha256
                   AND NOT (l.environment = $1 AND l.shipment_id IN (SELECT shipment_id FROM due)))`,
              environment,
              ended,
              before.toISOString(),
            )
        const end = next.at(-1)
        if (end === undefined || next.length < SHIPMENTS) return
        last = end
      }
    },

    /** Old events that every station has read. A station that is off holds them until it is back, or revoked. */
    async *feed(): AsyncGenerator<number> {
      const upTo = await readByAll()
      yield* deleted('DELETE FROM feed WHERE seq IN (SELECT seq FROM feed WHERE seq <= $1 ORDER BY seq LIMIT $2)', upTo)
    },

    /** Ids of what was done long ago, notices, answered approvals and codes. */
    async *ids(): AsyncGenerator<number> {
      const past = `site_now() - make_interval(days => $1)`
      yield* deleted(
        `DELETE FROM act WHERE act_id IN (SELECT act_id FROM act WHERE at < ${past} ORDER BY at LIMIT $2)`,
        IDS_DAYS,
      )
      yield* deleted(
        `DELETE FROM shared_edit WHERE edit_id IN (SELECT edit_id FROM shared_edit WHERE at < ${past} ORDER BY at LIMIT $2)`,
        IDS_DAYS,
      )
      yield* deleted(
        `DELETE FROM notice WHERE notice_id IN (
           SELECT notice_id FROM notice WHERE ended_at IS NULL AND at < ${past} ORDER BY at LIMIT $2)`,
        IDS_DAYS,
      )
      yield* deleted(
        `DELETE FROM approval WHERE item_id IN (
           SELECT item_id FROM approval WHERE answer IS NOT NULL AND answered_at < ${past} ORDER BY answered_at LIMIT $2)`,
        ANSWERED_DAYS,
      )
      yield* deleted(
        `DELETE FROM enrol_code WHERE code_hash IN (
           SELECT code_hash FROM enrol_code WHERE ends_at < ${past} ORDER BY ends_at LIMIT $2)`,
        ANSWERED_DAYS,
      )
    },
  }
}
