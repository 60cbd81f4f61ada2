import type { Shipment } from '../../../src-shared/station/tracking/shipment.ts'
import type { PackingSlip } from '../../../src-labels/packing-slip.ts'
import { encodePng } from '../../../src-labels/bitmap/png.ts'
import { lacksLetters, type Letters } from '../../../src-labels/compose/letters.ts'
import { wrapText } from '../../../src-labels/wrap.ts'
import { addCode128, PAPER_DOTS } from './barcode.ts'
import { thermalPrinter } from './thermal-printer.ts'

/** Of a line of the printer's own font. */
const LETTER_DOTS = 28
/** Most lines that a text takes as pictures. */
const MOST_PICTURES = 12

/**
 * A packing slip for a receipt printer (ESC/POS, 48 characters a line; letters that it lacks as pictures), composed with node-thermal-printer and sent through
 * our own transports: the package's own ones lose tails and cannot report the outcome of a slip.
 */
export async function composePackingSlip(
  shipment: Shipment,
  { words, sender, goods = [], note = '', logo }: Pick<PackingSlip, 'words' | 'sender' | 'goods' | 'note' | 'logo'>,
  letters: Letters | null,
): Promise<Uint8Array> {
  const slip = thermalPrinter({
    // Composing only: nothing is sent from here.
    execute: async () => undefined,
    isPrinterConnected: async () => false,
  })
  const line = async (name: string, value: string | null) => {
    if (value === null || value === '') return
    if (letters && lacksLetters(value)) await print(`${name} ${value}`)
    else slip.leftRight(name, plain(value))
  }
  /** A line, or pictures of it where the printer's font lacks its letters. */
  const print = async (text: string) => {
    if (!letters || !lacksLetters(text)) return slip.println(plain(text))
    for (const part of wrapText(plain(text), MOST_PICTURES, (one) => letters.widthOf(one, LETTER_DOTS) <= PAPER_DOTS)) {
      await slip.printImageBuffer(Buffer.from(encodePng(letters.draw(part, LETTER_DOTS))))
    }
  }
  slip.alignCenter()
  if (logo && logo.width <= PAPER_DOTS) await slip.printImageBuffer(Buffer.from(encodePng(logo)))
  slip.bold(true)
  slip.println(plain(words.title))
  slip.bold(false)
  await print(shipment.reference ?? shipment.shipmentId)
  slip.drawLine()
  slip.alignLeft()
  await line('Shipment', shipment.shipmentId)
  await line('PRO', shipment.proNumber)
  await line('Carrier', shipment.provider)
  await line('Service', shipment.service)
  await line(words.pieces, shipment.pieces === null ? null : String(shipment.pieces))
  await line(words.weight, shipment.weightLb === null ? null : `${shipment.weightLb} lb`)
  slip.drawLine()
  for (const [name, lines] of [
    [words.from, sender],
    [words.shipTo, addressLines(shipment.destination)],
    [words.goods, goods],
  ] as const) {
    if (lines.length > 0) slip.println(plain(name))
    for (const text of lines) await print(text)
  }
  if (shipment.instructions) {
    slip.drawLine()
    await print(shipment.instructions)
  }
  if (note !== '') {
    slip.drawLine()
    await print(note)
  }
  if (shipment.trackingNumber) {
    slip.newLine()
    slip.alignCenter()
    if (!addCode128(slip, shipment.trackingNumber)) await print(shipment.trackingNumber)
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
