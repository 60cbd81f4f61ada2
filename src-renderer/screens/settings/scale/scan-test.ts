import { usKeyOf } from '../../pack/scan/us-keys.ts'

/** A key as received. */
export interface TestKey {
  key: string
  /** Its place on the keyboard, as in KeyboardEvent. */
  code: string
  hasShift: boolean
  hasCtrl: boolean
  /** Milliseconds of any steady clock. */
  time: number
}

/** The keys of a scanner's scan. */
export interface TestScan {
  text: string
  /** Keys that are no characters, by name, in their order: `Enter`, `F8`, `GS`. */
  signs: string[]
  /** The longest pause between two keys, in whole milliseconds. */
  gapMs: number
  /** The same keys on a US keyboard; null: the same text. */
  asUsKeys: string | null
}

/** Ctrl with these keys is how scanners send control characters. */
const CONTROL_NAMES: Readonly<Record<string, string>> = { j: 'LF', k: 'VT', l: 'FF', m: 'CR', ']': 'GS', '[': 'ESC' }
const SILENT = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead']

/** Reads the keys between the first one and the end of a test scan. */
export function readTestScan(keys: readonly TestKey[]): TestScan {
  const typed = keys.filter(({ key, hasCtrl }) => !hasCtrl && (key.length === 1 || key === 'Dead'))
  const text = typed.map(({ key }) => (key === 'Dead' ? '' : key)).join('')
  const asUs = typed.map(({ code, hasShift }) => usKeyOf(code, hasShift))
  return {
    text,
    signs: keys
      .filter(({ key, hasCtrl }) => hasCtrl || key.length > 1)
      .filter(({ key }) => !SILENT.includes(key))
      .map(({ key, hasCtrl }) => (hasCtrl ? (CONTROL_NAMES[key.toLowerCase()] ?? `Ctrl+${key}`) : key)),
    gapMs: Math.round(Math.max(0, ...keys.slice(1).map(({ time }, index) => time - (keys[index]?.time ?? time)))),
    asUsKeys: asUs.includes(null) || asUs.join('').toLowerCase() === text.toLowerCase() ? null : asUs.join(''),
  }
}
