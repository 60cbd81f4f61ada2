import { z } from 'zod'
import { nextTurn } from '../../src-node/runtime/wait.ts'
import {
  CONSIGNEE_MAIL_KINDS,
  CONSIGNEE_MAIL_STATES,
  type ConsigneeMailState,
} from '../../src-shared/machine/consignee-mail.ts'
import type { ConsigneeMail, ConsigneeMailPage } from '../../src-shared/station/consignee-mail/consignee-mail.ts'
import { notFound, stationErrorSchema, type StationErrorData } from '../../src-shared/station/error.ts'
import { SETTINGS_STAND } from '../data/backup/restorations.rows.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'

const rowSchema = z
  .object({
    seq: z.int(),
    mail_id: z.string(),
    shipment_id: z.string(),
    label: z.string(),
    event: z.enum(CONSIGNEE_MAIL_KINDS),
    state: z.enum(CONSIGNEE_MAIL_STATES),
    address: z.string(),
    subject: z.string(),
    body: z.string(),
    created_at: z.string(),
    tries: z.int(),
    next_at: z.string(),
    error: jsonColumn(stationErrorSchema).nullable(),
    settled_at: z.string().nullable(),
  })
  .transform((row) => ({
    seq: row.seq,
    tries: row.tries,
    nextAt: row.next_at,
    mail: {
      mailId: row.mail_id,
      shipmentId: row.shipment_id,
      label: row.label,
      event: row.event,
      state: row.state,
      address: row.address,
      subject: row.subject,
      body: row.body,
      createdAt: row.created_at,
      settledAt: row.settled_at,
      error: row.error,
    } satisfies ConsigneeMail,
  }))
type Row = z.output<typeof rowSchema>

/** Looked at in one go: a long day has some thousand shipments under way. */
const FOLLOWED_A_SLICE = 200

const followSchema = z
  .object({ shipment_id: z.string(), booking_id: z.string(), seen: z.string() })
  .transform((row) => ({ shipmentId: row.shipment_id, bookingId: row.booking_id, seen: row.seen }))
export type Followed = z.output<typeof followSchema>

/** A mail as it is made: due, refused at once, or only shown, about a shipment that does not exist. */
export type NewConsigneeMail = Pick<
  ConsigneeMail,
  'mailId' | 'shipmentId' | 'label' | 'event' | 'address' | 'subject' | 'body' | 'error'
> & { environment: string; occasion: string; isPractice: boolean }

/** SQL: a person got it back. */
const IS_BOUNCED = `state = 'REFUSED' AND error ->> '$.code' = 'MAIL_BOUNCED'`

export type ConsigneeMailStore = ReturnType<typeof consigneeMailStore>

