import type { Rate } from '../../../../src-shared/station/quote/quote.ts'
import type { Money } from '../../../../src-shared/station/money.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

/** What a price is made of, by name; empty: the carrier did not say. */
export function priceParts(
  breakdown: Rate['breakdown'],
  locale: Pick<Locale, 't' | 'word'>,
): { name: string; amount: Money }[] {
  if (breakdown === null) return []
  const { base, fuelSurcharge, charges } = breakdown
  return [
    { name: locale.t('rate.base'), amount: base },
    { name: locale.t('rate.fuel'), amount: fuelSurcharge },
    ...charges.map(({ code, amount }) => ({ name: locale.word('accessorial', code), amount })),
  ].flatMap(({ name, amount }) => (amount === null ? [] : [{ name, amount }]))
}
