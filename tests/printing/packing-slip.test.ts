import { expect, test } from 'vitest'
import { composePackingSlip } from '../../src-main/printing/escpos/packing-slip.ts'
import { composeTestReceipt } from '../../src-main/printing/escpos/test-receipt.ts'
import { tcpTransport } from '../../src-main/printing/transports/tcp.ts'
import { parsePrinterUri } from '../../src-main/printing/transports/uri.ts'
import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'
import { NOWHERE, shipmentReport } from '../support/cache.ts'
import { startRawPort } from '../support/raw-port.ts'

const words = {
  ...{ title: 'PACKING SLIP', from: 'From', shipTo: 'Ship to' },
  ...{ pieces: 'Pieces', weight: 'Weight', goods: 'Goods', more: 'more' },
}
const content = { words, sender: ['Acme Machine', 'Laredo, TX 78040'], goods: ['2 x Parts'], note: 'Thank you' }
const shipment: Shipment = {
  ...shipmentReport('SHP-1', {
    trackingNumber: 'TRK1234567',
    proNumber: 'PRO-9',
    reference: 'PO-4711',
    origin: { ...NOWHERE, companyName: 'Acme Machine', city: 'Laredo', state: 'TX', postalCode: '78040' },
    destination: { ...NOWHERE, companyName: 'Globex\x1b@ Corp', city: 'Reno', state: 'NV', postalCode: '89501' },
    pieces: 4,
    weightLb: 812,
    instructions: 'Dock 3\nRing twice',
  }),
  lastEvent: null,
  seenAt: '2026-11-21T15:00:00.000Z',
}

test('a packing slip goes to a receipt printer whole, over our transport, with its barcode and its cut', async () => {
  const receipts = await startRawPort()
  try {
    const slip = await composePackingSlip(shipment, content, null)
    const outcome = await tcpTransport(parsePrinterUri(receipts.uri)).send(slip)
    expect(outcome.kind).toBe('accepted')
    expect(receipts.received().equals(Buffer.from(slip))).toBe(true)
    const text = receipts.received().toString('latin1')
    const printed = ['PACKING SLIP', 'PO-4711', 'PRO-9', 'Reno, NV 89501', 'Acme Machine', 'Ship to', '812 lb']
    for (const word of printed) expect(text).toContain(word)
    expect(barcodeOf(receipts.received())?.data).toBe('TRK1234567')
    // GS V cuts.
    expect(text).toContain('\x1dV')
  } finally {
    await receipts.close()
  }
})

test('a name on a packing slip cannot give the printer a command', async () => {
  const text = Buffer.from(await composePackingSlip(shipment, content, null)).toString('latin1')
  expect(text).toContain('Globex @ Corp')
  expect(text).toContain('Dock 3 Ring twice')
})

/** The Code 128 of a receipt as a printer reads it: its text, its width in dots, where its text goes; null: there is none. */
function barcodeOf(receipt: Uint8Array): { data: string; dots: number; textAt: number } | null {
  const bytes = Buffer.from(receipt)
  const valueOf = (command: string) => bytes[bytes.indexOf(command, 0, 'latin1') + command.length]
  const at = bytes.indexOf('\x1dkI', 0, 'latin1')
  if (at < 0) return null
  const body = bytes.subarray(at + 4, at + 4 + (bytes[at + 3] ?? 0)).toString('latin1')
  let [data, isPairs] = ['', false]
  // Start, check and stop; the first choice of a subset is the start.
  let symbols = 2
  for (const [piece] of body.matchAll(/\{[BC{]|[^{]/gs)) {
    symbols += 1
    if (piece === '{B' || piece === '{C') isPairs = piece === '{C'
    else data += isPairs ? String(piece.charCodeAt(0)).padStart(2, '0') : piece === '{{' ? '{' : piece
  }
  // A printer leaves a width that is not 2 to 6 at its own, 3.
  const width = valueOf('\x1dw') ?? 0
  const dots = (symbols * 11 + 2) * (width >= 2 && width <= 6 ? width : 3)
  return { data, dots, textAt: valueOf('\x1dH') ?? 0 }
}

test.each([
  ['TRK1234567', true],
  ['1Z999AA10123456784', true],
  ['9400110200881234567890', true],
  ['A{B123', true],
  ['PRO-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123', false],
  ['Ü-4711', false],
])(
  'a receipt has the tracking number %s as bars of the paper with its text, or as text',
  async (trackingNumber, isBars) => {
    const slip = await composePackingSlip({ ...shipment, trackingNumber }, content, null)
    const code = barcodeOf(slip)
    expect(code !== null).toBe(isBars)
    expect(code?.data ?? trackingNumber).toBe(trackingNumber)
    expect(code?.dots ?? 0).toBeLessThanOrEqual(576)
    expect(code?.textAt ?? 2).toBe(2)
    if (!isBars) expect(Buffer.from(slip).toString('latin1')).toContain(trackingNumber.slice(-4))
  },
)

test('a test receipt has its code as bars of the paper, with its text below', () => {
  const code = barcodeOf(composeTestReceipt('Receipts'))
  expect(code).toMatchObject({ data: 'WAYBILL-TEST', textAt: 2 })
  expect(code?.dots).toBeLessThanOrEqual(576)
})
