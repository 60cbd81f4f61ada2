import { z } from 'zod'
import {
  ERRAND_STANDINGS,
  errandSchema,
  type Errand,
  type ErrandAnswer,
  type ErrandBody,
  type ErrandStanding,
} from '../../src-shared/site/errand.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { settledAs } from './print-claims.rows.ts'

const errandColumn = jsonColumn(errandSchema)
const printSchema = z.object({ errand: errandColumn, begun_at: z.string().nullable() }).optional()
const dueSchema = z.object({
  errand_id: z.string(),
  standing: z.enum(ERRAND_STANDINGS),
  job_id: z.string().nullable(),
  person: z.string().nullable(),
  code: z.string().nullable(),
  at: z.string(),
  state: z.string().nullable(),
  next_try_at: z.string().nullable(),
})

/** A label that is asked for from a printer here. */
export interface AskedPrint {
  errand: Errand
  body: ErrandBody
  /** When it was begun; null: it was not. A job made since then may be its. */
  begunAt: string | null
}

/**
 * Takes over an errand as the site tells it: a new one, one that was taken back, or one whose end here this ledger has lost. To
 * be called inside a transaction.
 * @returns whether there is something to do
 */
export function hearErrand(
  db: SqliteDatabase,
  now: Date,
  { errand, seq, stationId }: { errand: Errand; seq: number; stationId: string },
): boolean {
  const mine = errand.stations.find((one) => one.stationId === stationId)
  if (mine === undefined) return false
  const { answer } = mine
  const known = statement(db, 'SELECT standing FROM site_errand WHERE errand_id = ?').pluck().get(errand.errandId)
  if (known !== undefined) {
    // Begun here, it goes to its end; the site hears how that was once more should it have lost it.
    const isLeft = errand.withdrawnAt !== null
    const changed = statement(
      db,
      `UPDATE site_errand SET errand = @errand, is_due = iif(@isTold, is_due, 1),
         at = iif(@isLeft AND standing = 'waiting' AND begun_at IS NULL, @at, at),
         standing = iif(@isLeft AND standing = 'waiting' AND begun_at IS NULL, 'withdrawn', standing)
       WHERE errand_id = @id AND (@isLeft OR NOT @isTold)`,
    ).run({
      ...{ errand: JSON.stringify(errand), id: errand.errandId, at: now.toISOString() },
      ...{ isLeft: isLeft ? 1 : 0, isTold: answer === null ? 0 : 1 },
    }).changes
    return changed > 0
  }
  const standing: ErrandStanding = answer?.standing ?? (errand.withdrawnAt === null ? 'waiting' : 'withdrawn')
  statement(
    db,
    `INSERT INTO site_errand (errand_id, seq, kind, errand, standing, person, code, at, is_due) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    errand.errandId,
    seq,
    errand.body.kind,
    JSON.stringify(errand),
    // What the site knows as begun was begun by a ledger that is gone: it is not done again.
    standing === 'printing' ? 'unknown' : standing,
    answer?.person ?? null,
    answer?.code ?? null,
    answer?.at ?? now.toISOString(),
    answer === null || standing === 'printing' ? 1 : 0,
  )
  return true
}

export type ErrandStore = ReturnType<typeof errandStore>

/** What a site's supervisors ask of this station. */
export function errandStore(db: SqliteDatabase, clock: Clock) {
  const now = () => clock.now().toISOString()

  return {
    /** The label that was asked for first and of which no job was made; written down as begun. Null: there is none. */
    nextPrint: (): Promise<AskedPrint | null> =>
      inTransaction(db, () => {
        const row = printSchema.parse(
          statement(
            db,
            `SELECT errand, begun_at FROM site_errand INDEXED BY site_errand_waiting
             WHERE kind = 'print' AND standing = 'waiting' ORDER BY seq LIMIT 1`,
          ).get(),
        )
        if (row === undefined) return null
        const { errand, begun_at: begunAt } = row
        statement(db, 'UPDATE site_errand SET begun_at = coalesce(begun_at, ?) WHERE errand_id = ?').run(
          now(),
          errand.errandId,
        )
        return { errand, body: row.errand.body, begunAt }
      }),

    /** This job prints it. */
    printing: (errandId: string, jobId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE site_errand SET standing = 'printing', job_id = ?, at = ?, is_due = 1 WHERE errand_id = ? AND standing = 'waiting'`,
        ).run(jobId, now(), errandId)
      }),

    /** Nothing is printed for it. @param code why */
    refuse: (errandId: string, code: string): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE site_errand SET standing = 'failed', code = ?, at = ?, is_due = 1 WHERE errand_id = ? AND standing = 'waiting'`,
        ).run(code, now(), errandId)
      }),

    /** A job has moved: there may be something to tell. @returns whether it prints an errand */
    moved: (jobId: string): Promise<boolean> =>
      inTransaction(
        db,
        () => statement(db, 'UPDATE site_errand SET is_due = 1 WHERE job_id = ?').run(jobId).changes > 0,
      ),

    /** At a start: what moved may not have been noted. */
    lookAgain: (): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE site_errand SET is_due = 1 WHERE job_id IS NOT NULL AND standing IN ('printing', 'unknown')`,
        ).run()
      }),

    /** What the site does not know yet. */
    toTell: (most: number): Promise<ErrandAnswer[]> =>
      inTransaction(db, () =>
        z
          .array(dueSchema)
          .parse(
            statement(
              db,
              `SELECT e.errand_id, e.standing, e.job_id, e.person, e.code, e.at, j.state, j.next_try_at
               FROM site_errand e INDEXED BY site_errand_due LEFT JOIN print_job j ON j.job_id = e.job_id
               WHERE e.is_due > 0 AND e.kind = 'print' ORDER BY e.seq LIMIT ?`,
            ).all(most),
          )
          .map(({ errand_id: errandId, standing: before, job_id: jobId, person, code, at, ...job }) => {
            // A job that was let go of leaves what is known.
            const standing = jobId === null || job.state === null ? before : (settledAs(job) ?? 'printing')
            const since = standing === before ? at : now()
            statement(db, 'UPDATE site_errand SET standing = ?, at = ?, is_due = 2 WHERE errand_id = ?').run(
              standing,
              since,
              errandId,
            )
            return { errandId, standing, person, code, at: since }
          }),
      ),

    /** The site knows that; what moved meanwhile is told, too. */
    told: (answers: readonly ErrandAnswer[]): Promise<void> =>
      inTransaction(db, () => {
        for (const { errandId } of answers) {
          statement(db, 'UPDATE site_errand SET is_due = 0 WHERE errand_id = ? AND is_due = 2').run(errandId)
        }
      }),
  }
}
