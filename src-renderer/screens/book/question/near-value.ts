import { money, type Money } from '../../../../src-shared/station/money.ts'
import { humaniseCode } from '../../../locale/format.ts'

const PRICE = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/

/** What a comparison shows of a field: an amount as every other amount, a service by its name, all else as it was told. */
export function nearValue(field: string, text: string, words: { money: (value: Money) => string }): string {
  if (field === 'service') return humaniseCode(text)
  const [, amount, currency] = PRICE.exec(text) ?? []
  return amount === undefined || currency === undefined ? text : words.money(money(Number(amount), currency))
}
