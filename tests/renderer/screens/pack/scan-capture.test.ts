import fc from '../../../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import {
  ScanCapture,
  type CaptureAction,
  type CapturedKey,
} from '../../../../src-renderer/screens/pack/scan/scan-capture.ts'
import { readTestScan } from '../../../../src-renderer/screens/settings/scale/scan-test.ts'

const SCANNER_GAP_MS = 8
const HAND_GAP_MS = 180
/** Of a Bluetooth scanner. */
const SLOW_GAP_MS = 90

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

/** Keys at their times; where `keys` has [key, ms], the pause before that key is another. */
function play(keys: readonly (string | [string, number])[], given: Partial<CapturedKey> = {}) {
  const capture = new ScanCapture()
  let time = 0
  const actions = keys.map((one) => {
    const [key, gap] = typeof one === 'string' ? [one, SCANNER_GAP_MS] : one
    time += gap
    const [, modifier, plain = key] = /^(Ctrl|Alt)\+(.+)$/.exec(key) ?? []
    return capture.press({
      ...{ isDialogOpen: false, target: 'scan' as const, ...given },
      ...{ key: plain, time, hasModifier: modifier !== undefined },
    }).kind
  })
  return { capture, actions, last: actions.at(-1) }
}

describe('a sign of a scanner that is no character', () => {
  test.each(['F8', 'F4', 'Ctrl+]', 'Alt+2', 'Escape', 'ArrowDown'])('%s inside a code does nothing', (sign) => {
    const { actions } = play([...'PO-4', sign, ...'8213', 'Enter'])
    expect(actions[4]).toBe('swallow')
  })

  test.each(['F2', 'F4', 'Ctrl+l', 'Ctrl+j', 'Ctrl+]', 'Alt+2'])('%s right behind a code does nothing', (sign) => {
    expect(play([...code, 'Enter', sign]).last).toBe('swallow')
    expect(play([...code, ['Enter', SLOW_GAP_MS], [sign, SLOW_GAP_MS]]).last).toBe('swallow')
  })

  test.each(['Ctrl+j', 'Ctrl+m', 'Ctrl+l', 'Ctrl+J'])('%s ends a code that has no Enter', (sign) => {
    expect(play([...code, sign]).last).toBe('scan')
  })

  test('does not cut a code that lands in another field', () => {
    const keys = [
      ...'PO-4',
      ...['Alt+0', 'Alt+2', 'Alt+9'].map((key): [string, number] => [key, 30]),
      ...'8213',
      'Enter',
    ]
    const { actions } = play(keys, { target: 'field' })
    expect(actions.at(-1)).toBe('scan')
  })

  test('is a shortcut again for a hand', () => {
    expect(play([...code, 'Enter', ['F2', 600]]).last).toBe('pass')
    expect(play(['P', ['F8', 300]]).last).toBe('pass')
    expect(play(['F8']).last).toBe('pass')
    expect(play([...code, 'Enter', 'Escape']).last).toBe('pass')
    expect(play(['P', ['Backspace', 30]]).last).toBe('pass')
  })
})

describe('a slow scanner', () => {
  test('never answers a dialog, and its second line end presses nothing', () => {
    const slow = (target: CapturedKey['target']) =>
      play([...[...code, 'Enter', 'Enter'].map((key): [string, number] => [key, SLOW_GAP_MS])], {
        target,
        isDialogOpen: true,
      }).actions
    expect(slow('control').slice(-2)).toEqual(['refuse', 'swallow'])
    expect(slow('page').slice(-2)).toEqual(['refuse', 'swallow'])
  })
})

describe('the keys of a US keyboard', () => {
  const pressed = (keys: readonly [key: string, code: string, hasShift?: boolean][]) => {
    const capture = new ScanCapture()
    keys.forEach(([key, place, hasShift = false], index) => {
      const where = { time: index * SCANNER_GAP_MS, hasModifier: false, target: 'scan', isDialogOpen: false } as const
      capture.press({ key, code: place, hasShift, ...where })
    })
    return capture
  }

  test('are read by their places on a Spanish, German and French computer', () => {
    const spanish = pressed([
      ['P', 'KeyP', true],
      ['O', 'KeyO', true],
      ["'", 'Minus'],
      ['4', 'Digit4'],
    ])
    expect(spanish.asUsKeys("PO'4")).toBe('PO-4')
    const german = pressed([
      ['Z', 'KeyY', true],
      ['ß', 'Minus'],
      ['1', 'Digit1'],
    ])
    expect(german.asUsKeys('Zß1')).toBe('Y-1')
    const french = pressed([
      ['Q', 'KeyA', true],
      [')', 'Minus'],
      ['&', 'Digit1'],
    ])
    expect(french.asUsKeys('Q)&')).toBe('A-1')
  })

  test('are read where a key types nothing until the next one', () => {
    const dead = pressed([
      ['Dead', 'Equal'],
      ['O', 'KeyO', true],
      ['1', 'Numpad1'],
    ])
    expect(dead.asUsKeys('\u00d31')).toBe('=O1')
  })

  test('give the capitals that Caps Lock turned around', () => {
    const locked = pressed([
      ['p', 'KeyP', true],
      ['o', 'KeyO', true],
    ])
    expect(locked.asUsKeys('po')).toBe('PO')
  })

  test('are taken for a scanner’s at its pace alone', () => {
    expect(play([...code, 'Enter']).capture.wasFast).toBe(true)
    expect(play([...[...code].map((key): [string, number] => [key, HAND_GAP_MS]), 'Enter']).capture.wasFast).toBe(false)
  })

  test('and everything else that came in are shown by a test scan', () => {
    const key = (one: string, place: string, time: number, hasCtrl = false) => ({
      ...{ key: one, code: place, time, hasCtrl, hasShift: false },
    })
    const keys = [key("'", 'Minus', 0), key('1', 'Digit1', 8), key(']', 'BracketRight', 20, true), key('Enter', '', 98)]
    expect(readTestScan(keys)).toEqual({ text: "'1", signs: ['GS', 'Enter'], gapMs: 78, asUsKeys: '-1' })
    expect(readTestScan([key('1', 'Digit1', 0)])).toMatchObject({ signs: [], gapMs: 0, asUsKeys: null })
  })

  test('are none where they type the same, or where a hand corrected the text', () => {
    const same = pressed([
      ['P', 'KeyP', true],
      ['1', 'Digit1'],
    ])
    expect(same.asUsKeys('P1')).toBeNull()
    expect(same.asUsKeys('P')).toBeNull()
    expect(pressed([['\u00f1', 'Lang1']]).asUsKeys('\u00f1')).toBeNull()
  })
})
