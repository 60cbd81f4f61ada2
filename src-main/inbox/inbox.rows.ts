import { z } from 'zod'
import { notFound, StationError } from '../../src-shared/station/error.ts'
import { dueOf } from '../../src-shared/station/inbox/due.ts'
import {
  INBOX_KINDS,
  SEVERITIES,
  type InboxItem,
  type InboxKind,
  type Severity,
} from '../../src-shared/station/inbox/item.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'

/** The rows of items, with the consignee of the booking that each is about, by its own id or its shipment's. */
export const SELECT_ITEM = `SELECT i.*, (
    SELECT nullif(b.summary ->> '$.consigneeName', '') FROM booking b WHERE b.booking_id = i.subject_id
    UNION ALL SELECT nullif(b.summary ->> '$.consigneeName', '') FROM booking b
      WHERE b.shipment_id = i.subject_id AND b.environment = i.environment
    LIMIT 1) AS consignee
  FROM inbox_item i`

/** A row as an item. */
export const itemSchema = z
  .object({
    item_id: z.string(),
    kind: z.enum(INBOX_KINDS),
    subject_id: z.string(),
    occasion: z.string(),
    severity: z.enum(SEVERITIES),
    label: z.string(),
    consignee: z.string().nullable(),
    text: z.string(),
    code: z.string().nullable(),
    raised_at: z.string(),
    due_at: z.string(),
    assignee: z.string().nullable(),
    ended_at: z.string().nullable(),
    ended_by: z.string().nullable(),
    end_note: z.string().nullable(),
  })
  .transform((row): InboxItem => ({
    itemId: row.item_id,
    kind: row.kind,
    subjectId: row.subject_id,
    severity: row.severity,
    label: row.label,
    consignee: row.consignee,
    text: row.text,
    code: row.code,
    raisedAt: row.raised_at,
    dueAt: row.due_at,
    assignee: row.assignee,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    endNote: row.end_note,
    outcome: row.occasion === 'approved' || row.occasion === 'refused' ? row.occasion : null,
  }))

/** Something that needs a person at this moment. */
export interface OpenItem {
  subjectId: string
  /** Changes when there is news of the subject, for a person who acknowledged it. */
  occasion: string
  severity: Severity
  label: string
  text: string
  /** Its subject as a code; absent: there is only the text. */
  code?: string | null
}

/** Records an action on an item. To be called inside a transaction. */
export const auditOfInbox =
  (db: SqliteDatabase, clock: Clock) => (itemId: string, action: string, detail: Record<string, unknown>) =>
    appendAudit(db, { at: clock.now(), actor: 'operator', subjectKind: 'inbox', subjectId: itemId, action, detail })

/** Single items, for transactions of which they are a part. */
export function inboxRows(db: SqliteDatabase, clock: Clock) {
  const one = (itemId: string): InboxItem => {
    const row = statement(db, `${SELECT_ITEM} WHERE i.item_id = ?`).get(itemId)
    if (row === undefined) throw notFound('inbox item', { itemId })
    return itemSchema.parse(row)
  }
  const openOne = (itemId: string): InboxItem => {
    const item = one(itemId)
    if (item.endedAt === null) return item
    throw new StationError({
      code: 'WRONG_STATE',
      message: 'This item is already resolved.',
      details: { itemId, state: 'ended', endedAt: item.endedAt, endedBy: item.endedBy },
    })
  }

  /** To be called inside a transaction. */
  function insert(itemId: string, kind: InboxKind, environment: string, open: OpenItem): void {
    const at = clock.now()
    statement(
      db,
      `INSERT INTO inbox_item (item_id, kind, environment, subject_id, occasion, severity, label, text, code, raised_at, due_at)
       VALUES (@itemId, @kind, @environment, @subjectId, @occasion, @severity, @label, @text, @code, @at, @due)`,
    ).run({
      code: null,
      ...open,
      itemId,
      kind,
      environment,
      at: at.toISOString(),
      due: dueOf(open.severity, at).toISOString(),
    })
  }

  /** To be called inside a transaction. @returns the item as it was @throws StationError NOT_FOUND, WRONG_STATE */
  function end(itemId: string, by: string, note: string | null, isOver: boolean): InboxItem {
    const item = openOne(itemId)
    statement(
      db,
      `UPDATE inbox_item SET ended_at = @at, ended_by = @by, end_note = @note, stands = iif(@isOver, 0, stands)
       WHERE item_id = @itemId`,
    ).run({ at: clock.now().toISOString(), by, note, isOver: isOver ? 1 : 0, itemId })
    return item
  }

  return { one, openOne, insert, end }
}
