import { z } from 'zod'
import type { SandboxDatabase } from '../database.ts'
import { FreightFailure } from '../http/failure.ts'
import { statement } from '../statement.ts'

/** A refund is on the account a day after it was asked for. */
const REFUND_AFTER_MS = 24 * 60 * 60 * 1000

const insert = (db: SandboxDatabase) =>
  statement(db, 'INSERT INTO account_entry (kind, shipment_id, cents, due_at) VALUES (?, ?, ?, ?)')

/** Sets the account's balance, replacing the old one. */
export function grant(db: SandboxDatabase, cents: number, now: number): void {
  insert(db).run('GRANT', null, cents, now)
}

/** The grant of a start option: a service that starts again with the same continues with the rest of it. */
export function grantOnce(db: SandboxDatabase, cents: number, now: number): void {
  const last = z
    .object({ cents: z.number() })
    .optional()
    .parse(statement(db, `SELECT cents FROM account_entry WHERE kind = 'GRANT' ORDER BY entry_id DESC LIMIT 1`).get())
  if (last?.cents !== cents) grant(db, cents, now)
}

/** The rest of the last grant, in cents: less later bookings and plus refunds. */
export function balanceOf(db: SandboxDatabase, now: number): number {
  return z.object({ cents: z.number() }).parse(
    statement(
      db,
      `SELECT coalesce(sum(cents), 0) AS cents FROM account_entry
       WHERE due_at <= ? AND entry_id >= (SELECT max(entry_id) FROM account_entry WHERE kind = 'GRANT')`,
    ).get(now),
  ).cents
}

/**
 * Charges a booking to the account; call it in the transaction of the booking.
 * @throws FreightFailure INSUFFICIENT_FUNDS with details.balance and details.required, when the balance is limited.
 */
export function charge(
  db: SandboxDatabase,
  { isLimited, shipmentId, cents }: { isLimited: boolean; shipmentId: string; cents: number },
  now: number,
): void {
  if (isLimited) {
    const balance = balanceOf(db, now)
    if (balance < cents) {
      throw new FreightFailure('INSUFFICIENT_FUNDS', 'The account balance is too low for this booking.', {
        balance: balance / 100,
        required: cents / 100,
        currency: 'USD',
      })
    }
  }
  insert(db).run('CHARGE', shipmentId, -cents, now)
}

/** Pays a shipment's price back, which takes a while; call it in the transaction of the cancellation. */
export function refund(db: SandboxDatabase, shipmentId: string, cents: number, now: number): void {
  insert(db).run('REFUND', shipmentId, cents, now + REFUND_AFTER_MS)
}
