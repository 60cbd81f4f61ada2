import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  QUARANTINE_KINDS,
  type QuarantineEntry,
  type QuarantineKind,
  type QuarantineList,
} from '../../src-shared/station/tracking/quarantine.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { kept } from '../data/forget/on-write.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { delayAfter } from '../kernel/backoff.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

/** Tried again after 5 and 15 minutes, 1 and 6 hours, then once a day. */
const RETRY_S = [300, 900, 3600, 21_600, 86_400] as const
/** A service of which nothing can be read must not fill the disk; the oldest go first. */
const MOST_ROWS = 5_000
const MOST_SHOWN = 100
const MOST_RAW = 4_000

const rowsSchema = z.array(
  z
    .object({
      aside_id: z.string(),
      kind: z.enum(QUARANTINE_KINDS),
      shipment_id: z.string().nullable(),
      raw: z.string(),
      issues: jsonColumn(z.array(z.object({ path: z.string(), message: z.string() }))),
      first_at: z.string(),
      tries: z.int(),
      next_at: z.int(),
    })
    .transform((row): QuarantineEntry => ({
      asideId: row.aside_id,
      kind: row.kind,
      shipmentId: row.shipment_id,
      raw: row.raw,
      issues: row.issues,
      firstAt: row.first_at,
      tries: row.tries,
      nextAt: new Date(row.next_at).toISOString(),
    })),
)

/** What cannot be read of one row or answer. */
export interface Unread {
  kind: QuarantineKind
  shipmentId: string | null
  /** As it came; null where only the record of calls has it. */
  raw: unknown
  issues: readonly { path: string; message: string }[]
}

export type QuarantineStore = ReturnType<typeof quarantineStore>

/** Unreadable rows of the service, until they can be read. */
export function quarantineStore(db: SqliteDatabase) {
  return {
    /** Stores new rows; a repeated row is kept once. */
    keep: async (unread: readonly Unread[], at: Date): Promise<void> => {
      if (unread.length === 0) return
      await inTransaction(db, () => {
        const insert = statement(
          db,
          `INSERT INTO set_aside (aside_id, kind, shipment_id, raw, issues, first_at, tries, next_at)
           VALUES (?, ?, ?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING`,
        )
        for (const { kind, shipmentId, raw, issues } of unread) {
          const text = raw === null ? '' : kept(db, JSON.stringify(raw))
          const id = createHash('sha256')
            .update(`${kind} ${shipmentId ?? ''} ${text}`)
            .digest('hex')
            .slice(0, 32)
          const nextAt = at.getTime() + delayMs(0)
          insert.run(
            id,
            kind,
            shipmentId,
            text.slice(0, MOST_RAW),
            kept(db, JSON.stringify(issues)),
            at.toISOString(),
            nextAt,
          )
        }
        statement(
          db,
          `DELETE FROM set_aside WHERE aside_id IN (
             SELECT aside_id FROM set_aside ORDER BY first_at DESC LIMIT -1 OFFSET ${MOST_ROWS})`,
        ).run()
      })
    },

    /** Rows to be tried again now, longest due first. */
    due: async (now: Date, limit: number): Promise<QuarantineEntry[]> =>
      rowsSchema.parse(
        statement(db, 'SELECT * FROM set_aside WHERE next_at <= ? ORDER BY next_at LIMIT ?').all(now.getTime(), limit),
      ),

    /** It still cannot be read: again later than the last time. */
    postpone: ({ asideId, tries }: Pick<QuarantineEntry, 'asideId' | 'tries'>, now: Date): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE set_aside SET tries = ?, next_at = ? WHERE aside_id = ?').run(
          tries + 1,
          now.getTime() + delayMs(tries + 1),
          asideId,
        )
      }),

    /** It could be read. */
    done: (asideId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM set_aside WHERE aside_id = ?').run(asideId)
      }),

    /** The newest first. */
    list: async (): Promise<QuarantineList> => ({
      rows: rowsSchema.parse(
        statement(db, 'SELECT * FROM set_aside ORDER BY first_at DESC, aside_id LIMIT ?').all(MOST_SHOWN),
      ),
      total: z.int().parse(statement(db, 'SELECT count(*) FROM set_aside').pluck().get()),
    }),
  }
}

const delayMs = (tries: number): number => delayAfter(RETRY_S, tries) * 1000
