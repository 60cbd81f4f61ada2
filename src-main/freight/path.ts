import { FreightError } from './failure.ts'

/**
 * A path of the interface with ids and words in it, each encoded: path`/shipments/${shipmentId}/labels`. What would name
 * another place is refused: URLs take `.` and `..` for steps, encoded or not.
 * @throws FreightError INVALID_REQUEST, unsent
 */
export function path(parts: TemplateStringsArray, ...words: string[]): string {
  return parts.reduce((whole, part, index) => whole + segment(words[index - 1] ?? '') + part)
}

function segment(word: string): string {
  if (word === '' || word === '.' || word === '..') {
    throw new FreightError('unsent', {
      code: 'INVALID_REQUEST',
      message: `"${word}" cannot stand in a path of the freight service. Nothing was sent.`,
      details: { word },
    })
  }
  return encodeURIComponent(word.toWellFormed())
}
