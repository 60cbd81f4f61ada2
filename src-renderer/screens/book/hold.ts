import type { FieldError } from '../../forms/field-error.ts'

/** Errors of keeping a booking here until a day; empty: it is sent at once. */
export function holdError(holdUntil: string, pickupDate: string, today: string): FieldError | null {
  if (holdUntil === '') return null
  if (holdUntil <= today) return { key: 'holding.tooEarly' }
  return pickupDate !== '' && holdUntil > pickupDate ? { key: 'holding.afterPickup' } : null
}
