import type { Habits } from './reading.ts'

/**
 * A number as a printer reads it: digits until the first byte that is none. No exponent, no hexadecimal, no fraction.
 * `undefined` where there is no number.
 */
export function numberIn(text: string, habits: Pick<Habits, 'junkBeforeDigits'>): number | undefined {
  const digits = habits.junkBeforeDigits === 'skipped' ? /\d+/.exec(text) : /^[ +]*(\d+)/.exec(text)
  if (!digits) return undefined
  return Number((digits[1] ?? digits[0]).replace(/^0+(?=\d)/, '').slice(0, 15))
}

/** What a printer makes of a value over its range. */
export function within(limit: number, value: number, habits: Pick<Habits, 'tooMuch'>): number {
  return habits.tooMuch === 'pulled to the limit' ? Math.min(limit, value) : value
}
