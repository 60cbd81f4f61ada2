import { z } from 'zod'
import { addressValidationRequestSchema, addressValidationSchema } from './address-validation.ts'
import { bookingRequestSchema } from './booking.ts'
import { crossborderQuoteRequestSchema, crossborderQuoteResponseSchema } from './crossborder-quote.ts'
import {
  deletedDocumentSchema,
  generatedDocumentSchema,
  generateRequestSchema,
  replaceRequestSchema,
} from './document-generate.ts'
import {
  documentListQuerySchema,
  documentQuerySchema,
  documentSchema,
  labelListSchema,
  labelQuerySchema,
  loadDocumentSchema,
  loadDocumentsSchema,
} from './document.ts'
import { successSchema } from './envelope.ts'
import type { CallFamily } from './limits.ts'
import { bookedLoadSchema, loadBookingSchema } from './load-booking.ts'
import { locationSearchSchema } from './location.ts'
import { quoteRequestSchema, quoteShapeASchema, quoteShapeBSchema } from './quote.ts'
import { satLookupSchema, satTermTooShortSchema, shortSatLookupSchema } from './sat-code.ts'
import { cancelledShipmentSchema, shipmentChangeSchema, updatedShipmentSchema } from './shipment-change.ts'
import { bookedShipmentSchema, shipmentDetailSchema, shipmentQuerySchema, shipmentSummarySchema } from './shipment.ts'
import {
  inTransitQuerySchema,
  trackDetailsSchema,
  trackedShipmentsSchema,
  trackShipmentsSchema,
  trackUpdateSchema,
} from './tracking-request.ts'
import {
  trackingEventSchema,
  trackingEventsQuerySchema,
  trackingRecordSchema,
  trackShipmentSchema,
} from './tracking.ts'
import {
  deletedWebhookSchema,
  newWebhookSchema,
  webhookChangeSchema,
  webhookSchema,
  webhookTestResultSchema,
  webhookTestSchema,
} from './webhook.ts'

/**
 * What may be done again automatically after a failure. `read`: asking twice changes nothing (GET, and look-ups that the
 * interface makes POST). `once`: only when surely unsent. `never`: the caller repeats by its own rules (bookings).
 */
export type Repeatable = 'read' | 'once' | 'never'

/** The parts that the interface divides its endpoints into (section Endpoints). */
export type EndpointSection =
  'Helper' | 'Locations' | 'SAT codes' | 'Quotes' | 'Shipments' | 'Tracking' | 'Documents' | 'Webhooks'

/** One row of the interface's endpoint tables. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base URL; words in braces are filled in. */
  path: `/${string}`
  section: EndpointSection
  /** The family it is counted in (section Limits). */
  family: CallFamily
  repeatable: Repeatable
  summary: string
  query?: z.ZodType
  body?: z.ZodType
  /** A success as the interface shows it; a reader of answers is more liberal. */
  answer: z.ZodType
}

/**
 * Every endpoint of the interface, once: the client calls by it, the embedded service answers by it, limits, faults and
 * the coverage page read it.
 */
