import type { Address } from '../../src-shared/freight/address.ts'
import { pieceCode } from '../../src-shared/freight/piece-code.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import { addressLines, isVoid, scacOf, serviceText } from './subject.ts'

/** The content of one shipping label. */
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
  /** What distinguishes this label from the others; null: it is the only one. */
  pieceCode: string | null
  /** Of this piece. */
  weightLb: number
  contents: string
  isHazmat: boolean
  pickupDay: string
  /** Of a canceled shipment: nothing on it may be scanned. */
  isVoid: boolean
}

/** The labels of a shipment, one for each piece. */
export function labelContents(record: ShipmentRecord): LabelContent[] {
  const lines = record.cargo.flatMap((line) => Array.from({ length: line.quantity }, () => line))
  return lines.map((line, index) => ({
    carrier: record.provider,
    scac: scacOf(record),
    service: serviceText(record),
    trackingNumber: record.trackingNumber,
    proNumber: record.proNumber,
    bolNumber: record.bolNumber,
    reference: record.reference ?? '',
    routingCode: routingCode(record.destination, record.service),
    shipFrom: addressLines(record.origin, record.shipper),
    shipTo: addressLines(record.destination, record.consignee),
    piece: index + 1,
    pieces: lines.length,
    pieceCode: lines.length > 1 ? pieceCode(record.trackingNumber, index + 1) : null,
    weightLb: line.weight,
    contents: line.description,
    isHazmat: line.hazmat === true,
    pickupDay: record.pickupDay,
    isVoid: isVoid(record),
  }))
}

function routingCode({ state, postalCode }: Address, service: string): string {
  const level = service.split('_').at(-1)?.charAt(0) ?? ''
  return `${state} ${postalCode.replace(/\s/g, '').slice(0, 3)}-${level}`.toUpperCase()
}
