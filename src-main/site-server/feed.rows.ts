import { z } from 'zod'
import { MOST_FED, type FeedEvent, type FeedPage } from '../../src-shared/site/feed.ts'
import { listedLabels } from '../labels/labels.site.rows.ts'
import { siteNow } from './note.rows.ts'
import { siteManifest } from './manifests.rows.ts'
import { printFact } from './prints.rows.ts'
import { siteBookingsById, siteChangesById } from './record.rows.ts'
import { sharedRecordsByKey } from './shared-records.rows.ts'
import type { SiteDatabase, SiteQueries } from './site-database.ts'
import { mustReadSite } from './site-row.rows.ts'

/** The channel on which PostgreSQL announces new events. */
export const FEED_CHANNEL = 'waybill_feed'
/** 'feed' in ASCII: of advisory locks, who numbers. */
const LOCK = 0x66656564
const MOST_NUMBERED = 1_000
/** The most manifests in one page: each may list thousands of shipments, and a page has to be read whole. */
const MOST_MANIFESTS = 10
/** A station that joins receives what happened since then. */
const REPORTED_AT_FIRST_DAYS = 30

const lastSchema = z.object({ last: z.int(), n: z.int() })
const rowSchema = z.object({ seq: z.int(), kind: z.string(), key: z.string() })
const lockedSchema = z.object({ is_mine: z.boolean() })
const seqSchema = z.object({ seq: z.int() })

/** What happened at a site, in the order in which every station hears it. */
export function siteFeed(db: SiteDatabase) {
  return {
    /**
     * Numbers the events that writers added since the last time. One does it at a time, so that numbers are seen in
     * their order; an event of a row replaces all before it.
     * @returns the last number that was given, and whether there is more; null: there was nothing, or another numbers
     */
    number: (): Promise<{ last: number; hasMore: boolean } | null> =>
      db.transaction(async (tx) => {
        const locked = lockedSchema.parse(await tx.one('SELECT pg_try_advisory_xact_lock($1) AS is_mine', LOCK))
        if (!locked.is_mine) return null
        const { last, n } = lastSchema.parse(
          await tx.one(
            `WITH moved AS (
               DELETE FROM feed_pending WHERE id IN (SELECT id FROM feed_pending ORDER BY id LIMIT $1)
               RETURNING id, kind, key),
             latest AS (SELECT kind, key, max(id) AS id FROM moved GROUP BY kind, key),
             numbered AS (
               INSERT INTO feed (kind, key, seq, at)
               SELECT kind, key, nextval('feed_seq'), site_now() FROM (SELECT * FROM latest ORDER BY id) ordered
               ON CONFLICT (kind, key) DO UPDATE SET seq = excluded.seq, at = excluded.at
               RETURNING seq)
             SELECT coalesce((SELECT max(seq) FROM numbered), 0) AS last, (SELECT count(*) FROM moved) AS n`,
            MOST_NUMBERED,
          ),
        )
        if (n === 0) return null
        await tx.one('SELECT pg_notify($1, $2)', FEED_CHANNEL, String(last))
        return { last, hasMore: n === MOST_NUMBERED }
      }),

    /** The number of the newest event; 0: there is none. */
    last: async (): Promise<number> =>
      seqSchema.parse(await db.one('SELECT coalesce(max(seq), 0) AS seq FROM feed')).seq,

    /** Where a station that joins begins to read. */
    beginning: async (): Promise<number> =>
      seqSchema.parse(
        await db.one(
          `SELECT coalesce((SELECT min(seq) - 1 FROM feed WHERE at >= site_now() - make_interval(days => $1)),
             (SELECT max(seq) FROM feed), 0) AS seq`,
          REPORTED_AT_FIRST_DAYS,
        ),
      ).seq,

    /** What happened after this number, whole. */
    page: async (after: number): Promise<FeedPage> => {
      const site = await mustReadSite(db)
      const found = z
        .array(rowSchema)
        .parse(await db.all('SELECT seq, kind, key FROM feed WHERE seq > $1 ORDER BY seq LIMIT $2', after, MOST_FED))
      const oneTooMany = found.filter(({ kind }) => kind === 'manifest')[MOST_MANIFESTS]
      const rows = oneTooMany === undefined ? found : found.filter(({ seq }) => seq < oneTooMany.seq)
      const events = await reportedWhole(db, site.environment, rows)
      return {
        timeline: site.timeline,
        after,
        events,
        next: rows.at(-1)?.seq ?? after,
        hasMore: found.length === MOST_FED || rows.length < found.length,
        at: (await siteNow(db)).toISOString(),
      }
    },
  }
}

export type SiteFeed = ReturnType<typeof siteFeed>

async function reportedWhole(
  db: SiteQueries,
  environment: string,
  rows: readonly z.infer<typeof rowSchema>[],
): Promise<FeedEvent[]> {
  const keysOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ key }) => key)
  const [bookings, changes, records] = await Promise.all([
    siteBookingsById(db, keysOf('booking')),
    siteChangesById(db, keysOf('change')),
    sharedRecordsByKey(db, keysOf('record')),
  ])
  return Promise.all(
    rows.map(async ({ seq, kind, key }): Promise<FeedEvent> => {
      const booking = kind === 'booking' ? bookings.get(key) : undefined
      if (booking) return { kind: 'booking', seq, booking }
      const change = kind === 'change' ? changes.get(key) : undefined
      if (change) return { kind: 'change', seq, change }
      const labels = kind === 'labels' ? await listedLabels(db, environment, key) : null
      if (labels) return { kind: 'labels', seq, labels }
      const print = kind === 'print' ? await printFact(db, key) : null
      if (print) return { kind: 'print', seq, print }
      const manifest = kind === 'manifest' ? await siteManifest(db, key) : null
      if (manifest) return { kind: 'manifest', seq, manifest }
      const record = kind === 'record' ? records.get(key) : undefined
      if (record) return { kind: 'record', seq, record }
      return { kind: 'other', seq, what: kind }
    }),
  )
}
