import { describe, expect, it } from 'vitest'
import { fillAfter, lookFrom, newestUntil } from '../../src-main/shipments/cursor.ts'
import { paceAfter, paceAfterFailure } from '../../src-main/shipments/pace.ts'

const OLDEST = '2026-11-21T12:00:00Z'

describe('the pace of tracking', () => {
  const quiet = { isFilling: false, hasOpen: false, quietTurns: 0 }

  it('is 15 seconds while things change, and stretches to five minutes when nothing is under way', () => {
    expect(paceAfter(quiet)).toBe(15_000)
    expect(paceAfter({ ...quiet, quietTurns: 2 })).toBe(33_750)
    expect(paceAfter({ ...quiet, quietTurns: 50 })).toBe(300_000)
  })

  it('never waits longer than a minute while shipments are under way', () => {
    expect(paceAfter({ ...quiet, hasOpen: true, quietTurns: 50 })).toBe(60_000)
  })

  it('goes on at once while there is more to fill', () => {
    expect(paceAfter({ ...quiet, isFilling: true, quietTurns: 9 })).toBeLessThan(1000)
  })

  it('waits as long as the service asks, and else longer after each failure, up to a minute', () => {
    expect(paceAfterFailure(1, 600_000)).toBe(600_000)
    expect([1, 2, 3, 9].map((failures) => paceAfterFailure(failures, null))).toEqual([15_000, 30_000, 60_000, 60_000])
  })
})

describe('the cursor', () => {
  it('looks behind itself, because events are told late', () => {
    expect(lookFrom('2026-11-21T12:00:00Z', 600_000)).toBe('2026-11-21T11:50:00.000Z')
    expect(lookFrom(null, 600_000)).toBeUndefined()
  })

  it('never moves past the service’s own time', () => {
    const asOf = '2026-11-21T12:00:00Z'
    expect(newestUntil(null, ['2026-11-21T11:00:00Z', '2030-01-01T00:00:00Z'], asOf)).toBe('2026-11-21T11:00:00Z')
    expect(newestUntil('2026-11-21T11:30:00Z', ['2026-11-21T11:00:00Z'], asOf)).toBe('2026-11-21T11:30:00Z')
  })

  it('turns pages only while one time fills them, and else goes back in time', () => {
    const start = { before: null, page: 1, isDone: false }
    const second = fillAfter(start, '2026-11-21T12:00:00Z', true, 'time')
    expect(second).toEqual({ before: '2026-11-21T12:00:01.000Z', page: 1, isDone: false })
    expect(fillAfter(second, '2026-11-21T12:00:00Z', true, 'time')).toEqual({ ...second, page: 2 })
    expect(fillAfter(second, null, false, 'time').isDone).toBe(true)
  })

  it('by days turns pages until many lie behind, and begins anew only before a day far from the last', () => {
    const at = (before: string | null, page: number) => fillAfter({ before, page, isDone: false }, OLDEST, true, 'day')
    expect(at(null, 49)).toEqual({ before: null, page: 50, isDone: false })
    expect(at(null, 50)).toEqual({ before: '2026-11-21T12:00:01.000Z', page: 1, isDone: false })
    expect(at('2026-11-30T12:00:00Z', 200)).toMatchObject({ page: 201 })
    expect(at('2027-01-30T12:00:00Z', 200)).toMatchObject({ page: 1 })
    expect(fillAfter({ before: null, page: 500, isDone: false }, OLDEST, true, 'none')).toMatchObject({ page: 501 })
  })
})
