import fc from '../../../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import {
  ScanCapture,
  type CaptureAction,
  type CapturedKey,
} from '../../../../src-renderer/screens/pack/scan/scan-capture.ts'

const SCANNER_GAP_MS = 8
const HAND_GAP_MS = 180

/** Plays keys at an even pace; the focus moves to the scan field when asked, as the screen does. */
function type(
  keys: readonly string[],
  gap: number,
  given: Partial<CapturedKey> = {},
): { actions: CaptureAction[]; field: string } {
  const capture = new ScanCapture()
  let target = given.target ?? 'page'
  let field = ''
  const actions = keys.map((key, index) => {
    const pressed: CapturedKey = { hasModifier: false, isDialogOpen: false, ...given, key, time: index * gap, target }
    const action = capture.press(pressed)
    if (action.kind === 'focus') target = 'scan'
    if (key.length === 1 && target === 'scan' && action.kind !== 'swallow') field += key
    return action
  })
  return { actions, field }
}

const code = [...'PO-48213']

describe('typing on Pack', () => {
  test('anywhere lands in the scan field, from the first character on', () => {
    for (const gap of [SCANNER_GAP_MS, HAND_GAP_MS]) {
      expect(type(code, gap, { target: 'page' }).field).toBe('PO-48213')
      expect(type(code, gap, { target: 'control' }).field).toBe('PO-48213')
    }
  })

  test('with Ctrl, Alt or Meta stays a shortcut', () => {
    expect(type(['k'], HAND_GAP_MS, { hasModifier: true }).actions).toEqual([{ kind: 'pass' }])
  })

  test('by hand in another field stays there, Enter included', () => {
    const { actions } = type([...code, 'Enter'], HAND_GAP_MS, { target: 'field' })
    expect(new Set(actions.map((action) => action.kind))).toEqual(new Set(['pass']))
  })

  test('a space or Enter by hand still presses the button that has the focus', () => {
    expect(type([' '], HAND_GAP_MS, { target: 'control' }).actions).toEqual([{ kind: 'pass' }])
    expect(type(['Enter'], HAND_GAP_MS, { target: 'control' }).actions).toEqual([{ kind: 'pass' }])
  })
})

describe('a scan', () => {
  test('into the scan field is taken by the field itself', () => {
    expect(type([...code, 'Enter'], SCANNER_GAP_MS, { target: 'scan' }).actions.at(-1)).toEqual({ kind: 'pass' })
  })

  test('that ends in Tab counts as well', () => {
    expect(type([...code, 'Tab'], SCANNER_GAP_MS, { target: 'scan' }).actions.at(-1)?.kind).toBe('scan')
  })

  test('that lands in another field is taken out of it and used', () => {
    const { actions } = type([...code, 'Enter'], SCANNER_GAP_MS, { target: 'field' })
    expect(actions.at(-1)).toEqual({ kind: 'scan', code: 'PO-48213' })
  })

  test('never answers a dialog, whatever has the focus in it', () => {
    const codes = fc.array(fc.constantFrom(...'ABC0123456789- '), { minLength: 4, maxLength: 30 })
    fc.assert(
      fc.property(codes, fc.constantFrom('field' as const, 'control' as const, 'page' as const), (keys, target) => {
        const { actions } = type([...keys, 'Enter'], SCANNER_GAP_MS, { target, isDialogOpen: true })
        expect(actions.at(-1)).toEqual({ kind: 'refuse', code: keys.join('') })
        // After its first character nothing of a scan may press a button.
        if (target !== 'field') expect(actions.slice(1, -1).every((action) => action.kind === 'swallow')).toBe(true)
      }),
    )
  })
})
