import { z } from 'zod'
import { CODE_GOOD_FOR_MINUTES, type EnrolRequest } from '../../src-shared/site/enrol.ts'
import { beatRequestSchema, type BeatRequest, type SiteStation } from '../../src-shared/site/state.ts'
import {
  errorData,
  invalidField,
  notFound,
  StationError,
  type StationErrorData,
} from '../../src-shared/station/error.ts'
import { hashToken } from '../people/secret-hash.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { note } from './note.rows.ts'
import { addNotice } from './notices.rows.ts'
import { violatedBy, type SiteDatabase, type SiteQueries } from './site-database.ts'
import { mustReadSite } from './site-row.rows.ts'

const islandSchema = z.object({ since: z.string(), until: z.string() })
const rowSchema = z.object({
  station_id: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  beat: jsonColumn(beatRequestSchema).nullable(),
  last_island: jsonColumn(islandSchema).nullable(),
  synced_to: z.string().nullable(),
  enrolled_at: z.string(),
  seen_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})
const callerSchema = z
  .object({ station_id: z.string(), name: z.string(), synced_to: z.string().nullable(), forgotten_to: z.int() })
  .optional()
const madeSchema = z.object({ ends_at: z.string() })
const codeSchema = z
  .object({
    used_by: z.string().nullable(),
    stations_left: z.int().nullable(),
    is_over: z.boolean(),
    made_at: z.string().nullable(),
  })
  .optional()
const enrolledSchema = z.array(z.object({ stationId: z.string(), name: z.string() }))
/** Stations that came by a code of this one, or by one of theirs, and are not revoked. */
const ENROLLED_BY = `
  WITH RECURSIVE enrolled AS (
    SELECT used_by FROM enrol_code WHERE made_by = $1 AND used_by IS NOT NULL
    UNION SELECT c.used_by FROM enrol_code c JOIN enrolled e ON c.made_by = e.used_by WHERE c.used_by IS NOT NULL)
  SELECT s.station_id AS "stationId", s.name FROM enrolled e JOIN station s ON s.station_id = e.used_by
  WHERE s.revoked_at IS NULL AND s.station_id <> $1 ORDER BY lower(s.name)`

/** How many stations a code is for, and how long. */
export interface CodeTerms {
  stations: number
  minutes: number
}

const ONE_STATION: CodeTerms = { stations: 1, minutes: CODE_GOOD_FOR_MINUTES }

/** A station that was revoked, and the stations that its codes enrolled and that still are. */
export interface RevokedStation {
  stationId: string
  enrolled: { stationId: string; name: string }[]
}

/** Whose token it is. */
export interface SiteCaller {
  stationId: string
  name: string
  /** The timeline under which it has uploaded again what it has. */
  syncedTo: string | null
  /** Up to where in the site's list it has forgotten everybody. */
  forgottenTo: number
}

