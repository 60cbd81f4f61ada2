import { Lru } from '../../../src-shared/lru.ts'
import type { Order } from '../../../src-shared/station/orders/order.ts'
import type { QuoteDraft } from '../quote/quote-draft.ts'

/** An order in the quote form as typed so far. */
interface TypedOrder {
  draft: QuoteDraft
  reference: string
  instructions: string
}

/** What an edit began from: the order's content then, and the form that it filled. */
interface Begun {
  content: string
  form: string
}

interface Unsaved {
  typed: TypedOrder
  begun: Begun
}

/** More than a person goes back to. */
const MOST_STORED = 20
const unsaved = new Lru<string, Unsaved>(MOST_STORED)

const contentOf = (order: Order | null): string =>
  order === null ? '' : JSON.stringify([order.reference, order.content])
const formOf = ({ draft: { form }, reference, instructions }: TypedOrder): string =>
  JSON.stringify([form, reference, instructions])

/** @param order null: a new one is typed */
export const begunWith = (order: Order | null, typed: TypedOrder): Begun => ({
  content: contentOf(order),
  form: formOf(typed),
})

/** The same over what the order has by now, which the person was warned of. */
export const begunOver = (begun: Begun, order: Order): Begun => ({ ...begun, content: contentOf(order) })

/** Keeps what was typed, by the order's id or `new`: a look at another screen loses none of it, and a look at the order keeps nothing. */
export function keepUnsaved(orderId: string, typed: TypedOrder, begun: Begun): void {
  if (formOf(typed) === begun.form) unsaved.delete(orderId)
  else unsaved.set(orderId, { typed, begun })
}

export const dropUnsaved = (orderId: string): void => unsaved.delete(orderId)

/**
 * What was typed and not saved; null: nothing.
 * @param order as it is now. `outdated`: it was typed over another content, which it would bring back; it is dropped.
 */
export function unsavedOf(orderId: string, order: Order | null): Unsaved | 'outdated' | null {
  const found = unsaved.get(orderId) ?? null
  if (found === null || found.begun.content === contentOf(order)) return found
  unsaved.delete(orderId)
  return 'outdated'
}
