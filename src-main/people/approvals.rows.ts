import { z } from 'zod'
import { APPROVAL_STATES, type ApprovalState } from '../../src-shared/station/inbox/approval.ts'
import type { SiteApproval, ReportedApproval } from '../../src-shared/site/approval.ts'
import { SEVERITY_OF } from '../../src-shared/station/inbox/due.ts'
import type { InboxItem } from '../../src-shared/station/inbox/item.ts'
import { notFound, wrongState } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { auditOfInbox, inboxRows } from '../inbox/inbox.rows.ts'

const rowSchema = z.object({
  item_id: z.string(),
  person_id: z.string(),
  command: z.string(),
  input_hash: z.string(),
  state: z.enum(APPROVAL_STATES),
  answered_by: z.string().nullable(),
  note: z.string().nullable(),
  until: z.string().nullable(),
  station_id: z.string().nullable(),
  is_told: z.int(),
})

const toReportSchema = z.object({
  ...rowSchema.shape,
  label: z.string(),
  text: z.string(),
  raised_at: z.string(),
  ended_at: z.string().nullable(),
})

/** A supervisor's answer; of an approval, until when it is valid. */
export interface ApprovalAnswer {
  isApproved: boolean
  by: string
  note: string | null
  until: Date
}

/** An action that a person may not do alone: a command with one input. */
export interface AskedFor {
  personId: string
  command: string
  /** SHA-256 of the input, in hex. */
  inputHash: string
}

/** An approval that was given and not used. */
export interface Granted extends AskedFor {
  itemId: string
  approvedBy: string
  until: Date
}

export type ApprovalStore = ReturnType<typeof approvalStore>