/** The stations of a site, and how they come to it. Tokens and codes are kept as hashes. */
export function siteStations(db: SiteDatabase) {
  return {
    /**
     * @param secret shown once: it is good for a quarter of an hour, and for one station, unless its terms say more
     * @param madeBy the station at which it was made; null: on the site's own machine
     * @returns when it ends
     */
    addCode: (secret: string, madeBy: string | null, { stations, minutes }: CodeTerms = ONE_STATION): Promise<string> =>
      db.transaction(async (tx) => {
        const codeHash = hashToken(secret)
        const { ends_at: endsAt } = madeSchema.parse(
          await tx.one(
            `INSERT INTO enrol_code (code_hash, made_by, made_at, ends_at, stations_left)
             VALUES ($1, $2, site_now(), site_now() + make_interval(mins => $3), $4) RETURNING ends_at`,
            ...[codeHash, madeBy, minutes, stations === 1 ? null : stations],
          ),
        )
        await note(
          tx,
          {
            ...{ actor: 'operator', subjectKind: 'code', subjectId: codeHash.slice(0, 12), action: 'made' },
            ...(stations > 1 && { detail: { stations } }),
          },
          null,
        )
        return endsAt
      }),

    /**
     * Makes a station the site's by a code. The same station that asks again is answered: its answer may have been lost.
     * One that was revoked, or has lost its token, or joined after the backup that the site runs on, joins again under
     * its id: it uploads again what it has before anything is sent.
     * @throws StationError CODE_REFUSED (details.why: unknown, over, used, other-site), INVALID_INPUT for a name that another has
     */
    enrol: (request: EnrolRequest): Promise<void> =>
      db.transaction(async (tx) => {
        const { stationId, name, version } = request
        const hash = hashToken(request.secret)
        const code = await codeOf(tx, hash)
        const tokenHash = hashToken(request.token)
        if (code === undefined) throw codeRefused('unknown')
        // Of a code for several each station that came by it has a row of its own.
        const ownHash = code.stations_left === null ? hash : hashToken(`${request.secret} ${stationId}`)
        const usedBy = (ownHash === hash ? code : await codeOf(tx, ownHash))?.used_by ?? null
        if (usedBy !== null) {
          const isSame = usedBy === stationId && (await isTokenOf(tx, stationId, tokenHash))
          if (!isSame) throw codeRefused('used')
          return
        }
        if (code.stations_left === 0) throw codeRefused('used')
        if (code.is_over) throw codeRefused('over')
        const isAgain = request.siteId !== undefined
        if (isAgain && request.siteId !== (await mustReadSite(tx)).siteId) throw codeRefused('other-site')
        await insertStation(tx, { stationId, name, version, tokenHash }, isAgain)
        if (ownHash === hash) await tx.run('UPDATE enrol_code SET used_by = $2 WHERE code_hash = $1', hash, stationId)
        else await useOnce(tx, { hash, ownHash, stationId })
        const action = isAgain ? 'enrolled-again' : 'enrolled'
        await note(
          tx,
          { actor: 'operator', subjectKind: 'station', subjectId: stationId, action, detail: { name } },
          null,
        )
        if (code.made_at !== null) await addNotice(tx, `enrolled:${stationId}`, enrolledNotice(name, code.made_at))
      }),

    /** Null: unknown, or revoked. */
    ofToken: async (token: string): Promise<SiteCaller | null> => {
      const row = callerSchema.parse(
        await db.one(
          'SELECT station_id, name, synced_to, forgotten_to FROM station WHERE token_hash = $1 AND revoked_at IS NULL',
          hashToken(token),
        ),
      )
      if (row === undefined) return null
      const { station_id: stationId, name, synced_to: syncedTo, forgotten_to: forgottenTo } = row
      return { stationId, name, syncedTo, forgottenTo }
    },

    isEnrolled: async (stationId: string): Promise<boolean> =>
      (await db.one('SELECT 1 FROM station WHERE station_id = $1 AND revoked_at IS NULL', stationId)) !== undefined,

    beat: async (stationId: string, beat: BeatRequest): Promise<void> => {
      await db.run(
        `UPDATE station SET beat = $2, version = $3, seen_at = site_now(),
           last_island = CASE WHEN $4::text IS NULL THEN last_island
             ELSE json_build_object('since', $4::text, 'until', site_now()) END WHERE station_id = $1`,
        stationId,
        JSON.stringify(beat),
        beat.version,
        beat.islandSince,
      )
    },

    /** It has uploaded again what it has. */
    markSynced: async (stationId: string, timeline: string): Promise<void> => {
      await db.run('UPDATE station SET synced_to = $2 WHERE station_id = $1', stationId, timeline)
    },

    /** By name. @param leastVersion stations below it are out of date */
    list: async (leastVersion: string): Promise<SiteStation[]> => {
      const site = await mustReadSite(db)
      const rows = await db.all('SELECT * FROM station ORDER BY lower(name), enrolled_at LIMIT 1000')
      return rows.map((raw) => {
        const row = rowSchema.parse(raw)
        return {
          stationId: row.station_id,
          name: row.name,
          version: row.version,
          enrolledAt: row.enrolled_at,
          seenAt: row.seen_at,
          revokedAt: row.revoked_at,
          isSynced: row.synced_to === site.timeline,
          beat: row.beat,
          lastIsland: row.last_island,
          isOutOfDate: row.version !== null && isBelow(row.version, leastVersion),
        }
      })
    },

    /**
     * Its token is no longer valid, its unused codes are over, and nothing waits for it.
     * @param isWithEnrolled revokes the stations that were enrolled by its codes, and by theirs, as well
     * @returns those that were enrolled so and are left, by name
     * @throws StationError NOT_FOUND
     */
    revoke: (nameOrId: string, isWithEnrolled = false): Promise<RevokedStation> =>
      db.transaction(async (tx) => {
        const stationId = await idOf(tx, nameOrId)
        const enrolled = enrolledSchema.parse(await tx.all(ENROLLED_BY, stationId))
        const revoked = [stationId, ...(isWithEnrolled ? enrolled.map((one) => one.stationId) : [])]
        await tx.run(
          'UPDATE station SET revoked_at = coalesce(revoked_at, site_now()) WHERE station_id = ANY ($1)',
          revoked,
        )
        await tx.run(
          'UPDATE enrol_code SET ends_at = site_now() WHERE made_by = ANY ($1) AND used_by IS NULL AND ends_at > site_now()',
          revoked,
        )
        for (const subjectId of revoked) {
          await note(tx, { actor: 'operator', subjectKind: 'station', subjectId, action: 'revoked' }, null)
        }
        return { stationId, enrolled: isWithEnrolled ? [] : enrolled }
      }),

    /**
     * What it has under this timeline is no longer waited for, on a person's decision. @throws StationError NOT_FOUND
     */
    excuse: (nameOrId: string): Promise<string> =>
      db.transaction(async (tx) => {
        const stationId = await idOf(tx, nameOrId)
        await tx.run('UPDATE station SET synced_to = site_timeline() WHERE station_id = $1', stationId)
        await note(tx, { actor: 'operator', subjectKind: 'station', subjectId: stationId, action: 'excused' }, null)
        return stationId
      }),
  }
}

