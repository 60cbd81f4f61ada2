import { describe, expect, test } from 'vitest'
import { StationError } from '../../../src-shared/station/error.ts'
import { Action } from '../../../src-renderer/live/action.svelte.ts'

describe('what a button does', () => {
  test('is done once however often it is pressed, and can be done again afterwards', async () => {
    const action = new Action()
    const held = Promise.withResolvers<null>()
    let runs = 0
    const work = () => {
      runs += 1
      return held.promise
    }
    const pressed = [action.run(work), action.run(work)]
    expect(action.isBusy).toBe(true)
    held.resolve(null)
    expect(await Promise.all(pressed)).toEqual([true, false])
    expect([runs, action.isBusy]).toEqual([1, false])
    expect(await action.run(() => undefined)).toBe(true)
  })

  test('says why it failed until the next try, and tells who else wants to know', async () => {
    const reported: unknown[] = []
    const action = new Action({ onfailure: (thrown) => reported.push(thrown) })
    const error = new StationError({ code: 'QUOTE_EXPIRED', message: 'over' })
    expect(await action.run(() => Promise.reject(error))).toBe(false)
    expect([action.failure?.code, reported]).toEqual(['QUOTE_EXPIRED', [error]])
    expect(await action.run(() => undefined)).toBe(true)
    expect(action.failure).toBeNull()
  })

  test('holds back the other buttons of its group, and shows which one runs', async () => {
    const action = new Action<'print' | 'delete'>()
    const held = Promise.withResolvers<null>()
    const printing = action.runAs('print', () => held.promise)
    expect([action.isRunning('print'), action.isRunning('delete')]).toEqual([true, false])
    expect(await action.runAs('delete', () => expect.unreachable())).toBe(false)
    held.resolve(null)
    expect(await printing).toBe(true)
  })

  test('on one thing leaves the buttons of another thing free', async () => {
    const action = new Action({ isPerName: true })
    const held = Promise.withResolvers<null>()
    const first = action.runAs('JOB-1', () => held.promise)
    expect(await action.runAs('JOB-2', () => undefined)).toBe(true)
    expect(await action.runAs('JOB-1', () => expect.unreachable())).toBe(false)
    held.resolve(null)
    expect(await first).toBe(true)
  })

  test('that nobody waits for any more neither shows its failure nor ends the one that came after it', async () => {
    const action = new Action()
    const [slow, next] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
    const seen: boolean[] = []
    const given = action.run(async (isWanted) => {
      await slow.promise.catch(() => undefined)
      seen.push(isWanted())
      throw new Error('late')
    })
    action.abandon()
    const after = action.run(() => next.promise)
    slow.reject(new Error('away'))
    expect(await given).toBe(false)
    expect([seen, action.failure, action.isBusy]).toEqual([[false], null, true])
    next.resolve(null)
    expect(await after).toBe(true)
  })
})
