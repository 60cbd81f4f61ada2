import { describe, expect, test } from 'vitest'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import type { DirectBooking } from '../../../../src-shared/freight/booking.ts'
import {
  knownCarriers,
  matchingCarriers,
  matchingServices,
} from '../../../../src-renderer/screens/book/direct/carriers.ts'
import { answeringStation } from '../../builders.ts'
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

describe('the carriers that are suggested', () => {
  const booked = { provider: 'NORTHLINE', service: 'LTL_STANDARD', carrierName: 'Northline Freight' }
  const quoted = { provider: 'NORTHLINE', service: 'LTL_GUARANTEED', carrierName: 'Northline Freight' }
  const other = { provider: 'ESTRELLA', service: 'LTL_STANDARD', carrierName: 'Estrella' }
  const station = answeringStation({
    'bookings.list': () => [booked],
    'quotes.list': () => ({ rows: [{ id: 'q1' }, { id: 'q2' }], next: null }),
    'quotes.find': ({ id }: { id: string }) =>
      id === 'q1' ? { rates: [booked, quoted, other] } : { kind: 'crossborder', rates: [{ total: 1 }] },
  })

  test('are those of bookings and of quotes, each once', async () => {
    const known = await knownCarriers(station)
    expect(known).toEqual([booked, quoted, other])
    expect(matchingCarriers('north guar', known)).toEqual([quoted])
  })

  test('have the services of the carrier that is entered, or all where it is not known', async () => {
    const known = await knownCarriers(station)
    expect(matchingServices('', 'northline', known)).toEqual([booked, quoted])
    expect(matchingServices('guar', 'northline', known)).toEqual([quoted])
    expect(matchingServices('standard', '', known)).toEqual([booked, other])
  })
})
