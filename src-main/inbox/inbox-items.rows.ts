import { z } from 'zod'
import type { InboxItem, InboxKind } from '../../src-shared/station/inbox/item.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { auditOfInbox, inboxRows, itemSchema, SELECT_ITEM, type OpenItem } from './inbox.rows.ts'
import { queueMail, type NewMail } from './mails.rows.ts'

const statusSchema = z.array(
  z.object({
    item_id: z.string(),
    environment: z.string(),
    subject_id: z.string(),
    occasion: z.string(),
    code: z.string().nullable(),
    ended_at: z.string().nullable(),
  }),
)
const nameOf = (environment: string, subjectId: string) => `${environment} ${subjectId}`

const itemIdsSchema = z.array(z.string())

/** The new assignee and due time; absent fields stay. */
interface Assignment {
  assignee?: string | null
  dueAt?: string | undefined
}

/** All current items of one kind, as far as they were looked at. */
export interface OpenItemsOfKind {
  kind: InboxKind
  /** The service they belong to; empty: none. Items of another service are over. */
  environment: string
  open: readonly OpenItem[]
  /** False: there are more, and the state of the others is unknown. */
  isWhole: boolean
}

const wordsOf = ({ occasion, severity, label, text, code = null }: OpenItem) => ({
  occasion,
  severity,
  label,
  text,
  code,
})

export type InboxStore = ReturnType<typeof inboxStore>

