import { z } from 'zod'
import type { EnrolAnswer } from '../../src-shared/site/enrol.ts'
import { wrongState } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import { ENROLLING_SETTING, MEMBERSHIP_SETTING, type Membership } from './membership.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import { IS_OPEN, SELECT_BOOKING, toBooking } from '../booking/booking-row.rows.ts'
import { moveBooking } from '../booking/booking-write.rows.ts'
import { IS_OPEN as IS_OPEN_CHANGE } from '../booking/changes/change-row.ts'
import { noteUpload } from './upload-row.rows.ts'
import { noteAllShared } from './shared-row.rows.ts'
import { writeFollowed } from './site-link.rows.ts'
import { shareOwnManifests } from './site-manifests.rows.ts'

/** What was booked before is the site's to know as far back as a label may still be asked for. */
const RECENT_DAYS = 30
const idsSchema = z.array(z.string())
const countSchema = z.int()
/** What sits beside records of this ledger; it stays. */
const SHARED = ['shared_record'] as const

export type JoiningStore = ReturnType<typeof joiningStore>

/** How a ledger becomes one of a site's stations, and a ledger that works alone again; each is one transaction. */
export function joiningStore(db: SqliteDatabase, clock: Clock) {
  const openIn = (environment: string): string[] =>
    idsSchema.parse(
      statement(
        db,
        `SELECT booking_id FROM booking INDEXED BY booking_open WHERE ${IS_OPEN} AND environment = ? ORDER BY seq`,
      )
        .pluck()
        .all(environment),
    )

  /** Of what the site has, or may have, this station's bookings that are not at their end. */
  const OPEN_AT_SITE = `${SELECT_BOOKING} INDEXED BY booking_open JOIN hand_over h ON h.subject_id = b.booking_id
    WHERE b.${IS_OPEN} AND (h.state = 'TAKEN' OR (h.state = 'HANDING' AND h.tried_under IS NOT NULL))`

  /** To be called inside a transaction. Open work that is not recorded for the site yet. */
  function noteOpen(environment: string): number {
    const now = clock.now()
    const isNoted = (id: string) => statement(db, 'SELECT 1 FROM hand_over WHERE subject_id = ?').get(id) !== undefined
    const bookings = openIn(environment).filter((id) => !isNoted(id))
    for (const bookingId of bookings) {
      const booking = toBooking(statement(db, `${SELECT_BOOKING} WHERE b.booking_id = ?`).get(bookingId))
      // The station died with the answer under way, before it joined.
      if (booking.state === 'SENDING') {
        moveBooking(db, now, booking, { to: 'UNKNOWN', checks: 0, dueAt: now, detail: { why: 'joined a site' } })
      }
      noteUpload(db, now, 'booking', bookingId)
    }
    const changes = idsSchema
      .parse(
        statement(db, `SELECT change_id FROM shipment_change WHERE ${IS_OPEN_CHANGE} AND environment = ? ORDER BY seq`)
          .pluck()
          .all(environment),
      )
      .filter((id) => !isNoted(id))
    for (const changeId of changes) noteUpload(db, now, 'change', changeId)
    return bookings.length + changes.length
  }

  function clearSite(): void {
    for (const table of [
      'hand_over',
      'site_link',
      'site_booking',
      'site_label',
      'site_print',
      'print_claim',
      'site_setting',
      ...SHARED,
    ]) {
      statement(db, `DELETE FROM ${table}`).run()
    }
  }

  const writeSetting = (name: string, value: unknown) =>
    statement(
      db,
      'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    ).run(name, JSON.stringify(value))

  return {
    /** Open bookings and changes that would be uploaded to a site of this service. */
    open: async (environment: string): Promise<number> => openIn(environment).length,

    openAtSite: async (): Promise<number> =>
      countSchema.parse(
        statement(
          db,
          `SELECT count(*) FROM booking b INDEXED BY booking_open JOIN hand_over h ON h.subject_id = b.booking_id
           WHERE b.${IS_OPEN} AND (h.state = 'TAKEN' OR (h.state = 'HANDING' AND h.tried_under IS NOT NULL))`,
        )
          .pluck()
          .get(),
      ),

    /**
     * The station belongs to the site from this commit on: what is open goes up, and what was booked lately, so that
     * any station can scan it and none books it again. All else stays here.
     */
    join: (membership: Membership, { timeline, feedSeq }: Pick<EnrolAnswer, 'timeline' | 'feedSeq'>): Promise<void> =>
      inTransaction(db, () => {
        const now = clock.now()
        clearSite()
        const open = noteOpen(membership.environment)
        const shared = noteAllShared(db, now, membership.environment)
        const since = new Date(now.getTime() - RECENT_DAYS * 86_400_000).toISOString()
        const recent = idsSchema.parse(
          statement(
            db,
            `SELECT booking_id FROM booking WHERE environment = ? AND created_at >= ? AND +state = 'BOOKED' ORDER BY created_at`,
          )
            .pluck()
            .all(membership.environment, since),
        )
        shareOwnManifests(db, membership.environment, since.slice(0, 10))
        for (const bookingId of recent) noteUpload(db, now, 'booking', bookingId)
        writeFollowed(db, { timeline, feedSeq, feedTimeline: timeline, islandSince: null })
        writeSetting(MEMBERSHIP_SETTING, membership)
        writeSetting(ENROLLING_SETTING, null)
        const { siteId, siteName, stationId } = membership
        appendAudit(db, {
          at: now,
          actor: 'operator',
          subjectKind: 'site',
          subjectId: siteId,
          action: 'joined',
          detail: { siteName, stationId, open, recent: recent.length, shared },
        })
      }),

    /** The station is known to its site again, maybe under other addresses or another name. What it has stays as it is. */
    joinAgain: (membership: Membership): Promise<void> =>
      inTransaction(db, () => {
        writeSetting(MEMBERSHIP_SETTING, membership)
        writeSetting(ENROLLING_SETTING, null)
        const { siteId, siteName, stationId } = membership
        appendAudit(db, {
          at: clock.now(),
          actor: 'operator',
          subjectKind: 'site',
          subjectId: siteId,
          action: 'joined-again',
          detail: { siteName, stationId },
        })
      }),

    /** The site has been renamed. */
    rename: (membership: Membership, from: string): Promise<void> =>
      inTransaction(db, () => {
        writeSetting(MEMBERSHIP_SETTING, membership)
        appendAudit(db, {
          at: clock.now(),
          actor: 'station',
          subjectKind: 'site',
          subjectId: membership.siteId,
          action: 'renamed',
          detail: { from, to: membership.siteName },
        })
      }),

    /** At each start of a station of a site: nothing that is open is left out, whatever happened in between. */
    noteOpen: (environment: string): Promise<number> => inTransaction(db, () => noteOpen(environment)),

    /**
     * The station is alone from this commit on. What the site has, or may have, it may send: here it is looked up at
     * the service, and never sent automatically. What was never tried is sent from here again.
     * @param reported how many of those a person was shown
     * @throws StationError WRONG_STATE (details.openAtSite) when there are others by now
     */
    leave: ({ siteId, siteName }: Membership, reported: number): Promise<void> =>
      inTransaction(db, () => {
        const now = clock.now()
        const at = now.toISOString()
        const open = statement(db, OPEN_AT_SITE).all().map(toBooking)
        if (open.length !== reported) {
          throw wrongState(`${open.length} bookings from this station are open at the site.`, {
            openAtSite: open.length,
          })
        }
        for (const { bookingId, state } of open) {
          statement(
            db,
            `UPDATE booking SET state = 'UNKNOWN', sent_at = coalesce(sent_at, created_at), question = NULL, offer = NULL,
               attempts = 0, checks = 0, lease = NULL, leased_until = NULL, hold_until = NULL, held_until = NULL,
               due_at = ?, updated_at = ? WHERE booking_id = ?`,
          ).run(at, at, bookingId)
          appendAudit(db, {
            at: now,
            actor: 'station',
            subjectKind: 'booking',
            subjectId: bookingId,
            action: 'unknown',
            detail: { from: state, why: 'left the site' },
          })
        }
        statement(
          db,
          `UPDATE shipment_change SET state = 'UNKNOWN', attempts = 0, due_at = ?, updated_at = ?
           WHERE ${IS_OPEN_CHANGE} AND shipment_id IS NOT NULL
             AND change_id IN (SELECT subject_id FROM hand_over WHERE tried_under IS NOT NULL)`,
        ).run(at, at)
        clearSite()
        writeSetting(MEMBERSHIP_SETTING, null)
        appendAudit(db, {
          at: now,
          actor: 'operator',
          subjectKind: 'site',
          subjectId: siteId,
          action: 'left',
          detail: { siteName, openAtSite: reported },
        })
      }),
  }
}
