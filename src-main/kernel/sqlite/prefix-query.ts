import { withoutControls } from '../../../src-shared/station/limits.ts'

/**
 * What was typed as a query of a full-text index: each word must begin a word that is kept; a word with signs inside is matched
 * as a phrase. Empty: no words. A NUL would end the query within a phrase.
 */
export function prefixQuery(typed: string): string {
  return withoutControls(typed)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => `"${word.replaceAll('"', '')}"*`)
    .join(' ')
}
