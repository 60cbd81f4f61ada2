import { typed, type Part, type Reading } from './cursor.ts'

/** "To" somewhere that is no place, with the words that name it: none of them is among the goods. */
export function lostDirections(reading: Reading, parts: readonly Part[]): Part[][] {
  const lost: Part[][] = []
  for (let at = 0; at < parts.length; at += 1) {
    const [part, next] = [parts[at], parts[at + 1]]
    if (!part || !isLost(reading, part, next)) continue
    let end = at + 1
    while (isWord(parts[end])) end += 1
    lost.push(parts.slice(at, end > at + 1 ? end : at + 2))
    at = end - 1
  }
  return lost
}

const isWord = (part: Part | undefined) => part?.meaning.kind === 'word' || part?.meaning.kind === 'joint'

function isLost(reading: Reading, part: Part, next: Part | undefined): boolean {
  if (!isWord(part) || !/^(to|from|hacia|hasta|desde)$/i.test(typed(reading, part.start, part.end))) return false
  return !/^(ship|send|quote|book|deliver|be)$/i.test(next ? typed(reading, next.start, next.end) : '')
}
