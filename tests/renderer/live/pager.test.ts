import { describe, expect, test } from 'vitest'
import { Pager, type Page } from '../../../src-renderer/live/pager.svelte.ts'

const ALL = Array.from({ length: 25 }, (_, index) => index + 1)

/** A list of numbers, whose answers are held back when asked to. */
function list({ size = 5, most }: { size?: number; most?: number } = {}) {
  const asked: string[] = []
  const held: (() => void)[] = []
  const state = { isHeld: false, isBroken: false }
  const pager = new Pager<number, string>({
    query: 'all',
    size,
    ...(most === undefined ? {} : { most }),
    load: async (query, after, limit): Promise<Page<number, number>> => {
      asked.push(`${query} ${after ?? 'top'} ${limit}`)
      if (state.isHeld) await new Promise<void>((resolve) => held.push(resolve))
      if (state.isBroken) throw new Error('away')
      const found = ALL.filter((row) => row > (after ?? 0) && (query === 'all' || row % 2 === 0))
      const rows = found.slice(0, limit)
      return { rows, next: found.length > limit ? (rows.at(-1) ?? null) : null }
    },
  })
  return { pager, asked, held, state }
}

describe('a list on screen', () => {
  test('goes on from its last row until there is none left', async () => {
    const { pager, asked } = list({ size: 10 })
    await pager.refresh()
    expect([pager.rows.length, pager.hasMore]).toEqual([10, true])
    await pager.more()
    await pager.more()
    expect([pager.rows, pager.hasMore]).toEqual([ALL, false])
    await pager.more()
    expect(asked).toEqual(['all top 10', 'all 10 10', 'all 20 10'])
  })

  test('drops the answer to what is not asked any more, and keeps its rows in sight until the next are there', async () => {
    const { pager, held, state } = list()
    await pager.refresh()
    state.isHeld = true
    const slow = pager.show('slow')
    const even = pager.show('even')
    expect(pager.rows).toEqual([1, 2, 3, 4, 5])
    held[1]?.()
    await even
    held[0]?.()
    await slow
    expect([pager.rows, pager.shown?.query, pager.isLoading]).toEqual([[2, 4, 6, 8, 10], 'even', false])
  })

  test('is read again as far as it is shown, in as few calls as are allowed', async () => {
    const { pager, asked } = list({ size: 5, most: 12 })
    await pager.refresh()
    await pager.more()
    await pager.more()
    asked.length = 0
    await pager.refresh()
    expect([pager.rows.length, asked]).toEqual([15, ['all top 12', 'all 12 3']])
  })

  test('costs one read after the other however many events come, and loses no page that was asked for', async () => {
    const { pager, asked, held, state } = list()
    await pager.refresh()
    state.isHeld = true
    asked.length = 0
    const more = pager.more()
    const refreshed = [pager.refresh(), pager.refresh(), pager.refresh()]
    state.isHeld = false
    held.forEach((go) => go())
    await Promise.all([more, ...refreshed])
    expect([asked.length <= 5, pager.rows]).toEqual([true, ALL.slice(0, 10)])
  })

  test('keeps its rows in sight when a page cannot be had, and says why', async () => {
    const { pager, state } = list()
    await pager.refresh()
    state.isBroken = true
    await pager.more()
    expect([pager.rows.length, pager.error?.message, pager.hasMore, pager.isLoading]).toEqual([5, 'away', true, false])
    state.isBroken = false
    await pager.refresh()
    expect(pager.error).toBeNull()
  })
})
