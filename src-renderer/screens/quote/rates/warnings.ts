import { movedPickup, type MovedPickup } from '../../../../src-shared/station/quote/quoted-pickup.ts'

/** A carrier that made no offer, and why, in the service's words. */
export interface Refusal {
  carrier: string
  reason: string
}

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

/** Why there are no offers: each carrier's reason, or the service's one sentence; both may be missing. */
export function readNoRates(details: Record<string, unknown>): { refusals: Refusal[]; reason: string } {
  const { providers, reason } = details
  const refusals = Array.isArray(providers)
    ? providers.flatMap((entry: unknown) => {
        if (typeof entry !== 'object' || entry === null) return []
        const { provider, reason: why }: { provider?: unknown; reason?: unknown } = entry
        return typeof provider === 'string' && typeof why === 'string' ? [{ carrier: provider, reason: why }] : []
      })
    : []
  return { refusals, reason: typeof reason === 'string' ? reason : '' }
}

/** Carriers with the same reason, together: the most frequent first. */
export function byReason(refusals: readonly Refusal[]): { reason: string; carriers: string[] }[] {
  const groups = new Map<string, string[]>()
  for (const { carrier, reason } of refusals) groups.set(reason, [...(groups.get(reason) ?? []), carrier])
  return [...groups]
    .map(([reason, carriers]) => ({ reason, carriers }))
    .sort((a, b) => b.carriers.length - a.carriers.length)
}
