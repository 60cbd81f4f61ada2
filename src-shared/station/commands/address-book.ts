import { z } from 'zod'
import {
  addressInputSchema,
  type AddressImport,
  type AddressSaved,
  type LastFreight,
  type SavedAddress,
} from '../addresses/address-book.ts'
import type { CsvPiece } from '../app/audit.ts'
import { atSite, limit, returns } from '../command.ts'
import { MOST_NUMBER, searchSchema } from '../limits.ts'

const address = z.object({ addressId: z.string().min(1).max(80) })

/** The rows of the command table about the address book. */
export const addressBookCommands = {
  /** Lists addresses, the most used first. */
  'addressBook.list': returns<SavedAddress[]>()(z.object({ limit }), atSite.packer),
  /** Searches addresses as a person types: every word must begin a word of the entry. */
  'addressBook.search': returns<SavedAddress[]>()(
    z.object({ text: searchSchema(), limit: z.int().min(1).max(100).default(20) }),
    atSite.packer,
  ),
  /** Returns an address, also one that was removed. */
  'addressBook.get': returns<SavedAddress>()(address, atSite.packer),
  /** Lists the removed addresses, the newest first. */
  'addressBook.removed': returns<SavedAddress[]>()(z.object({ limit }), atSite.clerk),
  /** Lists other addresses that look like the same place. */
  'addressBook.similar': returns<SavedAddress[]>()(address, atSite.clerk),
  /**
   * Merges an address into another. Takes what `addressId` knows into `intoId`, which stays; the other one is removed,
   * and can be restored.
   */
  'addressBook.merge': returns<SavedAddress>()(address.extend({ intoId: z.string().min(1).max(80) }), atSite.clerk),
  /** Adds an address or changes one, unless it looks like another. */
  'addressBook.save': returns<AddressSaved>()(addressInputSchema, atSite.clerk),
  /** Removes an address. Can be undone with `restore`. */
  'addressBook.remove': returns<SavedAddress>()(address, atSite.clerk),
  /** Restores a removed address. */
  'addressBook.restore': returns<SavedAddress>()(address, atSite.clerk),
  /** Chooses the origin that forms begin with; null: none. */
  'addressBook.setDefault': returns<SavedAddress[]>()(
    z.object({ addressId: z.string().min(1).max(80).nullable() }),
    atSite.clerk,
  ),
  /** Counts a use of the address: the most used are listed first. */
  'addressBook.noteUse': returns<SavedAddress>()(address, atSite.clerk),
  /** Returns the freight of the newest booking to this address. */
  'addressBook.lastFreight': returns<LastFreight>()(address, atSite.clerk),
  /** Exports a piece of the address book as CSV; continue with `after: next`. */
  'addressBook.exportCsv': returns<CsvPiece<number>>()(
    z.object({ after: z.int().min(0).max(MOST_NUMBER).default(0) }),
    atSite.clerk,
  ),
  /** Adds the addresses of a CSV file. */
  'addressBook.importCsv': returns<AddressImport>()(
    z.object({
      base64: z.base64({ error: 'must be base64' }).max(950_000, 'a file can have at most 700 kB; split it'),
    }),
    atSite.clerk,
  ),
} as const
