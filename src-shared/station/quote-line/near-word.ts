import { phraseOf, type Part, type Reading } from './cursor.ts'
import { phraseOfName } from './read-cargo.ts'
import { EACH, PACKAGINGS, SERVICES, WEIGHT_UNITS } from './words.ts'

const DAY_WORDS =
  'today,tomorrow,monday,tuesday,wednesday,thursday,friday,saturday,sunday,manana,lunes,martes,miercoles,jueves,viernes,sabado,domingo'.split(
    ',',
  )
const KEYWORDS: readonly string[] = [
  ...new Set([...DAY_WORDS, ...[PACKAGINGS, WEIGHT_UNITS, SERVICES, EACH].flatMap((table) => [...table.keys()])]),
].filter((word) => word.length >= 5 && !/[^a-z]/.test(word))

const WRITTEN = new Map([
  ['manana', 'mañana'],
  ['miercoles', 'miércoles'],
  ['sabado', 'sábado'],
])

/** Words that this one may be a slip of the finger for: at most three; null: none. A short word is never taken for another. */
export function nearWord({ tokens, context }: Reading, { start, end }: Part): string[] | null {
  const word = phraseOf(tokens, start, end)
  if (word.length < 5) return null
  const names = context.parties.flatMap(({ name }) => phraseOfName(name).split(' ')).filter((part) => part.length >= 5)
  const near = [...new Set([...KEYWORDS, ...names])].filter((known) => known !== word && isNear(word, known))
  return near.length > 0 ? near.slice(0, 3).map((known) => WRITTEN.get(known) ?? known) : null
}

/** One letter added, left out or other, or two neighbours changed places. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let from = 0
  while (from < one.length && one[from] === other[from]) from += 1
  let back = 0
  while (back < one.length - from && back < other.length - from && one.at(-1 - back) === other.at(-1 - back)) back += 1
  const [left, right] = [one.slice(from, one.length - back), other.slice(from, other.length - back)]
  return (
    left.length + right.length <= 1 ||
    (left.length === 1 && right.length === 1) ||
    (left.length === 2 && left === `${right[1] ?? ''}${right[0] ?? ''}`)
  )
}
