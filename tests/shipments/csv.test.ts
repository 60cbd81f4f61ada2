import { expect, it } from 'vitest'
import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'
import { csvRow } from '../../src-main/shipments/csv.ts'
import { NOWHERE, shipmentReport } from '../support/cache.ts'

const shipment: Shipment = {
  ...shipmentReport('1', {
    trackingNumber: null,
    reference: '=HYPERLINK("http://evil")',
    provider: '+Carrier',
    service: '-LTL',
    total: { minor: -1250, currency: 'USD' },
    destination: { ...NOWHERE, companyName: '@Acme', city: '\tLaredo', country: '\rUS' },
    weightLb: 500.5,
  }),
  lastEvent: null,
  seenAt: '2026-11-21T22:00:00.000Z',
}

it('a shipment of an export holds no formula, and its numbers stay numbers', () => {
  expect(
    csvRow(shipment, ['reference', 'provider', 'service', 'consignee', 'city', 'country', 'total', 'weightLb']),
  ).toBe(`"'=HYPERLINK(""http://evil"")",'+Carrier,'-LTL,'@Acme,"'\tLaredo","'\rUS",-12.5,500.5\r\n`)
})

it('what is not known of a shipment is an empty cell', () => {
  expect(csvRow(shipment, ['shipmentId', 'trackingNumber', 'exceptionCode', 'lastEvent'])).toBe('1,,,\r\n')
})
