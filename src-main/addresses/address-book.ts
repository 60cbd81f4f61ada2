import type { Address } from '../../src-shared/freight/address.ts'
import type { AddressImport, AddressInput, AddressSaved } from '../../src-shared/station/addresses/address-book.ts'
import type { CsvPiece } from '../../src-shared/station/app/audit.ts'
import { csvText } from '../imports/csv/csv-read.ts'
import type { Ids } from '../kernel/ids.ts'
import type { AddressStore } from './addresses.rows.ts'
import { ADDRESS_HEADER, addressLine, importAddresses } from './address-csv.ts'

const EXPORT_ROWS = 500

export type AddressBook = ReturnType<typeof createAddressBook>

/** The address book: the store, with the question whether a place is in it already. */
export function createAddressBook({ addresses, ids }: { addresses: AddressStore; ids: Ids }) {
  async function save(input: AddressInput): Promise<AddressSaved> {
    const similar = input.evenIfSimilar ? [] : await addresses.similar(input)
    if (similar.length > 0) return { kind: 'similar', addresses: similar }
    return { kind: 'saved', address: await addresses.save(ids.next('adr'), input) }
  }

  return {
    get: addresses.get,
    search: addresses.search,
    removed: addresses.removed,
    save,
    merge: addresses.merge,
    similar: async (addressId: string) => addresses.similar({ ...(await addresses.get(addressId)), addressId }),
    remove: addresses.remove,
    restore: addresses.restore,
    setDefault: addresses.setDefault,
    noteUse: addresses.noteUse,

    /** An entry as the wire has addresses; null when it is not there. */
    wireAddress: (addressId: string): Address | null => addresses.peek(addressId)?.address ?? null,

    /** The shipper that forms begin with, as the wire has addresses; null: none is set. */
    defaultShipper: async (): Promise<Address | null> => (await addresses.defaultShipper())?.address ?? null,

    exportCsv: async (after: number): Promise<CsvPiece<number>> => {
      const { addresses: page, last } = await addresses.page(after, EXPORT_ROWS)
      return { csv: (after === 0 ? ADDRESS_HEADER : '') + page.map(addressLine).join(''), next: last }
    },

    /** @throws StationError UNREADABLE_FILE for bytes that are no UTF-8 table with the needed columns */
    importCsv: async (bytes: Uint8Array): Promise<AddressImport> =>
      importAddresses(csvText(bytes), async (input) => ((await save(input)).kind === 'saved' ? 'added' : 'known')),
  }
}
