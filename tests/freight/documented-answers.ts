import type { z } from 'zod'
import { documentAnswer, labelListAnswer } from '../../src-main/freight/answer/document.ts'
import { dataOf, pageOf } from '../../src-main/freight/answer/envelope.ts'
import { addressCheckAnswer, locationsAnswer, satCodesAnswer } from '../../src-main/freight/answer/location.ts'
import { crossBorderAnswer, quoteAnswer } from '../../src-main/freight/answer/quote.ts'
import { cancelledAnswer, updatedAnswer } from '../../src-main/freight/answer/shipment-change.ts'
import { bookingAnswer, detailAnswer, summaryAnswer } from '../../src-main/freight/answer/shipment.ts'
import { eventAnswer, recordAnswer } from '../../src-main/freight/answer/tracking.ts'
import { webhookAnswer } from '../../src-main/freight/answer/webhook.ts'
import { withId } from '../../src-main/freight/answer/with-id.ts'

/** Every documented answer once, its lists with two rows, and what the station cannot do without. */

const AT = '2026-11-21T15:00:00Z'
const meta = { requestId: 'req-1', timestamp: AT, version: '1.0.0' }
const address = {
  address1: '1 Main St',
  city: 'Laredo',
  state: 'TX',
  postalCode: '78040',
  country: 'US',
  email: 'a@b.c',
}
const party = { companyName: 'Acme', contactName: 'Ann', phone: '1', email: 'a@b.c' }
const summary = {
  shipmentId: 'SHP-1',
  trackingNumber: 'TRK1',
  status: 'IN_TRANSIT',
  provider: 'Northline',
  service: 'LTL',
  totalCost: 412.8,
  currency: 'USD',
  estimatedDelivery: AT,
  actualDelivery: AT,
  createdAt: AT,
}
const booked = {
  ...summary,
  proNumber: 'PRO1',
  labels: [{ type: 'SHIPPING_LABEL', format: 'ZPL', url: 'u', expires: AT }],
  estimatedPickup: AT,
}
const cargo = { weight: 500, length: 48, width: 40, height: 36, quantity: 2, description: 'Parts', freightClass: '70' }
const event = {
  eventId: 'E1',
  timestamp: AT,
  status: 'IN_TRANSIT',
  eventType: 'TRANSIT',
  description: 'Left',
  location: {
    address: 'x',
    city: 'Laredo',
    state: 'TX',
    postalCode: '78040',
    country: 'US',
    coordinates: { latitude: 1, longitude: 2 },
  },
  facilityType: 'DELIVERY_FACILITY',
  shipmentId: 'SHP-1',
  trackingNumber: 'TRK1',
  exceptionCode: '004',
  exceptionReason: 'WEATHER_DELAY',
}
const rate = {
  provider: 'Northline',
  service: 'LTL',
  totalCost: 412.8,
  currency: 'USD',
  transitDays: 3,
  deliveryDate: '2026-11-25',
  isGuaranteed: false,
  breakdown: { baseCost: 341, fuelSurcharge: 42.8, accessorials: { LIFTGATE_DELIVERY: 29 } },
  metadata: { carrierCode: 'NLTF', serviceCode: 'STD', rateId: 'r-1' },
}
const element = {
  quoteId: 'qb-1',
  carrierName: 'Great Basin',
  scac: 'GBSL',
  customerPrice: { miscCharges: [], netPrice: 400, grossCharge: 438.15 },
  rawPrice: [{ id: '1', chargeType: 'FUEL', description: 'Fuel', chargeAmount: 38.15 }],
  fromTransitTime: 2,
  toTransitTime: 3,
  service: 'LTL',
  serviceType: 'standard',
  currency: 'usd',
  provider: 'Great Basin',
  preferred: true,
  purchasable: true,
}
const crossing = {
  quoteId: 'qc-1',
  total: 900,
  currency: 'USD',
  fromTransitTime: 3,
  toTransitTime: 5,
  serviceType: 'standard',
  moves: [{ carrierName: 'A', scac: 'AAAA', pickupDate: '2026-11-25', deliveryDate: '2026-11-26' }],
}
const document = {
  documentId: 'D1',
  type: 'BOL',
  format: 'PDF',
  filename: 'a.pdf',
  url: 'u',
  downloadUrl: 'd',
  size: 7,
  contentType: 'application/pdf',
  shipmentId: 'SHP-1',
  trackingNumber: 'TRK1',
  createdAt: AT,
  expiresAt: AT,
  metadata: { provider: 'x' },
}
const label = {
  documentId: 'D1',
  type: 'SHIPPING_LABEL',
  format: 'ZPL',
  size: '4x6',
  url: 'u',
  downloadUrl: 'd',
  thumbnailUrl: 't',
  createdAt: AT,
  expiresAt: AT,
}
const place = {
  zip: '78040',
  city: 'LAREDO',
  state: 'TX',
  full_state: 'Texas',
  country: 'US',
  county: 'Webb',
  lat: 27.5,
  lng: -99.5,
}
const street = { street1: '1 Main', street2: '', city: 'Laredo', state: 'TX', zip: '78040', country: 'US' }
const sat = { sat_code: '12345678', description_es: 'a', description_en: 'b', category: 'c', subcategory: 'd' }
/** Another row of the same list. Only the first is changed. */
const other = <T extends object>(row: T): T => ({ ...row })
const success = (data: unknown) => ({ success: true, data, error: null, meta })
const pagination = { page: 1, limit: 25, total: 1, pages: 1, hasNext: false, hasPrev: false }

