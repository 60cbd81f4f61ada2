import { parseNumber } from '../../forms/number.ts'

/** How a clerk types weights and sizes; the interface has pounds and inches. */
export const MEASURES = ['imperial', 'metric'] as const
export type Measures = (typeof MEASURES)[number]
export type Quantity = 'weight' | 'length'

const PER_IMPERIAL = { weight: 0.45359237, length: 2.54 } satisfies Record<Quantity, number>
export const UNIT = {
  imperial: { weight: 'lb', length: 'in' },
  metric: { weight: 'kg', length: 'cm' },
} as const satisfies Record<Measures, Record<Quantity, string>>

export const otherMeasures = (measures: Measures): Measures => (measures === 'imperial' ? 'metric' : 'imperial')

/**
 * How far from the exact number a shorter one may be. Chosen in pairs, so that a number survives a round trip through
 * the other measure.
 */
const SLACK = {
  imperial: { weight: 0.00111, length: 0.000504 },
  metric: { weight: 0.000504, length: 0.00128 },
} satisfies Record<Measures, Record<Quantity, number>>

/** The shortest number that is near enough; at the most three decimals. */
function short(exact: number, measures: Measures, quantity: Quantity): number {
  const rounded = [0, 1, 2, 3].map((digits) => Number(exact.toFixed(digits)))
  return rounded.find((value) => Math.abs(value - exact) <= SLACK[measures][quantity]) ?? exact
}

/** The input, in pounds or inches; undefined when empty, NaN when it is no number. */
export function imperial(text: string, quantity: Quantity, measures: Measures): number | undefined {
  const value = parseNumber(text)
  if (value === undefined || measures === 'imperial') return value
  return short(value / PER_IMPERIAL[quantity], 'imperial', quantity)
}

/** A number of pounds or inches in these measures. */
export function fromImperial(value: number, quantity: Quantity, measures: Measures): number {
  return measures === 'imperial' ? value : short(value * PER_IMPERIAL[quantity], 'metric', quantity)
}

/** The input in one measure converted to the other; text that is no number stays as it is. */
export function converted(text: string, quantity: Quantity, from: Measures): string {
  const value = parseNumber(text)
  if (value === undefined || Number.isNaN(value)) return text
  const factor = PER_IMPERIAL[quantity]
  const exact = from === 'imperial' ? value * factor : value / factor
  return String(short(exact, otherMeasures(from), quantity))
}
