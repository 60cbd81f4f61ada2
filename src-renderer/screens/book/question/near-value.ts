import { money, type Money } from '../../../../src-shared/station/money.ts'
import { humaniseCode } from '../../../locale/format.ts'

const PRICE = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/

/** The text of a field in a comparison: an amount as every other amount, a service by its name, all else as reported. */
export function nearValue(field: string, text: string, words: { money: (value: Money) => string }): string {
  if (field === 'service') return humaniseCode(text)
  const [, amount, currency] = PRICE.exec(text) ?? []
  return amount === undefined || currency === undefined ? text : words.money(money(Number(amount), currency))
}
