import { describe, expect, test } from 'vitest'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import type { DirectBooking } from '../../../../src-shared/freight/booking.ts'
import {
  directFormOf,
  emptyDirectForm,
  parseDirectForm,
} from '../../../../src-renderer/screens/book/direct/direct-form.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const given = {
  submissionId: 'direct-form-1',
  now: NOW,
  labelFormat: 'ZPL' as const,
  measures: 'imperial' as const,
  pickups: USUAL_PICKUPS,
}
const address = { address1: '1 Main St', city: 'Laredo', state: 'TX', postalCode: '78040', country: 'US' as const }
const request: DirectBooking = {
  originAddress: { ...address, companyName: 'Acme' },
  destinationAddress: { ...address, companyName: 'Globex', city: 'Chicago', state: 'IL', postalCode: '60601' },
  cargo: [{ weight: 500, length: 48, width: 40, height: 36, quantity: 2, description: 'parts' }],
  service: { provider: 'NORTHLINE', service: 'LTL_STANDARD' },
  consigneeInfo: { contactName: 'Ann' },
  shipDate: '2026-11-23',
  reference: 'PO-D',
}

describe('the form of a booking without a quote', () => {
  test('becomes the booking it was made from, with the parties of its addresses', () => {
    const parsed = parseDirectForm(directFormOf(request, given), NOW, USUAL_PICKUPS)
    expect(parsed).toMatchObject({
      ok: true,
      input: {
        kind: 'direct',
        submissionId: 'direct-form-1',
        holdUntil: null,
        request: {
          service: request.service,
          shipDate: '2026-11-23',
          reference: 'PO-D',
          shipperInfo: { companyName: 'Acme' },
          consigneeInfo: { companyName: 'Globex', contactName: 'Ann' },
          cargo: [{ weight: 500, quantity: 2 }],
        },
      },
    })
  })

  test('says beside each field what is missing', () => {
    const parsed = parseDirectForm(emptyDirectForm(given), NOW, USUAL_PICKUPS)
    expect(parsed.ok ? {} : parsed.errors).toMatchObject({
      provider: { key: 'field.required' },
      service: { key: 'field.required' },
      'originAddress.address1': { key: 'field.required' },
      'destinationAddress.city': { key: 'field.required' },
      'cargo.0.weight': expect.anything(),
    })
  })

  test('takes no pickup in the past and no hold after it', () => {
    const form = directFormOf(request, given)
    const late = { ...form, holdUntil: '2026-11-24' }
    expect(parseDirectForm(late, NOW, USUAL_PICKUPS)).toMatchObject({
      errors: { holdUntil: { key: 'holding.afterPickup' } },
    })
    const past = { ...form, freight: { ...form.freight, shipDate: '2026-11-20' } }
    expect(parseDirectForm(past, NOW, USUAL_PICKUPS)).toMatchObject({ errors: { pickupDate: { key: 'field.past' } } })
  })
})
