import { runtime } from '../../../src-node/runtime/runtime.ts'
import { z } from 'zod'
import type { KeychainName } from '../../kernel/secrets/named-keychain.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'

const identitySchema = z.object({
  generation: z.string(),
  cameFrom: z.string().nullable(),
  isMarked: z.int().transform(Boolean),
  position: z.int(),
})

/** What a ledger is called and how far it has come. */
export type LedgerIdentity = z.infer<typeof identitySchema>

export function readIdentity(db: SqliteDatabase): LedgerIdentity {
  return identitySchema.parse(
    statement(
      db,
      'SELECT generation, came_from AS cameFrom, is_marked AS isMarked, position FROM ledger_identity',
    ).get(),
  )
}

const keychainSchema = z.object({ name: z.string(), hasShared: z.int().transform(Boolean) })

/** The name that separates this ledger's secrets from those of other data folders in the keychain. */
export function readKeychainName(db: SqliteDatabase): KeychainName {
  return keychainSchema.parse(
    statement(db, 'SELECT keychain_name AS name, has_shared_secrets AS hasShared FROM ledger_identity').get(),
  )
}

/** One further: to be called in every transaction that changes something. */
export function advancePosition(db: SqliteDatabase): void {
  statement(db, 'UPDATE ledger_identity SET position = position + 1').run()
}

/** The ledger is not the one it was: a new line of history begins, at a position that no file of it had before. */
export function beginGeneration(db: SqliteDatabase, after: { cameFrom: string | null; position: number }): void {
  statement(db, 'UPDATE ledger_identity SET generation = ?, came_from = ?, is_marked = 0, position = ?').run(
    runtime().random.uuid().replaceAll('-', ''),
    after.cameFrom,
    after.position + 1,
  )
}

/** The mark beside the ledger names this generation now. */
export function noteWatermark(db: SqliteDatabase): void {
  statement(db, 'UPDATE ledger_identity SET is_marked = 1').run()
}

const reachSchema = z.object({ bookings: z.int(), audit: z.int() })

/** The last booking and the last audit row; 0: none. */
export function readReach(db: SqliteDatabase): { bookings: number; audit: number } {
  return reachSchema.parse(
    statement(
      db,
      `SELECT (SELECT coalesce(max(seq), 0) FROM booking) AS bookings,
              (SELECT coalesce(max(id), 0) FROM audit) AS audit`,
    ).get(),
  )
}
