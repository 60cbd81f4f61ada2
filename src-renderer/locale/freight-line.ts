import type { FreightSummary } from '../../src-shared/station/booking/freight-summary.ts'
import { money } from '../../src-shared/station/money.ts'
import type { Locale } from './locale.svelte.ts'

/** The freight in one line: "3 pieces · 1,860 lb · 48 × 40 × 50 in · class 70 · Liftgate at delivery · insured for $5,000.00". */
export function freightLine(freight: FreightSummary, locale: Pick<Locale, 't' | 'number' | 'word' | 'money'>): string {
  const { pieces, weightLb, sizes, classes, isHazmat, accessorials, insuredFor } = freight
  return [
    locale.t('work.pieces', { count: pieces }),
    `${locale.number(weightLb, 1)} lb`,
    ...sizes.map((size) => `${size.map((inches) => locale.number(inches, 1)).join(' × ')} in`),
    ...(classes.length > 0 ? [locale.t('quote.class', { classes: classes.join(', ') })] : []),
    ...(isHazmat ? [locale.t('cargo.hazmat')] : []),
    ...accessorials.map((code) => locale.word('accessorial', code)),
    ...(insuredFor > 0 ? [locale.t('freight.insured', { amount: locale.money(money(insuredFor, 'USD')) })] : []),
  ].join(' · ')
}
