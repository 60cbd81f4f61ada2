import fc from '../support/fast-check.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CALL_PRIORITIES, type CallPriority } from '../../src-shared/station/app/call-priority.ts'
import { paceOf, reserveOf } from '../../src-main/freight/rate-limit/priority.ts'
import { readRateLimitHeaders, type RateLimitHeaders } from '../../src-main/freight/rate-limit/rate-limit-headers.ts'
import { CallWindow } from '../../src-main/freight/rate-limit/window.ts'
import { createRateLimit, type Ticket } from '../../src-main/freight/rate-limit/rate-limit.ts'
import { FakeClock } from '../support/fake-clock.ts'

const WINDOW = 60_000

afterEach(() => {
  vi.useRealTimers()
})

const reported = (change: Partial<RateLimitHeaders> = {}): RateLimitHeaders => ({
  limit: null,
  remaining: null,
  windowMs: WINDOW,
  resetInMs: null,
  isExceeded: false,
  retryAfterMs: null,
  ...change,
})
const priorities = fc.constantFrom(...CALL_PRIORITIES)

describe('the rate limit of one family', () => {
  it('is never overstepped in any minute, whatever calls come and end when', () => {
    const steps = fc.array(
      fc.record({ priority: priorities, afterMs: fc.integer({ min: 0, max: 9_000 }), ends: fc.boolean() }),
      { maxLength: 150 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), steps, (limit, calls) => {
        const window = new CallWindow(limit)
        const starts: number[] = []
        let now = 0
        for (const { priority, afterMs, ends } of calls) {
          now += afterMs
          if (!window.canStart(priority, now)) continue
          window.start(priority, now)
          starts.push(now)
          if (ends) window.settle(now, reported({ limit }))
        }
        for (const start of starts) {
          expect(starts.filter((at) => at >= start && at < start + WINDOW).length).toBeLessThanOrEqual(limit)
        }
      }),
    )
  })

  it('lets a more urgent call start whenever a less urgent one may', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 200 }), (limit, used) => {
        const window = new CallWindow(limit)
        for (let call = 0; call < Math.min(used, limit); call++) window.start('person', 0)
        const may = CALL_PRIORITIES.map((priority) => window.canStart(priority, 1))
        expect(may).toEqual([...may].sort((a, b) => Number(b) - Number(a)))
        const reserves = CALL_PRIORITIES.map((priority) => reserveOf(priority, limit))
        expect(reserves).toEqual([...reserves].sort((a, b) => a - b))
      }),
    )
  })

  it('waits exactly until a call may start: not a millisecond before, and then it may', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 40 }),
        fc.constantFrom<CallPriority>('person', 'booking', 'label'),
        (limit, gaps, priority) => {
          const window = new CallWindow(limit)
          let now = 0
          for (const gap of gaps) {
            now += gap
            if (!window.canStart('person', now)) continue
            window.start('person', now)
            window.settle(now, reported({ limit }))
          }
          const wait = window.wait(priority, 0, now)
          if (wait > 0) expect(window.canStart(priority, now + wait - 1)).toBe(false)
          expect(window.canStart(priority, now + wait)).toBe(true)
        },
      ),
    )
  })

  it('believes the service when other stations have used up more than this one knows', () => {
    const window = new CallWindow(100)
    window.start('person', 0)
    window.settle(10, reported({ limit: 100, remaining: 3, resetInMs: 20_000 }))
    expect(window.remaining(10)).toBe(3)
    expect(window.canStart('booking', 10)).toBe(false)
    expect(window.canStart('person', 10)).toBe(true)
    expect(window.wait('booking', 0, 10)).toBe(20_000)
    expect(window.canStart('booking', 20_010)).toBe(true)
  })

  it('is not raised by an answer that was overtaken', () => {
    const window = new CallWindow(100)
    for (let call = 0; call < 2; call++) window.start('person', 0)
    window.settle(5, reported({ limit: 100, remaining: 10, resetInMs: 30_000 }))
    window.settle(6, reported({ limit: 100, remaining: 11, resetInMs: 30_000 }))
    expect(window.remaining(6)).toBe(10)
  })

  it('counts a call that was broken off, and gives one back that never left', () => {
    const window = new CallWindow(10)
    window.start('person', 0)
    window.settle(1, null)
    expect(window.remaining(1)).toBe(9)
    window.start('person', 2)
    window.giveBack(2)
    expect(window.remaining(3)).toBe(9)
  })

  it('holds everybody back after a refusal, and five minutes at most', () => {
    const window = new CallWindow(null)
    window.start('person', 0)
    window.settle(0, reported({ isExceeded: true, retryAfterMs: 7_000 }))
    expect(window.wait('person', 0, 0)).toBe(7_000)
    window.start('person', 7_000)
    window.settle(7_000, reported({ isExceeded: true, retryAfterMs: Number.MAX_SAFE_INTEGER }))
    expect(window.wait('person', 0, 7_000)).toBe(5 * 60_000)
  })

  it('of nought lets one call a minute ask whether it still holds', () => {
    const window = new CallWindow(100)
    window.start('person', 0)
    window.settle(0, reported({ limit: 0, remaining: 0, resetInMs: 0 }))
    expect(window.limit()).toBe(1)
    expect(window.canStart('person', WINDOW)).toBe(true)
  })

  it('is gone where the service names none', () => {
    const window = new CallWindow(1)
    window.start('person', 0)
    window.settle(1, reported())
    expect(window.canStart('background', 1)).toBe(true)
    expect(window.remaining(1)).toBe(Infinity)
  })
})

