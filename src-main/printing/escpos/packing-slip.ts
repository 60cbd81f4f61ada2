import type { Shipment } from '../../../src-shared/station/tracking/shipment.ts'
import { thermalPrinter } from '../transports/thermal.ts'

/**
 * A packing slip for a receipt printer (ESC/POS, 48 characters a line), composed with node-thermal-printer and sent through
 * our own transports: the package's own ones lose tails and cannot tell what became of a slip.
 */
export function composePackingSlip(
  shipment: Shipment,
  words: { title: string; from: string; shipTo: string; pieces: string; weight: string },
): Uint8Array {
  const slip = thermalPrinter({
    // Composing only: nothing is sent from here.
    execute: async () => undefined,
    isPrinterConnected: async () => false,
  })
  const line = (name: string, value: string | null) => {
    if (value !== null && value !== '') slip.leftRight(name, plain(value))
  }
  slip.alignCenter()
  slip.bold(true)
  slip.println(plain(words.title))
  slip.bold(false)
  slip.println(plain(shipment.reference ?? shipment.shipmentId))
  slip.drawLine()
  slip.alignLeft()
  line('Shipment', shipment.shipmentId)
  line('PRO', shipment.proNumber)
  line('Carrier', shipment.provider)
  line('Service', shipment.service)
  line(words.pieces, shipment.pieces === null ? null : String(shipment.pieces))
  line(words.weight, shipment.weightLb === null ? null : `${shipment.weightLb} lb`)
  slip.drawLine()
  for (const [name, address] of [
    [words.from, shipment.origin],
    [words.shipTo, shipment.destination],
  ] as const) {
    const lines = addressLines(address)
    if (lines.length > 0) slip.println(plain(name))
    for (const text of lines) slip.println(plain(text))
  }
  if (shipment.instructions) {
    slip.drawLine()
    slip.println(plain(shipment.instructions))
  }
  if (shipment.trackingNumber !== null && /^[\x20-\x7e]+$/.test(shipment.trackingNumber)) {
    slip.newLine()
    slip.alignCenter()
    slip.code128(shipment.trackingNumber, { height: 60, text: 2, width: 'SMALL' })
  }
  slip.cut()
  return new Uint8Array(slip.getBuffer())
}

/** An address as people write it, without what is not known. */
export function addressLines(address: Shipment['destination']): string[] {
  if (!address) return []
  const { companyName, contactName, address1, address2, city, state, postalCode } = address
  const place = [[city, state].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ')
  return [companyName, contactName, address1, address2, place].filter((text): text is string => Boolean(text))
}

/** Nothing in a name may be a command: ESC/POS commands begin with control characters. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
