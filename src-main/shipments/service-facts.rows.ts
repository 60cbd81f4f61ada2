import { z } from 'zod'
import {
  isServiceFactName,
  type ServiceFact,
  type ServiceFactName,
} from '../../src-shared/station/app/service-profile.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

const rowsSchema = z.array(z.object({ fact: z.string(), value: z.string(), learned_at: z.string() }))
const MOST_TEXT = 200

export type ServiceFacts = ReturnType<typeof serviceFacts>

/**
 * The learned format facts of a service, by its environment's key. It decides how something is asked and
 * never whether a booking was taken, what it costs or whether it may be sent again: `booking` may not import it.
 */
export function serviceFacts(db: SqliteDatabase, clock: Clock) {
  const of = (service: string): ServiceFact[] =>
    rowsSchema
      .parse(
        statement(db, 'SELECT fact, value, learned_at FROM service_fact WHERE service = ? ORDER BY fact').all(service),
      )
      .flatMap(({ fact, value, learned_at }) =>
        isServiceFactName(fact) ? [{ fact, value, learnedAt: learned_at }] : [],
      )

  return {
    of: async (service: string): Promise<ServiceFact[]> => of(service),

    /** The value learned of it; null: nothing yet. */
    get: async (service: string, fact: ServiceFactName): Promise<ServiceFact | null> =>
      of(service).find((known) => known.fact === fact) ?? null,

    /** Stores new facts; a known one keeps the day on which it was learned, but a refusal is as old as the last. */
    learn: (service: string, fact: ServiceFactName, value: string): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `INSERT INTO service_fact (service, fact, value, learned_at) VALUES (@service, @fact, @value, @at)
           ON CONFLICT (service, fact) DO UPDATE SET value = @value, learned_at = @at
             WHERE value <> @value OR @value = 'refused'`,
        ).run({ service, fact, value: value.slice(0, MOST_TEXT), at: clock.now().toISOString() })
      }),

    /** Forgets all that was learned of a service, and how the sync in use asks it. */
    forget: (service: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM service_fact WHERE service = ?').run(service)
        statement(db, "UPDATE source SET created_filter = 'day' WHERE environment = ?").run(service)
      }),
  }
}
