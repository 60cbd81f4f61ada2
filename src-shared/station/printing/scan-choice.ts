import type { ScanResult } from './scan.ts'

/** One of several that carry a scanned code, with what distinguishes it for a person. */
export interface ScanChoice {
  /** What `chosen` of a scan takes: a shipment id, or the booking id of one that the service does not have yet. */
  chosen: string
  reference: string | null
  carrier: string | null
  /** Name and city. */
  consignee: string
  trackingNumber: string | null
}

/** What to choose from where several carry a scanned code, newest first; shipments before bookings without one. */
export function choicesOf({ shipments, bookings }: Extract<ScanResult, { kind: 'ambiguous' }>): ScanChoice[] {
  return [
    ...shipments.map(({ shipmentId, reference, provider, destination, trackingNumber }) => ({
      chosen: shipmentId,
      reference,
      carrier: provider,
      consignee: inOneLine([destination?.companyName ?? destination?.contactName, destination?.city], ', '),
      trackingNumber,
    })),
    ...bookings.map(({ bookingId, reference, carrierName, consigneeName, destination }) => ({
      chosen: bookingId,
      reference,
      carrier: carrierName,
      consignee: inOneLine([consigneeName, destination], ', '),
      trackingNumber: null,
    })),
  ]
}

/** Reference, carrier and consignee in one line. */
export const choiceText = ({ reference, carrier, consignee, trackingNumber, chosen }: ScanChoice): string =>
  inOneLine([reference ?? trackingNumber ?? chosen, carrier, consignee], ' · ')

function inOneLine(texts: readonly (string | null | undefined)[], between: string): string {
  return texts.filter((text) => text !== null && text !== undefined && text !== '').join(between)
}