/** Approvals of supervisors, from the question to their use. Each is an item of the inbox as long as it is open. */
export function approvalStore(db: SqliteDatabase, clock: Clock) {
  const items = inboxRows(db, clock)
  const audit = auditOfInbox(db, clock)
  const one = (itemId: string): z.output<typeof rowSchema> => {
    const row = statement(db, 'SELECT * FROM approval WHERE item_id = ?').get(itemId)
    if (row === undefined) throw notFound('approval', { itemId })
    return rowSchema.parse(row)
  }

  function answerOne(itemId: string, { isApproved, by, note, until }: ApprovalAnswer): void {
    const { state, command } = one(itemId)
    if (state !== 'asked') throw wrongState('It was already answered.', { itemId, state })
    const outcome = isApproved ? 'approved' : 'refused'
    statement(
      db,
      'UPDATE approval SET state = @outcome, answered_by = @by, note = @note, until = @until WHERE item_id = @itemId',
    ).run({ itemId, outcome, by, note, until: isApproved ? until.toISOString() : null })
    items.end(itemId, by, note, true)
    statement(db, 'UPDATE inbox_item SET occasion = ? WHERE item_id = ?').run(outcome, itemId)
    audit(itemId, outcome, { command, by })
  }

  function mergeOne(reported: SiteApproval, stationId: string, holdsMs: number): boolean {
    const { itemId, person, command, name, text, answer } = reported
    const known = rowSchema.optional().parse(statement(db, 'SELECT * FROM approval WHERE item_id = ?').get(itemId))
    if (answer === null) {
      if (known !== undefined || reported.stationId === stationId) return false
      items.insert(itemId, 'approval', '', {
        ...{ subjectId: itemId, occasion: '', severity: SEVERITY_OF.approval, code: command },
        label: `${name} · ${reported.stationName}`,
        text,
      })
      statement(
        db,
        `INSERT INTO approval (item_id, person_id, command, input_hash, state, station_id, is_told)
         VALUES (?, ?, ?, '', 'asked', ?, 2)`,
      ).run(itemId, person, command, reported.stationId)
      return true
    }
    if (known?.state !== 'asked') return false
    const { isApproved, note } = answer
    const by = answer.stationId === stationId ? answer.by : `${answer.by} · ${answer.stationName}`
    answerOne(itemId, { isApproved, by, note, until: new Date(Date.parse(answer.at) + holdsMs) })
    return true
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

    /**
     * Ends its item, too.
     * @param ofSite the site decides what it may know of, and this is none of its answers: null, nothing is done
     * @throws StationError NOT_FOUND, WRONG_STATE
     */
    answer: (itemId: string, answer: ApprovalAnswer, { ofSite }: { ofSite: boolean }): Promise<InboxItem | null> =>
      inTransaction(db, () => {
        const { is_told: reported } = one(itemId)
        if (ofSite && reported > 0) return null
        answerOne(itemId, answer)
        // It is sent with its answer.
        if (ofSite) statement(db, 'UPDATE approval SET is_told = 1 WHERE item_id = ?').run(itemId)
        return items.one(itemId)
      }),

    item: async (itemId: string): Promise<InboxItem> => items.one(itemId),

    /** Questions of this station that the site has to hear, with their answers. It may know of them from now on. */
    toReport: (limit: number): Promise<ReportedApproval[]> =>
      inTransaction(db, () => {
        const rows = z.array(toReportSchema).parse(
          statement(
            db,
            `SELECT a.*, i.label, i.text, i.raised_at, i.ended_at FROM (
               SELECT item_id FROM approval WHERE is_told = 1
               UNION ALL SELECT item_id FROM approval WHERE state = 'asked' AND is_told = 0 LIMIT ?) due
             CROSS JOIN approval a USING (item_id) CROSS JOIN inbox_item i USING (item_id)`,
          ).all(limit),
        )
        for (const { item_id: itemId } of rows) {
          statement(db, 'UPDATE approval SET is_told = 1 WHERE item_id = ?').run(itemId)
        }
        return rows.map(reportedOf)
      }),

    /** The site has these. */
    noteHeard: (itemIds: readonly string[]): Promise<void> =>
      inTransaction(db, () => {
        for (const itemId of itemIds) statement(db, 'UPDATE approval SET is_told = 2 WHERE item_id = ?').run(itemId)
      }),

    /**
     * The status of questions at the site: those of other stations become items, and answered ones are over.
     * @param holdsMs how long an approval is valid after it was given
     * @returns whether something is another here
     */
    merge: (approvals: readonly SiteApproval[], stationId: string, holdsMs: number): Promise<boolean> =>
      inTransaction(db, () => approvals.filter((reported) => mergeOne(reported, stationId, holdsMs)).length > 0),

    /**
     * The site knows of these questions: those sent earlier and missing there were lost by a fail-over, and are sent
     * again.
     */
    noteKnown: (approvals: readonly SiteApproval[]): Promise<void> =>
      inTransaction(db, () => {
        const heard = new Set(approvals.map(({ itemId }) => itemId))
        const own = statement(
          db,
          `SELECT item_id FROM approval WHERE state = 'asked' AND is_told = 2 AND station_id IS NULL`,
        )
        for (const itemId of z.array(z.string()).parse(own.pluck().all())) {
          if (!heard.has(itemId)) statement(db, 'UPDATE approval SET is_told = 1 WHERE item_id = ?').run(itemId)
        }
      }),

    /** The approval is used up by the one command that follows. */
    use: (itemId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, `UPDATE approval SET state = 'used' WHERE item_id = ? AND state = 'approved'`).run(itemId)
      }),

    /** The command did nothing, and the approval is valid for its repetition. */
    giveBack: (itemId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, `UPDATE approval SET state = 'approved' WHERE item_id = ? AND state = 'used'`).run(itemId)
      }),

    state: async (itemId: string): Promise<ApprovalState> => {
      const { state, answered_by: answeredBy, note, until } = one(itemId)
      const isOver = state === 'approved' && until !== null && new Date(until) <= clock.now()
      return { itemId, state: isOver ? 'used' : state, answeredBy, note, until }
    },

    /** Is this item one of our open questions? */
    isAsked: async (itemId: string): Promise<boolean> =>
      statement(db, `SELECT 1 FROM approval WHERE item_id = ? AND state = 'asked'`).get(itemId) !== undefined,

    /** Approvals that were given and not used, at an opening. */
    granted: async (): Promise<Granted[]> =>
      z
        .array(rowSchema)
        .parse(
          statement(db, `SELECT * FROM approval WHERE state = 'approved' AND until > ? AND station_id IS NULL`).all(
            clock.now().toISOString(),
          ),
        )
        .map(grantOf),
  }
}

function reportedOf(row: z.output<typeof toReportSchema>): ReportedApproval {
  const { state, ended_at: at } = row
  const isAnswered = state !== 'asked' && at !== null
  return {
    ...{ itemId: row.item_id, person: row.person_id, name: row.label, command: row.command, text: row.text },
    at: row.raised_at,
    answer: isAnswered ? { isApproved: state !== 'refused', by: row.answered_by ?? '', note: row.note, at } : null,
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
