import { z } from 'zod'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

const rowSchema = z.object({
  timeline: z.string().nullable(),
  feed_seq: z.int(),
  feed_timeline: z.string().nullable(),
  island_since: z.string().nullable(),
  records_timeline: z.string().nullable(),
})

/** How far a station has followed its site. */
export interface SiteFollowed {
  /** The site's timeline as far as this station is in step with it; null: none yet. */
  timeline: string | null
  feedSeq: number
  feedTimeline: string | null
  /** Null: the site can be reached. */
  islandSince: string | null
  /** Under which timeline all that is shared was read; null: never. */
  recordsTimeline: string | null
}

const BEGINNING: SiteFollowed = {
  ...{ timeline: null, feedSeq: 0, feedTimeline: null, islandSince: null },
  recordsTimeline: null,
}

export function readFollowed(db: SqliteDatabase): SiteFollowed {
  const row = statement(db, 'SELECT * FROM site_link WHERE one = 1').get()
  if (row === undefined) return BEGINNING
  const { timeline, feed_seq, feed_timeline, island_since, records_timeline } = rowSchema.parse(row)
  return {
    ...{ timeline, feedSeq: feed_seq, feedTimeline: feed_timeline, islandSince: island_since },
    recordsTimeline: records_timeline,
  }
}

/** To be called inside a transaction. */
export function writeFollowed(db: SqliteDatabase, change: Partial<SiteFollowed>): void {
  const { timeline, feedSeq, feedTimeline, islandSince, recordsTimeline } = { ...readFollowed(db), ...change }
  statement(
    db,
    `INSERT INTO site_link (one, timeline, feed_seq, feed_timeline, island_since, records_timeline) VALUES (1, ?, ?, ?, ?, ?)
     ON CONFLICT (one) DO UPDATE SET timeline = excluded.timeline, feed_seq = excluded.feed_seq,
       feed_timeline = excluded.feed_timeline, island_since = excluded.island_since,
       records_timeline = excluded.records_timeline`,
  ).run(timeline, feedSeq, feedTimeline, islandSince, recordsTimeline)
}

export type SiteLinkStore = ReturnType<typeof siteLinkStore>

/** The station's place in the site's feed. */
export const siteLinkStore = (db: SqliteDatabase) => ({
  read: async (): Promise<SiteFollowed> => readFollowed(db),
  write: (change: Partial<SiteFollowed>): Promise<void> => inTransaction(db, () => writeFollowed(db, change)),
})
