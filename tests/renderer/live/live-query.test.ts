import { describe, expect, test } from 'vitest'
import { createStation } from '../../../src-renderer/station.ts'
import { fakeTransport } from '../../../src-renderer/transports/fake.ts'
import { LiveQuery } from '../../../src-renderer/live/live-query.svelte.ts'
import { StationError } from '../../../src-shared/station/error.ts'

/** Loads that are answered by hand, in any order. */
function heldLoads() {
  const waiting: PromiseWithResolvers<string>[] = []
  const load = () => {
    const held = Promise.withResolvers<string>()
    waiting.push(held)
    return held.promise
  }
  return { load, waiting }
}

describe('what a screen keeps fresh', () => {
  test('shows answers in the order they were asked for, however many events come', async () => {
    const { load, waiting } = heldLoads()
    const query = new LiveQuery(load)
    const done = query.refresh()
    void query.refresh()
    void query.refresh()
    expect(waiting).toHaveLength(1)
    waiting[0]?.resolve('first')
    await expect.poll(() => waiting.length).toBe(2)
    expect(query.value).toBe('first')
    waiting[1]?.resolve('second')
    await done
    expect(query.value).toBe('second')
    expect(query.isLoading).toBe(false)
    expect(waiting).toHaveLength(2)
  })

  test('is fresh for whoever waits, also when an older load was under way', async () => {
    const { load, waiting } = heldLoads()
    const query = new LiveQuery(load)
    void query.refresh()
    const seen = query.refresh().then(() => query.value)
    waiting[0]?.resolve('old')
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.resolve('new')
    expect(await seen).toBe('new')
  })

  test('is not read again once its screen is gone', async () => {
    const { load, waiting } = heldLoads()
    const query = new LiveQuery(load)
    const end = query.follow(createStation(fakeTransport({})), ['orders.changed'])
    const done = query.refresh()
    end()
    waiting[0]?.resolve('last')
    await done
    expect([query.value, query.isLoading, waiting.length]).toEqual(['last', false, 1])
  })

  test('keeps the last good answer beside an error, and drops the error with the next', async () => {
    const answers = [
      () => 'good',
      () => {
        throw new StationError({ code: 'INTERNAL', message: 'broken' })
      },
      () => 'better',
    ]
    const query = new LiveQuery(async () => answers.shift()?.() ?? '')
    await query.refresh()
    await query.refresh()
    expect([query.value, query.error?.code]).toEqual(['good', 'INTERNAL'])
    await query.refresh()
    expect([query.value, query.error]).toEqual(['better', null])
  })
})
