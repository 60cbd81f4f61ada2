import { beforeEach, describe, expect, it } from 'vitest'
import {
  BOOKING_STATES,
  bookingAfter,
  bookingAfterRestore,
  isLookedFor,
  mayMoveBooking,
  type BookingMove,
} from '../../src-shared/machine/booking.ts'
import { changeAfterRestore } from '../../src-shared/machine/change.ts'
import { afterRestore } from '../../src-main/data/backup/after-restore.rows.ts'
import { bookingStore, type BookingStore, type LedgerBooking } from '../../src-main/booking/bookings.rows.ts'
import { changeStore } from '../../src-main/booking/changes/shipment-changes.rows.ts'
import { type Ledger } from '../../src-main/data/ledger/ledger.ts'
import { newBooking } from '../support/bookings.ts'
import type { FakeClock } from '../support/fake-clock.ts'
import fc from '../support/fast-check.ts'
import { testLedger } from '../support/ledger.ts'
import { anyBookingMove, anyChangeMove } from '../support/machines.ts'

const BACKUP_AT = '2026-11-20T06:00:00.000Z'

async function open() {
  const { clock, ledger } = await testLedger()
  return { clock, ledger, bookings: bookingStore(ledger.db, clock), changes: changeStore(ledger.db, clock) }
}

let clock: FakeClock
let ledger: Ledger
let bookings: BookingStore
beforeEach(async () => {
  ;({ clock, ledger, bookings } = await open())
})

let made = 0
const nextId = () => `walk-${++made}`
const auditRows = (id: string): unknown =>
  ledger.db.prepare('SELECT count(*) FROM audit WHERE subject_id = ?').pluck().get(id)

/** Takes the step if the machine allows it, and says whether. */
async function step(bookingId: string, move: BookingMove): Promise<boolean> {
  clock.advance(1000)
  const before = await bookings.get(bookingId)
  const rows = auditRows(bookingId)
  const isAllowed = mayMoveBooking(before, move)
  const isAnothers =
    isAllowed && move.to === 'BOOKED' && (await bookings.isClaimed(before.environment, move.shipment.shipmentId))
  const isClaimed = isAnothers && move.actor === 'operator'
  const moved = bookings.move(bookingId, before.state, move)
  if (!isAllowed || isClaimed) {
    await expect(moved).rejects.toMatchObject({ code: isClaimed ? 'SHIPMENT_CLAIMED' : 'WRONG_STATE' })
    expect(await bookings.get(bookingId)).toEqual(before)
    expect(auditRows(bookingId)).toBe(rows)
    return false
  }
  const after = await moved
  if (isAnothers) {
    // A shipment is one booking's, whoever says so.
    expect(after).toMatchObject({ state: 'UNKNOWN', shipmentId: null, error: { code: 'SHIPMENT_CLAIMED' } })
    return false
  }
  expect(after).toMatchObject(bookingAfter(before, move, clock.now()))
  // What the store hands on without reading the row again is what the row says.
  expect(await bookings.get(bookingId)).toEqual(after)
  expect(auditRows(bookingId)).toBe(Number(rows) + 1)
  return true
}

describe('a random walk of a booking', () => {
  it('goes in the ledger as in the machine, step by step, and every refused step changes nothing', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(anyBookingMove, { minLength: 1, maxLength: 14 }), async (moves) => {
        const { bookingId } = await bookings.submit(newBooking(nextId()))
        for (const move of moves) {
          const { state } = await bookings.get(bookingId)
          if (await step(bookingId, move)) seen.add(`${state} ${move.to}`)
        }
      }),
      { numRuns: 150 },
    )
    // Enough of the machine was walked for its word to count.
    expect(seen.size).toBeGreaterThan(15)
    expect(new Set([...seen].map((pair) => pair.split(' ')[1]))).toEqual(new Set(BOOKING_STATES))
  })
})

describe('a restore', () => {
  it('makes of every booking and change, wherever its walk had come, what the machines say', async () => {
    const restored = await open()
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyBookingMove, { maxLength: 8 }),
        fc.array(anyChangeMove, { maxLength: 6 }),
        fc.boolean(),
        async (moves, changeMoves, isWaiting) => {
          const id = nextId()
          const { bookingId } = await restored.bookings.submit(newBooking(id))
          const of = isWaiting ? { bookingId, shipmentId: null } : { bookingId: null, shipmentId: 'SHP-9' }
          const change = { kind: 'update', instructions: 'Ring the bell' } as const
          const asked = { submissionId: `change-${id}`, environment: 'embedded', change }
          const { changeId } = await restored.changes.add({ ...asked, ...of, changeId: `chg_${id}` })
          for (const move of moves) {
            const { state } = await restored.bookings.get(bookingId)
            await restored.bookings.move(bookingId, state, move).catch(() => undefined)
          }
          for (const move of changeMoves) {
            const { state } = await restored.changes.get(changeId)
            await restored.changes.move(changeId, state, move).catch(() => undefined)
          }
          const before = await restored.bookings.get(bookingId)
          const changeBefore = await restored.changes.get(changeId)
          const now = restored.clock.now()
          afterRestore(restored.ledger.db, { now, backupAt: BACKUP_AT })
          const { updatedAt: _, ...course } = bookingAfterRestore(before, BACKUP_AT, now)
          expect(await restored.bookings.get(bookingId)).toMatchObject(course)
          const { updatedAt: __, ...changed } = changeAfterRestore(changeBefore, BACKUP_AT, now)
          expect(await restored.changes.get(changeId)).toMatchObject(changed)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('what the machines ask of the ledger', () => {
  it('is what their predicate says: a decision is looked for exactly when isLookedFor says so', async () => {
    const store = await open()
    await fc.assert(
      fc.asyncProperty(fc.array(anyBookingMove, { maxLength: 8 }), fc.boolean(), async (moves, losesQuestion) => {
        const environment = nextId()
        const { bookingId } = await store.bookings.submit({ ...newBooking(environment), environment })
        let booking: LedgerBooking = await store.bookings.get(bookingId)
        for (const move of moves) {
          booking = await store.bookings.move(bookingId, booking.state, move).catch(() => booking)
        }
        if (losesQuestion) store.ledger.db.prepare('UPDATE booking SET question = NULL, due_at = NULL').run()
        booking = await store.bookings.get(bookingId)
        store.ledger.db.prepare('UPDATE booking SET due_at = NULL').run()
        const taken = await store.bookings.takeToLook(environment, { lease: 'mine', leasedUntil: clock.now() })
        expect(taken !== null).toBe(isLookedFor(booking))
      }),
      { numRuns: 60 },
    )
  })
})
