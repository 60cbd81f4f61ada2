import type { Address, Party } from '../../src-shared/freight/address.ts'
import { carrierNamed } from '../rating/carriers.ts'
import type { ShipmentRecord } from '../shipments/store.ts'

/** What one shipping label says. */
export interface LabelContent {
  carrier: string
  scac: string
  /** For people: `LTL STANDARD`. */
  service: string
  trackingNumber: string
  proNumber: string
  bolNumber: string
  reference: string
  /** Where the freight is sorted to: state, first digits of the postal code, service. */
  routingCode: string
  shipFrom: string[]
  shipTo: string[]
  piece: number
  pieces: number
  /** Of this piece. */
  weightLb: number
  contents: string
  isHazmat: boolean
  pickupDay: string
}

/** The labels of a shipment, one for each piece. */
export function labelContents(record: ShipmentRecord): LabelContent[] {
  const lines = record.cargo.flatMap((line) => Array.from({ length: line.quantity }, () => line))
  return lines.map((line, index) => ({
    carrier: record.provider,
    scac: carrierNamed(record.provider)?.scac ?? '',
    service: record.service.replaceAll('_', ' '),
    trackingNumber: record.trackingNumber,
    proNumber: record.proNumber,
    bolNumber: record.bolNumber,
    reference: record.reference ?? '',
    routingCode: routingCode(record.destination, record.service),
    shipFrom: addressLines(record.origin, record.shipper),
    shipTo: addressLines(record.destination, record.consignee),
    piece: index + 1,
    pieces: lines.length,
    weightLb: line.weight,
    contents: line.description,
    isHazmat: line.hazmat === true,
    pickupDay: record.pickupDay,
  }))
}

function routingCode({ state, postalCode }: Address, service: string): string {
  const level = service.split('_').at(-1)?.charAt(0) ?? ''
  return `${state} ${postalCode.replace(/\s/g, '').slice(0, 3)}-${level}`.toUpperCase()
}

function addressLines(address: Address, party: Party): string[] {
  const lines = [
    party.companyName,
    party.contactName,
    address.address1,
    address.address2,
    `${address.city}, ${address.state} ${address.postalCode}${address.country === 'US' ? '' : ` ${address.country}`}`,
  ]
  return lines.filter((line): line is string => line !== undefined && line !== '')
}