export const ENDPOINTS = {
  help: {
    method: 'GET',
    path: '/help',
    section: 'Helper',
    family: 'general',
    repeatable: 'read',
    summary: 'Service status page; needs no key',
    answer: z.string(),
  },
  searchLocations: {
    method: 'GET',
    path: '/location/search/{location}',
    section: 'Locations',
    family: 'locations',
    repeatable: 'read',
    summary: 'Places by postal code, the beginning of one, or the beginning of a city name',
    answer: locationSearchSchema,
  },
  searchLocationsIn: {
    method: 'GET',
    path: '/location/search/{country}/{location}',
    section: 'Locations',
    family: 'locations',
    repeatable: 'read',
    summary: 'Places in one country, in the same ways',
    answer: locationSearchSchema,
  },
  validateAddress: {
    method: 'POST',
    path: '/address/validate',
    section: 'Locations',
    family: 'general',
    repeatable: 'read',
    summary: 'Check and correct an address',
    body: addressValidationRequestSchema,
    answer: addressValidationSchema,
  },
  lookUpSatCodes: {
    method: 'GET',
    path: '/sat-code/lookup/{language}/{value}',
    section: 'SAT codes',
    family: 'locations',
    repeatable: 'read',
    summary: 'Mexican tax (SAT) codes by English or Spanish description',
    answer: z.union([satLookupSchema, shortSatLookupSchema, satTermTooShortSchema]),
  },
  requestQuote: {
    method: 'POST',
    path: '/quote',
    section: 'Quotes',
    family: 'quotes-and-tracking',
    // A quote costs nothing, but it counts against the limit and may reserve a load.
    repeatable: 'once',
    summary: 'Domestic rate quotes from several carriers',
    body: quoteRequestSchema,
    answer: z.union([successSchema(quoteShapeASchema), quoteShapeBSchema]),
  },
  requestCrossBorderQuote: {
    method: 'POST',
    path: '/quote-crossborder',
    section: 'Quotes',
    family: 'quotes-and-tracking',
    // Each answer reserves a load.
    repeatable: 'once',
    summary: 'Rate quotes between the US and Mexico, with customs data',
    body: crossborderQuoteRequestSchema,
    answer: crossborderQuoteResponseSchema,
  },
  bookShipment: {
    method: 'POST',
    path: '/book-shipment',
    section: 'Shipments',
    family: 'general',
    repeatable: 'never',
    summary: 'Book a shipment from a quote or directly',
    body: bookingRequestSchema,
    answer: successSchema(bookedShipmentSchema),
  },
  bookLoad: {
    method: 'POST',
    path: '/book/{loadId}',
    section: 'Shipments',
    family: 'general',
    repeatable: 'never',
    summary: 'Book a quote of a load by its load id',
    body: loadBookingSchema,
    answer: successSchema(bookedLoadSchema),
  },
  listShipments: {
    method: 'GET',
    path: '/shipments',
    section: 'Shipments',
    family: 'general',
    repeatable: 'read',
    summary: 'Shipments, a page at a time',
    query: shipmentQuerySchema,
    answer: successSchema(z.array(shipmentSummarySchema)),
  },
  lookUpShipment: {
    method: 'GET',
    path: '/tracking/lookup/{loadId}',
    section: 'Shipments',
    family: 'quotes-and-tracking',
    repeatable: 'read',
    summary: 'Full details of a shipment',
    answer: successSchema(shipmentDetailSchema),
  },
  changeShipment: {
    method: 'POST',
    path: '/update-shipment/{loadId}',
    section: 'Shipments',
    family: 'general',
    repeatable: 'never',
    summary: 'Update a shipment before pickup, or cancel it',
    body: shipmentChangeSchema,
    answer: successSchema(z.union([updatedShipmentSchema, cancelledShipmentSchema])),
  },
  listInTransit: {
    method: 'GET',
    path: '/tracking',
    section: 'Tracking',
    family: 'quotes-and-tracking',
    repeatable: 'read',
    summary: 'Shipments in transit, the soonest delivery first',
    query: inTransitQuerySchema,
    answer: successSchema(z.array(trackingRecordSchema)),
  },
  trackByNumber: {
    method: 'POST',
    path: '/track/shipment',
    section: 'Tracking',
    family: 'quotes-and-tracking',
    repeatable: 'read',
    summary: 'Track by tracking number',
    body: trackShipmentSchema,
    answer: successSchema(trackingRecordSchema),
  },
  trackShipment: {
    method: 'GET',
    path: '/shipments/{id}/track',
    section: 'Tracking',
    family: 'quotes-and-tracking',
    repeatable: 'read',
    summary: 'Track by shipment id',
    answer: successSchema(trackingRecordSchema),
  },
  listTrackingEvents: {
    method: 'GET',
    path: '/tracking/events',
    section: 'Tracking',
    family: 'quotes-and-tracking',
    repeatable: 'read',
    summary: 'Tracking events of all shipments, newest first',
    query: trackingEventsQuerySchema,
    answer: successSchema(z.array(trackingEventSchema)),
  },
  trackShipments: {
    method: 'POST',
    path: '/track/shipments',
    section: 'Tracking',
    family: 'quotes-and-tracking',
    repeatable: 'read',
    summary: 'Track by many tracking numbers at once',
    body: trackShipmentsSchema,
    answer: successSchema(trackedShipmentsSchema),
  },
  trackDetails: {
    method: 'POST',
    path: '/track/details',
    section: 'Tracking',
    family: 'quotes-and-tracking',
    repeatable: 'read',
    summary: 'Track by load id or tracking number, with booking details',
    body: trackDetailsSchema,
    answer: successSchema(trackingRecordSchema),
  },
  requestTrackingUpdate: {
    method: 'POST',
    path: '/track/update',
    section: 'Tracking',
    family: 'quotes-and-tracking',
    repeatable: 'read',
    summary: 'Ask the carrier again',
    body: trackUpdateSchema,
    answer: successSchema(trackingRecordSchema),
  },
  getDocuments: {
    method: 'POST',
    path: '/track/get-documents',
    section: 'Documents',
    family: 'documents',
    repeatable: 'read',
    summary: 'The documents of a shipment, summarized',
    body: loadDocumentsSchema,
    answer: successSchema(z.array(loadDocumentSchema)),
  },
  getDocument: {
    method: 'GET',
    path: '/documents/{id}',
    section: 'Documents',
    family: 'documents',
    repeatable: 'read',
    summary: 'A document, or its content with download=true',
    query: documentQuerySchema,
    answer: successSchema(documentSchema),
  },
  listShipmentDocuments: {
    method: 'GET',
    path: '/shipments/{id}/documents',
    section: 'Documents',
    family: 'documents',
    repeatable: 'read',
    summary: 'The documents of a shipment',
    query: documentListQuerySchema,
    answer: successSchema(z.array(documentSchema)),
  },
  listLabels: {
    method: 'GET',
    path: '/shipments/{id}/labels',
    section: 'Documents',
    family: 'documents',
    repeatable: 'read',
    summary: 'The labels of a shipment, one per piece',
    query: labelQuerySchema,
    answer: successSchema(labelListSchema),
  },
  generateDocument: {
    method: 'POST',
    path: '/documents/generate',
    section: 'Documents',
    family: 'documents',
    // Twice would make two documents.
    repeatable: 'once',
    summary: 'Generate a document from a template',
    body: generateRequestSchema,
    answer: successSchema(generatedDocumentSchema),
  },
  replaceDocument: {
    method: 'PUT',
    path: '/documents/{id}',
    section: 'Documents',
    family: 'documents',
    repeatable: 'once',
    summary: 'Update the data of a generated document',
    body: replaceRequestSchema,
    answer: successSchema(generatedDocumentSchema),
  },
  deleteDocument: {
    method: 'DELETE',
    path: '/documents/{id}',
    section: 'Documents',
    family: 'documents',
    repeatable: 'once',
    summary: 'Delete a generated document',
    answer: successSchema(deletedDocumentSchema),
  },
  subscribeTracking: {
    method: 'POST',
    path: '/tracking/webhook',
    section: 'Webhooks',
    // Subscribing tracks nothing.
    family: 'general',
    repeatable: 'once',
    summary: 'Subscribe to events, as POST /webhooks',
    body: newWebhookSchema,
    answer: successSchema(webhookSchema),
  },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    section: 'Webhooks',
    family: 'general',
    // Twice would be two subscriptions.
    repeatable: 'once',
    summary: 'Subscribe to events; the only answer that includes the secret',
    body: newWebhookSchema,
    answer: successSchema(webhookSchema),
  },
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    section: 'Webhooks',
    family: 'general',
    repeatable: 'read',
    summary: 'Subscriptions, oldest first',
    answer: successSchema(z.array(webhookSchema)),
  },
  updateWebhook: {
    method: 'PUT',
    path: '/webhooks/{id}',
    section: 'Webhooks',
    family: 'general',
    repeatable: 'once',
    summary: "Change a subscription's URL, events, and state",
    body: webhookChangeSchema,
    answer: successSchema(webhookSchema),
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/{id}',
    section: 'Webhooks',
    family: 'general',
    repeatable: 'once',
    summary: 'Delete a subscription',
    answer: successSchema(deletedWebhookSchema),
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/{id}/test',
    section: 'Webhooks',
    family: 'general',
    repeatable: 'once',
    summary: 'Send the receiver one event now and report the result',
    body: webhookTestSchema,
    answer: successSchema(webhookTestResultSchema),
  },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof ENDPOINTS

/** The words in braces of a path. */
export type PathWord<Path extends string> = Path extends `${string}{${infer Word}}${infer Rest}`
  ? Word | PathWord<Rest>
  : never

const patterns = Object.values(ENDPOINTS).map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The endpoint that a request is for, by its method and its path below the base URL; undefined: there is none. */
export function endpointAt(method: string, path: string): Endpoint | undefined {
  const asked = method.toUpperCase()
  return patterns.find(({ endpoint, pattern }) => endpoint.method === asked && pattern.test(path))?.endpoint
}
