import type { SavedAddress } from '../../../../../src-shared/station/addresses/address-book.ts'
import { addressLine } from '../../address/address-form.ts'
import { defaultAccessorials } from '../../address/party-defaults.ts'
import type { AddressSide } from '../../../../../src-shared/station/quote/quote.ts'
import type { BorderForm } from '../border-form.ts'

/** Fills in the address book's facts of the dock at one end; an empty other end turns to the other country. */
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
