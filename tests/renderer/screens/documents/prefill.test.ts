import { describe, expect, test } from 'vitest'
import { documentSourceSchema } from '../../../../src-shared/freight/document-template.ts'
import type { BookingContent } from '../../../../src-shared/station/booking/booking-content.ts'
import { prefilled } from '../../../../src-renderer/screens/documents/template/prefill.ts'
import { dataOf } from '../../../../src-renderer/screens/documents/template/template-form.ts'
import { aShipment } from '../../builders.ts'

const place = (city: string, country: string) => ({
  companyName: 'Globex',
  contactName: null,
  address1: '200 N LaSalle St',
  address2: null,
  city,
  state: 'IL',
  postalCode: '60601',
  country,
})
const shipment = aShipment({
  provider: 'Estrella',
  service: 'LTL',
  total: null,
  origin: place('Laredo', 'US'),
  destination: place('Chicago', 'US'),
  pieces: 2,
  weightLb: 900,
})
const address = { address1: '1 Main St', city: 'Laredo', state: 'TX', postalCode: '78040', country: 'US' as const }
const content: BookingContent = {
  bookingId: 'BKG-1',
  shipperInfo: { companyName: 'Acme Machine', phone: '956 555 0100' },
  consigneeInfo: {},
  instructions: '',
  quoted: {
    kind: 'domestic',
    provider: 'Estrella',
    service: 'LTL',
    request: {
      originAddress: address,
      destinationAddress: { ...address, companyName: 'Globex', city: 'Chicago' },
      cargo: [
        {
          description: 'Gears',
          quantity: 4,
          weight: 100,
          length: 48,
          width: 40,
          height: 36,
          value: 500,
          currency: 'MXN',
        },
        { description: 'Paint', quantity: 1, weight: 50, length: 20, width: 20, height: 20, hazmat: true },
      ],
    },
  },
  direct: null,
  quoteExpiresAt: null,
}

describe('a template filled in from its shipment', () => {
  test('takes parties, goods, prices and weights from what was booked', () => {
    const form = prefilled('COMMERCIAL_INVOICE', { shipment, content, today: '2026-11-21' })
    expect(form['seller']?.[0]).toMatchObject({ companyName: 'Acme Machine', phone: '956 555 0100' })
    expect(form['seller']?.[0]?.['address']).toBe('1 Main St\nLaredo, TX 78040\nUS')
    expect(form['buyer']?.[0]?.['companyName']).toBe('Globex')
    expect(form['items']).toMatchObject([
      { description: 'Gears', quantity: '4', unitPrice: '125', weight: '400', countryOfOrigin: 'US' },
      { description: 'Paint', unitPrice: '', weight: '50' },
    ])
    expect(form['totals']?.[0]?.['currency']).toBe('MXN')
  })

  test('needs nothing more for a packing list', () => {
    const form = prefilled('PACKING_LIST', { shipment, content, today: '2026-11-21' })
    const data = dataOf('PACKING_LIST', form)
    expect(documentSourceSchema.safeParse({ template: 'PACKING_LIST', data }).error?.issues).toBeUndefined()
    expect(data['weights']).toEqual({ net: 450, gross: 450, unit: 'lb' })
  })

  test('declares only the goods that were booked as hazardous', () => {
    const form = prefilled('HAZMAT_DECLARATION', { shipment, content, today: '2026-11-21' })
    expect(form['classifications']).toMatchObject([{ quantity: '1', weight: '50', unNumber: '' }])
    expect(form['hazmatDetails']?.[0]?.['offeror']).toBe('Acme Machine')
  })

  test('still knows places and weight of a shipment that was booked elsewhere', () => {
    const known = { shipment, content: null, today: '2026-11-21' }
    expect(prefilled('PACKING_LIST', known)['weights']?.[0]).toMatchObject({ gross: '900' })
    const certificate = prefilled('CERTIFICATE_OF_ORIGIN', known)
    expect(certificate['']?.[0]?.['originCountry']).toBe('US')
    expect(certificate['importer']?.[0]?.['address']).toBe('200 N LaSalle St\nChicago, IL 60601\nUS')
    expect(prefilled('CUSTOM_FORM', known)['fields']).toHaveLength(1)
  })
})
