import { expect, test } from 'vitest'
import { factsOf, type FactPorts } from '../../src-main/inbox/approval-facts.ts'
import type { CarrierEstimate } from '../../src-shared/station/batch/batch.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { aBooking, aQuote } from '../renderer/builders.ts'

const gone = () => Promise.reject(new StationError({ code: 'NOT_FOUND', message: 'gone' }))
const nothing: FactPorts = {
  findQuote: gone,
  findBooking: gone,
  findShipment: gone,
  findBatch: gone,
  estimateBatch: gone,
  findOrder: gone,
  rateForOrder: gone,
  language: async () => 'en',
}
const quote = aQuote()
const submission = {
  submissionId: 'submission-1',
  quoteId: 'Q-1',
  rateId: 'R-1',
  shipperInfo: { companyName: 'Acme' },
  consigneeInfo: { companyName: 'Globex West' },
  reference: 'PO-1',
  instructions: '',
  pickupDate: '2026-11-23',
  labelFormat: 'ZPL' as const,
}

test('a supervisor is shown what a booking is, for whom, when and for how much', async () => {
  const load = {
    ...quote.request,
    cargo: [
      { weight: 620, length: 48, width: 40, height: 52, quantity: 3, description: 'p', freightClass: '125' as const },
    ],
    accessorials: ['LIFTGATE_DELIVERY' as const],
    insuranceAmount: 5000,
  }
  const ports = { ...nothing, findQuote: () => Promise.resolve(aQuote({ request: load })) }
  expect(await factsOf('bookings.submit', submission, ports)).toBe(
    'PO-1 · Acme, Laredo, TX to Globex West, Laredo, TX · ' +
      '3 pieces, 1860 lb, class 125, liftgate at delivery, insured for 5000 USD · ' +
      'pickup 2026-11-23 · Northline Freight · 412.8 USD',
  )
  expect(await factsOf('bookings.submit', submission, { ...ports, language: async () => 'es' })).toBe(
    'PO-1 · Acme, Laredo, TX a Globex West, Laredo, TX · ' +
      '3 bultos, 1860 lb, clase 125, rampa hidráulica en entrega, asegurado por 5000 USD · ' +
      'recolección 2026-11-23 · Northline Freight · 412.8 USD',
  )
})

test('a void by shipment is shown with its order, consignee, price, reason and refund', async () => {
  const { reference, carrierName, consigneeName, destination } = aBooking()
  const facts = { reference, carrierName, consigneeName, destination, total: { minor: 14_962, currency: 'USD' } }
  const change = { kind: 'cancel', reason: 'Needs repacking', refundRequested: true } as const
  const input = { submissionId: 'submission-1', shipmentId: 'SHP-1', change }
  const known = { ...nothing, findShipment: () => Promise.resolve(facts) }
  expect(await factsOf('bookings.requestChange', input, known)).toBe(
    [
      'Void shipment',
      reference,
      `${consigneeName}, ${destination}`,
      carrierName,
      '149.62 USD',
      'Needs repacking',
      'request refund',
    ].join(' · '),
  )
  // One that this station does not know is named by its id.
  expect(await factsOf('bookings.requestChange', input, nothing)).toBe(
    'Void shipment · SHP-1 · Needs repacking · request refund',
  )
})

test('an order is shown with the carrier and the price that the person who asks was shown', async () => {
  const ports = {
    ...nothing,
    findQuote: () => Promise.resolve(quote),
    findOrder: () => Promise.resolve({ reference: 'SO-7' }),
  }
  const shown = /^SO-7 · .*Laredo, TX to .* · Northline Freight · 412\.8 USD$/
  const input = { orderId: 'ord_1', quoteId: 'Q-1' }
  expect(await factsOf('orders.book', { ...input, rateId: 'R-1' }, ports)).toMatch(shown)
  // A program may name none.
  expect(await factsOf('orders.book', input, { ...ports, rateForOrder: () => Promise.resolve('R-1') })).toMatch(shown)
})

test('a batch is shown by its name, its bookings and their sums, and says where that is an estimate', async () => {
  const usd = { minor: 1_588_571, currency: 'USD' }
  const carrier = { carrier: 'Northline Freight', bookings: 54, total: usd, isEstimate: false }
  const facts = (...more: CarrierEstimate[]) => {
    const carriers = [carrier, ...more]
    const ports = {
      ...nothing,
      findBatch: () => Promise.resolve({ name: 'november.csv' }),
      estimateBatch: () => Promise.resolve({ bookings: 58, carriers }),
    }
    return factsOf('batches.run', { batchId: 'bat_1' }, ports)
  }
  expect(await facts()).toBe('november.csv · 58 bookings · 15885.71 USD')
  const estimate = { carrier: 'Fastway', bookings: 4, total: { minor: 4000, currency: 'USD' }, isEstimate: true }
  expect(await facts(estimate)).toBe('november.csv · 58 bookings · about 15925.71 USD')
  // Two currencies are two sums, and rows booked directly may have no price before.
  const canadian = { carrier: 'Maple', bookings: 1, total: { minor: 30_050, currency: 'CAD' }, isEstimate: false }
  const direct = { carrier: 'Fastway', bookings: 3, total: null, isEstimate: true }
  expect(await facts(canadian, direct)).toBe(
    'november.csv · 58 bookings · 15885.71 USD + 300.5 CAD · 3 without a price',
  )
})

