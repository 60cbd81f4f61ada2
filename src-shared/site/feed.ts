import { z } from 'zod'
import { idSchema, instantSchema } from '../station/limits.ts'
import { feedSeqSchema, timelineSchema } from './identity.ts'
import { siteManifestSchema } from './closing.ts'
import { printFactSchema } from './print-claim.ts'
import { siteBookingSchema, siteChangeSchema, siteLabelsSchema } from './record.ts'
import { isSharedKind, sharedRecordSchema } from './shared-record.ts'

/** At most this many events per page. */
export const MOST_FED = 200

/** A complete event: the station needs no further request. One event of a row replaces all before it. */
const feedEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('booking'), seq: feedSeqSchema, booking: siteBookingSchema }),
  z.object({ kind: z.literal('change'), seq: feedSeqSchema, change: siteChangeSchema }),
  /** Labels were kept: their bytes are fetched by hash. */
  z.object({ kind: z.literal('labels'), seq: feedSeqSchema, labels: siteLabelsSchema }),
  /** A label came out, or may have, somewhere. */
  z.object({ kind: z.literal('print'), seq: feedSeqSchema, print: printFactSchema }),
  /** What all stations share was edited somewhere. */
  z.object({ kind: z.literal('record'), seq: feedSeqSchema, record: sharedRecordSchema }),
  /** A carrier's day was closed somewhere, or its manifest taken back. */
  z.object({ kind: z.literal('manifest'), seq: feedSeqSchema, manifest: siteManifestSchema }),
  /** A row that this version does not know, or that is gone: skipped. */
  z.object({ kind: z.literal('other'), seq: feedSeqSchema, what: z.string().max(40) }),
])
export type FeedEvent = z.infer<typeof feedEventSchema>

const KNOWN: ReadonlySet<string> = new Set(feedEventSchema.options.map(({ shape }) => shape.kind.value))
const headSchema = z.object({
  kind: z.string(),
  seq: z.unknown(),
  record: z.object({ kind: z.string() }).optional(),
})

/** A site of another version may send unknown events, as of remote requests: all else on the page is taken. */
function asKnown(event: unknown): unknown {
  const head = headSchema.safeParse(event)
  if (!head.success) return event
  const { kind, seq, record } = head.data
  const isKnown = KNOWN.has(kind) && (record === undefined || isSharedKind(record.kind))
  return isKnown ? event : { kind: 'other', seq, what: kind.slice(0, 40) }
}

/**
 * A page of the feed: of `GET /feed?after=<seq>`, and the data of each `feed` event of `GET /feed/stream?after=<seq>`. A
 * station continues from `next`; while `hasMore`, at once. Under another timeline than the one it knows it begins
 * again: it uploads again what it has (`POST /sync`), and reads the feed from 0.
 */
export const feedPageSchema = z.object({
  timeline: timelineSchema,
  /** The number that its events follow; absent: the site is of a version that does not report it. */
  after: feedSeqSchema.optional(),
  events: z.array(z.preprocess(asKnown, feedEventSchema)).max(MOST_FED),
  next: feedSeqSchema,
  hasMore: z.boolean(),
  at: instantSchema,
})
export type FeedPage = z.infer<typeof feedPageSchema>

export const feedQuerySchema = z.object({ after: z.coerce.number().pipe(feedSeqSchema) })

/** The path of a site record by a scanned code; null: the site has none. */
export const lookUpQuerySchema = z.object({ code: z.string().min(1).max(200) })
const foundSchema = z.object({ booking: siteBookingSchema, labels: siteLabelsSchema.nullable() })
/** A code that fits more live bookings than this is too many for a person to choose from. */
export const MOST_LOOKED_UP = 10
export const lookUpAnswerSchema = z.object({
  booking: siteBookingSchema.nullable(),
  labels: siteLabelsSchema.nullable(),
  bookingId: idSchema('bookingId').nullable(),
  /**
   * Further live bookings that the code fits, the newest first; absent: the site is of a version that reports only
   * one.
   */
  others: z.array(foundSchema).max(MOST_LOOKED_UP).optional(),
})
export type LookUpAnswer = z.infer<typeof lookUpAnswerSchema>
