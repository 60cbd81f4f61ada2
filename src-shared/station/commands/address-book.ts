import { z } from 'zod'
import {
  addressInputSchema,
  type AddressImport,
  type AddressSaved,
  type SavedAddress,
} from '../addresses/address-book.ts'
import type { CsvPiece } from '../app/audit.ts'
import { limit, returns } from '../command.ts'
import { MOST_NUMBER, searchSchema } from '../limits.ts'

const address = z.object({ addressId: z.string().min(1).max(80) })

/** The rows of the command table about the address book. */
export const addressBookCommands = {
  /** By what is used most. */
  'addressBook.list': returns<SavedAddress[]>()(z.object({ limit })),
  /** As a person types: every word must begin a word of the entry. */
  'addressBook.search': returns<SavedAddress[]>()(
    z.object({ text: searchSchema(), limit: z.int().min(1).max(100).default(20) }),
  ),
  /** Also one that was removed. */
  'addressBook.get': returns<SavedAddress>()(address),
  'addressBook.removed': returns<SavedAddress[]>()(z.object({ limit })),
  'addressBook.save': returns<AddressSaved>()(addressInputSchema),
  /** Can be undone with `restore`. */
  'addressBook.remove': returns<SavedAddress>()(address),
  'addressBook.restore': returns<SavedAddress>()(address),
  'addressBook.setDefault': returns<SavedAddress[]>()(z.object({ addressId: z.string().min(1).max(80).nullable() })),
  'addressBook.noteUse': returns<SavedAddress>()(address),
  /** A piece of the whole book as CSV; go on with `after: next`. */
  'addressBook.exportCsv': returns<CsvPiece<number>>()(z.object({ after: z.int().min(0).max(MOST_NUMBER).default(0) })),
  'addressBook.importCsv': returns<AddressImport>()(
    z.object({ base64: z.base64({ error: 'must be base64' }).max(950_000, 'a file holds at most 700 kB; split it') }),
  ),
} as const