/** What needs a person. Open items are few; ended ones stay for ever, with who and when. */
export function inboxStore(db: SqliteDatabase, clock: Clock) {
  const { one, openOne, insert, end } = inboxRows(db, clock)
  const audit = auditOfInbox(db, clock)

  /** To be called inside a transaction. What it reports is over, or it was acknowledged and there is news. */
  function settle(itemId: string): void {
    statement(
      db,
      'UPDATE inbox_item SET stands = 0, ended_at = coalesce(ended_at, @at) WHERE item_id = @itemId AND stands = 1',
    ).run({ itemId, at: clock.now().toISOString() })
  }

  /** To be called inside a transaction. Whether anything changed. */
  function takeKind({ kind, environment, open, isWhole }: OpenItemsOfKind, nextId: () => string): boolean {
    const known = new Map(
      statusSchema
        .parse(
          statement(
            db,
            'SELECT item_id, environment, subject_id, occasion, code, ended_at FROM inbox_item WHERE stands = 1 AND kind = ?',
          ).all(kind),
        )
        .map((row) => [nameOf(row.environment, row.subject_id), row]),
    )
    let isChanged = false
    for (const now of open) {
      const name = nameOf(environment, now.subjectId)
      const row = known.get(name)
      known.delete(name)
      // One that an older version raised has no code, and is raised again in place.
      if (row?.occasion === now.occasion && (row.code === (now.code ?? null) || row.ended_at !== null)) continue
      isChanged = true
      if (row === undefined) insert(nextId(), kind, environment, now)
      else if (row.ended_at === null) {
        // Whose it is and when it is due stay: it is the same trouble.
        statement(
          db,
          `UPDATE inbox_item SET occasion = @occasion, severity = @severity, label = @label, text = @text,
               code = @code
           WHERE item_id = @itemId`,
        ).run({ ...wordsOf(now), itemId: row.item_id })
      } else {
        settle(row.item_id)
        insert(nextId(), kind, environment, now)
      }
    }
    if (!isWhole || known.size === 0) return isChanged
    for (const { item_id } of known.values()) settle(item_id)
    return true
  }

  /** To be called inside a transaction. @throws StationError NOT_FOUND, WRONG_STATE */
  function give(itemId: string, change: Assignment): InboxItem {
    const { assignee, dueAt } = openOne(itemId)
    const next = {
      assignee: change.assignee === undefined ? assignee : change.assignee,
      dueAt: change.dueAt ?? dueAt,
    }
    statement(db, 'UPDATE inbox_item SET assignee = @assignee, due_at = @dueAt WHERE item_id = @itemId').run({
      ...next,
      itemId,
    })
    audit(itemId, 'assigned', next)
    return one(itemId)
  }

  return {
    /** Takes in the current items, all in one transaction. @returns whether anything changed */
    take: (kinds: readonly OpenItemsOfKind[], nextId: () => string): Promise<boolean> =>
      inTransaction(db, () => kinds.map((kind) => takeKind(kind, nextId)).some((isChanged) => isChanged)),

    /** The text that a person wrote. */
    write: (itemId: string, kind: InboxKind, open: Omit<OpenItem, 'subjectId' | 'occasion'>): Promise<InboxItem> =>
      inTransaction(db, () => {
        insert(itemId, kind, '', { ...open, subjectId: itemId, occasion: '' })
        audit(itemId, 'told', { kind })
        return one(itemId)
      }),

    /** @throws StationError NOT_FOUND, WRONG_STATE */
    assign: (itemId: string, change: Assignment): Promise<InboxItem> => inTransaction(db, () => give(itemId, change)),

    /** All that is open about any of these. @returns them; none where nothing is */
    assignAbout: (subjectIds: readonly string[], assignee: string | null): Promise<InboxItem[]> =>
      inTransaction(db, () =>
        itemIdsSchema
          .parse(
            statement(
              db,
              `SELECT item_id FROM inbox_item
               WHERE ended_at IS NULL AND subject_id IN (SELECT value FROM json_each(?)) ORDER BY due_at`,
            )
              .pluck()
              .all(JSON.stringify(subjectIds)),
          )
          .map((itemId) => give(itemId, { assignee })),
      ),

    /** Done with. What people wrote is over with it; the rest stays known until it is over. @throws StationError NOT_FOUND, WRONG_STATE */
    end: (itemId: string, by: string, note: string | null, isOver: boolean): Promise<InboxItem> =>
      inTransaction(db, () => {
        const { kind, label } = end(itemId, by, note, isOver)
        audit(itemId, 'ended', { kind, label })
        return one(itemId)
      }),

    get: async (itemId: string): Promise<InboxItem> => one(itemId),

    /** By due time, earliest first. */
    open: async (limit: number): Promise<InboxItem[]> =>
      z
        .array(itemSchema)
        .parse(statement(db, `${SELECT_ITEM} WHERE i.ended_at IS NULL ORDER BY i.due_at LIMIT ?`).all(limit)),

    /** What ended last first: `limit` of them, and all others of the last one's moment, by which the next page begins. */
    ended: async (before: string | null, limit: number): Promise<InboxItem[]> =>
      z.array(itemSchema).parse(
        statement(
          db,
          `${SELECT_ITEM} WHERE i.ended_at IS NOT NULL AND i.ended_at < coalesce(@before, '9')
             AND i.ended_at >= coalesce((SELECT ended_at FROM inbox_item WHERE ended_at < coalesce(@before, '9')
               ORDER BY ended_at DESC LIMIT 1 OFFSET @limit - 1), '')
             ORDER BY i.ended_at DESC`,
        ).all({ before, limit }),
      ),

    countOpen: async (): Promise<number> =>
      z.int().parse(statement(db, 'SELECT count(*) FROM inbox_item WHERE ended_at IS NULL').pluck().get()),

    /** Items not yet sent as notifications, oldest first. */
    untold: async (limit: number): Promise<InboxItem[]> =>
      z.array(itemSchema).parse(
        statement(
          db,
          `${SELECT_ITEM} WHERE i.announced_at IS NULL AND i.ended_at IS NULL
             ORDER BY raised_at LIMIT ?`,
        ).all(limit),
      ),

    /**
     * Marks these as notified and queues the mail about them. False: each of them was notified before, and no mail is
     * queued.
     */
    noteReported: (itemIds: readonly string[], mail: NewMail | null): Promise<boolean> =>
      inTransaction(db, () => {
        const { changes } = statement(
          db,
          `UPDATE inbox_item SET announced_at = ?
           WHERE announced_at IS NULL AND item_id IN (SELECT value FROM json_each(?))`,
        ).run(clock.now().toISOString(), JSON.stringify(itemIds))
        if (mail && changes > 0) queueMail(db, mail, clock.now())
        return changes > 0
      }),
  }
}