describe('a service that names no limit', () => {
  const minute = (window: CallWindow, from: number, most: number) => {
    let taken = 0
    for (let now = from; now < from + WINDOW; now += 100) {
      if (!window.canStart('person', now)) continue
      window.start('person', now)
      if (taken >= most) {
        window.settle(now, reported({ isExceeded: true, retryAfterMs: 500 }))
        return { taken, refused: true }
      }
      window.settle(now, reported())
      taken += 1
    }
    return { taken, refused: false }
  }

  it('is learned from its refusals: kept a little below what it took, and tried for more as time goes on', () => {
    const window = new CallWindow(null)
    expect(minute(window, 0, 80)).toEqual({ taken: 80, refused: true })
    expect(window.limit()).toBe(72)
    const next = minute(window, 2 * WINDOW, 80)
    expect(next.refused).toBe(false)
    expect(next.taken).toBeGreaterThanOrEqual(72)
    expect(window.limit()).toBeGreaterThan(72)
  })

  it('is not throttled for one refusal out of a few calls', () => {
    const window = new CallWindow(null)
    minute(window, 0, 3)
    expect(window.limit()).toBe(30)
  })
})

describe('work that nobody waits for', () => {
  it('slows down as the limit is used up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 5000 }), fc.integer({ min: 0, max: 5000 }), (limit, some) => {
        const remaining = Math.min(some, limit - 1)
        const pace = (left: number) => paceOf('background', { limit, remaining: left, windowLeftMs: 30_000 })
        expect(pace(remaining)).toBeGreaterThanOrEqual(pace(remaining + 1))
        expect(pace(limit)).toBe(0)
      }),
    )
  })

  it('is the only work that does', () => {
    expect(paceOf('person', { limit: 100, remaining: 1, windowLeftMs: 30_000 })).toBe(0)
    expect(paceOf('tracking', { limit: 100, remaining: 30, windowLeftMs: 30_000 })).toBe(3_000)
  })
})

describe('what an answer tells of the limit', () => {
  const now = new Date('2030-01-01T00:00:00Z')

  it('is read by the service’s own clock, so that a wrong clock here moves nothing', () => {
    const date = new Date('2026-11-21T15:00:00Z')
    const headers = new Headers({
      date: date.toUTCString(),
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '42',
      'x-ratelimit-reset': String(date.getTime() / 1000 + 30),
      'x-ratelimit-window': '60',
      'retry-after': new Date(date.getTime() + 12_000).toUTCString(),
    })
    expect(readRateLimitHeaders(429, headers, now)).toEqual({
      limit: 100,
      remaining: 42,
      windowMs: 60_000,
      resetInMs: 30_000,
      isExceeded: true,
      retryAfterMs: 12_000,
    })
  })

  it.each(['-1', '1e3', 'many', '99999999999999999999', ''])('is nothing when it reads "%s"', (text) => {
    const headers = new Headers({ 'x-ratelimit-limit': text, 'x-ratelimit-remaining': text })
    expect(readRateLimitHeaders(200, headers, now)).toMatchObject({ limit: null, remaining: null })
  })
})

