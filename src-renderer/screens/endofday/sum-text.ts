import type { Locale } from '../../locale/locale.svelte.ts'
import type { Sum } from './closing.ts'

/** "3 shipments · 14 pieces · 5,210 lb", with the shipments not included in the weight. */
export function sumText(locale: Pick<Locale, 't' | 'number'>, { shipments, pieces, weightLb, unweighed }: Sum): string {
  const parts = [
    locale.t('track.count', { count: shipments }),
    locale.t('work.pieces', { count: pieces }),
    locale.t('endofday.weightSum', { weight: locale.number(weightLb, 0) }),
  ]
  if (unweighed > 0) parts.push(locale.t('endofday.unweighed', { count: unweighed }))
  return parts.join(' · ')
}
