import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { turns } from '../support/peace.ts'
import { directBooking, outboxOn, scriptedService, type Outcome } from '../support/scripted-service.ts'
import { newStores } from '../support/new-stores.ts'

/** A worker that met a fault looks again after so many seconds. */
const AFTER_FAULT_S = 5

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function desk(script: readonly Outcome[]) {
  const clock = new FakeClock()
  const ledger = await openLedger(newStores(), clock)
  const service = scriptedService(script)
  const faults: unknown[] = []
  const { bookings, outbox } = outboxOn(ledger.db, clock, {
    link: service.link,
    onFault: (error) => faults.push(error),
  })
  return {
    outbox,
    faults,
    service,
    one: async () => (await bookings.list({ limit: 1 }))[0],
    /** As SQLite does on a full disk: whatever is written of a booking takes its whole transaction back. */
    fill: () =>
      ledger.db.exec(`CREATE TEMP TRIGGER full BEFORE UPDATE ON booking
        BEGIN SELECT raise(ROLLBACK, 'database or disk is full'); END`),
    free: () => ledger.db.exec('DROP TRIGGER temp.full'),
    seconds: async (count: number) => {
      for (let second = 0; second < count; second++) {
        clock.advance(1000)
        await vi.advanceTimersByTimeAsync(1000)
        await turns(12)
      }
    },
    close: async () => {
      await outbox.close()
      ledger.close()
    },
  }
}

it.each<{ what: string; script: Outcome[] }>([
  { what: 'the answer', script: [] },
  { what: 'an answer that is lost', script: ['lost-after'] },
  { what: 'a look that could not be made', script: ['lost-after', 'lost-before'] },
])('a disk that is full when $what comes: booked by the next look once there is room', async ({ script }) => {
  // Whatever step is under way when the disk is full: taking, sending, the answer, or a look.
  for (let step = 0; step < 14; step++) {
    const { outbox, faults, service, one, fill, free, seconds, close } = await desk(script)
    await outbox.start()
    await outbox.submit({ kind: 'direct', submissionId: 'form', request: directBooking('PO-1') })
    await turns(step)
    fill()
    await seconds(20)
    free()
    // The worker that failed, the look, and one more where a look was lost.
    await seconds(AFTER_FAULT_S + (script.length > 1 ? 30 : 1))
    expect([step, faults.length > 0, (await one())?.state]).toEqual([step, faults.length > 0, 'BOOKED'])
    expect(service.shipments).toHaveLength(1)
    await close()
  }
})
