import type { RateChange } from '../../../src-shared/station/quote-history.ts'

/** More than anybody looks back at. */
const MOST_KEPT = 50
const kept = new Map<string, readonly RateChange[]>()

/** Keeps how a quote stands to the one it was asked again from, for whoever shows its rates. */
export function noteChanges(quoteId: string, changes: readonly RateChange[]): void {
  kept.set(quoteId, changes)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

/** What was noted of a quote; empty for one that was not asked again. */
export function changesOf(quoteId: string): readonly RateChange[] {
  return kept.get(quoteId) ?? []
}
