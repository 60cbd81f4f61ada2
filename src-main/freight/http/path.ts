import { FreightError } from './failure.ts'

/**
 * A path of the interface with its parameters in braces filled in, each encoded: `/shipments/{id}/labels`. What would
 * name another place is refused: URLs take `.` and `..` for steps, encoded or not.
 * @throws FreightError INVALID_REQUEST, unsent
 */
export function filledPath(path: string, words: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(words[name] ?? ''))
}

function segment(word: string): string {
  if (word === '' || word === '.' || word === '..') {
    throw new FreightError('unsent', {
      code: 'INVALID_REQUEST',
      message: `"${word}" cannot be part of a freight service URL. Nothing was sent.`,
      details: { word },
    })
  }
  return encodeURIComponent(word.toWellFormed())
}
