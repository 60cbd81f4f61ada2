import type { QuoteRequest } from '../../../../src-shared/freight/quote.ts'
import type { Station } from '../../../station.ts'
import { addressFormOf } from '../../quote/address/address-form.ts'
import { parseNewParty } from '../../quote/address/party-form.ts'
import type { PartyForm } from '../party.ts'

/**
 * Keeps a consignee in the address book by shipping there: found by its name the next time, with the services it
 * needed. One that looks like an entry there, or that has no name, is not added.
 */
export async function keepConsignee(
  station: Station,
  { destinationAddress, accessorials = [] }: Pick<QuoteRequest, 'destinationAddress' | 'accessorials'>,
  consignee: PartyForm,
): Promise<void> {
  const address = { ...addressFormOf(destinationAddress), ...consignee }
  const parsed = parseNewParty(address, 'consignee', accessorials)
  // The booking is saved; only a suggestion hangs on it.
  if (parsed.ok) await station.invoke('addressBook.save', parsed.input).catch(() => undefined)
}
