import { z } from 'zod'
import { PERSON_NEEDS } from '../station/app/forget.ts'
import { strictInstantSchema } from '../station/limits.ts'
import { feedSeqSchema, sitePersonSchema, stationNameSchema } from './identity.ts'

/** At most this many persons per call. */
export const MOST_FORGOTTEN = 200
const MOST_NEEDED = 20

/** The identifier of a forgotten person: a salted hash that does not reveal who it was. */
const forgottenKeySchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits'),
  salt: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
  words: z.int().min(0).max(200),
  length: z.int().positive().max(4_000),
  at: strictInstantSchema,
})
const keysSchema = z.array(forgottenKeySchema).min(1).max(MOST_FORGOTTEN)

/** Body of `POST /forgotten/look`: does any record of the site still need these persons? Nothing is changed. */
export const neededRequestSchema = z.object({ keys: keysSchema })
export const neededAnswerSchema = z.object({
  needed: z.array(z.object({ need: z.enum(PERSON_NEEDS), what: z.string().max(400) })).max(MOST_NEEDED),
  /** Every station that will forget them, this one among them. */
  stations: z.array(stationNameSchema).max(1_000),
})
export type NeededAnswer = z.infer<typeof neededAnswerSchema>

/** Body of `POST /forgotten`: the persons that this station has forgotten. A repeat changes nothing. */
export const forgottenReportSchema = z.object({
  keys: keysSchema,
  /** Whom the station forgot; null: it was reported before, or belongs to another station. */
  reason: z.string().max(200).nullable(),
  person: sitePersonSchema,
})
export type ForgottenReport = z.infer<typeof forgottenReportSchema>
/** How far the list goes now. */
export const forgottenTakenSchema = z.object({ upTo: feedSeqSchema })

/** Answer of `GET /forgotten?after=<number>`: the persons that every station forgets, in the order of the reports. */
export const forgottenPageSchema = z.object({
  keys: z.array(forgottenKeySchema).max(MOST_FORGOTTEN),
  next: feedSeqSchema,
  hasMore: z.boolean(),
})
export type ForgottenPage = z.infer<typeof forgottenPageSchema>

/** Body of `POST /forgotten/done`: nothing of them is left at this station, up to that number of the list. */
export const forgottenDoneSchema = z.object({ upTo: feedSeqSchema })
