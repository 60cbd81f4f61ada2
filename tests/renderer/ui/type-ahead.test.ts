import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TypeAhead } from '../../../src-renderer/ui/form/type-ahead.svelte.ts'

const PAUSE = 200

describe('suggestions for a field', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function listOf(search: (text: string) => Promise<string[]>, fewest = 2) {
    return new TypeAhead<string>(() => ({ search, fewest }))
  }

  test('are asked for once when letters come fast, and not for too few of them', async () => {
    const search = vi.fn(async (text: string) => [text])
    const list = listOf(search)
    list.typed('l')
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(search).not.toHaveBeenCalled()
    list.typed('la')
    list.typed('lar')
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(search.mock.calls).toEqual([['lar']])
    expect(list.items).toEqual(['lar'])
  })

  test('of an earlier text never take the place of a later one’s', async () => {
    const answers = new Map<string, (items: string[]) => void>()
    const list = listOf((text) => new Promise((resolve) => answers.set(text, resolve)))
    void list.ask('ch')
    void list.ask('chi')
    answers.get('chi')?.(['Chicago'])
    answers.get('ch')?.(['Charlotte'])
    await vi.advanceTimersByTimeAsync(0)
    expect(list.items).toEqual(['Chicago'])
  })

  test('that come after the field was left are not shown', async () => {
    let answer: (items: string[]) => void = () => undefined
    const list = listOf(() => new Promise((resolve) => (answer = resolve)))
    void list.ask('la')
    list.close()
    answer(['Laredo'])
    await vi.advanceTimersByTimeAsync(0)
    expect(list.isOpen).toBe(false)
    expect(list.isAsking).toBe(false)
  })

  test('are chosen by the arrow keys only, round through none', async () => {
    const list = listOf(async () => ['a', 'b'], 0)
    list.move(1, '')
    await vi.advanceTimersByTimeAsync(0)
    expect(list.active).toBe(-1)
    list.move(1, '')
    list.move(1, '')
    expect(list.active).toBe(1)
    list.move(1, '')
    expect(list.active).toBe(-1)
    list.move(-1, '')
    expect(list.active).toBe(1)
  })

  test('that cannot be had say so, and come again with the next answer', async () => {
    const search = vi.fn(async (): Promise<string[]> => ['a'])
    search.mockRejectedValueOnce(new Error('offline'))
    const list = listOf(search)
    await list.ask('la')
    expect(list.failure).not.toBeNull()
    await list.ask('la')
    expect(list.failure).toBeNull()
    expect(list.isOpen).toBe(true)
  })
})
