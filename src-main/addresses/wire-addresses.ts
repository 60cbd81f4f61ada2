import type { Base } from '../app/wire-base.ts'
import { isBlanked } from '../data/forget/blank.ts'
import { kept } from '../data/forget/on-write.ts'
import { createAddressBook } from './address-book.ts'
import { addressStore } from './addresses.rows.ts'
import { shippedToStore } from './shipped-to.rows.ts'
import { createShippedTo } from './shipped-to.ts'

/** The address book, and what keeps consignees in it by shipping to them. */
export function wireAddresses({ ledger, bookings, sharing, clock, ids, emit, onFault }: Base) {
  const addressBook = createAddressBook({ addresses: addressStore(ledger.db, clock, sharing?.of('address')), ids })
  return {
    addressBook,
    shippedTo: createShippedTo({
      ...{ bookings, book: addressBook, onFault, store: shippedToStore(ledger.db, clock) },
      onKept: () => emit('records.changed', { kinds: ['address'] }),
      isForgotten: (text, madeAt) => isBlanked(text) || kept(ledger.db, text, madeAt) !== text,
    }),
  }
}
