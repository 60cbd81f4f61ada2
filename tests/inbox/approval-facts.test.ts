import { expect, test } from 'vitest'
import { factsOf, type FactPorts } from '../../src-main/inbox/approval-facts.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { aBooking, aQuote } from '../renderer/builders.ts'

const gone = () => Promise.reject(new StationError({ code: 'NOT_FOUND', message: 'gone' }))
const nothing: FactPorts = {
  findQuote: gone,
  findBooking: gone,
  findShipment: gone,
  findBatch: gone,
  estimateBatch: gone,
  priceOrder: gone,
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

test('an order is shown with the carrier and the price that it would be booked with', async () => {
  const total = { minor: 41_280, currency: 'USD' }
  const ports = {
    ...nothing,
    findQuote: () => Promise.resolve(quote),
    priceOrder: () => Promise.resolve({ reference: 'SO-7', carrierName: 'Northline Freight', total }),
  }
  const facts = await factsOf('orders.book', { orderId: 'ord_1', quoteId: 'Q-1' }, ports)
  expect(facts).toMatch(/^SO-7 · .*Laredo, TX to .* · Northline Freight · 412\.8 USD$/)
})

test('a batch is shown by its name, its bookings and their sum, and says where that is an estimate', async () => {
  const total = { minor: 1_588_571, currency: 'USD' }
  const facts = (estimated: number) =>
    factsOf(
      'batches.run',
      { batchId: 'bat_1' },
      {
        ...nothing,
        findBatch: () => Promise.resolve({ name: 'november.csv' }),
        estimateBatch: () => Promise.resolve({ bookings: 58, total, estimated }),
      },
    )
  expect(await facts(0)).toBe('november.csv · 58 bookings · 15885.71 USD')
  expect(await facts(4)).toBe('november.csv · 58 bookings · about 15885.71 USD')
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
