/** A carrier that made no offer, and why, in the service's words. */
export interface Refusal {
  carrier: string
  reason: string
}

const REFUSAL = /^(.{1,80}?) made no offer: (.+?)\.?$/

/** The warnings of a quote, with those that tell why a carrier made no offer apart: they are no warning about the freight. */
export function sortWarnings(warnings: readonly string[]): { refusals: Refusal[]; others: string[] } {
  const refusals: Refusal[] = []
  const others: string[] = []
  for (const warning of warnings) {
    const [, carrier, reason] = REFUSAL.exec(warning) ?? []
    if (carrier && reason) refusals.push({ carrier, reason })
    else others.push(warning)
  }
  return { refusals, others }
}

/** Why nobody offers anything: each carrier's reason, or the service's one sentence; both may be missing. */
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

/** Carriers that say the same, together: the most said first. */
export function byReason(refusals: readonly Refusal[]): { reason: string; carriers: string[] }[] {
  const groups = new Map<string, string[]>()
  for (const { carrier, reason } of refusals) groups.set(reason, [...(groups.get(reason) ?? []), carrier])
  return [...groups]
    .map(([reason, carriers]) => ({ reason, carriers }))
    .sort((a, b) => b.carriers.length - a.carriers.length)
}
