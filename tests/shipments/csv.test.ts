import { expect, it } from 'vitest'
import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'
import { csvRow } from '../../src-main/shipments/csv.ts'

const shipment: Shipment = {
  shipmentId: 'SHP-1',
  trackingNumber: null,
  proNumber: '218000004',
  reference: '=HYPERLINK("http://evil")',
  status: 'EXCEPTION',
  provider: '+Carrier',
  service: '-LTL',
  total: { minor: -1250, currency: 'USD' },
  origin: null,
  destination: {
    companyName: '@Acme',
    contactName: null,
    address1: null,
    address2: null,
    city: '\tLaredo',
    state: null,
    postalCode: null,
    country: '\rUS',
  },
  pieces: 2,
  weightLb: 500.5,
  instructions: null,
  createdAt: '2026-11-21T22:00:00.000Z',
  estimatedPickup: null,
  estimatedDelivery: null,
  actualPickup: null,
  actualDelivery: null,
  lastEvent: null,
  seenAt: '2026-11-21T22:00:00.000Z',
}

it('a shipment of an export holds no formula, and its numbers stay numbers', () => {
  expect(
    csvRow(shipment, ['reference', 'provider', 'service', 'consignee', 'city', 'country', 'total', 'weightLb']),
  ).toBe(`"'=HYPERLINK(""http://evil"")",'+Carrier,'-LTL,'@Acme,"'\tLaredo","'\rUS",-12.5,500.5\r\n`)
})

it('what is not known of a shipment is an empty cell', () => {
  expect(csvRow(shipment, ['shipmentId', 'trackingNumber', 'exceptionCode', 'lastEvent'])).toBe('SHP-1,,,\r\n')
})
