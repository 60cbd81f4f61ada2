import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { parameterNumber, type EplCommand } from '../../../src-labels/epl/commands.ts'
import { barSymbol, type BarKind } from './bar-symbol.ts'

interface EplKind extends BarKind {
  /** Digits of an add-on at the end of the data. */
  addOn?: number
}

/** Types of the `B` command (EPL2 manual, table of bar codes) besides those that `src-labels` draws. */
const KINDS: Readonly<Record<string, EplKind>> = {
  '9': { bcid: 'code93', widths: 'modules', options: { includecheck: true } },
  K: { bcid: 'rationalizedCodabar', widths: 'twoWidths' },
  '2G': { bcid: 'identcode', widths: 'twoWidths' },
  '2U': { bcid: 'itf14', widths: 'twoWidths' },
  L: { bcid: 'msi', widths: 'twoWidths', options: { includecheck: true } },
  M: { bcid: 'msi', widths: 'twoWidths', options: { includecheck: true } },
  P: { bcid: 'postnet', widths: 'heights' },
  PL: { bcid: 'planet', widths: 'heights' },
  J: { bcid: 'japanpost', widths: 'heights' },
  E32: { bcid: 'ean13', widths: 'modules', addOn: 2 },
  E35: { bcid: 'ean13', widths: 'modules', addOn: 5 },
  E82: { bcid: 'ean8', widths: 'modules', addOn: 2, options: { permitaddon: true } },
  E85: { bcid: 'ean8', widths: 'modules', addOn: 5, options: { permitaddon: true } },
  UA2: { bcid: 'upca', widths: 'modules', addOn: 2 },
  UA5: { bcid: 'upca', widths: 'modules', addOn: 5 },
  UE2: { bcid: 'upce', widths: 'modules', addOn: 2 },
  UE5: { bcid: 'upce', widths: 'modules', addOn: 5 },
}
/** Digits of the longer of the two German postal codes, which is known by them. */
const LEITCODE_DIGITS = 13
const LONGEST = 200
const MOST_NARROW = 10
const MOST_WIDE = 30

/**
 * The bars of a `B` command in dots, upright and without text; null for a type that is not in the table.
 * @throws Error of the library for data that the code cannot hold.
 */
export function eplBarSymbol(command: EplCommand, data: string, dpi: number, mostDots: number): Bitmap | null {
  const type = command.parameters[3] ?? ''
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (!kind) return null
  if (data.length > LONGEST) throw new RangeError(`barcode data of ${data.length} characters`)
  const bcid = type === '2G' && data.length >= LEITCODE_DIGITS ? 'leitcode' : kind.bcid
  const text = kind.addOn === undefined ? data : `${data.slice(0, -kind.addOn)} ${data.slice(-kind.addOn)}`
  const narrow = Math.min(MOST_NARROW, Math.max(1, parameterNumber(command, 4)))
  const wide = Math.min(MOST_WIDE, Math.max(narrow + 1, parameterNumber(command, 5)))
  const height = Math.min(mostDots, Math.max(1, parameterNumber(command, 6)))
  return barSymbol({ ...kind, bcid }, text, { narrow, wide, height, dpi })
}
