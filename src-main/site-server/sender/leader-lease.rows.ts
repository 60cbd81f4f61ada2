import { z } from 'zod'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { whyNotSending, type NotSending } from '../../../src-shared/machine/upload.ts'
import { OPEN_BOOKINGS } from '../../../src-shared/machine/booking.ts'
import { OPEN_CHANGES } from '../../../src-shared/machine/change.ts'
import { isIn } from '../../kernel/sqlite/is-in.ts'
import { errorData } from '../../../src-shared/station/error.ts'
import { note } from '../note.rows.ts'
import { addNotice } from '../notices.rows.ts'
import type { SiteDatabase, SiteQueries } from '../site-database.ts'
import { heartbeatWatermark, type HeartbeatWatermark } from './heartbeat-watermark.ts'

/** A sender that was not heard of for this long has lost its lease to the next process that asks for it. */
export const LEASE_LOST_AFTER_S = 15

const statusSchema = z.object({
  epoch: z.int(),
  timeline: z.string(),
  now_timeline: z.string(),
  beats: z.int(),
  unsynced: z.int(),
})
const takenSchema = z.object({ epoch: z.int(), beats: z.int() }).optional()
const beatenSchema = z.object({ beats: z.int() }).optional()
const strangeSchema = z.object({ beats: z.int(), has_sender: z.boolean() })

/** Who of the site's processes sends. */
export interface LeaderLease {
  /** Null: another does, or none. */
  epoch(): number | null
  /**
   * Inside the transaction that takes something to send or to look for: why it may not; null: it may, until the
   * transaction ends.
   */
  whyNot(tx: SiteQueries): Promise<NotSending | null>
  /** The same as it was found last, for who asks when something is due. */
  lastWhyNot(): NotSending | null
  /**
   * Takes the lease when it is free, or was not heard of; `force`: from any holder. @returns true: it is this
   * process's
   */
  take(options?: { force?: boolean }): Promise<boolean>
  /** Reports that this process is alive. @returns false: it has lost its lease */
  beat(): Promise<boolean>
  /** Leaves it to the next. */
  leave(): Promise<void>
  /**
   * After a fail-over, and when the database has gone back without one: what may have been sent is looked for, under a new
   * epoch. @param behind a timeline of which a station knows more than this database does
   * @returns true: it is another past
   */
  followTimeline(behind?: string | null): Promise<boolean>
  /**
   * No process sends here, one did, and this process has seen nothing of it: it cannot distinguish the database from
   * a copy.
   */
  isUnknownCopy(): Promise<boolean>
}

/**
 * @param holder names this process, in the row and in the log
 * @param seen of the heartbeats of any sender
 */