export interface Documented {
  answer: object
  schema: z.ZodType
  /** Places without which the answer, or the only row of it, is worth nothing, each for its reason. */
  needs: Record<string, string>
}

const ID = 'it is asked for, changed and told apart by it'
const LIST = 'something else came than what was asked for'
const SUCCESS = 'it says that nothing was done, or nobody knows'
export const ANSWERS: Record<string, Documented> = {
  'POST /book-shipment': {
    answer: success(booked),
    schema: bookingAnswer,
    needs: { success: SUCCESS, data: LIST, 'data.shipmentId': 'it proves the booking' },
  },
  'GET /tracking/lookup/{loadId}': {
    answer: success({
      ...booked,
      originAddress: address,
      destinationAddress: address,
      cargo: [cargo],
      shipperInfo: party,
      consigneeInfo: party,
      reference: 'PO-1',
      instructions: 'x',
      actualPickup: AT,
      updatedAt: AT,
    }),
    schema: dataOf(withId('shipmentId', 'SHP-1', detailAnswer)),
    needs: { success: SUCCESS, data: LIST, 'data.shipmentId': ID },
  },
  'GET /shipments': {
    answer: { ...success([summary, other(summary)]), meta: { ...meta, pagination } },
    schema: pageOf(summaryAnswer),
    needs: { success: SUCCESS, data: LIST, 'data.0': LIST, 'data.0.shipmentId': ID },
  },
  'GET /tracking/events': {
    answer: { ...success([event, other(event)]), meta: { ...meta, pagination } },
    schema: pageOf(eventAnswer),
    needs: { success: SUCCESS, data: LIST, 'data.0': LIST, 'data.0.timestamp': 'it has no place in the order' },
  },
  'GET /shipments/{id}/track': {
    answer: success({
      ...summary,
      statusDescription: 'x',
      proNumber: 'P',
      weight: 5,
      origin: { city: 'L', state: 'TX', country: 'US' },
      destination: { city: 'L', state: 'TX', country: 'US' },
      events: [event],
      lastUpdated: AT,
      reference: 'PO-1',
      shipmentInfo: { totalCost: 1, currency: 'USD', createdAt: AT, estimatedDelivery: AT },
    }),
    schema: dataOf(withId('shipmentId', 'SHP-1', recordAnswer)),
    needs: { success: SUCCESS, data: LIST, 'data.shipmentId': ID },
  },
  'POST /quote, shape A': {
    answer: success({ quoteId: 'q-1', rates: [rate, other(rate)], expiresAt: AT, warnings: ['w'] }),
    schema: quoteAnswer,
    needs: {
      success: SUCCESS,
      data: LIST,
      'data.quoteId': 'it is booked by it',
      'data.rates': LIST,
      'data.rates.0': LIST,
      'data.rates.0.provider': 'it is booked by it',
      'data.rates.0.service': 'it is booked by it',
      'data.rates.0.totalCost': 'nobody books without a price',
      'data.rates.0.currency': 'a price in what?',
    },
  },
  'POST /quote, shape B': {
    answer: { success: true, data: { quotes: [element, other(element)], loadId: 'L-1', bolNumber: 'B' } },
    schema: quoteAnswer,
    needs: {
      success: SUCCESS,
      data: LIST,
      'data.loadId': 'it is booked by it',
      'data.quotes': LIST,
      'data.quotes.0': LIST,
      'data.quotes.0.quoteId': 'it is booked by it',
      'data.quotes.0.customerPrice': 'nobody books without a price',
      'data.quotes.0.customerPrice.grossCharge': 'nobody books without a price',
      'data.quotes.0.currency': 'a price in what?',
    },
  },
  'POST /quote-crossborder': {
    answer: { success: true, quotes: { quotes: [crossing, other(crossing)], loadId: 'L-1', bolNumber: 'B' } },
    schema: crossBorderAnswer,
    needs: {
      success: SUCCESS,
      quotes: LIST,
      'quotes.loadId': 'it is booked by it',
      'quotes.quotes': LIST,
      'quotes.quotes.0': LIST,
      'quotes.quotes.0.quoteId': 'it is booked by it',
      'quotes.quotes.0.total': 'nobody books without a price',
      'quotes.quotes.0.currency': 'a price in what?',
    },
  },
  'POST /update-shipment, update': {
    answer: success({ shipmentId: 'S', status: 'PENDING', reference: 'r', instructions: 'i', updatedAt: AT }),
    schema: updatedAnswer,
    needs: { success: SUCCESS },
  },
  'POST /update-shipment, cancel': {
    answer: success({
      shipmentId: 'S',
      status: 'CANCELLED',
      cancellationReason: 'x',
      refundAmount: 5,
      refundStatus: 'PROCESSING',
      cancelledAt: AT,
    }),
    schema: cancelledAnswer,
    needs: { success: SUCCESS },
  },
  'GET /documents/{id}': {
    answer: success(document),
    schema: dataOf(withId('documentId', 'D1', documentAnswer)),
    needs: { success: SUCCESS, data: LIST, 'data.documentId': ID },
  },
  'GET /shipments/{id}/labels': {
    answer: success({
      shipmentId: 'S',
      trackingNumber: 'T',
      labels: [label, other(label)],
      combinedLabel: { url: 'u', format: 'PDF', pageCount: 1 },
    }),
    schema: dataOf(labelListAnswer),
    needs: { success: SUCCESS, data: LIST, 'data.labels': LIST, 'data.labels.0': LIST },
  },
  'POST /webhooks': {
    answer: success({
      webhookId: 'W',
      url: 'u',
      events: ['tracking.updated'],
      secret: 's',
      active: true,
      createdAt: AT,
    }),
    schema: dataOf(webhookAnswer),
    needs: { success: SUCCESS, data: LIST, 'data.webhookId': ID },
  },
  'GET /location/search': {
    answer: { success: true, data: [place, other(place)], total: 1, search_type: 'zip' },
    schema: locationsAnswer,
    needs: {
      success: SUCCESS,
      data: LIST,
      'data.0': LIST,
      'data.0.zip': ID,
      'data.0.city': ID,
      'data.0.country': ID,
    },
  },
  'POST /address/validate': {
    answer: {
      success: true,
      validation_status: 'VALIDATED',
      original_address: street,
      validated_address: street,
      requires_correction: false,
    },
    schema: addressCheckAnswer,
    needs: { success: SUCCESS },
  },
  'GET /sat-code/lookup': {
    answer: { success: true, data: [sat, other(sat)], total: 1, search_term: 'x', language: 'en' },
    schema: satCodesAnswer,
    needs: { success: SUCCESS, data: LIST, 'data.0': LIST, 'data.0.sat_code': ID },
  },
}
