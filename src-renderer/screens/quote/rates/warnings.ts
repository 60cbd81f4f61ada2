import type { Refusal } from '../../../locale/no-rates.ts'
import { movedPickup, type MovedPickup } from '../../../../src-shared/station/quote/quoted-pickup.ts'

const REFUSAL = /^(.{1,80}?) made no offer: (.+?)\.?$/

/** A quote's warnings by their meaning: why a carrier made no offer is no warning about the freight. */
interface SortedWarnings {
  refusals: Refusal[]
  moved: MovedPickup[]
  others: string[]
}

export function sortWarnings(warnings: readonly string[]): SortedWarnings {
  const sorted: SortedWarnings = { refusals: [], moved: [], others: [] }
  for (const warning of warnings) {
    const [, carrier, reason] = REFUSAL.exec(warning) ?? []
    const moved = movedPickup(warning)
    if (carrier && reason) sorted.refusals.push({ carrier, reason })
    else if (moved) sorted.moved.push(moved)
    else sorted.others.push(warning)
  }
  return sorted
}
