import type { FieldError } from '../../forms/field-error.ts'

/** What is wrong with keeping a booking here until a day; empty means: it goes at once. */
export function holdError(holdUntil: string, pickupDate: string, today: string): FieldError | null {
  if (holdUntil === '') return null
  if (holdUntil <= today) return { key: 'holding.tooEarly' }
  return pickupDate !== '' && holdUntil > pickupDate ? { key: 'holding.afterPickup' } : null
}
