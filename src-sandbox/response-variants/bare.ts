import { ENDPOINTS, type Endpoint } from '../../src-shared/freight/endpoints.ts'
import { isObject, type JsonObject } from './json.ts'

/** Of each object, identified by a field that only it has, the fields that are kept; the first that fits. */
const SAID: readonly [mark: string, fields: readonly string[]][] = [
  ['rates', ['quoteId', 'rates']],
  ['totalCost', ['provider', 'service', 'totalCost', 'shipmentId', 'trackingNumber', 'status', 'reference']],
  ['customerPrice', ['quoteId', 'carrierName', 'provider', 'service', 'customerPrice']],
  ['grossCharge', ['grossCharge']],
  ['moves', ['quoteId', 'total', 'currency', 'moves']],
  ['quotes', ['quotes', 'loadId']],
  ['eventId', ['eventId', 'shipmentId', 'timestamp', 'status', 'exceptionCode']],
  ['events', ['shipmentId', 'trackingNumber', 'status', 'events']],
  ['documentId', ['documentId', 'type', 'url']],
  ['labels', ['labels']],
  ['webhookId', ['webhookId', 'url', 'events', 'secret', 'delivered']],
  ['sat_code', ['sat_code', 'description_en', 'description_es']],
  ['validated_address', ['validation_status', 'validated_address']],
  ['full_state', ['zip', 'city', 'state', 'country']],
  ['cancellationReason', ['shipmentId', 'status']],
]

/** The fields of a booking. */
const BOOKED = ['shipmentId', 'trackingNumber', 'status']

/** Only the identity of a thing, its status and its price, without an envelope; undefined: no body. */
export function bare(answer: JsonObject, endpoint: Endpoint): unknown {
  const { success: _, meta: __, error: ___, data, ...rest } = answer
  const isBooking = endpoint === ENDPOINTS.bookShipment || endpoint === ENDPOINTS.bookLoad
  const said = data === undefined || data === null ? rest : data
  if (Array.isArray(said) && said.length === 0) return undefined
  if (isBooking && isObject(said)) return only(said, BOOKED)
  return pared(said)
}

function pared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pared)
  if (!isObject(value)) return value
  const [, fields = Object.keys(value)] = SAID.find(([mark]) => mark in value) ?? []
  const kept = only(value, fields)
  return Object.fromEntries(Object.entries(kept).map(([name, inner]) => [name, pared(inner)]))
}

function only(value: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.flatMap((field) => (field in value ? [[field, value[field]]] : [])))
}
