import { z } from 'zod'
import type { ShipmentAttention, ShipmentNote } from '../../src-shared/station/tracking/attention.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import type { NoteShared } from '../data/ledger/note-shared.ts'

const noteRowSchema = z.object({ note_id: z.string(), text: z.string(), at: z.string(), author: z.string().nullable() })
const attentionRowSchema = z.object({
  shipment_id: z.string(),
  kind: z.enum(['acknowledged', 'snoozed']),
  last_event_id: z.string().nullable(),
  until: z.string().nullable(),
  at: z.string(),
})

/** Which shipment of which service; ids are unique at one service only. */
export interface ShipmentOf {
  environment: string
  shipmentId: string
}

export type AttentionStore = ReturnType<typeof attentionStore>

/**
 * Notes on shipments, and acknowledgments. Only a later entry ever deletes one.
 * @param noteShared of a note, and of an acknowledgment, as `addressStore` takes it
 */
export function attentionStore(
  db: SqliteDatabase,
  clock: Clock,
  noteShared: { note: NoteShared; attention: NoteShared } | null = null,
) {
  const audit = (shipmentId: string, action: string, detail: Record<string, unknown>) =>
    appendAudit(db, {
      at: clock.now(),
      actor: 'operator',
      subjectKind: 'shipment',
      subjectId: shipmentId,
      action,
      detail,
    })

  return {
    addNote: (
      { environment, shipmentId }: ShipmentOf,
      { noteId, text, author }: Omit<ShipmentNote, 'at'>,
    ): Promise<ShipmentNote> =>
      inTransaction(db, () => {
        const at = clock.now().toISOString()
        statement(
          db,
          'INSERT INTO shipment_note (note_id, environment, shipment_id, text, at, author) VALUES (?, ?, ?, ?, ?, ?)',
        ).run(noteId, environment, shipmentId, text, at, author)
        audit(shipmentId, 'noted', { noteId })
        noteShared?.note(noteId)
        return { noteId, text, at, author }
      }),

    /** Oldest first. */
    notes: async ({ environment, shipmentId }: ShipmentOf): Promise<ShipmentNote[]> =>
      z
        .array(noteRowSchema)
        .parse(
          statement(
            db,
            'SELECT note_id, text, at, author FROM shipment_note WHERE environment = ? AND shipment_id = ? ORDER BY at, rowid',
          ).all(environment, shipmentId),
        )
        .map(({ note_id, ...note }) => ({ noteId: note_id, ...note })),

    /** Seen to, until something newer than this event happens. */
    acknowledge: ({ environment, shipmentId }: ShipmentOf, lastEventId: string | null): Promise<void> =>
      inTransaction(db, () => {
        const at = clock.now().toISOString()
        putAttention(db, environment, { shipmentId, kind: 'acknowledged', lastEventId, until: null, at })
        noteShared?.attention(shipmentId)
        audit(shipmentId, 'acknowledged', { lastEventId })
      }),

    /** Out of sight until then. */
    snooze: ({ environment, shipmentId }: ShipmentOf, until: Date): Promise<void> =>
      inTransaction(db, () => {
        const text = until.toISOString()
        const at = clock.now().toISOString()
        putAttention(db, environment, { shipmentId, kind: 'snoozed', lastEventId: null, until: text, at })
        noteShared?.attention(shipmentId)
        audit(shipmentId, 'snoozed', { until: text })
      }),

    attentionOf: async ({ environment, shipmentId }: ShipmentOf): Promise<ShipmentAttention | null> => {
      const row = statement(db, 'SELECT * FROM shipment_attention WHERE environment = ? AND shipment_id = ?').get(
        environment,
        shipmentId,
      )
      return row === undefined ? null : toAttention(row)
    },

    /** What may still keep one of these shipments quiet at this service. */
    quiet: async (environment: string, shipmentIds: readonly string[]): Promise<ShipmentAttention[]> =>
      statement(
        db,
        `SELECT a.* FROM json_each(@shipmentIds) i CROSS JOIN shipment_attention a
           ON a.environment = @environment AND a.shipment_id = i.value
         WHERE a.kind = 'acknowledged' OR a.until > @now`,
      )
        .all({ environment, shipmentIds: JSON.stringify(shipmentIds), now: clock.now().toISOString() })
        .map(toAttention),
  }
}

/** The last word on a shipment. To be called inside a transaction. */
export function putAttention(db: SqliteDatabase, environment: string, row: ShipmentAttention): void {
  statement(
    db,
    `INSERT INTO shipment_attention (environment, shipment_id, kind, last_event_id, until, at)
     VALUES (@environment, @shipmentId, @kind, @lastEventId, @until, @at)
     ON CONFLICT (environment, shipment_id) DO UPDATE SET kind = excluded.kind, last_event_id = excluded.last_event_id,
       until = excluded.until, at = excluded.at`,
  ).run({ ...row, environment })
}

/** A row of `shipment_attention`. */
export function toAttention(raw: unknown): ShipmentAttention {
  const { shipment_id: shipmentId, last_event_id: lastEventId, ...row } = attentionRowSchema.parse(raw)
  return { ...row, shipmentId, lastEventId }
}