export type SiteStations = ReturnType<typeof siteStations>

/** Its row, locked; undefined: there is none. */
async function codeOf(tx: SiteQueries, hash: string): Promise<z.output<typeof codeSchema>> {
  return codeSchema.parse(
    await tx.one(
      `SELECT used_by, stations_left, ends_at <= site_now() AS is_over,
         (SELECT name FROM station WHERE station_id = made_by) AS made_at
       FROM enrol_code WHERE code_hash = $1 FOR UPDATE`,
      hash,
    ),
  )
}

/** A code for several stations is for one less, and this one has a row of its own by it. */
async function useOnce(
  tx: SiteQueries,
  { hash, ownHash, stationId }: { hash: string; ownHash: string; stationId: string },
): Promise<void> {
  await tx.run('UPDATE enrol_code SET stations_left = stations_left - 1 WHERE code_hash = $1', hash)
  await tx.run(
    `INSERT INTO enrol_code (code_hash, made_at, ends_at, made_by, used_by)
     SELECT $2, made_at, ends_at, made_by, $3 FROM enrol_code WHERE code_hash = $1`,
    ...[hash, ownHash, stationId],
  )
}

async function isTokenOf(tx: SiteQueries, stationId: string, tokenHash: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM station WHERE station_id = $1 AND token_hash = $2 AND revoked_at IS NULL'
  return (await tx.one(sql, stationId, tokenHash)) !== undefined
}

async function insertStation(
  tx: SiteQueries,
  { stationId, name, version, tokenHash }: { stationId: string; name: string; version: string; tokenHash: string },
  isAgain: boolean,
): Promise<void> {
  try {
    const written = await tx.run(
      `INSERT INTO station (station_id, name, version, token_hash, synced_to, enrolled_at)
       VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN NULL ELSE (SELECT timeline FROM sender) END, site_now())
       ON CONFLICT (station_id) DO UPDATE SET name = excluded.name, version = excluded.version, synced_to = NULL,
         token_hash = excluded.token_hash, revoked_at = NULL WHERE $5`,
      ...[stationId, name, version, tokenHash, isAgain],
    )
    if (written === 0) throw invalidField('stationId', 'this station is already enrolled')
  } catch (error) {
    if (violatedBy(error) === 'station_name') throw invalidField('name', `there is already a station named "${name}"`)
    throw error
  }
}

const idSchema = z.object({ station_id: z.string() }).optional()

async function idOf(tx: SiteQueries, nameOrId: string): Promise<string> {
  const row = idSchema.parse(
    await tx.one(
      `SELECT station_id FROM station WHERE station_id = $1 OR lower(name) = lower($1)
       ORDER BY (revoked_at IS NULL) DESC, enrolled_at DESC LIMIT 1`,
      nameOrId,
    ),
  )
  if (row === undefined) throw notFound('station', { station: nameOrId })
  return row.station_id
}

function enrolledNotice(name: string, madeAt: string): StationErrorData {
  return errorData({
    code: 'STATION_ENROLLED',
    message: `Station ${name} joined the site with a code created at ${madeAt}. If you did not expect this, revoke it with waybill site revoke.`,
    details: { name, madeAt },
  })
}

function codeRefused(why: 'unknown' | 'over' | 'used' | 'other-site'): StationError {
  const message = {
    unknown: 'This is not a code from this site.',
    over: 'This code has expired. Ask for a new one.',
    used: 'This code was already used. Ask for a new one.',
    'other-site': 'This code is from another site. Leave this site before you join another.',
  }[why]
  return new StationError({ code: 'CODE_REFUSED', message, details: { why } })
}

/** Versions as `package.json` has them, by their numbers. */
function isBelow(version: string, least: string): boolean {
  const numbers = (text: string) => text.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0)
  const [a, b] = [numbers(version), numbers(least)]
  for (let at = 0; at < 3; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
