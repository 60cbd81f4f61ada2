import { z } from 'zod'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

/** One webhook as kept. */
export interface InboxEntry {
  eventId: string
  eventType: string
  shipmentId: string | null
  status: string | null
}

/** The interface sends an event again for seven hours; a week covers every clock that is wrong by days. */
const CACHED_MS = 7 * 24 * 60 * 60 * 1000

export type WebhookInbox = ReturnType<typeof webhookInbox>

/** Events that webhooks reported, each once, across restarts; and whether the service was asked because of it. */
export function webhookInbox(db: SqliteDatabase) {
  return {
    /** Keeps an event. False when it was kept before. */
    take: (entry: InboxEntry, at: Date): Promise<boolean> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM webhook_inbox WHERE received_at < ?').run(
          new Date(at.getTime() - CACHED_MS).toISOString(),
        )
        const { changes } = statement(
          db,
          `INSERT INTO webhook_inbox (event_id, event_type, shipment_id, status, received_at, is_done)
           VALUES (@eventId, @eventType, @shipmentId, @status, @at, 0) ON CONFLICT DO NOTHING`,
        ).run({ ...entry, at: at.toISOString() })
        return changes > 0
      }),

    /** Reported shipments that the service has not been asked about since. */
    open: async (): Promise<string[]> =>
      z
        .array(z.string())
        .parse(
          statement(db, 'SELECT DISTINCT shipment_id FROM webhook_inbox WHERE is_done = 0 AND shipment_id IS NOT NULL')
            .pluck()
            .all(),
        ),

    /** The service was asked about these: events received of them up to that moment are done. */
    done: (shipmentIds: readonly string[], until: Date): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE webhook_inbox SET is_done = 1 WHERE is_done = 0 AND received_at <= ?
             AND shipment_id IN (SELECT value FROM json_each(?))`,
        ).run(until.toISOString(), JSON.stringify(shipmentIds))
      }),
  }
}
