import { z } from 'zod'
import { notFound, StationError } from '../../../../src-shared/station/error.ts'
import { dueOf } from '../../../../src-shared/station/inbox/due.ts'
import {
  INBOX_KINDS,
  SEVERITIES,
  type InboxItem,
  type InboxKind,
  type Severity,
} from '../../../../src-shared/station/inbox/item.ts'
import type { Clock } from '../../../clock.ts'
import type { SqliteDatabase } from '../../database.ts'
import { statement } from '../../statement.ts'
import { inTransaction } from '../../transaction.ts'
import { appendAudit } from '../audit/audit.ts'
import { queueMail, type NewMail } from './mails.ts'

const rowSchema = z
  .object({
    item_id: z.string(),
    kind: z.enum(INBOX_KINDS),
    subject_id: z.string(),
    severity: z.enum(SEVERITIES),
    label: z.string(),
    text: z.string(),
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
    text: row.text,
    raisedAt: row.raised_at,
    dueAt: row.due_at,
    assignee: row.assignee,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    endNote: row.end_note,
  }))
const standingSchema = z.array(
  z.object({
    item_id: z.string(),
    environment: z.string(),
    subject_id: z.string(),
    occasion: z.string(),
    ended_at: z.string().nullable(),
  }),
)
const nameOf = (environment: string, subjectId: string) => `${environment} ${subjectId}`

/** Something that needs a person at this moment. */
export interface Standing {
  subjectId: string
  /** Changes when there is news of the subject, for whoever was done with it. */
  occasion: string
  severity: Severity
  label: string
  text: string
}

/** All of one kind that stands now, as far as it was looked at. */
export interface StandingOfKind {
  kind: InboxKind
  /** The service whose they are, empty: of none. What stood at another one is over. */
  environment: string
  standing: readonly Standing[]
  /** False: there are more, and of what is not among these nobody knows. */
  isWhole: boolean
}

const wordsOf = ({ occasion, severity, label, text }: Standing) => ({ occasion, severity, label, text })

export type InboxStore = ReturnType<typeof inboxStore>

