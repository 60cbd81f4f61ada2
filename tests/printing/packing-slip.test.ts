import { expect, test } from 'vitest'
import { composePackingSlip } from '../../src-main/printing/escpos/packing-slip.ts'
import { tcpTransport } from '../../src-main/printing/transports/tcp.ts'
import { parsePrinterUri } from '../../src-main/printing/transports/uri.ts'
import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'
import { NOWHERE, shipmentReport } from '../support/cache.ts'
import { startRawPort } from '../support/raw-port.ts'

const words = {
  ...{ title: 'PACKING SLIP', from: 'From', shipTo: 'Ship to' },
  ...{ pieces: 'Pieces', weight: 'Weight', goods: 'Goods' },
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
    const printed = [
      'PACKING SLIP',
      'PO-4711',
      'PRO-9',
      'Reno, NV 89501',
      'Acme Machine',
      'Ship to',
      '812 lb',
      'TRK1234567',
    ]
    for (const word of printed) expect(text).toContain(word)
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
