import fc from '../support/fast-check.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWorkerPool } from '../../src-main/kernel/worker-pool.ts'
import { createSendBackoff } from '../../src-main/booking/outbox/send-backoff.ts'
import { FreightError } from '../../src-main/freight/http/failure.ts'
import { bookingStore, type LedgerBooking } from '../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { newStores } from '../support/new-stores.ts'
import { turns } from '../support/peace.ts'
import { inPassingTime } from '../world/processes/passing-time.ts'

/** When the work frees its place: with its result, one or more turns before or after, or not by itself. */
const FREEING = ['early', 'with the commit', 'after the commit', 'never'] as const
/** What becomes of a send. */
const ENDS = ['booked', 'limited', 'unsent', 'fault'] as const
const send = fc.record({ end: fc.constantFrom(...ENDS), freeing: fc.constantFrom(...FREEING), turns: fc.nat(6) })

describe('a worker of the outbox', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('never sleeps on while something is due, in whatever order it frees, commits, backoffs and is kicked', async () => {
    const clock = new FakeClock()
    const ledger = await openLedger(newStores(), clock)
    let service = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(send, { maxLength: 15 }),
        fc.array(fc.nat(4), { maxLength: 6 }),
        fc.boolean(),
        async (items, width, script, kicks, isSparing) => {
          const bookings = bookingStore(ledger.db, clock)
          const environment = `service-${++service}`
          const isWaiting = async () => {
            const states = (await bookings.list({ limit: items })).map(({ state }) => state)
            return states.some((state) => state === 'QUEUED' || state === 'SENDING')
          }
          const backoff = createSendBackoff(clock, () => lane.kick())
          const sending = new Set<string>()
          let at = 0
          const lane = createWorkerPool<LedgerBooking>({
            width,
            takesAll: isSparing,
            now: () => clock.now(),
            onFault: () => undefined,
            recover: () => bookings.adoptInterrupted({ except: [...sending], lease: 'me' }),
            nextDueAt: async () => backoff.notBefore(environment, await bookings.nextDueAt(environment, 'send')),
            take: async (most) => {
              if (backoff.until(environment)) return []
              const leasedUntil = new Date(clock.now().getTime() + 300_000)
              const taker = { lease: 'me', leasedUntil, most, isReady: () => true }
              const taken = await bookings.takeToSend(environment, taker)
              for (const { bookingId } of taken) sending.add(bookingId)
              return taken
            },
            work: async ({ bookingId, attempts }, free) => {
              const { end, freeing, turns: many } = script[at++] ?? { end: 'booked', freeing: 'early', turns: 1 }
              try {
                await turns(many)
                if (freeing === 'early') free()
                if (end === 'fault') throw new Error('the disk is full')
                const settled = settle(bookingId, end, attempts)
                if (freeing === 'with the commit') free()
                await settled
                if (freeing === 'after the commit') free()
                return !isSparing || end !== 'booked'
              } finally {
                sending.delete(bookingId)
              }
            },
          })
          const settle = (bookingId: string, end: (typeof ENDS)[number], attempts: number) => {
            if (end === 'booked') {
              backoff.end(environment)
              const shipment = { shipmentId: `SHP-${bookingId}`, trackingNumber: null, proNumber: null }
              return bookings.move(bookingId, 'SENDING', { to: 'BOOKED', shipment, charged: null })
            }
            const failure =
              end === 'limited'
                ? new FreightError('refused', { code: 'RATE_LIMIT_ERROR', message: end }, 20_000)
                : new FreightError('unsent', { code: 'SERVICE_UNREACHABLE', message: end })
            const dueAt = backoff.note(environment, failure)
            return bookings.move(bookingId, 'SENDING', { to: 'QUEUED', attempts: attempts + 1, dueAt })
          }

          for (let item = 0; item < items; item++) {
            await bookings.submit({ ...newBooking(`${environment}-${item}`), environment })
            lane.kick()
          }
          for (const wait of kicks) {
            await turns(wait)
            lane.kick()
          }
          // From here on nobody kicks: the worker's own timers have to be enough.
          await turns(12)
          for (let minute = 0; minute < 30 && (await isWaiting()); minute++) {
            clock.advance(60_000)
            await vi.advanceTimersByTimeAsync(60_000)
            await turns(12)
          }
          // What met a fault of ours is UNKNOWN, which is another worker's to look for.
          expect(await isWaiting()).toBe(false)
          await lane.close()
        },
      ),
      { numRuns: 100 },
    )
    ledger.close()
  })
})

describe('a lone booking', () => {
  it.each([
    ['refused for the rate limit', { kind: 'status', status: 429, code: 'RATE_LIMIT_ERROR', retryAfter: '1' }],
    ['refused for the key', { kind: 'status', status: 401, code: 'AUTHENTICATION_ERROR' }],
  ] as const)('%s is taken again by itself, and booked once', (_what, fault) =>
    inPassingTime(async (pass) => {
      const { sandbox, clock, submit, inState, failed, atService } = await bookingOutbox()
      await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: { ...fault, when: 'before' } })
      const { bookingId } = await submit()
      await failed(bookingId)
      // The backoff is over by the station's clock when its timer fires.
      clock.advance(5_000)
      pass(5_000)
      await inState(bookingId, 'BOOKED')
      expect(await atService('PO-1')).toHaveLength(1)
    }),
  )

  it('of which no byte left is taken again by itself once the service is back, and booked once', () =>
    inPassingTime(async (pass) => {
      const { sandbox, clock, submit, inState, failed, atService } = await bookingOutbox()
      await sandbox.close()
      const { bookingId } = await submit()
      await failed(bookingId)
      await sandbox.reopen()
      clock.advance(5_000)
      pass(5_000)
      await inState(bookingId, 'BOOKED')
      expect(await atService('PO-1')).toHaveLength(1)
    }))
})
