import type { Reading } from './cursor.ts'

const small = (from: number, words: string) => words.split(' ').map((word, index) => [word, from + index] as const)
const tens = (words: string) => words.split(' ').map((word, index) => [word, 20 + index * 10] as const)
const hundreds = (words: string) => words.split(' ').map((word, index) => [word, 200 + index * 100] as const)

/** Numbers that are added, in English and Spanish, folded (tokens.ts). */
const ADDED: ReadonlyMap<string, number> = new Map([
  ...small(1, 'one two three four five six seven eight nine ten'),
  ...small(11, 'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'),
  ...tens('twenty thirty forty fifty sixty seventy eighty ninety'),
  ...small(1, 'uno dos tres cuatro cinco seis siete ocho nueve diez'),
  ...small(11, 'once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve'),
  ...small(21, 'veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'),
  ...tens('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  ['cien', 100] as const,
  ['ciento', 100] as const,
  ...hundreds('doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'),
  ...hundreds('doscientas trescientas cuatrocientas quinientas seiscientas setecientas ochocientas novecientas'),
])
const TIMES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['mil', 1000],
])
const JOINED: ReadonlySet<string> = new Set(['and', 'y', '-'])

/** The number that is spelled from here on: "five hundred", "a thousand", "twenty-five", "dos mil quinientas". Null: none. */
export function spelledAt({ tokens }: Pick<Reading, 'tokens'>, start: number): { value: number; end: number } | null {
  let thousands = 0
  let rest = 0
  let end = start
  const isArticle = ['a', 'an'].includes(tokens[start]?.text ?? '') && TIMES.has(tokens[start + 1]?.text ?? '')
  for (let at = isArticle ? start + 1 : start; ; at += 1) {
    const word = tokens[at]?.text ?? ''
    const added = ADDED.get(word)
    const times = TIMES.get(word)
    if (added !== undefined && hasRoom(rest, added)) rest += added
    else if (times === 1000 && thousands === 0) [thousands, rest] = [(rest || 1) * 1000, 0]
    else if (times === 100 && rest < 100) rest = (rest || 1) * 100
    else if (end > start && JOINED.has(word) && ADDED.has(tokens[at + 1]?.text ?? '')) continue
    else break
    end = at + 1
  }
  return end > start ? { value: thousands + rest, end } : null
}

/** Whether the number goes behind the others: a hundred, then ten, then one. "Two three" are two numbers. */
function hasRoom(rest: number, added: number): boolean {
  if (rest === 0) return true
  if (added >= 100) return false
  return rest % 100 === 0 || (added < 10 && rest % 10 === 0 && rest % 100 >= 20)
}
