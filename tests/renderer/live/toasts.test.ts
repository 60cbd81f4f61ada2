import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Toasts } from '../../../src-renderer/live/toasts.svelte.ts'
import { StationError } from '../../../src-shared/station/error.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('toasts', () => {
  test('of errors stay until dismissed; good news goes by itself', () => {
    const toasts = new Toasts()
    toasts.error(new StationError({ code: 'WRONG_STATE', message: 'no' }))
    toasts.done('done')
    vi.advanceTimersByTime(600_000)
    expect(toasts.items.map((toast) => toast.kind)).toEqual(['error'])
    toasts.items.forEach((toast) => toasts.dismiss(toast.id))
    expect(toasts.items).toEqual([])
  })

  test('of the same error are one, which says how often', () => {
    const toasts = new Toasts()
    toasts.error(new Error('boom'))
    toasts.error(new Error('boom'))
    expect(toasts.items).toMatchObject([{ kind: 'error', times: 2 }])
  })

  test('show what a failed action threw, and the app goes on', async () => {
    const toasts = new Toasts()
    const result = await toasts.attempt(() => Promise.reject(new StationError({ code: 'NOT_FOUND', message: 'gone' })))
    expect(result).toBeUndefined()
    expect(toasts.items).toMatchObject([{ kind: 'error', error: { code: 'NOT_FOUND' } }])
  })
})
