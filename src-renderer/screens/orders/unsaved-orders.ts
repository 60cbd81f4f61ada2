import { Lru } from '../../../src-shared/lru.ts'
import type { QuoteDraft } from '../quote/quote-draft.ts'

/** An order in the quote form that was left before it was saved. */
interface UnsavedOrder {
  draft: QuoteDraft
  reference: string
  instructions: string
}

/** More than a person goes back to. */
const MOST_STORED = 20

/** By the order's id, or `new`: a look at another screen loses nothing that was typed. */
export const unsavedOrders = new Lru<string, UnsavedOrder>(MOST_STORED)
