import type { FieldError } from '../../forms/field-error.ts'

/** The day after this one; both YYYY-MM-DD, no time zone. */
export function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

/** What is wrong with keeping a booking here until a day; empty means: it goes at once. */
export function holdError(holdUntil: string, pickupDate: string, today: string): FieldError | null {
  if (holdUntil === '') return null
  if (holdUntil <= today) return { key: 'holding.tooEarly' }
  return pickupDate !== '' && holdUntil > pickupDate ? { key: 'holding.afterPickup' } : null
}
