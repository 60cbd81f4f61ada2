import { describe, expect, it } from 'vitest'
import { createClockWatch } from '../../src-main/app/clock-watch.ts'
import { createSendBackoff } from '../../src-main/booking/outbox/send-backoff.ts'
import { FreightError } from '../../src-main/freight/http/failure.ts'
import { inPassingTime } from '../world/processes/passing-time.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { FakeClock } from '../support/fake-clock.ts'

const HOUR = 3_600_000
const limited = (retryAfterMs: number) =>
  new FreightError('refused', { code: 'RATE_LIMIT_ERROR', message: 'limited' }, retryAfterMs)

describe('a clock that is set back by hours', () => {
  it('is seen once, and a correction of a second is none', () => {
    const clock = new FakeClock()
    const seen: number[] = []
    const watch = createClockWatch(clock, (ms) => seen.push(ms))
    for (const ms of [15_000, -1_000, 0, -6 * HOUR, 15_000, HOUR]) {
      clock.advance(ms)
      watch.tick()
    }
    expect(seen).toEqual([6 * HOUR])
  })

  it('makes no wait for a rate limit longer', () =>
    inPassingTime(async (pass) => {
      const clock = new FakeClock()
      const backoff = createSendBackoff(clock)
      backoff.note('service', limited(20_000))
      clock.advance(-6 * HOUR)
      const until = backoff.until('service')?.getTime() ?? 0
      expect(until - clock.now().getTime()).toBeGreaterThan(0)
      expect(until - clock.now().getTime()).toBeLessThanOrEqual(20_000)
      // What fails meanwhile does not begin anew from the old moment.
      expect(backoff.note('service', limited(5_000)).getTime() - clock.now().getTime()).toBeLessThanOrEqual(20_000)
      pass(20_000)
      expect(backoff.until('service')).toBe(null)
    }))

  it('gives no end of a wait that is over by its date and not by the clock', () =>
    inPassingTime(async (pass) => {
      const clock = new FakeClock()
      const backoff = createSendBackoff(clock)
      backoff.note('service', limited(20_000))
      pass(19_999)
      clock.advance(19_000)
      const until = backoff.until('service')
      // Whoever sleeps until then would come again and again within that moment.
      expect(until === null || until > clock.now()).toBe(true)
    }))

  it('lets what waits and what is handed in after it be booked in the time that was meant', () =>
    inPassingTime(async (pass) => {
      const { sandbox, clock, submit, failed, inState } = await bookingOutbox()
      const limit = { kind: 'status', status: 429, code: 'RATE_LIMIT_ERROR', retryAfter: '20', when: 'before' } as const
      await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: limit })
      const first = await submit('PO-1')
      await failed(first.bookingId)
      clock.advance(-6 * HOUR)
      const second = await submit('PO-2')
      // The look at the health, every 15 s, sees it; the limit ends five seconds later.
      pass(15_000)
      pass(20_000)
      await inState(first.bookingId, 'BOOKED')
      await inState(second.bookingId, 'BOOKED')
    }))

  it('lets a look for a booking of which nobody knows come at once', () =>
    inPassingTime(async (pass) => {
      const { sandbox, clock, submit, inState, station } = await bookingOutbox()
      await sandbox.fault({
        method: 'POST',
        path: '/book-shipment',
        fault: { kind: 'status', status: 502, when: 'after' },
      })
      await sandbox.fault({
        method: 'GET',
        path: '/shipments',
        times: 1,
        fault: { kind: 'status', status: 500, when: 'before' },
      })
      const { bookingId } = await submit('PO-1')
      await station.until('a look that failed', async () => ((await sandbox.faultsWaiting()) === 0 ? true : null))
      await inState(bookingId, 'UNKNOWN')
      clock.advance(-6 * HOUR)
      pass(15_000)
      // Where the news came first, the shipment was seen before it was sent by the clock of now: a person is asked which it is.
      await inState(bookingId, 'BOOKED', 'NEEDS_DECISION')
    }))
})
