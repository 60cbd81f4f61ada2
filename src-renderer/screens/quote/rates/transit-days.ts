import type { Rate } from '../../../../src-shared/station/quote/quote.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

/** How long a rate takes: "2", "2–4", or a dash where unknown. */
export function daysText({ transitDays: days }: Pick<Rate, 'transitDays'>, locale: Pick<Locale, 'number'>): string {
  if (days === null) return '–'
  return days.from === days.to ? locale.number(days.to) : `${days.from}–${days.to}`
}
