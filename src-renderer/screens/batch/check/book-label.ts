import type { BatchPrices } from '../../../../src-shared/station/batch/batch.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

/** The label of the button that pays: how many, and for how much where every price is known and in one currency. */
export function bookLabel(
  prices: Pick<BatchPrices, 'bookings' | 'missing' | 'direct' | 'totals'> | null,
  locale: Pick<Locale, 't' | 'money'>,
): string {
  const { bookings: count, missing, direct, totals } = prices ?? { bookings: 0, missing: 0, direct: 0, totals: [] }
  const [amount, other] = totals
  if (!amount || other || missing + direct > 0) return locale.t('batch.book', { count })
  return locale.t('batch.bookFor', { count, amount: locale.money(amount) })
}
