import type { SavedAddress } from '../../../../src-shared/station/address-book.ts'
import type { Station } from '../../../station.ts'
import { addressLine } from '../address/address-form.ts'
import { defaultAccessorials } from '../address/party-defaults.ts'
import { ADDRESS_SIDES, type AddressSide } from '../quote-form.ts'
import type { BorderForm } from './border-form.ts'

/** Fills in what the address book knows of the dock at one end; an empty other end turns to the other country. */
export function takeDock(form: BorderForm, side: AddressSide, party: SavedAddress): void {
  Object.assign(form.docks[side], {
    accessorials: defaultAccessorials(side === 'originAddress' ? 'shipper' : 'consignee', party),
    opens: party.dock.opens ?? '',
    closes: party.dock.closes ?? '',
    zone: '',
  })
  const other = form[side === 'originAddress' ? 'destinationAddress' : 'originAddress']
  const { country } = form[side]
  if (addressLine(other) === '' && country !== 'CA') other.country = country === 'US' ? 'MX' : 'US'
}

/** Addresses that are used much stand first the next time. */
export function noteUse(station: Station, form: BorderForm): void {
  for (const side of ADDRESS_SIDES) {
    const { addressId } = form[side]
    // Only the order of suggestions hangs on it.
    if (addressId) void station.invoke('addressBook.noteUse', { addressId }).catch(() => undefined)
  }
}
