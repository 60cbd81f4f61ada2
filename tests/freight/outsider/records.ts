import type { Json } from './manners.ts'

type Fields = { [name: string]: Json }

/** A shipment as this service keeps it: what the interface shows of one, and its events, oldest first. */
export interface Kept {
  readonly detail: Fields & { shipmentId: string; trackingNumber: string }
  status: string
  readonly events: Fields[]
}

const CARRIERS = [
  { provider: 'Prairie Line', scac: 'PRLN', service: 'STANDARD', cost: 412.8, days: 3 },
  { provider: 'Mesa Freight', scac: 'MESA', service: 'EXPEDITED', cost: 689.15, days: 1 },
] as const

const HOUR = 3_600_000
const at = (ms: number): string => new Date(ms).toISOString()

/** Shape A: two carriers, valid for an hour. */
export function ratesFor(quoteId: string, now: number): Fields {
  return {
    quoteId,
    rates: CARRIERS.map(({ provider, scac, service, cost, days }) => ({
      provider,
      service,
      totalCost: cost,
      currency: 'USD',
      transitDays: days,
      deliveryDate: at(now + days * 24 * HOUR),
      isGuaranteed: false,
      breakdown: { baseCost: cost - 40, fuelSurcharge: 40, accessorials: { LIFTGATE_DELIVERY: 0 } },
      metadata: { carrierCode: scac, serviceCode: service, rateId: `${quoteId}/${scac}==` },
    })),
    expiresAt: at(now + HOUR),
    warnings: [],
  }
}

/** Shape B: each carrier under a quote id of its own, and a load that is reserved. */
export function quotesFor(loadId: string): Fields {
  const quotes = CARRIERS.map(({ provider, scac, service, cost, days }) => ({
    quoteId: `${loadId}/${scac}==`,
    carrierName: provider,
    scac,
    customerPrice: { miscCharges: [], netPrice: cost - 40, grossCharge: cost },
    fromTransitTime: days,
    toTransitTime: days + 1,
    service,
    serviceType: 'LTL',
    currency: 'usd',
    provider,
  }))
  return {
    success: true,
    loadId,
    bolNumber: `BOL${loadId}`,
    data: { quotes, loadId, bolNumber: `BOL${loadId}` },
    quotes,
  }
}

/** One way over the border. */
export function crossingFor(loadId: string, now: number): Fields {
  const moves = [
    { carrierName: 'Prairie Line', scac: 'PRLN', pickupDate: at(now).slice(0, 10), deliveryDate: at(now).slice(0, 10) },
    { carrierName: 'Sierra Norte', scac: 'SRNT', pickupDate: at(now).slice(0, 10), deliveryDate: at(now).slice(0, 10) },
  ]
  const quote = { quoteId: `${loadId}-X`, total: 1890.5, currency: 'USD', fromTransitTime: 4, toTransitTime: 6 }
  return {
    success: true,
    quotes: { quotes: [{ ...quote, serviceType: 'standard', moves }], loadId, bolNumber: `BOL${loadId}` },
  }
}

/** What a rate costs, or a crossing; of a name that nobody has, what a crossing costs. */
export const costOf = (name: string): number =>
  CARRIERS.find(({ provider, scac }) => name === provider || name.includes(scac))?.cost ?? 1890.5

export function event(shipment: Kept, status: string, eventType: string, when: number, more: Fields = {}): Fields {
  const { shipmentId, trackingNumber } = shipment.detail
  return {
    eventId: `EV${shipmentId.replaceAll(/\D/g, '')}${shipment.events.length + 1}`,
    timestamp: at(when),
    status,
    eventType,
    description: `Freight is ${status.toLowerCase()}`,
    location: { address: '1 Yard Rd', city: 'CHICAGO', state: 'IL', postalCode: '60608', country: 'US' },
    facilityType: 'DELIVERY_FACILITY',
    shipmentId,
    trackingNumber,
    ...more,
  }
}

/** The shipments that were here before anybody asked: one on its way, one in trouble, one signed for. */
export function shipmentsOfBefore(now: number, signature: string): Kept[] {
  return ['IN_TRANSIT', 'EXCEPTION', 'DELIVERED'].map((status, index) => {
    const shipmentId = String(7001 + index)
    const shipment: Kept = {
      detail: {
        ...common(shipmentId, now - (index + 2) * 24 * HOUR),
        reference: `OLD-${index + 1}`,
        provider: 'Prairie Line',
        service: 'STANDARD',
        totalCost: 300 + index,
      },
      status,
      events: [],
    }
    const passed = (name: string, type: string, hours: number, more: Fields = {}) =>
      shipment.events.push(event(shipment, name, type, now - hours * HOUR, more))
    passed('PICKED_UP', 'PICKUP', 30)
    passed('IN_TRANSIT', 'TRANSIT', 20)
    if (status === 'EXCEPTION') {
      passed('EXCEPTION', 'EXCEPTION', 5, { exceptionCode: '006', exceptionReason: 'CUSTOMS_HOLD' })
    }
    if (status === 'DELIVERED') passed('DELIVERED', 'DELIVERY', 3, { recipient: 'R. Soto', signature })
    return shipment
  })
}

/** What every shipment has, booked by whatever form. */
export function common(shipmentId: string, createdAt: number) {
  const place = (city: string, state: string, postalCode: string) => ({
    address1: '1 Main St',
    address2: '',
    city,
    state,
    postalCode,
    country: 'US',
    companyName: 'Acme',
    contactName: '',
    phone: '555 0100',
    email: 'dock@example.com',
  })
  return {
    shipmentId,
    trackingNumber: `PL${shipmentId}0001`,
    proNumber: `40${shipmentId}`,
    currency: 'USD',
    labels: [],
    originAddress: place('LAREDO', 'TX', '78040'),
    destinationAddress: place('CHICAGO', 'IL', '60601'),
    cargo: [{ weight: 500, length: 48, width: 40, height: 36, quantity: 2, description: 'Parts', freightClass: '70' }],
    instructions: '',
    estimatedPickup: at(createdAt + 20 * HOUR),
    estimatedDelivery: at(createdAt + 90 * HOUR),
    createdAt: at(createdAt),
    updatedAt: at(createdAt),
  }
}
