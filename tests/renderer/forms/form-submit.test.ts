import { describe, expect, test } from 'vitest'
import { StationError, type ErrorCode } from '../../../src-shared/station/error.ts'
import { Locale } from '../../../src-renderer/locale/locale.svelte.ts'
import { FormSubmit } from '../../../src-renderer/forms/form-submit.svelte.ts'

describe('a form that is handed in', () => {
  test('runs once however often it is asked to, and stays busy after a success', async () => {
    const submit = new FormSubmit(new Locale())
    let runs = 0
    const action = async () => {
      runs += 1
    }
    const sent = [1, 2].map(() => submit.send({ ok: true, input: null }, null, action))
    expect(await Promise.all(sent)).toEqual([true, false])
    expect([runs, submit.isBusy]).toEqual([1, true])
  })

  test('can be tried again after a failure, which stays in sight until then', async () => {
    const submit = new FormSubmit(new Locale())
    const failing = async () => {
      throw new StationError({ code: 'QUOTE_EXPIRED', message: 'over' })
    }
    expect(await submit.send({ ok: true, input: null }, null, failing)).toBe(false)
    expect(submit.failure?.code).toBe('QUOTE_EXPIRED')
    expect(await submit.send({ ok: true, input: null }, null, async () => undefined)).toBe(true)
    expect(submit.failure).toBeNull()
  })

  test('says beside its fields what is wrong and runs nothing', async () => {
    const submit = new FormSubmit(new Locale())
    const errors = { reference: { key: 'field.required' } as const }
    const sent = await submit.send({ ok: false, errors }, null, () => Promise.reject(new Error('ran')))
    expect([sent, submit.errorOf('reference'), submit.errorOf('other')]).toEqual([false, 'Required', undefined])
  })

  test('can be handed in again after a success when it stays on screen', async () => {
    const submit = new FormSubmit(new Locale())
    const action = async () => undefined
    expect(await submit.save({ ok: true, input: null }, null, action)).toBe(true)
    expect(await submit.save({ ok: true, input: null }, null, action)).toBe(true)
  })

  test('shows a refusal beside the field that it is about', async () => {
    const submit = new FormSubmit(new Locale(), {
      refused: ({ code }) => (code === 'INVALID_PRINTER_ADDRESS' ? { uri: { key: 'printers.badAddress' } } : null),
    })
    const refuse = (code: ErrorCode) => () => Promise.reject(new StationError({ code, message: 'no' }))
    expect(await submit.save({ ok: true, input: null }, null, refuse('INVALID_PRINTER_ADDRESS'))).toBe(false)
    expect([Object.keys(submit.errors), submit.failure]).toEqual([['uri'], null])
    await submit.save({ ok: true, input: null }, null, refuse('HOST_UNREACHABLE'))
    expect([submit.errors, submit.failure?.code]).toEqual([{}, 'HOST_UNREACHABLE'])
    submit.reset()
    expect([submit.failure, submit.isBusy]).toEqual([null, false])
  })
})