test('orders to be bought are shown by their number and the sums that were agreed to', async () => {
  const input = {
    orderIds: Array.from({ length: 12 }, (_, at) => `ord_${at}`),
    agreedTotals: [
      { minor: 123_456, currency: 'USD' },
      { minor: 30_000, currency: 'CAD' },
    ],
  }
  expect(await factsOf('orders.buy', input, nothing)).toBe('12 bookings · 1234.56 USD + 300 CAD')
})

test('a booking that is submitted again is shown with its order, its price and what is changed', async () => {
  const ports = { ...nothing, findBooking: () => Promise.resolve(aBooking()) }
  const copy = { bookingId: 'BKG-1', submissionId: 'submission-1' }
  const facts = 'PO-1 · Globex, Chicago, IL 60601 · Northline Freight · 412.8 USD'
  expect(await factsOf('bookings.copy', copy, ports)).toBe(facts)
  expect(await factsOf('bookings.copy', { ...copy, changes: { reference: 'PO-1-B' } }, ports)).toBe(
    `${facts} · reference: PO-1-B`,
  )
})

test('a direct booking that is submitted again is shown as it will be booked', async () => {
  const total = { minor: 0, currency: 'USD' }
  const ports = { ...nothing, findBooking: () => Promise.resolve(aBooking({ carrierName: 'Old Freight', total })) }
  const end = { address1: '1 Main St', city: 'Laredo', state: 'TX', postalCode: '78040', country: 'US' }
  const request = {
    service: { provider: 'Northline', service: 'Standard' },
    originAddress: end,
    destinationAddress: { ...end, companyName: 'Globex West' },
    cargo: [{ weight: 620, length: 48, width: 40, height: 52, quantity: 3, description: 'p', freightClass: '125' }],
    shipDate: '2026-11-23',
    labelFormat: 'ZPL',
  }
  const copy = { bookingId: 'BKG-1', submissionId: 'submission-1', changes: { request } }
  expect(await factsOf('bookings.copy', copy, ports)).toBe(
    'PO-1 · Laredo, TX to Globex West, Laredo, TX · 3 pieces, 1860 lb, class 125 · pickup 2026-11-23 · Northline Standard',
  )
})

test('an accepted price is shown as money, with the booking and its price until now', async () => {
  const ports = { ...nothing, findBooking: () => Promise.resolve(aBooking()) }
  const answer = { answer: 'accept-price', quoteId: 'Q-2', price: { minor: 45_010, currency: 'USD' } }
  expect(await factsOf('bookings.answer', { bookingId: 'BKG-1', answer }, ports)).toBe(
    'PO-1 · Globex, Chicago, IL 60601 · Northline Freight · 412.8 USD · answer: accept-price · price: 450.1 USD',
  )
})

test('orders that are marked are shown by their number, and how', async () => {
  const input = { orderIds: ['ord_1', 'ord_2'], hold: 'No stock' }
  expect(await factsOf('orders.mark', input, nothing)).toBe('orderIds: 2 · hold: No stock')
})

test('what is too much to show is counted', async () => {
  const patch = {
    stationName: 'Dock 3',
    labelFormat: 'ZPL',
    priceTolerance: 5,
    spendLimits: { perBatch: 1, perDay: 2 },
    thresholds: { staleHours: 3, lateHours: 4, riskDays: 5 },
    logLevel: 'debug',
    density: 'compact',
    theme: 'dark',
    sounds: false,
  }
  const facts = await factsOf('settings.update', patch, nothing)
  expect(facts).toMatch(/^theme: dark · stationName: Dock 3 · .* · … and 2 more$/)
  expect(facts.split(' · ')).toHaveLength(11)
})

test('a cancellation is shown with the booking that it ends', async () => {
  const ports = { ...nothing, findBooking: () => Promise.resolve(aBooking()) }
  expect(await factsOf('bookings.cancel', { bookingId: 'BKG-1' }, ports)).toBe(
    'PO-1 · Globex, Chicago, IL 60601 · Northline Freight · 412.8 USD',
  )
})

test('what is not found any more leaves what was typed', async () => {
  expect(await factsOf('bookings.submit', submission, nothing)).toBe('PO-1 · pickup 2026-11-23')
  expect(await factsOf('batches.run', { batchId: 'bat_1' }, nothing)).toBe('')
  expect(await factsOf('settings.update', { priceTolerance: 5 }, nothing)).toBe('priceTolerance: 5')
})
