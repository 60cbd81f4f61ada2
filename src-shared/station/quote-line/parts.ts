import { longest, typed, type Part, type Reading } from './cursor.ts'
import { readCount, readPreset, readSide, readSize, readTerms, readWeight } from './read-cargo.ts'
import { readDay } from './read-day.ts'
import { readPlace } from './read-place.ts'
import { DIRECTIONS, END_WORDS, JOINTS, SERVICES } from './words.ts'

/** The line cut into parts by meaning. Every token is in one part. */
export function partsOf(reading: Reading): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < reading.tokens.length;) {
    const found = partAt(reading, at, parts)
    parts.push(found)
    at = found.end
  }
  return parts
}

function partAt(reading: Reading, start: number, parts: readonly Part[]): Part {
  const token = reading.tokens[start]
  if (token?.kind === 'quoted') return { start, end: start + 1, meaning: { kind: 'quoted', text: token.text } }
  return (
    readSize(reading, start) ??
    readWeight(reading, start) ??
    readSide(reading, start) ??
    readTerms(reading, start) ??
    readService(reading, start) ??
    readDay(reading, start, parts) ??
    readPreset(reading, start) ??
    readCount(reading, start) ??
    readDirection(reading, start) ??
    readPlace(
      reading,
      start,
      parts.findLast(({ meaning }) => meaning.kind !== 'mark'),
    ) ??
    rest(reading, start)
  )
}

/** "liftgate", "liftgate at pickup", "inside delivery", "delivery appointment". */
function readService(reading: Reading, start: number): Part | null {
  const before = longest(reading, start, END_WORDS)
  const at = before?.end ?? start
  const service = longest(reading, at, SERVICES)
  if (!service) return null
  const behind = before ? null : longest(reading, service.end, END_WORDS)
  const own = /\b(pickup|delivery|entrega)\b/.exec(typed(reading, at, service.end).toLowerCase())?.[1]
  const end = before?.value ?? behind?.value ?? (own === 'pickup' ? 'pickup' : 'delivery')
  return { start, end: behind?.end ?? service.end, meaning: { kind: 'service', service: service.value, end } }
}

/** "from" and "to", also as an arrow; only where a place follows, for "de" and "a" are words of everything. */
function readDirection(reading: Reading, start: number): Part | null {
  const arrow = arrowAt(reading, start)
  if (arrow !== null) return { start, end: arrow, meaning: { kind: 'direction', end: 'destination' } }
  const direction = longest(reading, start, DIRECTIONS)
  if (!direction) return null
  const colon = reading.tokens[direction.end]?.text === ':' ? direction.end + 1 : direction.end
  const at = behindArticle(reading, colon)
  const next = reading.tokens[at]
  if (!next || readSize(reading, at) || readWeight(reading, at) || readCount(reading, at) || readDay(reading, at))
    return null
  return readPlace(reading, at, undefined) && { start, end: at, meaning: { kind: 'direction', end: direction.value } }
}

/** "To the front range mechanical": where a name follows the article and none begins with it. */
function behindArticle(reading: Reading, at: number): number {
  const isArticle = /^(the|la|el|los|las|our|my)$/.test(reading.tokens[at]?.text ?? '')
  if (!isArticle || readPlace(reading, at, undefined)) return at
  return readPlace(reading, at + 1, undefined)?.meaning.kind === 'party' ? at + 1 : at
}

function arrowAt({ tokens }: Reading, start: number): number | null {
  const [first, second] = [tokens[start]?.text, tokens[start + 1]?.text]
  if (first === '→' || first === '>') return start + 1
  return first === '-' && second === '>' ? start + 2 : null
}

function rest(reading: Reading, start: number): Part {
  const token = reading.tokens[start]
  const end = start + 1
  if (token?.kind === 'number') {
    return { start, end, meaning: { kind: 'number', value: Number(token.text.replaceAll(',', '')) } }
  }
  if (token?.kind === 'mark') return { start, end, meaning: { kind: 'mark' } }
  const joint = longest(reading, start, { get: (phrase) => (JOINTS.has(phrase) ? true : undefined) })
  return joint ? { start, end: joint.end, meaning: { kind: 'joint' } } : { start, end, meaning: { kind: 'word' } }
}
