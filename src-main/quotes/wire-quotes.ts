import type { AddressBook } from '../addresses/address-book.ts'
import type { Base } from '../app/wire-base.ts'
import type { Booking } from '../booking/wire-booking.ts'
import { presetStore } from './presets.rows.ts'
import { createPresets } from './presets.ts'
import { createQuoteLines } from './quote-lines.ts'
import { requestReturn } from './return-quote.ts'

/** What is around a quote: presets, lines of text that become one, and the quote of a return. */
export function wireQuotes(base: Base, { quotes, rules }: Pick<Booking, 'quotes' | 'rules'>, addressBook: AddressBook) {
  const { ledger, sharing, shipments, bookings, settings, environment, clock, ids } = base
  const { pickups } = settings
  const presets = createPresets({ store: presetStore(ledger.db, clock, sharing?.of('preset')), ids })
  return {
    presets,
    quoteLines: createQuoteLines({ addressBook, presets, pickups, clock }),
    returnQuote: (shipmentId: string) =>
      requestReturn({ shipments, bookings, quotes, insured: rules.insured, environment, pickups, clock }, shipmentId),
  }
}
