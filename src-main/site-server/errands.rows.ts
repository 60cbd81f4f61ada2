import { z } from 'zod'
import { sitePersonSchema, type SitePerson } from '../../src-shared/site/identity.ts'
import {
  errandBodySchema,
  errandSchema,
  MOST_ERRANDS,
  type Errand,
  type ErrandAnswer,
  type ErrandBody,
} from '../../src-shared/site/errand.ts'
import { notFound, StationError } from '../../src-shared/station/error.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { contentHash } from './content-hash.ts'
import { note } from './note.rows.ts'
import { personJson } from './record.rows.ts'
import type { SiteDatabase, SiteQueries } from './site-database.ts'

const answerColumn = errandSchema.shape.stations.element.shape.answer
const rowSchema = z.object({
  errand_id: z.string(),
  station_id: z.string(),
  station_name: z.string(),
  person: jsonColumn(sitePersonSchema).nullable(),
  body: jsonColumn(errandBodySchema),
  at: z.string(),
  withdrawn_at: z.string().nullable(),
  stations: jsonColumn(
    z.array(z.object({ stationId: z.string(), stationName: z.string(), answer: answerColumn })),
  ).nullable(),
})
const sameSchema = z.object({ station_id: z.string(), content_hash: z.string() }).optional()

/** Messages of older versions stay in the table and are shown nowhere. */
const IS_PRINT = `e.body ->> 'kind' = 'print'`
const SELECT = `SELECT e.errand_id, e.station_id, s.name AS station_name, e.person, e.body, e.at, e.withdrawn_at,
    (SELECT json_agg(json_build_object('stationId', t.station_id, 'stationName', o.name, 'answer', t.answer) ORDER BY lower(o.name))
      FROM errand_station t JOIN station o USING (station_id) WHERE t.errand_id = e.errand_id) AS stations
  FROM errand e JOIN station s USING (station_id) WHERE ${IS_PRINT}`

function errandOf(raw: unknown): Errand {
  const row = rowSchema.parse(raw)
  return {
    errandId: row.errand_id,
    stationId: row.station_id,
    stationName: row.station_name,
    person: row.person?.name ?? null,
    body: row.body,
    at: row.at,
    withdrawnAt: row.withdrawn_at,
    stations: row.stations ?? [],
  }
}

/** Errands by id; what is none is left out. */
export async function errandsById(db: SiteQueries, errandIds: readonly string[]): Promise<Map<string, Errand>> {
  if (errandIds.length === 0) return new Map()
  const rows = await db.all(`${SELECT} AND e.errand_id = ANY($1::text[])`, errandIds)
  return new Map(rows.map(errandOf).map((errand) => [errand.errandId, errand]))
}

async function mustRead(db: SiteQueries, errandId: string): Promise<Errand> {
  const errand = (await errandsById(db, [errandId])).get(errandId)
  if (errand) return errand
  throw notFound('errand', { errandId })
}

/** What supervisors ask of stations. */
export function siteErrands(db: SiteDatabase) {
  return {
    /** The same id twice is one. @throws StationError SUBMISSION_DIFFERS; NOT_FOUND: no station that could do it */
    give: (stationId: string, request: { errandId: string; body: ErrandBody; person: SitePerson }): Promise<Errand> =>
      db.transaction(async (tx) => {
        const { errandId, body, person } = request
        const hash = contentHash(request)
        const isNew = await tx.run(
          `INSERT INTO errand (errand_id, station_id, content_hash, person, body, at)
           VALUES ($1, $2, $3, $4, $5, site_now()) ON CONFLICT DO NOTHING`,
          errandId,
          stationId,
          hash,
          personJson(person),
          JSON.stringify(body),
        )
        if (isNew === 0) {
          const known = sameSchema.parse(
            await tx.one('SELECT station_id, content_hash FROM errand WHERE errand_id = $1', errandId),
          )
          if (known?.station_id !== stationId || known.content_hash !== hash) throw differs(errandId)
          return mustRead(tx, errandId)
        }
        const asked = await tx.run(
          `INSERT INTO errand_station (errand_id, station_id) SELECT $1, station_id FROM station
           WHERE revoked_at IS NULL AND station_id = $2`,
          errandId,
          body.to,
        )
        if (asked === 0) throw notFound('station', { stationId: body.to })
        await noteErrand(tx, errandId, 'print asked for')
        return mustRead(tx, errandId)
      }),

    /** Stations that have not begun leave it. Twice is once. @throws StationError NOT_FOUND */
    withdraw: (errandId: string): Promise<Errand> =>
      db.transaction(async (tx) => {
        const isNew = await tx.run(
          'UPDATE errand SET withdrawn_at = site_now() WHERE errand_id = $1 AND withdrawn_at IS NULL',
          errandId,
        )
        if (isNew > 0) await noteErrand(tx, errandId, 'withdrawn')
        return mustRead(tx, errandId)
      }),

    /** How errands stand at this station; of those that it was not asked nothing is taken. */
    tell: (stationId: string, answers: readonly ErrandAnswer[]): Promise<number> =>
      db.transaction(async (tx) => {
        let taken = 0
        for (const { errandId, ...answer } of answers) {
          const changed = await tx.run(
            `UPDATE errand_station SET answer = $3
             WHERE errand_id = $1 AND station_id = $2 AND answer::jsonb IS DISTINCT FROM $3::jsonb`,
            errandId,
            stationId,
            JSON.stringify(answer),
          )
          if (changed === 0) continue
          taken += 1
          await noteErrand(tx, errandId, answer.standing)
        }
        return taken
      }),

    /** The newest first. */
    list: async (): Promise<Errand[]> =>
      (await db.all(`${SELECT} ORDER BY e.at DESC LIMIT $1`, MOST_ERRANDS)).map(errandOf),
  }
}

export type SiteErrands = ReturnType<typeof siteErrands>

const noteErrand = (tx: SiteQueries, errandId: string, action: string): Promise<void> =>
  note(tx, { actor: 'operator', subjectKind: 'errand', subjectId: errandId, action }, { kind: 'errand', key: errandId })

function differs(errandId: string): StationError {
  return new StationError({
    code: 'SUBMISSION_DIFFERS',
    message: 'Something else was asked under this id. Nothing was done.',
    details: { errandId },
  })
}
