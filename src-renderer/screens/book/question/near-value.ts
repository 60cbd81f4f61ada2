import { money, type Money } from '../../../../src-shared/station/money.ts'

const PRICE = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/

/** What a comparison shows of a field: an amount as every other amount, anything else as it was told. */
export function nearValue(text: string, words: { money: (value: Money) => string }): string {
  const [, amount, currency] = PRICE.exec(text) ?? []
  return amount === undefined || currency === undefined ? text : words.money(money(Number(amount), currency))
}
