import fc from '../support/fast-check.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { overdueRows } from '../support/overdue.ts'
import { turns } from '../support/peace.ts'
import { directBooking, OUTCOMES, outboxOn, scriptedService } from '../support/scripted-service.ts'
import { newStores } from '../support/new-stores.ts'

const STEPS = ['submit', 'cancel', 'update', 'kick', 'turns', 'minute'] as const
const MINUTES_OF_PEACE = 15

describe('bookings, looks and changes', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('move as soon as they are due, whatever the wire did and whoever kicked when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...OUTCOMES), { maxLength: 25 }),
        fc.array(fc.record({ step: fc.constantFrom(...STEPS), turns: fc.nat(4) }), { maxLength: 14 }),
        async (script, steps) => {
          const clock = new FakeClock()
          const ledger = await openLedger(newStores(), clock)
          const faults: unknown[] = []
          const { bookings, outbox } = outboxOn(ledger.db, clock, {
            link: scriptedService(script).link,
            onFault: (error) => faults.push(error),
          })
          await outbox.start()
          const minute = async () => {
            clock.advance(60_000)
            await vi.advanceTimersByTimeAsync(60_000)
            await turns(15)
          }
          let items = 0
          const submit = () =>
            outbox.submit({ kind: 'direct', submissionId: `form-${++items}`, request: directBooking(`PO-${items}`) })
          await submit()
          for (const { step, turns: many } of steps) {
            const [newest] = await bookings.list({ limit: 1 })
            const bookingId = newest?.bookingId ?? ''
            const ask = (change: Parameters<typeof outbox.requestChange>[0]['change']) =>
              outbox.requestChange({ submissionId: `chg-${++items}`, bookingId, change }).catch(() => undefined)
            if (step === 'submit' && items < 5) await submit()
            else if (step === 'cancel') await ask({ kind: 'cancel', reason: 'no' })
            else if (step === 'update') await ask({ kind: 'update', instructions: 'ring' })
            else if (step === 'kick') outbox.kick()
            else if (step === 'minute') await minute()
            await turns(many)
          }
          // Peace: the wire is fine when the script is over, and nobody kicks.
          for (let count = 0; count < MINUTES_OF_PEACE; count++) {
            await minute()
            expect(overdueRows(ledger.db, clock.now())).toEqual([])
          }
          const open = (await bookings.list({ limit: 10 })).filter(
            ({ state }) => state === 'QUEUED' || state === 'SENDING',
          )
          expect(open).toEqual([])
          expect(faults).toEqual([])
          await outbox.close()
          ledger.close()
        },
      ),
      { numRuns: 30 },
    )
  }, 120_000)
})
