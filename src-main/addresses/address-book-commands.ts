import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { addressBookCommands as rows } from '../../src-shared/station/commands/address-book.ts'
import type { Services } from '../app/services.ts'

/** The commands about the address book. */
export function addressBookCommands({
  addressBook,
  shippedTo,
}: Pick<Services, 'addressBook' | 'shippedTo'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'addressBook.list': ({ limit }) => addressBook.search('', limit),
    'addressBook.search': ({ text, limit }) => addressBook.search(text, limit),
    'addressBook.get': ({ addressId }) => addressBook.get(addressId),
    'addressBook.removed': ({ limit }) => addressBook.removed(limit),
    'addressBook.similar': ({ addressId }) => addressBook.similar(addressId),
    'addressBook.merge': ({ addressId, intoId }) => addressBook.merge(addressId, intoId),
    'addressBook.save': (input) => addressBook.save(input),
    'addressBook.remove': ({ addressId }) => addressBook.remove(addressId),
    'addressBook.restore': ({ addressId }) => addressBook.restore(addressId),
    'addressBook.setDefault': async ({ addressId }) => {
      await addressBook.setDefault(addressId)
      return addressBook.search('', 100)
    },
    'addressBook.noteUse': ({ addressId }) => addressBook.noteUse(addressId),
    'addressBook.lastFreight': ({ addressId }) => shippedTo.lastFreight(addressId),
    'addressBook.exportCsv': ({ after }) => addressBook.exportCsv(after),
    'addressBook.importCsv': ({ base64 }) => addressBook.importCsv(Buffer.from(base64, 'base64')),
  }
}
