import { addDays, dayBegins } from '../../../../src-shared/station/day.ts'
import type { CommandInput } from '../../../../src-shared/station/commands.ts'
import { money } from '../../../../src-shared/station/money.ts'
import { parseNumber } from '../../../forms/number.ts'

/** The filters of the list beside its tile and its search words, as typed; empty: none. */
export interface Narrowing {
  from: string
  until: string
  carrier: string
  leastPrice: string
  mostPrice: string
  batchId: string
}

export const NOT_NARROWED: Narrowing = {
  from: '',
  until: '',
  carrier: '',
  leastPrice: '',
  mostPrice: '',
  batchId: '',
}

export const isNarrowed = (narrowing: Narrowing): boolean => Object.values(narrowing).some((typed) => typed !== '')

/** As the station is asked; what cannot be read yet narrows nothing. The last day counts. */
export function askedBy(narrowing: Narrowing): Partial<CommandInput<'bookings.list'>> {
  const { from, until, batchId } = narrowing
  const carrier = narrowing.carrier.trim()
  const leastPrice = minorOf(narrowing.leastPrice)
  const mostPrice = minorOf(narrowing.mostPrice)
  return {
    ...(from && { since: dayBegins(from).toISOString() }),
    ...(until && { until: dayBegins(addDays(until, 1)).toISOString() }),
    ...(carrier && { carrier }),
    ...(leastPrice !== undefined && { leastPrice }),
    ...(mostPrice !== undefined && { mostPrice }),
    ...(batchId && { batchId }),
  }
}

/** All currencies that freight is paid in here have cents. */
function minorOf(typed: string): number | undefined {
  const amount = parseNumber(typed)
  return amount !== undefined && amount >= 0 ? money(amount, 'USD').minor : undefined
}
