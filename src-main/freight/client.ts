import type { AddressValidationRequest } from '../../src-shared/freight/address-validation.ts'
import type { Country } from '../../src-shared/freight/address.ts'
import type { BookingRequest } from '../../src-shared/freight/booking.ts'
import type { CrossborderQuoteRequest } from '../../src-shared/freight/crossborder-quote.ts'
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import type { LoadBooking } from '../../src-shared/freight/load-booking.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { SatLanguage } from '../../src-shared/freight/sat-code.ts'
import type { ShipmentCancel, ShipmentUpdate } from '../../src-shared/freight/shipment-change.ts'
import type { ShipmentQuery } from '../../src-shared/freight/shipment.ts'
import type { CallPriority, FamilyBudget } from '../../src-shared/station/budget.ts'
import { createBudget } from './budget.ts'
import * as documents from './documents.ts'
import * as generated from './generated-documents.ts'
import { help } from './help.ts'
import * as labels from './labels.ts'
import * as locations from './locations.ts'
import * as quotes from './quotes.ts'
import { lookUpSatCodes } from './sat-codes.ts'
import * as changes from './shipment-changes.ts'
import * as shipments from './shipments.ts'
import * as trackingRequests from './tracking-requests.ts'
import * as tracking from './tracking.ts'
import { createTransport, type FreightAccess, type Transport, type TransportOptions } from './transport.ts'
import * as webhooks from './webhooks.ts'

type FreightCalls = ReturnType<typeof callsOf>

/** The freight service as functions, one an endpoint. Every one rejects with a FreightError and nothing else. */
export interface FreightClient extends FreightCalls {
  /** The same client, whose calls wait for the rate limit with this priority. */
  at(priority: CallPriority): FreightClient
  /** What is left of the rate limits. */
  budget(): FamilyBudget[]
}

/** Calls are a person's until `at` says otherwise. */
export function createFreightClient(access: FreightAccess, options: TransportOptions): FreightClient {
  const { budget = createBudget(options) } = options
  const clientOf = (transport: Transport): FreightClient => ({
    ...callsOf(transport),
    at: (priority) => clientOf(transport.at(priority)),
    budget: budget.view,
  })
  return clientOf(createTransport(access, { ...options, budget }))
}

function callsOf(transport: Transport) {
  return {
    help: () => help(transport),

    searchLocations: (location: string, country?: Country) => locations.searchLocations(transport, location, country),
    validateAddress: (request: AddressValidationRequest) => locations.validateAddress(transport, request),
    lookUpSatCodes: (language: SatLanguage, term: string) => lookUpSatCodes(transport, language, term),

    requestQuote: (request: QuoteRequest) => quotes.requestQuote(transport, request),
    requestCrossBorderQuote: (request: CrossborderQuoteRequest) => quotes.requestCrossBorderQuote(transport, request),

    bookShipment: (request: BookingRequest) => shipments.bookShipment(transport, request),
    bookLoad: (loadId: string, request: LoadBooking) => shipments.bookLoad(transport, loadId, request),
    listShipments: (query: ShipmentQuery) => shipments.listShipments(transport, query),
    lookUpShipment: (shipmentId: string) => shipments.lookUpShipment(transport, shipmentId),
    updateShipment: (shipmentId: string, patch: ShipmentUpdate) => changes.updateShipment(transport, shipmentId, patch),
    cancelShipment: (shipmentId: string, request: ShipmentCancel) =>
      changes.cancelShipment(transport, shipmentId, request),

    listInTransit: (query: Parameters<typeof trackingRequests.listInTransit>[1] = {}) =>
      trackingRequests.listInTransit(transport, query),
    trackShipment: (shipmentId: string) => tracking.trackShipment(transport, shipmentId),
    trackByNumber: (trackingNumber: string) => tracking.trackByNumber(transport, trackingNumber),
    trackShipments: (trackingNumbers: readonly string[]) => trackingRequests.trackShipments(transport, trackingNumbers),
    trackDetails: (subject: trackingRequests.TrackingSubject) => trackingRequests.trackDetails(transport, subject),
    requestTrackingUpdate: (request: Parameters<typeof trackingRequests.requestTrackingUpdate>[1]) =>
      trackingRequests.requestTrackingUpdate(transport, request),
    listTrackingEvents: (query: tracking.TrackingEventsQuery) => tracking.listTrackingEvents(transport, query),
    subscribeTracking: (request: Parameters<typeof webhooks.subscribeTracking>[1]) =>
      webhooks.subscribeTracking(transport, request),

    getDocuments: (loadId: string) => documents.getDocuments(transport, loadId),
    getDocument: (documentId: string, options?: { format?: LabelFormat | undefined }) =>
      documents.getDocument(transport, documentId, options),
    downloadDocument: (documentId: string, options?: { format?: LabelFormat | undefined }) =>
      documents.downloadDocument(transport, documentId, options),
    downloadFrom: (url: string) => documents.downloadFrom(transport, url),
    listShipmentDocuments: (shipmentId: string, query?: documents.DocumentQuery) =>
      documents.listShipmentDocuments(transport, shipmentId, query),
    listLabels: (shipmentId: string, query: labels.LabelQuery = {}) => labels.listLabels(transport, shipmentId, query),
    fetchLabels: (shipmentId: string, format: LabelFormat) => labels.fetchLabels(transport, shipmentId, format),
    generateDocument: (request: generated.GenerateDocument) => generated.generateDocument(transport, request),
    replaceDocument: (documentId: string, request: Parameters<typeof generated.replaceDocument>[2]) =>
      generated.replaceDocument(transport, documentId, request),
    deleteDocument: (documentId: string) => generated.deleteDocument(transport, documentId),

    createWebhook: (request: webhooks.NewSubscription) => webhooks.createWebhook(transport, request),
    listWebhooks: () => webhooks.listWebhooks(transport),
    updateWebhook: (webhookId: string, change: Parameters<typeof webhooks.updateWebhook>[2]) =>
      webhooks.updateWebhook(transport, webhookId, change),
    deleteWebhook: (webhookId: string) => webhooks.deleteWebhook(transport, webhookId),
    testWebhook: (webhookId: string, request: Parameters<typeof webhooks.testWebhook>[2]) =>
      webhooks.testWebhook(transport, webhookId, request),
  }
}
