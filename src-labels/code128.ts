/** Whether subsets B and C can write it: printable ASCII, and not empty. */
export function isCode128Data(data: string): boolean {
  return /^[\x20-\x7e]+$/.test(data)
}

/** @throws RangeError for data that subsets B and C cannot write. */
export function assertCode128Data(data: string): void {
  if (!isCode128Data(data)) throw new RangeError('Code 128 data must be printable ASCII and not empty')
}

/** A run of characters written in one Code 128 subset; runs of subset C hold an even number of digits. */
export interface Code128Run {
  subset: 'B' | 'C'
  text: string
}

/**
 * Splits data into the runs that give the shortest symbol: digits go two a character (subset C) where they start or end
 * the data in fours, or are between other characters in sixes; everything else is subset B (ISO/IEC 15417, annex E).
 * @throws RangeError when the data is empty or not printable ASCII.
 */
export function code128Runs(data: string): Code128Run[] {
  assertCode128Data(data)
  const runs: Code128Run[] = []
  const add = (subset: 'B' | 'C', text: string) => {
    const last = runs.at(-1)
    if (text === '') return
    if (last?.subset === subset) last.text += text
    else runs.push({ subset, text })
  }
  for (const { 0: piece, index } of data.matchAll(/\d+|\D+/g)) {
    const isAtEnd = index === 0 || index + piece.length === data.length
    const isWorth = piece.length >= (isAtEnd ? 4 : 6) || (piece.length === 2 && piece === data)
    if (!/\d/.test(piece) || !isWorth) {
      add('B', piece)
    } else if (piece.length % 2 === 0) {
      add('C', piece)
    } else if (runs.length === 0) {
      add('C', piece.slice(0, -1))
      add('B', piece.slice(-1))
    } else {
      add('B', piece.slice(0, 1))
      add('C', piece.slice(1))
    }
  }
  return runs
}

const FNC1 = 102
const START = { A: 103, B: 104, C: 105 } as const
const SWITCH = { B: 100, C: 99 } as const
const STOP = 106

/** The symbol's characters by value: start, data and switches, check character, stop. */
export function code128Values(data: string): number[] {
  const values: number[] = []
  for (const { subset, text } of code128Runs(data)) {
    values.push(values.length === 0 ? START[subset] : SWITCH[subset])
    values.push(...valuesOf({ subset, text }))
  }
  return withCheck(values)
}

/**
 * The characters of a symbol in one subset throughout.
 * @throws RangeError when the subset cannot write the data: A has no lower case, C only pairs of digits.
 */
export function code128ValuesIn(subset: 'A' | 'B' | 'C', data: string): number[] {
  if (subset === 'C') {
    if (!/^(\d\d)+$/.test(data)) throw new RangeError('Code 128 subset C takes pairs of digits')
    return withCheck([START.C, ...pairs(data)])
  }
  const isWritable = subset === 'A' ? /^[\0-_]+$/ : /^[ -\x7f]+$/
  if (!isWritable.test(data)) throw new RangeError(`Code 128 subset ${subset} cannot write the data`)
  const values = [...data].map((char) => char.charCodeAt(0) + (subset === 'A' && char < ' ' ? 64 : -32))
  return withCheck([START[subset], ...values])
}

/** Stands for FNC1 in data: what a scanner gives for it between element strings. */
export const FNC1_SIGN = '\u001d'

/**
 * GS1-128: a Code 128 that begins with FNC1, and has it again where the data has `FNC1_SIGN`.
 * @param data application identifiers and their data, without parentheses.
 * @throws RangeError when an element string is empty or not printable ASCII.
 */
export function gs1128Values(data: string): number[] {
  const values: number[] = []
  let subset: 'B' | 'C' | null = null
  for (const runs of data.split(FNC1_SIGN).map(code128Runs)) {
    for (const [index, run] of runs.entries()) {
      if (subset === null) values.push(START[run.subset])
      if (index === 0) values.push(FNC1)
      if (subset !== null && subset !== run.subset) values.push(SWITCH[run.subset])
      subset = run.subset
      values.push(...valuesOf(run))
    }
  }
  return withCheck(values)
}

function valuesOf({ subset, text }: Code128Run): number[] {
  return subset === 'C' ? pairs(text) : [...text].map((char) => char.charCodeAt(0) - 32)
}

function pairs(digits: string): number[] {
  return Array.from({ length: digits.length / 2 }, (_, pair) => Number(digits.slice(pair * 2, pair * 2 + 2)))
}

function withCheck(values: number[]): number[] {
  const check = values.reduce((sum, value, at) => sum + value * Math.max(at, 1), 0) % 103
  return [...values, check, STOP]
}

/** Width of the symbol in modules, without quiet zones: 11 a character, 13 for the stop. */
export function code128Modules(data: string): number {
  return code128Values(data).length * 11 + 2
}

/** Widths of the six elements (bar, space, bar, ...) of each value 0 to 105, and the seven of the stop. */
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')

/** The symbol as element widths in modules, starting with a bar and alternating with spaces. */
export function code128Elements(data: string): number[] {
  return elementsOfValues(code128Values(data))
}

/** Any symbol's characters as element widths in modules. */
export function elementsOfValues(values: readonly number[]): number[] {
  return values.flatMap((value) => [...(PATTERNS[value] ?? '')].map(Number))
}
