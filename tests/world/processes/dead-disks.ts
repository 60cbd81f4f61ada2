import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { bookingStore } from '../../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../../src-main/data/ledger/ledger.ts'
import { newBooking } from '../../support/bookings.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { seeded } from '../../support/seeded.ts'

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
/** How often the station looks whether a backup is due. */
const LOOK = MINUTE
/** What the look itself, and the copy, may take beyond a quarter. */
const MOST_LOST = QUARTER + LOOK
const WORKED = 6 * 60

export interface DeadDisks {
  moments: number
  bookings: number
  /** Bookings of before the last quarter that no backup had. */
  lost: number
  /** Bookings that the restored ledger would send by itself, or has twice. */
  doubled: number
  /** The oldest booking that a restore did not have, in minutes before the disk died. */
  oldestLostMinutes: number
}

const rowsSchema = z.array(z.object({ bookingId: z.string(), state: z.string() }))

/**
 * A desk books for six hours; at random moments its disk dies, and what was copied elsewhere by then takes the ledger's
 * place on another one.
 */
export async function killDisks(seed: string, moments: number): Promise<DeadDisks> {
  const random = seeded(seed, 'disks')
  const dir = mkdtempSync(join(tmpdir(), 'waybill-disks-'))
  const clock = new FakeClock()
  const reported: DeadDisks = { moments: 0, bookings: 0, lost: 0, doubled: 0, oldestLostMinutes: 0 }
  const ledger = await openLedger(dir, clock)
  try {
    const dying = new Set(Array.from({ length: moments }, () => random.below(WORKED) + 1))
    const booked = new Map<string, number>()
    for (let minute = 1; minute <= WORKED; minute++) {
      clock.advance(LOOK)
      for (let n = random.below(4); n > 0; n--) {
        const id = `${minute}-${n}`
        await bookingStore(ledger.db, clock).submit(newBooking(id))
        booked.set(`bkg_${id}`, clock.now().getTime())
      }
      await ledger.backups.tick()
      if (dying.has(minute)) await restore(dir, clock, booked, reported)
    }
    reported.bookings = booked.size
    return reported
  } finally {
    ledger.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function restore(
  dir: string,
  clock: FakeClock,
  booked: ReadonlyMap<string, number>,
  reported: DeadDisks,
): Promise<void> {
  const other = mkdtempSync(join(tmpdir(), 'waybill-disks-'))
  try {
    cpSync(join(dir, 'backups'), join(other, 'backups'), { recursive: true })
    const ledger = await openLedger(other, clock)
    const rows = rowsSchema.parse(ledger.db.prepare('SELECT booking_id AS bookingId, state FROM booking').all())
    ledger.close()
    const there = new Set(rows.map(({ bookingId }) => bookingId))
    reported.moments += 1
    reported.doubled += rows.length - there.size + rows.filter(({ state }) => state !== 'UNKNOWN').length
    for (const [bookingId, at] of booked) {
      if (there.has(bookingId)) continue
      const age = clock.now().getTime() - at
      reported.oldestLostMinutes = Math.max(reported.oldestLostMinutes, age / MINUTE)
      if (age > MOST_LOST) reported.lost += 1
    }
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
}