/** The time of the fake timers. */
const timersNow = () => vi.getMockedSystemTime()?.getTime() ?? 0

describe('calls that wait for the limit', () => {
  const patience = { longestWaitMs: 30_000 }

  /** A budget of which everything is used up, on clocks that the test moves. */
  async function usedUp(limit = 2): Promise<ReturnType<typeof createRateLimit>> {
    vi.useFakeTimers()
    const budget = createRateLimit({ clock: new FakeClock(), now: timersNow })
    const first = await budget.take('general', 'person', patience)
    first.settle(reported({ limit, remaining: 0, resetInMs: 20_000 }))
    return budget
  }

  it('start in the order of their priority, and within one in the order they came', async () => {
    const budget = await usedUp(100)
    const order: string[] = []
    const ask = (priority: CallPriority, name: string) =>
      budget.take('general', priority, patience).then((ticket) => {
        order.push(name)
        ticket.settle(reported({ limit: 100 }))
      })
    const calls = [
      ask('booking', 'b1'),
      ask('label', 'l1'),
      ask('person', 'p1'),
      ask('booking', 'b2'),
      ask('person', 'p2'),
    ]
    expect(budget.view().find(({ family }) => family === 'general')).toMatchObject({ waiting: 5, remaining: 0 })
    await vi.advanceTimersByTimeAsync(21_000)
    await Promise.all(calls)
    expect(order).toEqual(['p1', 'p2', 'b1', 'b2', 'l1'])
  })

  it('fail unsent, with the time to come back, when they would wait longer than their deadline', async () => {
    const budget = await usedUp()
    const failed = budget.take('general', 'person', { longestWaitMs: 5_000 })
    await expect(failed).rejects.toMatchObject({ code: 'RATE_LIMIT_ERROR', delivery: 'unsent', retryAfterMs: 20_000 })
  })

  it('are let go when the station closes', async () => {
    const budget = await usedUp()
    const closing = new AbortController()
    const waiting = budget.take('general', 'person', { ...patience, signal: closing.signal })
    closing.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'CONNECTION_LOST', delivery: 'unsent' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('of one family do not wait for another', async () => {
    const budget = await usedUp()
    const ticket: Ticket = await budget.take('documents', 'background', patience)
    ticket.giveBack()
    expect(budget.view().map(({ waiting }) => waiting)).toEqual([0, 0, 0, 0])
  })

  it('are counted by themselves where the service tells other limits at other endpoints of a family', async () => {
    vi.useFakeTimers()
    const budget = createRateLimit({ clock: new FakeClock(), now: timersNow })
    const call = async (group: string, limit: number) => {
      const ticket = await budget.take('quotes-and-tracking', 'person', { ...patience, group })
      ticket.settle(reported({ limit, remaining: limit - 1, resetInMs: 60_000 }))
    }
    for (let time = 0; time < 2; time += 1) {
      await call('quote', 5)
      await call('tracking', 1000)
    }
    // Quotes are used up; tracking is not held back by them.
    for (let time = 0; time < 5; time += 1) await call('quote', 5)
    const quote = budget.take('quotes-and-tracking', 'person', { longestWaitMs: 1_000, group: 'quote' })
    quote.catch(() => undefined)
    for (let time = 0; time < 50; time += 1) await call('tracking', 1000)
    expect(budget.view().find(({ family }) => family === 'quotes-and-tracking')).toMatchObject({ limit: 5 })
    await vi.advanceTimersByTimeAsync(2_000)
    await expect(quote).rejects.toMatchObject({ code: 'RATE_LIMIT_ERROR' })
  })

  it('start as soon as an answer says that there is room', async () => {
    vi.useFakeTimers()
    const budget = createRateLimit({ clock: new FakeClock(), now: timersNow })
    const tickets = await Promise.all(Array.from({ length: 60 }, () => budget.take('locations', 'person', patience)))
    let hasStarted = false
    const next = budget.take('locations', 'person', { longestWaitMs: 90_000 }).then(() => (hasStarted = true))
    await vi.advanceTimersByTimeAsync(0)
    expect(hasStarted).toBe(false)
    tickets[0]?.settle(reported({ limit: 1000, remaining: 900, resetInMs: 60_000 }))
    await next
    expect(hasStarted).toBe(true)
  })
})
