import { z } from 'zod'
import { MOST_CODE, idSchema, nameSchema, strictInstantSchema } from '../station/limits.ts'

/** Where the station's side of a site is served; a version that is not understood any more gets another number. */
export const SITE_BASE = '/site/v1'
/** A station's token begins so, and is good for its site alone. */
export const SITE_TOKEN_PREFIX = 'wbs_'

/**
 * Which past the site's database has, 16 hexadecimal digits: the cluster and the backups that were put back, then PostgreSQL's
 * own timeline. It changes when a standby takes over or a backup is put back, however that is done.
 */
export const timelineSchema = z.string().regex(/^[0-9A-F]{16}$/, 'timeline must be 16 hexadecimal digits')

/** SHA-256, 64 lower-case hexadecimal digits. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')

/** A number of the feed: it begins with 1 and never goes back within a timeline. */
export const feedSeqSchema = z.int().nonnegative().max(Number.MAX_SAFE_INTEGER)

const MOST_STATION_NAME = 40
export const stationNameSchema = nameSchema('name', MOST_STATION_NAME)

/** The name of a station that is called as its computer is. */
export const stationNameOf = (computer: string): string =>
  stationNameSchema.safeParse(computer.slice(0, MOST_STATION_NAME)).data ?? 'Station'

/** The person who acted at a station; null: no one signs in there. */
export const sitePersonSchema = z
  .object({
    personId: idSchema('personId'),
    name: z.string().max(80),
    /** The supervisor by whose word it was done; null: it needed none. */
    approvedBy: z.string().max(80).nullable(),
  })
  .nullable()
export type SitePerson = z.infer<typeof sitePersonSchema>

/** Whose something is, as a person of another station reads it. */
export const siteHolderSchema = z.object({
  stationId: idSchema('stationId'),
  stationName: z.string().max(80),
  person: z.string().max(80).nullable(),
  at: strictInstantSchema,
})

/** A version of Waybill, as `package.json` has it. */
export const versionSchema = z.string().min(1).max(MOST_CODE)
