import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bookingStore } from '../../src-main/store/ledger/booking/bookings.ts'
import { openLedger } from '../../src-main/store/ledger/ledger.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'

const DAY = 24 * 60 * 60 * 1000

describe('the ledger file', () => {
  it('that is damaged is put aside, and the newest backup takes its place', async () => {
    const dir = tempDir()
    const clock = new FakeClock()
    const first = await openLedger(dir, clock)
    await bookingStore(first.db, clock).submit(newBooking('a'))
    first.close()
    clock.advance(2 * DAY)
    const second = await openLedger(dir, clock)
    // The daily backup, with the booking in it.
    await second.backups.tick()
    second.close()

    writeFileSync(join(dir, 'ledger.db'), 'damaged '.repeat(4000))
    clock.advance(1000)
    const restored = await openLedger(dir, clock)
    expect(restored.notices.map(({ code }) => code)).toEqual([
      'DATABASE_DAMAGED',
      'RESTORED_OPEN_WORK',
      'RESTORED_SETTINGS',
    ])
    expect(restored.notices[0]?.message).toMatch(/is kept as .*ledger\.db\.damaged-2026-11-23/)
    const [booking] = await bookingStore(restored.db, clock).list({ limit: 10 })
    // A backup is a look into the past: what was unsent then may have been sent since.
    expect(booking).toMatchObject({ reference: 'PO-a', state: 'UNKNOWN' })
    restored.close()
    expect(readdirSync(dir).some((name) => name.startsWith('ledger.db.damaged-'))).toBe(true)
  })

  it('that is damaged before there was a backup is not replaced by an empty one unasked', async () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'ledger.db'), 'damaged '.repeat(4000))
    await expect(openLedger(dir, new FakeClock())).rejects.toMatchObject({ code: 'LEDGER_MISSING' })
    await expect(openLedger(dir, new FakeClock())).rejects.toMatchObject({ code: 'LEDGER_MISSING' })
    const ledger = await openLedger(dir, new FakeClock(), { answer: { kind: 'new' } })
    expect(ledger.notices[0]).toMatchObject({ code: 'LEDGER_NEW' })
    expect(ledger.notices[0]?.message).toMatch(/is kept as .*ledger\.db\.damaged-2026-11-21/)
    ledger.close()
  })
})
