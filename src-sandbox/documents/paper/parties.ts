import type { Address, Party } from '../../../src-shared/freight/address.ts'
import type { TradeParty } from '../../../src-shared/freight/document-template.ts'
import { addressLines, contactLines, present } from '../subject.ts'

/** The lines of a party that a template was filled with. */
export function tradePartyLines({ companyName, address, phone, email }: TradeParty): string[] {
  const lines =
    typeof address === 'string'
      ? [companyName, ...address.split(/\r\n|\r|\n/)]
      : addressLines(address, { companyName, contactName: address.contactName })
  return [...present(lines), ...contactLines({ phone, email })]
}

/** The lines of a party of a shipment. */
export function shipmentPartyLines(address: Address, party: Party): string[] {
  return [...addressLines(address, party), ...contactLines(party)]
}