export function createLeaderLease(
  db: SiteDatabase,
  holder: string,
  seen: HeartbeatWatermark = heartbeatWatermark(),
): LeaderLease {
  let mine: number | null = null
  let last: NotSending | null = 'not-the-sender'

  /** The sender before this one may have sent what it was sending; what it had taken is free. */
  async function doubtWhatWasSent(tx: SiteQueries, epoch: number): Promise<void> {
    await doubtBookings(tx, `state = 'SENDING' AND epoch < ${epoch}`, 'the sender changed', false)
    await tx.run(
      `UPDATE booking SET lease = NULL, leased_until = NULL WHERE ${isIn('state', OPEN_BOOKINGS)} AND lease IS NOT NULL`,
    )
    await doubtChanges(tx, `state = 'SENDING'`, 'the sender changed')
  }

  return {
    epoch: () => mine,
    lastWhyNot: () => last,

    whyNot: async (tx) => {
      if (mine === null) return (last = 'not-the-sender')
      const kept = statusSchema.parse(
        await tx.one(
          `SELECT s.epoch, s.timeline, t.now_timeline, s.beats,
             (SELECT count(*) FROM station WHERE revoked_at IS NULL AND synced_to IS DISTINCT FROM t.now_timeline) AS unsynced
           FROM sender s, (SELECT site_timeline() AS now_timeline) t FOR SHARE OF s`,
        ),
      )
      last = whyNotSending({ epoch: mine, beats: seen.most() ?? 0 }, kept, kept.now_timeline, kept.unsynced)
      return last
    },

    take: async ({ force = false } = {}) => {
      const taken = await db.transaction(async (tx) => {
        const row = takenSchema.parse(
          await tx.one(
            `UPDATE sender SET epoch = epoch + 1, holder = $1, beat_at = site_now(), beats = beats + 1
             WHERE holder IS NULL OR $2 OR beat_at IS NULL OR beat_at < site_now() - make_interval(secs => $3)
             RETURNING epoch, beats`,
            holder,
            force,
            LEASE_LOST_AFTER_S,
          ),
        )
        if (row !== undefined) await doubtWhatWasSent(tx, row.epoch)
        return row
      })
      if (taken === undefined) return false
      mine = taken.epoch
      seen.note(taken.beats)
      return true
    },

    beat: async () => {
      if (mine === null) return false
      const beaten = beatenSchema.parse(
        await db.one(
          `UPDATE sender SET beat_at = site_now(), beats = beats + 1
           WHERE epoch = $1 AND holder = $2 AND beats >= $3 RETURNING beats`,
          mine,
          holder,
          seen.most() ?? 0,
        ),
      )
      if (beaten === undefined) {
        mine = null
        last = 'not-the-sender'
        return false
      }
      seen.note(beaten.beats)
      return true
    },

    leave: async () => {
      const epoch = mine
      mine = null
      last = 'not-the-sender'
      if (epoch === null) return
      await db.run('UPDATE sender SET holder = NULL, beat_at = NULL WHERE epoch = $1 AND holder = $2', epoch, holder)
    },

    followTimeline: async (behind = null) => {
      const most = seen.most() ?? 0
      const { beats, isAnother } = await db.transaction(async (tx) => {
        const kept = statusSchema
          .omit({ unsynced: true })
          .parse(await tx.one('SELECT epoch, timeline, site_timeline() AS now_timeline, beats FROM sender FOR UPDATE'))
        const isSame = kept.timeline === kept.now_timeline && kept.timeline !== behind && kept.beats >= most
        if (isSame) return { beats: kept.beats, isAnother: false }
        const epoch = kept.epoch + 1
        const isMine = mine !== null && kept.epoch === mine
        // One copy that is put back twice has the same timeline of PostgreSQL each time: each past has a name of its own.
        await tx.run('UPDATE sender SET nonce = $1', runtime().random.bytes(12).toString('hex'))
        const counted = Math.max(kept.beats, most) + 1
        await tx.run('UPDATE sender SET timeline = site_timeline(), epoch = $1, beats = $2', epoch, counted)
        await doubtBookings(tx, isIn('state', OPEN_BOOKINGS), 'the database changed its timeline', true)
        await doubtChanges(
          tx,
          `${isIn('state', OPEN_CHANGES)} AND shipment_id IS NOT NULL`,
          'the database changed its timeline',
        )
        await leaveOutUnseen(tx)
        if (isMine) mine = epoch
        return { beats: counted, isAnother: true }
      })
      seen.note(beats)
      return isAnother
    },

    isUnknownCopy: async () => {
      if (seen.most() !== null) return false
      const { beats, has_sender } = strangeSchema.parse(
        await db.one(
          `SELECT beats, coalesce(beat_at >= site_now() - make_interval(secs => $1), false) AS has_sender FROM sender`,
          LEASE_LOST_AFTER_S,
        ),
      )
      return beats > 0 && !has_sender
    },
  }
}

/**
 * Bookings with an unknown outcome are looked for, as after a restore (`bookingAfterRestore`).
 * @param isOpenOnes all that is open, in any state; else only what was being sent
 */
