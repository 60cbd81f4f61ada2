import type { Wire } from './wire.ts'

/** Where a booking stands for the clerk after this answer to its POST. */
export type BookingEnd =
  /** Booked; this id, this price. */
  | { readonly end: 'BOOKED'; readonly id: string; readonly price?: number }
  /** The service did not take it and said why, in these words. */
  | { readonly end: 'REFUSED'; readonly words: RegExp }
  /** It may be paid: looked for, and never sent again by itself. */
  | { readonly end: 'UNCERTAIN'; readonly words?: RegExp }
  /** It was not taken, and goes again by itself later. */
  | { readonly end: 'WAITS' }

interface UnusualBooking {
  readonly name: string
  readonly answer: Wire
  readonly expects: BookingEnd
}

const booked = (data: Record<string, unknown>): Wire => ({
  status: 201,
  body: {
    success: true,
    data: {
      shipmentId: 'SHP-1',
      trackingNumber: 'TRK1',
      status: 'PENDING',
      provider: 'ACME',
      service: 'STANDARD',
      totalCost: 100,
      currency: 'USD',
      ...data,
    },
  },
})

/** Answers to `POST /book-shipment`: what each means for the money. */
export const unusualBookings: readonly UnusualBooking[] = [
  {
    name: 'accepted for later, without an id',
    answer: { status: 202, body: { success: true, data: { status: 'PROCESSING' } } },
    expects: { end: 'UNCERTAIN' },
  },
  {
    name: 'success, and nothing else',
    answer: { status: 200, body: { success: true, data: null } },
    expects: { end: 'UNCERTAIN' },
  },
  {
    name: 'the id is a number',
    answer: booked({ shipmentId: 900123 }),
    expects: { end: 'BOOKED', id: '900123', price: 100 },
  },
  {
    name: 'another price than the quoted one is the price that was paid',
    answer: booked({ totalCost: '1,120.50' }),
    expects: { end: 'BOOKED', id: 'SHP-1', price: 1120.5 },
  },
  {
    name: 'the shipment stands one step deeper',
    answer: {
      status: 201,
      body: { success: true, data: { shipment: { shipmentId: 'SHP-1', totalCost: 100, currency: 'USD' } } },
    },
    expects: { end: 'BOOKED', id: 'SHP-1', price: 100 },
  },
  {
    name: 'the shipment comes as a list of one',
    answer: {
      status: 201,
      body: { success: true, data: [{ shipmentId: 'SHP-1', totalCost: 100, currency: 'USD' }] },
    },
    expects: { end: 'BOOKED', id: 'SHP-1', price: 100 },
  },
  {
    name: 'no money on the account, with 402',
    answer: {
      status: 402,
      body: { success: false, data: null, error: { code: 'INSUFFICIENT_FUNDS', message: 'Balance is too low' } },
    },
    expects: { end: 'REFUSED', words: /Balance is too low/ },
  },
  {
    name: 'the fields that are wrong, as a map of lists',
    answer: { status: 422, body: { message: 'Invalid', errors: { pickupDate: ['must be a working day'] } } },
    expects: { end: 'REFUSED', words: /pickupDate.*must be a working day/ },
  },
  {
    name: 'a problem document',
    answer: {
      status: 400,
      type: 'application/problem+json',
      body: { type: 'about:blank', title: 'Bad request', status: 400, detail: 'The consignee has no phone' },
    },
    expects: { end: 'REFUSED', words: /The consignee has no phone/ },
  },
  {
    name: 'the quote is gone',
    answer: {
      status: 410,
      body: { success: false, error: { code: 'OFFER_WITHDRAWN', message: 'The quote is too old' } },
    },
    expects: { end: 'REFUSED', words: /The quote is too old/ },
  },
  {
    name: 'a reference that is booked already proves no refusal',
    answer: {
      status: 409,
      body: { success: false, error: { code: 'DUPLICATE_REFERENCE', message: 'This reference is booked already' } },
    },
    expects: { end: 'UNCERTAIN' },
  },
  {
    name: 'a refusal in words that came with 500 proves nothing',
    answer: { status: 500, body: { success: false, error: { code: 'INSUFFICIENT_FUNDS', message: 'Balance' } } },
    expects: { end: 'UNCERTAIN' },
  },
  {
    name: 'too many, until a time of day',
    answer: {
      status: 429,
      raw: 'slow down',
      type: 'text/plain',
      headers: { 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' },
    },
    expects: { end: 'WAITS' },
  },
  {
    name: 'moved to a path with a slash',
    answer: { status: 308, raw: '', headers: { location: '/api/v1/book-shipment/' } },
    // Whoever moves a path may have carried out what came to it.
    expects: { end: 'UNCERTAIN', words: /redirected to another path/ },
  },
  {
    name: 'success false with 200 and the words as a text',
    answer: { status: 200, body: { success: false, error: 'Carrier does not serve this ZIP' } },
    expects: { end: 'REFUSED', words: /Carrier does not serve this ZIP/ },
  },
]
