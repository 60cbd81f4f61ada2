import { describe, expect, test } from 'vitest'
import type { BookingContent } from '../../../../src-shared/station/booking/booking-content.ts'
import { cutoffOf, cutoffsSchema } from '../../../../src-shared/station/booking/cutoff.ts'
import { timeOn } from '../../../../src-shared/station/day.ts'
import { pickupView } from '../../../../src-renderer/screens/pickup/pickup-view.ts'
import { aBooking, aQuote, aShipment } from '../../builders.ts'

const TRUCKS = [{ carrier: 'northline freight', time: '16:00', place: 'door 3', phone: '956-555-0199' }]
const { request } = aQuote()

function contentFrom(city: string, state: string, postalCode: string): BookingContent {
  const originAddress = { ...request.originAddress, city, state, postalCode }
  return {
    bookingId: 'BKG-1',
    shipperInfo: {},
    consigneeInfo: {},
    instructions: '',
    quoted: { kind: 'domestic', request: { ...request, originAddress }, provider: 'NORTHLINE', service: 'LTL' },
    direct: null,
    quoteExpiresAt: null,
  }
}

describe('what is known of a pickup', () => {
  test.each([
    ['Laredo', 'TX', '78040', '2026-11-23T22:00:00.000Z'],
    ['Los Angeles', 'CA', '90001', '2026-11-24T00:00:00.000Z'],
    // An El Paso clock is an hour behind the rest of Texas.
    ['El Paso', 'TX', '79901', '2026-11-23T23:00:00.000Z'],
  ])('the truck leaves on the clock of %s', (city, state, postalCode, leaves) => {
    const view = pickupView(
      { booking: aBooking(), shipment: null, content: contentFrom(city, state, postalCode) },
      TRUCKS,
    )
    expect(new Date(view?.cutoffAt ?? 0).toISOString()).toBe(leaves)
    expect(view).toMatchObject({ day: '2026-11-23', place: 'door 3', phone: '956-555-0199' })
  })

  test('an origin that nobody knows has the clock of this station', () => {
    const view = pickupView({ booking: aBooking(), shipment: null, content: null }, TRUCKS)
    expect(view).toMatchObject({ zone: undefined, cutoffAt: timeOn('2026-11-23', '16:00').getTime() })
  })

  test('a shipment that was booked elsewhere has what the service tells of it', () => {
    const shipment = aShipment({
      provider: 'NORTHLINE_FREIGHT',
      estimatedPickup: '2026-11-24T23:59:59Z',
      pickupNumber: 'PU-77',
    })
    expect(pickupView({ booking: null, shipment, content: null }, TRUCKS)).toMatchObject({
      carrier: 'Northline Freight',
      day: '2026-11-24',
      confirmation: 'PU-77',
      phone: '956-555-0199',
      dayChange: 'over',
    })
    expect(pickupView({ booking: null, shipment: aShipment(), content: null }, TRUCKS)).toBeNull()
  })

  test('another day can be had only while the service does not have it', () => {
    const dayChangeOf = (
      booking: Parameters<typeof aBooking>[0],
      shipment: Parameters<typeof aShipment>[0] | null = null,
    ) =>
      pickupView({ booking: aBooking(booking), shipment: shipment && aShipment(shipment), content: null }, [])
        ?.dayChange
    expect(dayChangeOf({ state: 'QUEUED' })).toBe('here')
    expect(dayChangeOf({ state: 'SENDING' })).toBe('over')
    expect(dayChangeOf({ state: 'UNKNOWN' })).toBe('over')
    const question = { kind: 'pickup-passed' as const, pickupDate: '2026-11-20', suggested: '2026-11-23' }
    expect(dayChangeOf({ state: 'NEEDS_DECISION', question })).toBe('here')
    expect(dayChangeOf({ state: 'NEEDS_DECISION', question: { kind: 'rate-gone', offers: 1 } })).toBe('over')
    expect(dayChangeOf({ state: 'BOOKED' }, { status: 'PENDING' })).toBe('never')
    expect(dayChangeOf({ state: 'BOOKED' }, { actualPickup: '2026-11-23T20:00:00Z', status: 'PICKED_UP' })).toBe('over')
  })

  test('the window of a cross-border quote is that of its dock', () => {
    const crossborder = {
      ...contentFrom('Laredo', 'TX', '78040'),
      quoted: {
        kind: 'crossborder' as const,
        request: {
          borderCrossingLocation: 'LLB' as const,
          shipperLocation: {
            address1: '1 Main St',
            city: 'Laredo',
            stateOrProvince: 'TX',
            zipCode: '78040',
            country: 'US' as const,
            openTime: '11/23/2026 08:00 -6',
            closeTime: '11/23/2026 17:00 -6',
          },
          consigneeLocation: {
            address1: 'Av. 1',
            city: 'Monterrey',
            stateOrProvince: 'NL',
            zipCode: '64000',
            country: 'MX' as const,
          },
          handlingUnits: [],
          customs: { borderCrossingLocation: 'LLB' as const, origin: {}, destination: {} },
        },
      },
    }
    expect(pickupView({ booking: aBooking(), shipment: null, content: crossborder }, [])?.window).toEqual({
      from: Date.parse('2026-11-23T14:00:00Z'),
      until: Date.parse('2026-11-23T23:00:00Z'),
    })
  })
})

test('what is set of a carrier may be its phone alone, and is found by its name or its code', () => {
  const set = cutoffsSchema.parse([{ carrier: ' Acme Freight ', phone: '555-0100' }])
  expect(cutoffOf(set, 'ACME_FREIGHT')?.phone).toBe('555-0100')
  expect(cutoffOf(set, 'Acme')).toBeNull()
  expect(
    pickupView({ booking: aBooking({ carrierName: 'Acme Freight' }), shipment: null, content: null }, set),
  ).toMatchObject({
    phone: '555-0100',
    cutoffAt: null,
  })
})
