import type { InvoiceProblem } from '../../../src-shared/station/spend/spend.ts'
import type { Locale } from '../../locale/locale.svelte.ts'
import { isMessageKey } from '../../messages/catalogue.ts'

/** The error of a line of invoices, in the language in use; the original sentence where the catalogue has none. */
export function invoiceFaultText({ kind, params, message }: InvoiceProblem, locale: Pick<Locale, 'fill'>): string {
  const key = `spend.fault.${kind}`
  return isMessageKey(key) ? locale.fill(key, params) : message
}
