import { z } from 'zod'
import { HASTENED_CHANGES, isDoubtedChange, OPEN_CHANGES } from '../../../src-shared/machine/change.ts'
import { isOpen } from '../../../src-shared/machine/booking.ts'
import { notFound } from '../../../src-shared/station/error.ts'
import { currentUser } from '../../kernel/current-user.ts'
import { isIn } from '../../kernel/sqlite/is-in.ts'
import { PRECEDES, toChange, type LedgerChange } from './change-row.ts'
import { refusedMove } from './change-write.rows.ts'
import type { OutboxChanges } from '../outbox/outbox-stores.ts'
import { actingStation } from '../../site-server/acting-station.ts'
import { oneBooking } from '../booking.site.rows.ts'
import { note, siteNow } from '../../site-server/note.rows.ts'
import type { LeaderLease } from '../../site-server/sender/leader-lease.rows.ts'
import type { SiteDatabase, SiteQueries } from '../../site-server/site-database.ts'
import { moveSiteChange } from './change-write.site.rows.ts'
import { settleWaitingChanges } from './waiting-changes.site.rows.ts'

const IS_OPEN = isIn('state', OPEN_CHANGES)
/** The next open change of its shipment, once there is a shipment. */
const IS_NEXT = `c.${IS_OPEN} AND c.environment = $1 AND c.shipment_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM shipment_change e
    WHERE e.environment = c.environment AND e.shipment_id = c.shipment_id AND e.${IS_OPEN} AND ${PRECEDES})`
const MAY_GO = isIn('c.state', HASTENED_CHANGES)
const dueSchema = z.object({ due: z.string().nullable() })

async function oneChange(db: SiteQueries, where: string, ...values: unknown[]): Promise<LedgerChange | null> {
  const row = await db.one(`SELECT c.* FROM shipment_change c WHERE ${where}`, ...values)
  return row === undefined ? null : toChange(row)
}

/** Changes to shipments of a site, as its outbox takes them. Every function is one whole transaction. */
export function siteChanges(db: SiteDatabase, lease: LeaderLease): OutboxChanges {
  const lock = async (tx: SiteQueries, changeId: string): Promise<LedgerChange> => {
    const change = await oneChange(tx, 'c.change_id = $1 FOR UPDATE', changeId)
    if (change) return change
    throw notFound('change', { changeId })
  }

  return {
    get: (changeId) => lock(db, changeId),
    ofSubmission: (submissionId) => oneChange(db, 'c.submission_id = $1', submissionId),

    add: (input) =>
      db.transaction(async (tx) => {
        // The booking is locked first: it cannot end between the look at it and the change that waits for its end.
        const booking = input.bookingId && (await oneBooking(tx, 'b.booking_id = $1 FOR UPDATE OF b', input.bookingId))
        const station = actingStation()
        const person = currentUser()
        const { state = 'QUEUED', change } = input
        const changeId = station?.change?.changeId ?? input.changeId
        const added = await tx.run(
          `INSERT INTO shipment_change (change_id, submission_id, station_id, content_hash, environment, booking_id,
             shipment_id, change, state, due_at, person, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $9 = 'QUEUED' THEN site_now() END, $10,
             coalesce($11, site_now()), site_now())
           ON CONFLICT DO NOTHING`,
          changeId,
          input.submissionId,
          station?.stationId ?? null,
          station?.change?.contentHash ?? null,
          input.environment,
          input.bookingId,
          input.shipmentId,
          JSON.stringify(change),
          state,
          person
            ? JSON.stringify({ personId: person.personId, name: person.name, approvedBy: person.approvedBy })
            : null,
          station?.change?.createdAt ?? null,
        )
        if (added === 0) {
          const before = await oneChange(tx, 'c.submission_id = $1', input.submissionId)
          return before ?? lock(tx, changeId)
        }
        await note(
          tx,
          {
            actor: 'operator',
            subjectKind: 'change',
            subjectId: changeId,
            action: 'requested',
            detail: { bookingId: input.bookingId, shipmentId: input.shipmentId, change },
          },
          { kind: 'change', key: changeId },
        )
        if (booking && !isOpen(booking)) await settleWaitingChanges(tx, await siteNow(tx), booking)
        return lock(tx, changeId)
      }),

    move: (changeId, from, move) =>
      db.transaction(async (tx) => {
        const before = await lock(tx, changeId)
        if (before.state !== from) throw refusedMove(before, move.to)
        return moveSiteChange(tx, await siteNow(tx), before, move)
      }),

    take: (environment, except) =>
      db.transaction(async (tx) => {
        if ((await lease.whyNot(tx)) !== null) return null
        const row = await tx.one(
          `SELECT c.* FROM shipment_change c
           WHERE ${IS_NEXT} AND ${MAY_GO} AND (c.due_at IS NULL OR c.due_at <= site_now())
             AND c.change_id <> ALL ($2::text[]) ORDER BY c.seq LIMIT 1 FOR UPDATE OF c SKIP LOCKED`,
          environment,
          except,
        )
        if (row === undefined) return null
        const change = toChange(row)
        return isDoubtedChange(change) ? change : moveSiteChange(tx, await siteNow(tx), change, { to: 'SENDING' })
      }),

    nextDueAt: async (environment, except) => {
      if (lease.epoch() === null || lease.lastWhyNot() !== null) return null
      const { due } = dueSchema.parse(
        await db.one(
          `SELECT min(coalesce(c.due_at, to_timestamp(0))) AS due FROM shipment_change c
           WHERE ${IS_NEXT} AND ${MAY_GO} AND c.change_id <> ALL ($2::text[])`,
          environment,
          except,
        ),
      )
      return due === null ? null : new Date(due)
    },

    adoptInterrupted: (except) =>
      db.transaction(async (tx) => {
        if (lease.epoch() === null) return 0
        const rows = await tx.all(
          `SELECT * FROM shipment_change WHERE state = 'SENDING' AND change_id <> ALL ($1::text[]) FOR UPDATE SKIP LOCKED`,
          except ?? [],
        )
        const now = await siteNow(tx)
        for (const change of rows.map(toChange)) {
          await moveSiteChange(tx, now, change, { to: 'UNKNOWN', dueAt: now, detail: { why: 'found at start' } })
        }
        return rows.length
      }),

    hasten: async (environment) => {
      await db.run(
        `UPDATE shipment_change SET due_at = site_now() WHERE environment = $1 AND ${isIn('state', HASTENED_CHANGES)}
           AND (due_at IS NULL OR due_at > site_now())`,
        environment,
      )
    },
  }
}