/** Followed shipments and the e-mails about them. The key of a mail is its event: there is no second one. */
export function consigneeMailStore(db: SqliteDatabase, clock: Clock) {
  const now = () => clock.now().toISOString()

  return {
    /** Sends that the end of the program interrupted: the server may have them. */
    adoptInterrupted: (): Promise<void> =>
      inTransaction(db, () => {
        statement(db, "UPDATE consignee_mail SET state = 'UNKNOWN', settled_at = ? WHERE state = 'SENDING'").run(now())
      }),

    /** The shipments that are followed, some at a time. */
    followed: async function* (environment: string): AsyncGenerator<Followed[]> {
      for (let last = ''; ;) {
        const rows = statement(
          db,
          `SELECT shipment_id, booking_id, seen FROM consignee_follow WHERE environment = ? AND shipment_id > ?
           ORDER BY shipment_id LIMIT ${FOLLOWED_A_SLICE}`,
        )
          .all(environment, last)
          .map((row) => followSchema.parse(row))
        if (rows.length > 0) yield rows
        const end = rows.at(-1)
        if (end === undefined || rows.length < FOLLOWED_A_SLICE) return
        last = end.shipmentId
        await nextTurn()
      }
    },

    /** A shipment was looked at; what is due of earlier events of it is out of date. @param mail null: none is due */
    note: (
      environment: string,
      { shipmentId }: Followed,
      { seen, isOver, mail }: { seen: string; isOver: boolean; mail: NewConsigneeMail | null },
    ): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE consignee_mail SET state = 'OUTDATED', settled_at = ?
           WHERE environment = ? AND shipment_id = ? AND state = 'DUE'`,
        ).run(now(), environment, shipmentId)
        if (mail !== null) {
          const { error, isPractice, ...bound } = mail
          const first: ConsigneeMailState = isPractice ? 'PRACTICE' : 'DUE'
          const state: ConsigneeMailState = error === null ? first : 'REFUSED'
          statement(
            db,
            `INSERT INTO consignee_mail (mail_id, environment, shipment_id, event, occasion, state, label, address, subject,
               body, created_at, next_at, error, settled_at)
             VALUES (@mailId, @environment, @shipmentId, @event, @occasion, @state, @label, @address, @subject, @body, @at,
               @at, @error, iif(@state = 'DUE', NULL, @at)) ON CONFLICT DO NOTHING`,
          ).run({ ...bound, error: error && JSON.stringify(error), state, at: now() })
        }
        const isIt = 'WHERE environment = ? AND shipment_id = ?'
        if (isOver) statement(db, `DELETE FROM consignee_follow ${isIt}`).run(environment, shipmentId)
        else statement(db, `UPDATE consignee_follow SET seen = ? ${isIt}`).run(seen, environment, shipmentId)
      }),

    /** They are switched off: shipments under way are followed no longer, and what is due is not sent. */
    stop: async (): Promise<void> => {
      const isAny = statement(
        db,
        "SELECT EXISTS (SELECT 1 FROM consignee_follow) OR EXISTS (SELECT 1 FROM consignee_mail WHERE state = 'DUE')",
      ).pluck()
      if (isAny.get() === 0) return
      await inTransaction(db, () => {
        statement(db, 'DELETE FROM consignee_follow').run()
        statement(db, "UPDATE consignee_mail SET state = 'OUTDATED', settled_at = ? WHERE state = 'DUE'").run(now())
      })
    },

    /** The one that is due first, unless restored settings wait for a person's word. */
    next: async (): Promise<Row | null> => {
      const row = statement(
        db,
        `SELECT * FROM consignee_mail WHERE state = 'DUE' AND ${SETTINGS_STAND} ORDER BY next_at LIMIT 1`,
      ).get()
      return row === undefined ? null : rowSchema.parse(row)
    },

    /** Before the first byte. @returns false: it is due no longer */
    take: (mailId: string): Promise<boolean> =>
      inTransaction(
        db,
        () =>
          statement(db, "UPDATE consignee_mail SET state = 'SENDING' WHERE mail_id = ? AND state = 'DUE'").run(mailId)
            .changes === 1,
      ),

    /** Papers that a person sends: SENDING before the first byte, so that they are never due. */
    addPapers: (mail: Omit<NewConsigneeMail, 'error' | 'event' | 'occasion'>): Promise<void> =>
      inTransaction(db, () => {
        const { isPractice, ...bound } = mail
        statement(
          db,
          `INSERT INTO consignee_mail (mail_id, environment, shipment_id, event, occasion, state, label, address, subject,
             body, created_at, next_at, settled_at)
           VALUES (@mailId, @environment, @shipmentId, 'papers', @mailId, @state, @label, @address, @subject, @body, @at,
             @at, iif(@state = 'SENDING', NULL, @at))`,
        ).run({ ...bound, state: isPractice ? 'PRACTICE' : 'SENDING', at: now() })
      }),

    get: async (mailId: string): Promise<ConsigneeMail> => {
      const row = statement(db, 'SELECT * FROM consignee_mail WHERE mail_id = ?').get(mailId)
      if (row === undefined) throw notFound('email', { mailId })
      return rowSchema.parse(row).mail
    },

    settle: (mailId: string, state: ConsigneeMailState, error: StationErrorData | null): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          "UPDATE consignee_mail SET state = ?, error = ?, settled_at = ? WHERE mail_id = ? AND state = 'SENDING'",
        ).run(state, error && JSON.stringify(error), now(), mailId)
      }),

    /**
     * A person got a sent mail back, or takes that back. What is due to the same address is not sent.
     * @returns false: it is not in a state for it
     */
    markBounced: (
      mailId: string,
      errors: { ofIt: StationErrorData; ofOthers: StationErrorData } | null,
    ): Promise<boolean> =>
      inTransaction(db, () => {
        const at = now()
        if (errors === null) {
          const sql = `UPDATE consignee_mail SET state = 'SENT', error = NULL, settled_at = ? WHERE mail_id = ? AND ${IS_BOUNCED}`
          return statement(db, sql).run(at, mailId).changes === 1
        }
        const refuse = `UPDATE consignee_mail SET state = 'REFUSED', error = @error, settled_at = @at`
        const isMarked =
          statement(db, `${refuse} WHERE mail_id = @mailId AND state IN ('SENT', 'UNKNOWN')`).run({
            ...{ mailId, at, error: JSON.stringify(errors.ofIt) },
          }).changes === 1
        if (!isMarked) return false
        statement(
          db,
          `${refuse} WHERE state = 'DUE'
             AND lower(address) = (SELECT lower(address) FROM consignee_mail WHERE mail_id = @mailId)`,
        ).run({ mailId, at, error: JSON.stringify(errors.ofOthers) })
        return true
      }),

    /** Was a mail to this address marked as bounced? */
    bounces: (address: string): boolean =>
      statement(db, `SELECT EXISTS (SELECT 1 FROM consignee_mail WHERE ${IS_BOUNCED} AND lower(address) = lower(?))`)
        .pluck()
        .get(address) === 1,

    /** The server has nothing of it; again then. */
    putOff: (mailId: string, error: StationErrorData, nextAt: Date): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          `UPDATE consignee_mail SET state = 'DUE', tries = tries + 1, error = ?, next_at = ?
           WHERE mail_id = ? AND state = 'SENDING'`,
        ).run(JSON.stringify(error), nextAt.toISOString(), mailId)
      }),

    /** All that is due is due now: the settings have changed, or the clock was set. */
    hasten: (): Promise<void> =>
      inTransaction(db, () => {
        statement(db, "UPDATE consignee_mail SET next_at = ? WHERE state = 'DUE'").run(now())
      }),

    list: async (
      environment: string,
      {
        shipmentId,
        before = Number.MAX_SAFE_INTEGER,
        limit,
      }: { shipmentId?: string | undefined; before?: number | undefined; limit: number },
    ): Promise<ConsigneeMailPage> => {
      const found =
        shipmentId === undefined
          ? statement(db, 'SELECT * FROM consignee_mail WHERE seq < ? ORDER BY seq DESC LIMIT ?').all(before, limit)
          : statement(
              db,
              `SELECT * FROM consignee_mail WHERE environment = ? AND shipment_id = ? AND seq < ?
               ORDER BY seq DESC LIMIT ?`,
            ).all(environment, shipmentId, before, limit)
      const rows = found.map((row) => rowSchema.parse(row))
      return { mails: rows.map(({ mail }) => mail), next: rows.length < limit ? null : (rows.at(-1)?.seq ?? null) }
    },

    /** Those that were refused since then, newest first. The sender of papers sees at once that they were. */
    refused: (since: Date, limit: number): ConsigneeMail[] =>
      statement(
        db,
        `SELECT * FROM consignee_mail WHERE state = 'REFUSED' AND settled_at > ? AND event <> 'papers'
         ORDER BY settled_at DESC LIMIT ?`,
      )
        .all(since.toISOString(), limit)
        .map((row) => rowSchema.parse(row).mail),
  }
}
