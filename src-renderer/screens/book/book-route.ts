/** The parameters of the Book screen. */
export type BookView =
  | { kind: 'outbox' }
  | { kind: 'booking'; bookingId: string }
  /** A booking that is resumed, with its errors fixed. */
  | { kind: 'copy'; bookingId: string }
  /** A rate that is about to be booked; without one, the quote's rates to choose from. */
  | {
      kind: 'confirm'
      quoteId: string
      rateId: string | null
      /** The rate that was meant is not offered any more. */
      isGone: boolean
      like: string | null
      replaces: string | null
    }
  /** A booking without a quote, filled in like another one. */
  | { kind: 'direct'; like: string | null }

/** Reads the parameters of the route. */
export function bookView(params: Readonly<Record<string, string>>): BookView {
  const { quote, rate, copy, booking, like, replaces } = params
  if (quote) {
    const isGone = params['gone'] !== undefined
    return {
      kind: 'confirm',
      quoteId: quote,
      rateId: rate || null,
      isGone,
      like: like || null,
      replaces: replaces || null,
    }
  }
  if (params['new'] === 'direct') return { kind: 'direct', like: like || null }
  if (copy) return { kind: 'copy', bookingId: copy }
  return booking ? { kind: 'booking', bookingId: booking } : { kind: 'outbox' }
}
