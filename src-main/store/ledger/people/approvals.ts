import { z } from 'zod'
import { APPROVAL_STATES, type ApprovalState } from '../../../../src-shared/station/inbox/approval.ts'
import { SEVERITY_OF } from '../../../../src-shared/station/inbox/due.ts'
import type { InboxItem } from '../../../../src-shared/station/inbox/item.ts'
import { notFound, wrongState } from '../../../../src-shared/station/error.ts'
import type { Clock } from '../../../clock.ts'
import type { SqliteDatabase } from '../../database.ts'
import { statement } from '../../statement.ts'
import { inTransaction } from '../../transaction.ts'
import { auditOfInbox, inboxRows } from '../inbox/inbox-rows.ts'

const rowSchema = z.object({
  item_id: z.string(),
  person_id: z.string(),
  command: z.string(),
  input_hash: z.string(),
  state: z.enum(APPROVAL_STATES),
  answered_by: z.string().nullable(),
  note: z.string().nullable(),
  until: z.string().nullable(),
})

/** What somebody may not do by themselves: a command with one input. */
export interface AskedFor {
  personId: string
  command: string
  /** SHA-256 of the input, in hex. */
  inputHash: string
}

/** A word that was given and not used. */
export interface Granted extends AskedFor {
  itemId: string
  approvedBy: string
  until: Date
}

export type ApprovalStore = ReturnType<typeof approvalStore>

/** Words of supervisors, from the question to their use. Each is an item of the inbox as long as it is open. */
export function approvalStore(db: SqliteDatabase, clock: Clock) {
  const items = inboxRows(db, clock)
  const audit = auditOfInbox(db, clock)
  const one = (itemId: string): z.output<typeof rowSchema> => {
    const row = statement(db, 'SELECT * FROM approval WHERE item_id = ?').get(itemId)
    if (row === undefined) throw notFound('approval', { itemId })
    return rowSchema.parse(row)
  }

  return {
    /** Becomes an item; a question that is open already stays the one. */
    ask: (itemId: string, asked: AskedFor, said: { name: string; text: string }): Promise<InboxItem> =>
      inTransaction(db, () => {
        const { personId, command, inputHash } = asked
        const open = z
          .string()
          .optional()
          .parse(
            statement(
              db,
              `SELECT item_id FROM approval WHERE state = 'asked' AND person_id = ? AND command = ? AND input_hash = ?`,
            )
              .pluck()
              .get(personId, command, inputHash),
          )
        if (open !== undefined) return items.one(open)
        items.insert(itemId, 'approval', '', {
          subjectId: itemId,
          occasion: '',
          severity: SEVERITY_OF.approval,
          label: said.name,
          text: said.text,
          code: command,
        })
        statement(
          db,
          `INSERT INTO approval (item_id, person_id, command, input_hash, state) VALUES (?, ?, ?, ?, 'asked')`,
        ).run(itemId, personId, command, inputHash)
        audit(itemId, 'asked', { command })
        return items.one(itemId)
      }),

    /** Ends its item, too. @throws StationError NOT_FOUND, WRONG_STATE */
    answer: (
      itemId: string,
      { isApproved, by, note, until }: { isApproved: boolean; by: string; note: string | null; until: Date },
    ): Promise<InboxItem> =>
      inTransaction(db, () => {
        const { state, command } = one(itemId)
        if (state !== 'asked') throw wrongState('It was answered already.', { itemId, state })
        statement(
          db,
          'UPDATE approval SET state = @state, answered_by = @by, note = @note, until = @until WHERE item_id = @itemId',
        ).run({
          itemId,
          state: isApproved ? 'approved' : 'refused',
          by,
          note,
          until: isApproved ? until.toISOString() : null,
        })
        items.end(itemId, by, note, true)
        statement(db, 'UPDATE inbox_item SET occasion = ? WHERE item_id = ?').run(
          isApproved ? 'approved' : 'refused',
          itemId,
        )
        audit(itemId, isApproved ? 'approved' : 'refused', { command })
        return items.one(itemId)
      }),

    /** The word is given up for the one command that follows. */
    use: (itemId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, `UPDATE approval SET state = 'used' WHERE item_id = ? AND state = 'approved'`).run(itemId)
      }),

    state: async (itemId: string): Promise<ApprovalState> => {
      const { state, answered_by: answeredBy, note, until } = one(itemId)
      const isOver = state === 'approved' && until !== null && new Date(until) <= clock.now()
      return { itemId, state: isOver ? 'used' : state, answeredBy, note, until }
    },

    /** Is this item one of ours that nobody has answered? */
    isAsked: async (itemId: string): Promise<boolean> =>
      statement(db, `SELECT 1 FROM approval WHERE item_id = ? AND state = 'asked'`).get(itemId) !== undefined,

    /** Words that were given and not used, at an opening. */
    granted: async (): Promise<Granted[]> =>
      z
        .array(rowSchema)
        .parse(
          statement(db, `SELECT * FROM approval WHERE state = 'approved' AND until > ?`).all(clock.now().toISOString()),
        )
        .map(grantOf),
  }
}

const grantOf = (row: z.output<typeof rowSchema>): Granted => ({
  itemId: row.item_id,
  personId: row.person_id,
  command: row.command,
  inputHash: row.input_hash,
  approvedBy: row.answered_by ?? '',
  until: new Date(row.until ?? 0),
})
