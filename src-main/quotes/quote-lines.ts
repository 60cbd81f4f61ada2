import { dayAt } from '../../src-shared/station/day.ts'
import type { PickupTermsOf } from '../../src-shared/station/booking/pickup-terms.ts'
import type { ReadLine } from '../../src-shared/station/quote-line/line.ts'
import { readLine } from '../../src-shared/station/quote-line/read-line.ts'
import type { AddressBook } from '../addresses/address-book.ts'
import type { Clock } from '../kernel/clock.ts'
import { placeBook } from './place-book.ts'
import type { Presets } from './presets.ts'

interface Ports {
  addressBook: Pick<AddressBook, 'search'>
  presets: Pick<Presets, 'list'>
  pickups: () => Promise<PickupTermsOf>
  clock: Clock
}

/** Entries that a line may name: those that are used most. */
const MOST_PARTIES = 2000

export type QuoteLines = ReturnType<typeof createQuoteLines>

/** Quotes in one line, read beside this station's address book and presets. The service is not asked. */
export function createQuoteLines({ addressBook, presets, pickups, clock }: Ports) {
  return {
    read: async (line: string): Promise<ReadLine> => {
      const now = clock.now()
      const [parties, kept, termsOf] = await Promise.all([
        addressBook.search('', MOST_PARTIES),
        presets.list(),
        pickups(),
      ])
      return readLine(line, {
        today: dayAt(now),
        now,
        pickups: termsOf(),
        parties: parties.map(({ addressId, name, address, roles, isDefaultShipper }) => ({
          addressId,
          name,
          address,
          isShipper: isDefaultShipper || (roles.includes('shipper') && !roles.includes('consignee')),
        })),
        presets: kept,
        places: placeBook(),
      })
    },
  }
}
