import { describe, expect, it } from 'vitest'
import { callsLeftIn, createSendWidth } from '../../src-main/booking/outbox/send-width.ts'
import { createWorkerPool } from '../../src-main/kernel/worker-pool.ts'
import { until } from '../support/until.ts'

describe('how many bookings are on their way at a time', () => {
  it('is few for a service that answers at once, and more the longer it takes', () => {
    const { after } = createSendWidth(() => null)
    const settled = (ms: number) => Array.from({ length: 50 }, () => after(ms)).at(-1)
    expect(settled(20)).toBe(4)
    expect(settled(1_000)).toBe(12)
    expect(settled(8_000)).toBe(24)
    expect(settled(20)).toBe(4)
  })

  it.each([
    [100, 24],
    [30, 15],
    [6, 4],
    [0, 4],
  ])('leaves others half of %i calls', (left, expected) => {
    expect(createSendWidth(() => left).after(5_000)).toBe(expected)
  })

  it('goes by the limit that shipments are counted in', () => {
    const limit = { limit: 100, resetAt: null, waiting: 0 }
    expect(
      callsLeftIn([
        { ...limit, family: 'documents', remaining: 1 },
        { ...limit, family: 'general', remaining: 70 },
      ]),
    ).toBe(70)
    expect(callsLeftIn([{ ...limit, family: 'general', remaining: null }])).toBeNull()
  })

  it('is followed by the pool while it works', async () => {
    const ends: (() => void)[] = []
    const pool = createWorkerPool<number>({
      width: 2,
      take: async (most) => Array.from({ length: most }, (_, at) => at),
      work: () =>
        new Promise((resolve) => {
          ends.push(() => resolve(false))
        }),
      nextDueAt: async () => null,
      now: () => new Date('2026-11-21T15:00:00.000Z'),
      onFault: (error) => {
        throw error
      },
      recover: async () => undefined,
    })
    pool.kick()
    await until('two at work', async () => (ends.length === 2 ? true : null))
    pool.setWidth(5)
    ends.shift()?.()
    // One has ended, and there is room for four more.
    await until('five at work', async () => (ends.length === 5 ? true : null))
    pool.setWidth(1)
    const closed = pool.close()
    for (const end of ends.splice(0)) end()
    await closed
    expect(ends).toEqual([])
  })
})
