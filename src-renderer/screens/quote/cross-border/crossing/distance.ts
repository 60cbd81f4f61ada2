import type { Locale } from '../../../../locale/locale.svelte.ts'
import type { Measures } from '../../measures.ts'
import { KM_PER_MILE } from './crossing.ts'

/** A distance in whole miles, or in kilometres for a clerk who types kg and cm. */
export function distance(miles: number, measures: Measures, locale: Pick<Locale, 't' | 'number'>): string {
  return measures === 'imperial'
    ? locale.t('border.miles', { count: locale.number(Math.abs(miles), 0) })
    : locale.t('border.kilometres', { count: locale.number(Math.abs(miles) * KM_PER_MILE, 0) })
}
