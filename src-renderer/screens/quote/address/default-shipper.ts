import type { SavedAddress } from '../../../../src-shared/station/addresses/address-book.ts'
import type { Station } from '../../../station.ts'

/** The default is among those that are used most. */
const MOST_ADDRESSES = 500

/** The address that forms begin from; undefined: none is set. */
export async function defaultShipper(station: Station): Promise<SavedAddress | undefined> {
  const parties = await station.invoke('addressBook.list', { limit: MOST_ADDRESSES })
  return parties.find(({ isDefaultShipper }) => isDefaultShipper)
}
