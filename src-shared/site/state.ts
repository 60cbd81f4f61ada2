import { z } from 'zod'
import { stationErrorSchema } from '../station/error.ts'
import { idSchema, instantSchema } from '../station/limits.ts'
import { SITE_SETTINGS } from './settings.ts'
import { feedSeqSchema, stationNameSchema, timelineSchema, versionSchema } from './identity.ts'

/** A printer of a station, as supervisors see it. */
const printerStatusSchema = z.object({
  printerId: idSchema('printerId'),
  name: z.string().max(120),
  /** Jobs that wait, and whether one of them needs a person. */
  waiting: z.int().nonnegative(),
  hasTrouble: z.boolean(),
  /** Jobs that may or may not have come out. */
  unknown: z.int().nonnegative().default(0),
  /** Its last answer; null: no known problem. */
  problem: z.string().max(200).nullable().default(null),
})

/** Body of `POST /beat`: the station's status, sent each half minute and when it changes. */
export const beatRequestSchema = z.object({
  version: versionSchema,
  /** Not uploaded yet. */
  waiting: z.int().nonnegative(),
  /** Since when it could not reach the site, until now; null: it could. */
  islandSince: instantSchema.nullable(),
  printers: z.array(printerStatusSchema).max(50),
  /** How far it has read the feed. A site whose feed is shorter on that timeline has a database that went back. */
  told: z.object({ timeline: timelineSchema, seq: feedSeqSchema }).optional(),
  /** Who is signed in; null: no one, or sign-in is off. */
  person: z.string().max(80).nullable().default(null),
  /** In which of the site's settings it differs from all others. */
  differs: z.array(z.enum(SITE_SETTINGS)).max(SITE_SETTINGS.length).default([]),
})
export type BeatRequest = z.infer<typeof beatRequestSchema>

/** Why bookings wait at the site. */
const WAITS = ['no-sender', 'timeline-changed', 'stations-to-sync', 'service-unreachable', 'no-api-key'] as const
export type SiteWait = (typeof WAITS)[number]

const siteNoticeSchema = z.object({ noticeId: idSchema('noticeId'), at: instantSchema, error: stationErrorSchema })
/** What a person of the site has to know. */
export type SiteNotice = z.infer<typeof siteNoticeSchema>
/** The most in one answer. */
export const MOST_NOTICES = 50

/** Answer of `GET /state` and of `POST /beat`. */
export const siteStateSchema = z.object({
  siteId: idSchema('siteId'),
  siteName: stationNameSchema,
  version: versionSchema,
  /** Stations below it are asked to update; their uploads are accepted as long as they can be read. */
  leastVersion: versionSchema,
  environment: z.string().min(1).max(500),
  timeline: timelineSchema,
  feedSeq: feedSeqSchema,
  /** Null: bookings are sent. */
  waitsFor: z.enum(WAITS).nullable(),
  /** Names of the stations that have not uploaded again what they have since the timeline changed. */
  toSync: z.array(z.string().max(80)).max(1_000),
  /** Must this station upload again what it has? */
  mustSync: z.boolean(),
  /** Was a person forgotten at the site who may still be in this station's records? */
  mustForget: z.boolean().default(false),
  /** Notices for people: each station shows those of money. */
  notices: z.array(siteNoticeSchema).max(MOST_NOTICES),
  now: instantSchema,
})
export type SiteState = z.infer<typeof siteStateSchema>

/** Answer of `GET /readyz`; with status 503 when it is not ready. */
const readinessSchema = z.object({ isReady: z.boolean(), why: z.array(z.string().max(200)).max(20) })
export type Readiness = z.infer<typeof readinessSchema>

/** A station as the site's people see it. */
const siteStationSchema = z.object({
  stationId: idSchema('stationId'),
  name: stationNameSchema,
  version: versionSchema.nullable(),
  enrolledAt: instantSchema,
  seenAt: instantSchema.nullable(),
  revokedAt: instantSchema.nullable(),
  isSynced: z.boolean(),
  beat: beatRequestSchema.nullable(),
  /** When it was last offline, as it reported afterwards; null: never. */
  lastIsland: z.object({ since: instantSchema, until: instantSchema }).nullable(),
  isOutOfDate: z.boolean(),
})
export type SiteStation = z.infer<typeof siteStationSchema>

/** Answer of `GET /stations`. */
export const stationListSchema = z.object({
  stations: z.array(siteStationSchema).max(1_000),
  /** Those of the last 30 days; an older site does not list them here. */
  notices: z.array(siteNoticeSchema).max(MOST_NOTICES).default([]),
  now: instantSchema,
})
export type StationList = z.infer<typeof stationListSchema>
