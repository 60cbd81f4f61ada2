import { Lru } from '../../../src-shared/lru.ts'
import type { RateChange } from '../../../src-shared/station/quote/quote-history.ts'

/** More than a person looks back at. */
const MOST_STORED = 50
const kept = new Lru<string, readonly RateChange[]>(MOST_STORED)

/** Keeps how a quote compares to the one it was asked again from, for the views of its rates. */
export function noteChanges(quoteId: string, changes: readonly RateChange[]): void {
  kept.set(quoteId, changes)
}

/** The noted changes of a quote; empty for one that was not asked again. */
export function changesOf(quoteId: string): readonly RateChange[] {
  return kept.get(quoteId) ?? []
}
