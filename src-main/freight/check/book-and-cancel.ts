import type { EndpointName } from '../../../src-shared/freight/endpoints.ts'
import type { QuoteRequest } from '../../../src-shared/freight/quote.ts'
import type { BookedForCheck } from '../../../src-shared/station/app/service-check.ts'
import type { FreightClient } from '../client.ts'
import { normaliseQuote } from '../normalise/quote.ts'

/**
 * Calls one endpoint and notes how it answers; null: it failed.
 * @param about what it is asked about: a 404 may then be about that one thing
 */
export type Look = <T>(name: EndpointName, call: () => Promise<T>, about?: string) => Promise<T | null>

/** One small pallet, some hours of road away. */
const REQUEST: QuoteRequest = {
  originAddress: { address1: '2210 S Ashland Ave', city: 'Chicago', state: 'IL', postalCode: '60608', country: 'US' },
  destinationAddress: { address1: '1800 Irving Blvd', city: 'Dallas', state: 'TX', postalCode: '75212', country: 'US' },
  cargo: [
    {
      weight: 500,
      length: 48,
      width: 40,
      height: 48,
      quantity: 1,
      description: 'Connection check',
      freightClass: '85',
    },
  ],
  returnJson: true,
}
const PARTY = { companyName: 'Connection check', contactName: 'Connection check', phone: '555 0100' }

/**
 * Books the cheapest offer of a quote, once and never again whatever the outcome, and cancels it. Null: nothing was
 * booked, or it is unknown; then the booking's row shows that, and its reference finds it.
 */
export async function bookAndCancel(
  client: FreightClient,
  look: Look,
  { reference, now, isUncertain }: { reference: string; now: () => Date; isUncertain: (name: EndpointName) => boolean },
): Promise<BookedForCheck | null> {
  const answer = await look('requestQuote', () => client.requestQuote(REQUEST))
  if (!answer) return null
  const { rates, loadId } = normaliseQuote(answer, REQUEST, reference, now())
  const [cheapest] = rates
  if (!cheapest) return null
  const { quoteId, provider, service } = cheapest
  const rest = { quoteId, shipperInfo: PARTY, consigneeInfo: PARTY, reference }
  const booked =
    loadId === null
      ? await look('bookShipment', () => client.bookShipment({ ...rest, selectedRate: { provider, service } }))
      : await look('bookLoad', () => client.bookLoad(loadId, rest), loadId)
  if (!booked) return null
  const { shipmentId } = booked
  await look('lookUpShipment', () => client.lookUpShipment(shipmentId), shipmentId)
  await look('listLabels', () => client.listLabels(shipmentId), shipmentId)
  const cancelled = await look(
    'changeShipment',
    () => client.cancelShipment(shipmentId, { reason: 'Connection check', refundRequested: true }),
    shipmentId,
  )
  const isKnown = cancelled !== null || !isUncertain('changeShipment')
  return { shipmentId, isCancelled: isKnown ? cancelled !== null : null }
}
