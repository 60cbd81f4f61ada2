/** A money amount: integer minor units (cents) and an ISO 4217 code in upper case. */
export interface Money {
  minor: number
  currency: string
}

/** Asking the runtime takes some 0.1 ms, and there are few currencies. */
const digitsOf = new Map<string, number>()

/** How many decimals a currency has, by the runtime's own table (JPY 0, USD 2, ...). */
function fractionDigits(currency: string): number {
  const known = digitsOf.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  digitsOf.set(currency, digits)
  return digits
}

/** A wire amount (decimal number, major unit, any letter case) as Money, rounded half away from zero. */
export function money(amount: number, currency: string): Money {
  const code = currency.toUpperCase()
  const scaled = Math.abs(amount) * 10 ** fractionDigits(code)
  // The epsilon keeps 1.005 * 100 = 100.49999999999999 from losing its cent.
  const minor = Math.round(scaled + scaled * Number.EPSILON)
  return { minor: amount < 0 ? -minor : minor, currency: code }
}

/** Money as a decimal number in the major unit, for the wire and for formatting. */
export function majorUnits(value: Money): number {
  return value.minor / 10 ** fractionDigits(value.currency)
}

/** The same amount in the same currency. */
export function isSameMoney(a: Money | null, b: Money | null): boolean {
  return a?.minor === b?.minor && a?.currency === b?.currency
}

/** Are these the same sums, one a currency, in any order? */
export const areSameSums = (sums: readonly Money[], others: readonly Money[]): boolean =>
  sums.length === others.length && sums.every((sum) => others.some((other) => isSameMoney(sum, other)))

/** Amounts added up, one sum a currency, in the order in which the currencies come. */
export function sumsOf(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, number>()
  for (const { minor, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + minor)
  return [...sums].map(([currency, minor]) => ({ minor, currency }))
}
