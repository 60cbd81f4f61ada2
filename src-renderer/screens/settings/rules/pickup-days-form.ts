import type { Country } from '../../../../src-shared/freight/address.ts'
import { holidaysOf, type Holiday } from '../../../../src-shared/station/holidays.ts'
import type { PickupDaysRow } from '../../../../src-shared/station/booking/pickup-terms.ts'
import type { FieldError, FieldErrors } from '../../../forms/field-error.ts'

/** A row of the pickup days as it is typed. */
export interface PickupDaysForm {
  country: Country
  /** Empty: every carrier. */
  carrier: string
  worked: Holiday[]
  /** Days, with anything between them. */
  closed: string
}

export const emptyPickupDays = (): PickupDaysForm => ({ country: 'US', carrier: '', worked: [], closed: '' })

export const pickupDaysForm = (rows: readonly PickupDaysRow[] = []): PickupDaysForm[] =>
  rows.map(({ country, carrier = '', worked, closed }) => ({
    country,
    carrier,
    worked: [...worked],
    closed: closed.join(', '),
  }))

/** The rows as the station takes them, not checked yet. */
export const pickupDaysInput = (rows: readonly PickupDaysForm[]): PickupDaysRow[] =>
  rows.map(({ country, carrier, worked, closed }) => ({
    country,
    ...(carrier.trim() === '' ? {} : { carrier }),
    worked: holidaysOf(country).filter((name) => worked.includes(name)),
    closed: closed.split(/[\s,;]+/).filter((day) => day !== ''),
  }))

/** Errors of the rows, each day's shown at its field. */
export function pickupDaysErrors(errors: FieldErrors): FieldErrors {
  const reported: Record<string, FieldError> = {}
  for (const [path, error] of Object.entries(errors)) {
    const isTwice = path.endsWith('.carrier') && error.key === 'field.invalid'
    if (/closed\.\d+$/.test(path)) reported[path.replace(/\.\d+$/, '')] = { key: 'pickupDays.day' }
    else reported[path] = isTwice ? { key: 'pickupDays.twice' } : error
  }
  return reported
}
