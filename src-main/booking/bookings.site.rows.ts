import { z } from 'zod'
import {
  HASTENED_BOOKINGS,
  OPEN_BOOKINGS,
  type BookingMove,
  type BookingState,
} from '../../src-shared/machine/booking.ts'
import { wrongState } from '../../src-shared/station/error.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import { editOf, holdOf, referenceToFree } from './booking-edit.ts'
import { toBooking, type LedgerBooking } from './booking-row.rows.ts'
import { refusedMove, type Lease } from './booking-write.rows.ts'
import type { OutboxBookings } from './outbox/outbox-stores.ts'
import { note, siteNow } from '../site-server/note.rows.ts'
import type { PendingResults } from '../site-server/sender/pending-results.ts'
import type { FencingTokens } from '../site-server/sender/fencing-tokens.ts'
import type { LeaderLease } from '../site-server/sender/leader-lease.rows.ts'
import type { SiteDatabase, SiteQueries } from '../site-server/site-database.ts'
import { isReference, lockBooking, oneBooking } from './booking.site.rows.ts'
import { createTurns, dueNext, lockToLook, lockToSend } from './booking-take.site.rows.ts'
import { claimantOf, moveSiteBooking, sendSiteBookings } from './booking-write.site.rows.ts'
import { isDatabaseAway, isItsSend, settlePendingResult, settleLate } from './settle.site.rows.ts'

/** So soon a sender that may not send looks again whether it may. */
const LOOK_AGAIN_MS = 1_000

export interface SiteBookingsOptions {
  lease: LeaderLease
  fencingTokens: FencingTokens
  /** The sender's own file. */
  kept: PendingResults
  now: () => Date
}

const tokenSchema = z.object({ permit: z.int() })
const seqSchema = z.object({ booking_id: z.string() })