/** What needs a person. Open items are few; ended ones stay for ever, with who and when. */
export function inboxStore(db: SqliteDatabase, clock: Clock) {
  const one = (itemId: string): InboxItem => {
    const row = statement(db, 'SELECT * FROM inbox_item WHERE item_id = ?').get(itemId)
    if (row === undefined) throw notFound('inbox item', { itemId })
    return rowSchema.parse(row)
  }
  const openOne = (itemId: string): InboxItem => {
    const item = one(itemId)
    if (item.endedAt === null) return item
    throw new StationError({
      code: 'WRONG_STATE',
      message: 'It has ended already.',
      details: { itemId, state: 'ended', endedAt: item.endedAt, endedBy: item.endedBy },
    })
  }
  const audit = (itemId: string, action: string, detail: Record<string, unknown>) =>
    appendAudit(db, { at: clock.now(), actor: 'operator', subjectKind: 'inbox', subjectId: itemId, action, detail })

  /** To be called inside a transaction. */
  function insert(itemId: string, kind: InboxKind, environment: string, standing: Standing): void {
    const at = clock.now()
    statement(
      db,
      `INSERT INTO inbox_item (item_id, kind, environment, subject_id, occasion, severity, label, text, raised_at, due_at)
       VALUES (@itemId, @kind, @environment, @subjectId, @occasion, @severity, @label, @text, @at, @due)`,
    ).run({
      ...standing,
      itemId,
      kind,
      environment,
      at: at.toISOString(),
      due: dueOf(standing.severity, at).toISOString(),
    })
  }

  /** To be called inside a transaction. What it tells of is over, or it is done with and there is news. */
  function settle(itemId: string): void {
    statement(
      db,
      'UPDATE inbox_item SET stands = 0, ended_at = coalesce(ended_at, @at) WHERE item_id = @itemId AND stands = 1',
    ).run({ itemId, at: clock.now().toISOString() })
  }

  /** To be called inside a transaction. Whether anything changed. */
  function takeKind({ kind, environment, standing, isWhole }: StandingOfKind, nextId: () => string): boolean {
    const known = new Map(
      standingSchema
        .parse(
          statement(
            db,
            'SELECT item_id, environment, subject_id, occasion, ended_at FROM inbox_item WHERE stands = 1 AND kind = ?',
          ).all(kind),
        )
        .map((row) => [nameOf(row.environment, row.subject_id), row]),
    )
    let isChanged = false
    for (const now of standing) {
      const name = nameOf(environment, now.subjectId)
      const row = known.get(name)
      known.delete(name)
      if (row?.occasion === now.occasion) continue
      isChanged = true
      if (row === undefined) insert(nextId(), kind, environment, now)
      else if (row.ended_at === null) {
        // Whose it is and when it is due stay: it is the same trouble.
        statement(
          db,
          `UPDATE inbox_item SET occasion = @occasion, severity = @severity, label = @label, text = @text
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

  return {
    /** Takes in what stands now, all in one transaction. @returns whether anything changed */
    take: (kinds: readonly StandingOfKind[], nextId: () => string): Promise<boolean> =>
      inTransaction(db, () => kinds.map((kind) => takeKind(kind, nextId)).some((isChanged) => isChanged)),

    /** What a person wrote. */
    write: (itemId: string, kind: InboxKind, standing: Omit<Standing, 'subjectId' | 'occasion'>): Promise<InboxItem> =>
      inTransaction(db, () => {
        insert(itemId, kind, '', { ...standing, subjectId: itemId, occasion: '' })
        audit(itemId, 'told', { kind })
        return one(itemId)
      }),

    /** @throws StationError NOT_FOUND, WRONG_STATE */
    assign: (itemId: string, change: { assignee?: string | null; dueAt?: string | undefined }): Promise<InboxItem> =>
      inTransaction(db, () => {
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
      }),

    /** Done with. What people wrote is over with it; the rest stays known until it is over. @throws StationError NOT_FOUND, WRONG_STATE */
    end: (itemId: string, by: string, note: string | null, isOver: boolean): Promise<InboxItem> =>
      inTransaction(db, () => {
        const { kind, label } = openOne(itemId)
        statement(
          db,
          `UPDATE inbox_item SET ended_at = @at, ended_by = @by, end_note = @note, stands = iif(@isOver, 0, stands)
           WHERE item_id = @itemId`,
        ).run({ at: clock.now().toISOString(), by, note, isOver: isOver ? 1 : 0, itemId })
        audit(itemId, 'ended', { kind, label })
        return one(itemId)
      }),

    get: async (itemId: string): Promise<InboxItem> => one(itemId),

    /** What is due first. */
    open: async (limit: number): Promise<InboxItem[]> =>
      z
        .array(rowSchema)
        .parse(statement(db, 'SELECT * FROM inbox_item WHERE ended_at IS NULL ORDER BY due_at LIMIT ?').all(limit)),

    /** What ended last first. */
    ended: async (before: string | null, limit: number): Promise<InboxItem[]> =>
      z.array(rowSchema).parse(
        statement(
          db,
          `SELECT * FROM inbox_item WHERE ended_at IS NOT NULL AND ended_at < coalesce(?, '9')
             ORDER BY ended_at DESC LIMIT ?`,
        ).all(before, limit),
      ),

    countOpen: async (): Promise<number> =>
      z.int().parse(statement(db, 'SELECT count(*) FROM inbox_item WHERE ended_at IS NULL').pluck().get()),

    /** What nobody was told of beside the screen yet, oldest first. */
    untold: async (limit: number): Promise<InboxItem[]> =>
      z.array(rowSchema).parse(
        statement(
          db,
          `SELECT * FROM inbox_item WHERE announced_at IS NULL AND ended_at IS NULL
             ORDER BY raised_at LIMIT ?`,
        ).all(limit),
      ),

    /** These are told of now, and so is the mail about them written, which goes when it can. */
    noteTold: (itemIds: readonly string[], mail: NewMail | null): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE inbox_item SET announced_at = ? WHERE item_id IN (SELECT value FROM json_each(?))').run(
          clock.now().toISOString(),
          JSON.stringify(itemIds),
        )
        if (mail) queueMail(db, mail, clock.now())
      }),
  }
}
