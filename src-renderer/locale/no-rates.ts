/** A carrier that made no offer, and why, in the service's words. */
export interface Refusal {
  carrier: string
  reason: string
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

/** So many reasons are in one line. */
const MOST_REASONS = 3

/**
 * Why there are no offers, in one line and in the service's words: reasons with a number first, because they name the
 * limit that the freight is over. Empty: no reason was given.
 */
export function noRatesReasons(details: Record<string, unknown>, wordOf: (code: string) => string): string {
  const { refusals, reason } = readNoRates(details)
  if (refusals.length === 0) return inWords(reason, wordOf)
  const reasons = byReason(refusals).map(({ reason: why }) => inWords(why, wordOf))
  const limits = reasons.filter((why) => /\d/.test(why))
  return [...limits, ...reasons.filter((why) => !limits.includes(why))].slice(0, MOST_REASONS).join('; ')
}

/** A sentence of the service, with the codes of services in the words of the screen. */
export const inWords = (reason: string, wordOf: (code: string) => string): string =>
  reason.replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, wordOf)
