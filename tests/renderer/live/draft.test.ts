import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { readWith } from '../../../src-renderer/forms/field-error.ts'
import { Draft } from '../../../src-renderer/live/draft.svelte.ts'
import { createStation } from '../../../src-renderer/station.ts'
import { fakeTransport } from '../../../src-renderer/transports/fake.ts'
import { StationError } from '../../../src-shared/station/error.ts'

const PAUSE = 1_000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Written {
  name: string
  body?: unknown
}

function draftAt(stored: unknown = null) {
  const calls: Written[] = []
  const failing = { error: null as StationError | null }
  const station = createStation({
    invoke: async (name, input) => {
      calls.push({ name, ...('body' in input ? { body: input.body } : {}) })
      if (failing.error) return { ok: false, error: failing.error.toData() }
      return { ok: true, value: { draft: stored && { body: stored } } }
    },
    subscribe: () => () => undefined,
  })
  const read = readWith(z.object({ reference: z.string() }))
  const isEmpty = ({ reference }: { reference: string }) => reference === 'nothing'
  const draft = new Draft(station, { form: 'booking', key: 'Q R', version: 2, read, isEmpty })
  return { calls, draft, failing }
}
const saved = (reference: string): Written => ({ name: 'drafts.save', body: { version: 2, value: { reference } } })

describe('the draft of a form', () => {
  test('is what was typed last, and nothing when it is of another kind or version', async () => {
    const load = (stored: unknown) => draftAt(stored).draft.load()
    expect(await load({ version: 2, value: { reference: 'PO-1' } })).toEqual({ reference: 'PO-1' })
    expect(await load({ version: 2, value: { other: 1 } })).toBeNull()
    expect(await load({ version: 1, value: { reference: 'PO-1' } })).toBeNull()
    expect(await load(null)).toBeNull()
  })

  test('of the time before versions is read as it was kept', async () => {
    expect(await draftAt({ reference: 'PO-1' }).draft.load()).toEqual({ reference: 'PO-1' })
  })

  test('is written once for a burst of typing, and never for a form that was only opened', async () => {
    const { draft, calls } = draftAt()
    draft.keep({ reference: '' })
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(calls).toEqual([])
    draft.keep({ reference: 'P' })
    draft.keep({ reference: 'PO' })
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(calls).toEqual([saved('PO')])
  })

  test('is written at once when the screen is left', async () => {
    const { draft, calls } = draftAt()
    draft.keep({ reference: '' })
    draft.keep({ reference: 'PO' })
    await draft.flush()
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(calls).toEqual([saved('PO')])
  })

  test('is read again only once what was written on leaving has arrived', async () => {
    let kept: unknown = null
    let arrive: () => void = () => undefined
    const station = createStation(
      fakeTransport({
        'drafts.save': async ({ body }) => {
          await new Promise<void>((resolve) => (arrive = resolve))
          kept = body
          return { isSaved: true }
        },
        'drafts.get': (at) => ({
          draft: kept === null ? null : { ...at, body: z.json().parse(kept), updatedAt: '', restoredFrom: null },
        }),
      }),
    )
    const draft = () => new Draft(station, { form: 'booking', key: 'Q', version: 2, read: (body) => body })
    const left = draft()
    left.keep('')
    left.keep('125.50')
    void left.flush()
    const again = draft().load()
    const other = new Draft(station, { form: 'booking', key: 'R', version: 2, read: (body) => body }).load()
    expect(await other).toBeNull()
    arrive()
    expect(await again).toBe('125.50')
  })

  test('is gone once the form was handed in, whatever is typed after', async () => {
    const { draft, calls } = draftAt()
    draft.keep({ reference: '' })
    draft.keep({ reference: 'PO' })
    void draft.discard()
    draft.keep({ reference: 'PO-2' })
    await draft.flush()
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(calls).toEqual([{ name: 'drafts.remove' }])
  })

  test('that was cleared begins anew with the next form', async () => {
    const { draft, calls } = draftAt()
    draft.keep({ reference: '' })
    draft.keep({ reference: 'PO' })
    await draft.clear()
    draft.keep({ reference: 'as the shipment says' })
    draft.keep({ reference: 'PO-2' })
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(calls).toEqual([{ name: 'drafts.remove' }, saved('PO-2')])
  })

  test('that is empty again is removed', async () => {
    const { draft, calls } = draftAt()
    draft.keep({ reference: '' })
    draft.keep({ reference: 'nothing' })
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(calls).toEqual([{ name: 'drafts.remove' }])
  })

  test('that could not be written says so, and is written with the next try', async () => {
    const { draft, calls, failing } = draftAt()
    failing.error = new StationError({ code: 'HOST_UNREACHABLE', message: 'away', retryable: true })
    draft.keep({ reference: '' })
    draft.keep({ reference: 'PO' })
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(draft.failure?.code).toBe('HOST_UNREACHABLE')
    failing.error = null
    await draft.flush()
    expect([draft.failure, calls]).toEqual([null, [saved('PO'), saved('PO')]])
  })
})
