import { z } from 'zod'
import { HASTENED_BOOKINGS, type BookingMove } from '../../src-shared/machine/booking.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import { SETTINGS_STAND } from '../data/backup/restorations.rows.ts'
import { bookingRows, IS_OPEN, SELECT_BOOKING, toBooking, type LedgerBooking } from '../booking/booking-row.rows.ts'
import { moveBooking } from '../booking/booking-write.rows.ts'

export type EmergencySendingStore = ReturnType<typeof emergencySendingStore>

const countSchema = z.int()
/** What the site has surely never heard of: it is this station's alone to send. */
const HERE_ALONE = `EXISTS (SELECT 1 FROM hand_over h
    WHERE h.subject_id = b.booking_id AND h.state = 'HANDING' AND h.tried_under IS NULL)`
const OPEN_HERE = `b.${IS_OPEN} AND b.environment = @environment AND ${HERE_ALONE} AND ${SETTINGS_STAND}`
const FROM_OPEN = `${SELECT_BOOKING} INDEXED BY booking_open`
const IS_DUE = `(b.due_at IS NULL OR b.due_at <= @now) AND (b.held_until IS NULL OR b.held_until <= @now)`

/** What a station sends while its site is offline, supervised. Every function is one whole transaction. */
export function emergencySendingStore(db: SqliteDatabase, clock: Clock) {
  const { one } = bookingRows(db)
  const at = () => clock.now().toISOString()

  const isHereAlone = (bookingId: string): boolean =>
    statement(db, `SELECT 1 FROM hand_over WHERE subject_id = ? AND state = 'HANDING' AND tried_under IS NULL`).get(
      bookingId,
    ) !== undefined

  return {
    /** The oldest that is to be sent, or looked for; null: none. @param except what is left for the site */
    next: async (environment: string, except: readonly string[]): Promise<LedgerBooking | null> => {
      const row = statement(
        db,
        `${FROM_OPEN} WHERE ${OPEN_HERE} AND ${isIn('b.state', HASTENED_BOOKINGS)} AND ${IS_DUE}
           AND b.booking_id NOT IN (SELECT value FROM json_each(@except)) ORDER BY b.seq LIMIT 1`,
      ).get({ environment, now: at(), except: JSON.stringify(except) })
      return row === undefined ? null : toBooking(row)
    },

    nextDueAt: async (environment: string, except: readonly string[]): Promise<Date | null> => {
      const due = statement(
        db,
        `SELECT min(max(coalesce(b.due_at, ''), coalesce(b.held_until, ''))) FROM booking b INDEXED BY booking_open
         WHERE ${OPEN_HERE} AND ${isIn('b.state', HASTENED_BOOKINGS)}
           AND b.booking_id NOT IN (SELECT value FROM json_each(@except))`,
      )
        .pluck()
        .get({ environment, except: JSON.stringify(except) })
      return typeof due === 'string' ? new Date(due === '' ? 0 : due) : null
    },

    /**
     * It is SENDING from this commit on, and is not uploaded until its outcome is known.
     * @param looked as it was when the service was looked at
     * @returns null: it has changed since, was canceled, or was reported to the site
     */
    begin: (looked: LedgerBooking): Promise<LedgerBooking | null> =>
      inTransaction(db, () => {
        const before = one('b.booking_id = ?', looked.bookingId)
        if (before?.state !== 'QUEUED' || before.updatedAt !== looked.updatedAt) return null
        if (before.reference !== looked.reference || !isHereAlone(looked.bookingId)) return null
        const now = clock.now()
        return moveBooking(db, now, before, { to: 'SENDING', sentAt: now, detail: { how: 'break-glass' } })
      }),

    move: (before: LedgerBooking, move: BookingMove): Promise<LedgerBooking | null> =>
      inTransaction(db, () => {
        const found = one('b.booking_id = ?', before.bookingId)
        // The site reported it meanwhile: the site's report wins.
        if (found?.state !== before.state || !isHereAlone(before.bookingId)) return null
        return moveBooking(db, clock.now(), found, move)
      }),

    /** The process died before the answer: its outcome is unknown, here and at the site. */
    adoptInterrupted: (): Promise<number> =>
      inTransaction(db, () => {
        const now = clock.now()
        const rows = statement(db, `${FROM_OPEN} WHERE b.${IS_OPEN} AND b.state = 'SENDING' AND ${HERE_ALONE}`).all()
        for (const booking of rows.map(toBooking)) {
          moveBooking(db, now, booking, { to: 'UNKNOWN', checks: 0, dueAt: now, detail: { why: 'found at start' } })
        }
        return rows.length
      }),

    /** Does another station of the site have this reference, as far as this one knows? */
    isElsewhere: async (environment: string, reference: string): Promise<boolean> =>
      statement(db, 'SELECT 1 FROM site_booking WHERE reference = ? AND +environment = ?').get(
        reference,
        environment,
      ) !== undefined,

    counts: async (environment: string): Promise<{ waiting: number; atSite: number }> => {
      const count = (where: string) =>
        countSchema.parse(
          statement(db, `SELECT count(*) FROM booking b INDEXED BY booking_open WHERE ${where}`)
            .pluck()
            .get({ environment }),
        )
      const waiting = count(`${OPEN_HERE} AND ${isIn('b.state', ['SENDING', ...HASTENED_BOOKINGS])}`)
      return { waiting, atSite: count(`b.${IS_OPEN} AND b.environment = @environment AND NOT ${HERE_ALONE}`) }
    },

    /** Who broke it and why, and how it ended; the key is in none of it. */
    note: (siteId: string, action: 'glass-broken' | 'glass-mended', detail: Record<string, unknown>): Promise<void> =>
      inTransaction(db, () =>
        appendAudit(db, {
          at: clock.now(),
          actor:
            action === 'glass-broken' || ['by hand', 'left the site'].includes(String(detail['why']))
              ? 'operator'
              : 'station',
          subjectKind: 'site',
          subjectId: siteId,
          action,
          detail,
        }),
      ),
  }
}
