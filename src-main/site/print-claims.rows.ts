import { z } from 'zod'
import { claimRequestSchema, type ClaimRequest, type FactRequest } from '../../src-shared/site/print-claim.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

type Fact = FactRequest['facts'][number]

const rowSchema = z.object({
  claim: jsonColumn(claimRequestSchema),
  on_island: z.int(),
  at: z.string(),
  told: z.string().nullable(),
  state: z.string().nullable(),
  next_try_at: z.string().nullable(),
})

export type PrintClaimStore = ReturnType<typeof printClaimStore>

/** Prints of this station: claimed at the site before, and reported after. */
export function printClaimStore(db: SqliteDatabase) {
  return {
    /** The claim that no job was made of, for the same is asked again and not another; null: none. */
    open: async (shipmentId: string): Promise<ClaimRequest | null> => {
      const claim = statement(db, 'SELECT claim FROM print_claim WHERE shipment_id = ? AND job_id IS NULL LIMIT 1')
        .pluck()
        .get(shipmentId)
      return claim === undefined ? null : jsonColumn(claimRequestSchema).parse(claim)
    },

    /** Writes down what is claimed before the site is asked; one of before that led to no job is replaced. */
    begin: (claim: ClaimRequest, at: Date): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM print_claim WHERE shipment_id = ? AND job_id IS NULL').run(claim.shipmentId)
        statement(
          db,
          'INSERT INTO print_claim (claim_id, shipment_id, claim, on_island, at, is_due) VALUES (?, ?, ?, 0, ?, 0)',
        ).run(claim.claimId, claim.shipmentId, JSON.stringify(claim), at.toISOString())
      }),

    forget: (claimId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM print_claim WHERE claim_id = ? AND job_id IS NULL').run(claimId)
      }),

    /** This job prints what was claimed. @param onIsland the site could not be asked */
    printing: (claimId: string, jobId: string, onIsland: boolean): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE print_claim SET job_id = ?, on_island = ?, is_due = 1 WHERE claim_id = ?').run(
          jobId,
          onIsland ? 1 : 0,
          claimId,
        )
      }),

    /** A job has moved: there may be something to report. @returns whether it prints what was claimed */
    moved: (jobId: string): Promise<boolean> =>
      inTransaction(
        db,
        () => statement(db, 'UPDATE print_claim SET is_due = 1 WHERE job_id = ? AND is_due = 0').run(jobId).changes > 0,
      ),

    /** At a start: what moved may not have been noted. @param since of prints after that moment alone */
    lookAgain: (since: Date): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE print_claim SET is_due = 1 WHERE at >= ? AND job_id IS NOT NULL').run(since.toISOString())
      }),

    /** The site may have lost what was reported. @param since of prints after that moment alone */
    reportAgain: (since: Date): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE print_claim SET is_due = 1, told = NULL WHERE at >= ? AND job_id IS NOT NULL').run(
          since.toISOString(),
        )
      }),

    /** What the site does not know yet of prints here. */
    toReport: (most: number): Promise<Fact[]> =>
      inTransaction(db, () => {
        const rows = z.array(rowSchema).parse(
          statement(
            db,
            `SELECT c.claim, c.on_island, c.at, c.told, j.state, j.next_try_at FROM print_claim c
               INDEXED BY print_claim_due LEFT JOIN print_job j ON j.job_id = c.job_id
               WHERE c.is_due = 1 ORDER BY c.at LIMIT ?`,
          ).all(most),
        )
        return rows.flatMap((row) => {
          const outcome = outcomeOf(row)
          if (outcome !== null && outcome !== row.told) {
            return [{ ...row.claim, person: row.claim.person, outcome, onIsland: row.on_island === 1, at: row.at }]
          }
          // It is reported when it has moved.
          statement(db, 'UPDATE print_claim SET is_due = 0 WHERE claim_id = ?').run(row.claim.claimId)
          return []
        })
      }),

    /** The site knows that. It is checked again: it may have moved meanwhile. */
    reported: (facts: readonly Fact[]): Promise<void> =>
      inTransaction(db, () => {
        for (const { claimId, outcome } of facts) {
          statement(db, 'UPDATE print_claim SET told = ? WHERE claim_id = ?').run(outcome, claimId)
        }
      }),
  }
}

/** What is still on its way is reported only where nothing was claimed before; null: nothing to report yet. */
const outcomeOf = (row: z.infer<typeof rowSchema>): Fact['outcome'] | null =>
  settledAs(row) ?? (row.on_island === 1 ? 'unknown' : null)

/** The outcome of a job's labels, as reported to the site; null: they are on their way. */
function settledAs({ state, next_try_at }: JobEnd): Fact['outcome'] | null {
  if (state === 'PRINTED') return 'printed'
  if ((state === 'FAILED' && next_try_at === null) || state === 'CANCELLED') return 'failed'
  return state === 'SENT' || state === 'UNKNOWN' ? 'unknown' : null
}

/** As a print job's row has it; null: it was deleted. */
interface JobEnd {
  state: string | null
  next_try_at: string | null
}