async function doubtBookings(tx: SiteQueries, where: string, why: string, isOpenOnes: boolean): Promise<void> {
  const reset = isOpenOnes
    ? `, restored_from = site_now(), question = NULL, offer = NULL, hold_until = NULL, held_until = NULL,
       sent_at = coalesce(sent_at, created_at)`
    : ''
  await tx.run(
    `WITH before AS (SELECT booking_id, state FROM booking WHERE ${where} FOR UPDATE),
     doubted AS (
       UPDATE booking b SET state = 'UNKNOWN', attempts = 0, checks = 0, lease = NULL, leased_until = NULL,
         due_at = site_now(), updated_at = site_now() ${reset}
       FROM before WHERE b.booking_id = before.booking_id RETURNING b.booking_id, before.state),
     told AS (INSERT INTO feed_pending (kind, key) SELECT 'booking', booking_id FROM doubted)
     INSERT INTO audit (at, actor, subject_kind, subject_id, action, detail)
     SELECT site_now(), 'station', 'booking', booking_id, 'unknown', json_build_object('from', state, 'why', $1::text) FROM doubted`,
    why,
  )
}

async function doubtChanges(tx: SiteQueries, where: string, why: string): Promise<void> {
  await tx.run(
    `WITH before AS (SELECT change_id, state FROM shipment_change WHERE ${where} FOR UPDATE),
     doubted AS (
       UPDATE shipment_change c SET state = 'UNKNOWN', attempts = 0, due_at = site_now(), updated_at = site_now()
       FROM before WHERE c.change_id = before.change_id RETURNING c.change_id, before.state),
     told AS (INSERT INTO feed_pending (kind, key) SELECT 'change', change_id FROM doubted)
     INSERT INTO audit (at, actor, subject_kind, subject_id, action, detail)
     SELECT site_now(), 'station', 'change', change_id, 'unknown', json_build_object('from', state, 'why', $1::text) FROM doubted`,
    why,
  )
}

/** Takes the lease from its holder: the next that asks holds it. */
export async function releaseLease(db: SiteDatabase): Promise<void> {
  await db.run('UPDATE sender SET holder = NULL, beat_at = NULL, epoch = epoch + 1')
}

/** A station that was off for so long before a standby took over is not waited for. */
const UNSEEN_DAYS = 7
/** A database that is older than this when it is followed may lack a day's work, of any station. */
const FRESH_MINUTES = 10
const unseenSchema = z.array(z.object({ station_id: z.string(), name: z.string(), seen: z.string() }))

/**
 * A standby that took over has lost moments at most: a station that was not seen for days before them can have handed over
 * nothing in them. A restored backup has lost more, and there every station is waited for, until a person decides.
 * To be called when the new timeline is written.
 */
async function leaveOutUnseen(tx: SiteQueries): Promise<void> {
  const rows = unseenSchema.parse(
    await tx.all(
      `UPDATE station SET synced_to = site_timeline()
       WHERE revoked_at IS NULL AND coalesce(seen_at, enrolled_at) < site_replayed_to() - make_interval(days => $1)
         AND site_replayed_to() > site_now() - make_interval(mins => $2)
       RETURNING station_id, name, coalesce(seen_at, enrolled_at) AS seen`,
      ...[UNSEEN_DAYS, FRESH_MINUTES],
    ),
  )
  for (const { station_id: subjectId, name, seen } of rows) {
    const detail = { why: `not seen for ${UNSEEN_DAYS} days`, seen }
    await note(tx, { actor: 'station', subjectKind: 'station', subjectId, action: 'excused', detail }, null)
    await addNotice(
      tx,
      `left-out:${subjectId}:${seen}`,
      errorData({
        code: 'STATION_LEFT_OUT',
        message: `${name}, last seen ${seen}, was left out after the fail-over. Anything it booked since then appears here when it is back online.`,
        details: { name, seen },
      }),
    )
  }
}

const unsyncedSchema = z.array(z.object({ name: z.string() }))

/** Stations that have not uploaded again what they have under this timeline, by name. */
export async function unsyncedStations(db: SiteQueries, timeline: string): Promise<string[]> {
  const rows = await db.all(
    `SELECT name FROM station WHERE revoked_at IS NULL AND synced_to IS DISTINCT FROM $1 ORDER BY name LIMIT 1000`,
    timeline,
  )
  return unsyncedSchema.parse(rows).map(({ name }) => name)
}
