import type { CellFault } from '../../../../src-shared/station/batch/batch.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'
import { isMessageKey } from '../../../messages/catalogue.ts'

/** The error of a cell, in the language in use; the original sentence where the catalogue has none. */
export function problemText({ kind, params, message }: CellFault, locale: Pick<Locale, 'fill'>): string {
  const key = `batch.problem.${kind}`
  return isMessageKey(key) ? locale.fill(key, params) : message
}