/** Bookings of a site, as its outbox takes them. Every function is one whole transaction. */
export function siteBookings(db: SiteDatabase, options: SiteBookingsOptions): OutboxBookings {
  const { lease: leaderLease, fencingTokens, kept } = options
  const turns = createTurns()

  const fencingTokenOf = async (tx: SiteQueries, bookingId: string): Promise<number> =>
    tokenSchema.parse(await tx.one('SELECT permit FROM booking WHERE booking_id = $1', bookingId)).permit

  /** Results that the database could not take when they came. */
  async function settlePending(): Promise<void> {
    for (const result of kept.all()) {
      const outcome = await db.transaction(async (tx) => {
        const booking = await oneBooking(tx, 'b.booking_id = $1 FOR UPDATE OF b', result.bookingId)
        // Lost by a fail-over: its station uploads it again, and it is looked for. A shipment is reported then; that
        // nothing was sent is true of the lost send alone, and the next one may go by the same number.
        if (!booking) return result.move.to === 'BOOKED' ? 'later' : 'settled'
        const permit = await fencingTokenOf(tx, result.bookingId)
        return settlePendingResult(tx, await siteNow(tx), { booking, permit }, result)
      })
      if (outcome === 'settled') kept.drop(result)
    }
  }

  async function moveOnce(bookingId: string, from: BookingState, move: BookingMove): Promise<LedgerBooking> {
    const ofSend = from === 'SENDING' ? fencingTokens.of(bookingId) : null
    const { booking, refused } = await db.transaction(async (tx) => {
      const before = await lockBooking(tx, bookingId)
      const now = await siteNow(tx)
      if (from === 'SENDING') {
        const isHeld = isItsSend({ state: before.state, permit: await fencingTokenOf(tx, bookingId) }, ofSend)
        if (!isHeld) {
          if (move.to !== 'BOOKED') throw refusedMove(before, move.to)
          const settled = await settleLate(tx, now, before, move)
          if (settled === null && ofSend !== null) kept.keep(bookingId, ofSend, move)
          return { booking: settled ?? before, refused: settled === null || settled.state !== 'BOOKED' }
        }
      } else if (before.state !== from) throw refusedMove(before, move.to)
      return { booking: (await moveSiteBooking(tx, now, before, move)).booking, refused: false }
    })
    if (refused) throw refusedMove(booking, move.to)
    if (from === 'SENDING') fencingTokens.end(booking)
    return booking
  }

  return {
    submit: async () => {
      throw wrongState('A site accepts bookings only as uploads from its stations.', {})
    },

    get: async (bookingId) => {
      const booking = await oneBooking(db, 'b.booking_id = $1', bookingId)
      return booking ?? lockBooking(db, bookingId)
    },

    findByShipment: (environment, shipmentId) =>
      oneBooking(db, 'b.shipment_id = $1 AND b.environment = $2 ORDER BY b.seq DESC LIMIT 1', shipmentId, environment),

    isClaimed: async (environment, shipmentId) => (await claimantOf(db, environment, shipmentId)) !== null,

    referenceFor: (wanted) => freeReference(db, wanted),

    move: async (bookingId, from, move) => {
      try {
        return await moveOnce(bookingId, from, move)
      } catch (error) {
        const permit = fencingTokens.of(bookingId)
        if (from === 'SENDING' && permit !== null && isDatabaseAway(error)) kept.keep(bookingId, permit, move)
        throw error
      }
    },

    takeToSend: async (environment, { lease, leasedUntil, most, isReady }) => {
      const askedAtMs = fencingTokens.nowMs()
      const taker: Lease = { lease, leasedUntil }
      const taken = await db.transaction(async (tx) => {
        const epoch = leaderLease.epoch()
        if (epoch === null || (await leaderLease.whyNot(tx)) !== null) return []
        const { rows, now } = await lockToSend(tx, environment, most, turns)
        if (now === null) return []
        const bookings = rows.map(toBooking)
        const waiting = bookings.filter((booking) => !isReady(booking, options.now()))
        for (const { bookingId } of waiting) await leaseTo(tx, bookingId, taker)
        const sent = await sendSiteBookings(
          tx,
          now,
          bookings.filter((booking) => !waiting.includes(booking)),
          { lease: taker, epoch },
        )
        return bookings.map(
          (booking) =>
            sent.find(({ booking: { bookingId } }) => bookingId === booking.bookingId) ?? {
              booking: { ...booking, lease },
              permit: null,
            },
        )
      })
      for (const { booking, permit } of taken) {
        if (permit !== null) fencingTokens.give(booking, { permit, askedAtMs })
      }
      return taken.map(({ booking }) => booking)
    },

    takeToLook: (environment, taker) =>
      db.transaction(async (tx) => {
        // A shipment that is found may be another booking's, which its station has not reported again yet.
        if ((await leaderLease.whyNot(tx)) !== null) return null
        const row = await lockToLook(tx, environment)
        if (row === undefined) return null
        const booking = toBooking(row)
        await leaseTo(tx, booking.bookingId, taker)
        return { ...booking, lease: taker.lease }
      }),

    nextDueAt: async (environment, work) => {
      const due = await dueNext(db, environment, work)
      if (due === null || leaderLease.lastWhyNot() === null) return due
      const again = new Date(options.now().getTime() + LOOK_AGAIN_MS)
      return due > again ? due : again
    },

    adoptInterrupted: async (running) => {
      await settlePending()
      const epoch = leaderLease.epoch()
      if (epoch === null) return 0
      return db.transaction(async (tx) => {
        const except = running?.except ?? []
        const freed = await tx.run(
          `UPDATE booking SET lease = NULL, leased_until = NULL
           WHERE ${isIn('state', OPEN_BOOKINGS)} AND lease IS NOT NULL AND state <> 'SENDING'
             AND ($1::text IS NULL OR lease = $1) AND booking_id <> ALL ($2::text[])`,
          running?.lease ?? null,
          except,
        )
        const rows = await tx.all(
          `SELECT booking_id FROM booking WHERE state = 'SENDING' AND epoch <= $1 AND booking_id <> ALL ($2::text[])
           FOR UPDATE SKIP LOCKED`,
          epoch,
          except,
        )
        const now = await siteNow(tx)
        const why = running ? 'found after a fault' : 'found at start'
        for (const row of rows) {
          const before = await lockBooking(tx, seqSchema.parse(row).booking_id)
          await moveSiteBooking(tx, now, before, { to: 'UNKNOWN', checks: 0, dueAt: now, detail: { why } })
        }
        return freed + rows.length
      })
    },

    hasten: async (environment) => {
      await db.run(
        `UPDATE booking SET due_at = site_now() WHERE environment = $1 AND ${isIn('state', HASTENED_BOOKINGS)}
           AND (due_at IS NULL OR due_at > site_now())`,
        environment,
      )
    },

    hold: (bookingId, hold) =>
      db.transaction(async (tx) => {
        const at = (await siteNow(tx)).toISOString()
        const { day, until, after, note: noted } = holdOf(await lockBooking(tx, bookingId), hold, at)
        await tx.run(
          'UPDATE booking SET hold_until = $2, held_until = $3, due_at = $4, updated_at = $4 WHERE booking_id = $1',
          ...[bookingId, day, until, at],
        )
        await note(tx, noted, { kind: 'booking', key: bookingId })
        return after
      }),

    edit: (bookingId, edit) =>
      db.transaction(async (tx) => {
        const before = await lockBooking(tx, bookingId)
        const wanted = referenceToFree(before, edit)
        const edited = editOf(before, edit, wanted && (await freeReference(tx, wanted)))
        await tx.run(
          `UPDATE booking SET reference = $2, request = $3, summary = summary || $4::jsonb, updated_at = site_now()
           WHERE booking_id = $1`,
          ...[bookingId, edited.reference, edited.request, edited.summary],
        )
        await note(tx, edited.note, { kind: 'booking', key: bookingId })
        return lockBooking(tx, bookingId)
      }),
  }
}

async function leaseTo(tx: SiteQueries, bookingId: string, { lease, leasedUntil }: Lease): Promise<void> {
  await tx.run(
    'UPDATE booking SET lease = $2, leased_until = $3 WHERE booking_id = $1',
    bookingId,
    lease,
    leasedUntil.toISOString(),
  )
}

/** The wanted reference, or with the first suffix -2, -3 ... that is free at this site. */
export async function freeReference(db: SiteQueries, wanted: string): Promise<string> {
  for (let copy = 1; ; copy++) {
    const reference = copy === 1 ? wanted : `${wanted}-${copy}`
    const taken = await db.one(
      `SELECT 1 FROM booking WHERE environment = (SELECT environment FROM sender) AND ${isReference('$1')}`,
      reference,
    )
    if (taken === undefined) return reference
  }
}
