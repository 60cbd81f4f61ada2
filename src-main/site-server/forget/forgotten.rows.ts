import { z } from 'zod'
import { MOST_FORGOTTEN, type ForgottenPage, type ForgottenReport } from '../../../src-shared/site/forgotten.ts'
import type { ForgottenKey } from '../../data/forget/blank.ts'
import { note } from '../note.rows.ts'
import type { SiteDatabase, SiteQueries } from '../site-database.ts'

const keySchema = z.object({
  hash: z.string(),
  salt: z.string(),
  words: z.int(),
  length: z.int(),
  at: z.string(),
  seq: z.int(),
})
const upToSchema = z.object({ up_to: z.int() })
const movedSchema = z.object({ before: z.int() }).optional()
const statusSchema = z.object({ due_from: z.int().nullable(), asked: z.int(), up_to: z.int(), timeline: z.string() })

/** What of the site's own rows is to be looked through. */
export interface ForgettingStatus {
  /** From which number of the list on; null: nothing is. */
  dueFrom: number | null
  asked: number
  /** How far the list goes; 0: no one was forgotten. */
  upTo: number
  timeline: string
}

const UP_TO = 'SELECT coalesce(max(seq), 0) FROM forgotten'
const askAgain = (tx: SiteQueries, from: number): Promise<number> =>
  tx.run('UPDATE sender SET forget_from = least(coalesce(forget_from, $1), $1), forget_asked = forget_asked + 1', from)
const subject = { subjectKind: 'person', subjectId: 'forgotten' } as const

/** Whom all stations of a site forget, as hashes, and how far each has come. */
export function siteForgotten(db: SiteDatabase) {
  const upTo = async (tx: SiteQueries): Promise<number> =>
    upToSchema.parse(await tx.one(`SELECT (${UP_TO}) AS up_to`)).up_to

  return {
    /** A station has forgotten them. A repeated report changes nothing; one of a later time is carried out again. */
    take: ({ keys, reason }: Pick<ForgottenReport, 'keys' | 'reason'>): Promise<number> =>
      db.transaction(async (tx) => {
        let first: number | null = null
        for (const { hash, salt, words, length, at } of keys) {
          const row = await tx.one(
            `INSERT INTO forgotten (hash, salt, words, length, at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (hash) DO UPDATE SET at = excluded.at, seq = DEFAULT WHERE forgotten.at < excluded.at
             RETURNING seq AS up_to`,
            hash,
            salt,
            words,
            length,
            at,
          )
          if (row !== undefined) first ??= upToSchema.parse(row).up_to
        }
        if (first === null) return upTo(tx)
        await askAgain(tx, first)
        await note(
          tx,
          { actor: 'operator', ...subject, action: 'forgetting begun', ...(reason !== null && { detail: { reason } }) },
          { kind: 'forgotten', key: 'list' },
        )
        return upTo(tx)
      }),

    page: async (after: number): Promise<ForgottenPage> => {
      const rows = z
        .array(keySchema)
        .parse(await db.all('SELECT * FROM forgotten WHERE seq > $1 ORDER BY seq LIMIT $2', after, MOST_FORGOTTEN))
      return {
        keys: rows.map(({ seq: _, ...key }) => key),
        next: rows.at(-1)?.seq ?? after,
        hasMore: rows.length === MOST_FORGOTTEN,
      }
    },

    /** All of the list behind a number. */
    since: async (after: number): Promise<ForgottenKey[]> =>
      z
        .array(keySchema)
        .parse(await db.all('SELECT * FROM forgotten WHERE seq > $1 ORDER BY seq', after))
        .map(({ seq: _, ...key }) => key),

    /** Nothing of them is left at this station. Its earlier reports may name them: the site looks again. */
    done: (stationId: string, upToHere: number): Promise<number> =>
      db.transaction(async (tx) => {
        const last = await upTo(tx)
        const moved = movedSchema.parse(
          await tx.one(
            `WITH before AS (SELECT forgotten_to AS before FROM station WHERE station_id = $1 FOR UPDATE)
             UPDATE station SET forgotten_to = $2 FROM before WHERE station_id = $1 AND before.before < $2
             RETURNING before.before`,
            stationId,
            Math.min(upToHere, last),
          ),
        )
        if (moved === undefined) return last
        await askAgain(tx, moved.before + 1)
        await note(tx, { actor: 'station', ...subject, action: 'forgotten at station' }, null)
        return last
      }),

    /** Is there a person of whom something may be left at this station? */
    mustForget: async (forgottenTo: number): Promise<boolean> => (await upTo(db)) > forgottenTo,

    status: async (): Promise<ForgettingStatus> => {
      const row = statusSchema.parse(
        await db.one(
          `SELECT forget_from AS due_from, forget_asked AS asked, timeline, (${UP_TO}) AS up_to FROM sender`,
        ),
      )
      return { dueFrom: row.due_from, asked: row.asked, upTo: row.up_to, timeline: row.timeline }
    },

    /** The site's rows were looked through as it was asked; false: it was asked again meanwhile. */
    end: (asked: number, counts: Record<string, number>): Promise<boolean> =>
      db.transaction(async (tx) => {
        const isLast = await tx.run('UPDATE sender SET forget_from = NULL WHERE forget_asked = $1', asked)
        if (isLast === 0) return false
        await note(tx, { actor: 'station', ...subject, action: 'person forgotten', detail: counts }, null)
        return true
      }),
  }
}
