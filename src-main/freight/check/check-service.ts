import { ENDPOINTS, endpointAt, type Endpoint, type EndpointName } from '../../../src-shared/freight/endpoints.ts'
import type { CheckedEndpoint, CheckResult, ServiceCheck } from '../../../src-shared/station/app/service-check.ts'
import type { FreightClient } from '../client.ts'
import { FreightError } from '../http/failure.ts'
import { bookAndCancel } from './book-and-cancel.ts'
import { differences } from './differences.ts'

/** What the transport saw of an answer before it was read. */
interface SeenAnswer {
  method: string
  /** Below the base URL, without a query. */
  path: string
  /** The Date header. */
  date: string | null
  value: unknown
}

export interface CheckOptions {
  baseUrl: string | null
  /** A client of that service, which tells `onValue` every JSON answer as it came. */
  client: (onValue: (seen: SeenAnswer) => void) => FreightClient
  /** Also books the cheapest offer and cancels it. */
  book: boolean
  /** Of the booking that is made for the check. */
  reference: string
  now: () => Date
}

/** More of them say no more. */
const MOST_DETAILS = 4

/** Tries one endpoint after the other, as somebody would who knows the interface alone. Reads only, unless `book` is given. */
export async function checkService(options: CheckOptions): Promise<ServiceCheck> {
  let seen: SeenAnswer[] = []
  let clockApartMs: number | null = null
  const client = options.client((answer) => {
    seen.push(answer)
    const at = Date.parse(answer.date ?? '')
    if (!Number.isNaN(at)) clockApartMs = at - options.now().getTime()
  })
  const found = new Map<EndpointName, CheckedEndpoint>()

  async function look<T>(name: EndpointName, call: () => Promise<T>): Promise<T | null> {
    seen = []
    try {
      const answer = await call()
      const unlike = seen
        .filter(({ method, path }) => endpointAt(method, path) === ENDPOINTS[name])
        .flatMap(({ value }) => differences(ENDPOINTS[name].answer, value))
      found.set(name, rowOf(name, unlike.length === 0 ? 'works' : 'differs', shortened(unlike)))
      return answer
    } catch (error) {
      if (!(error instanceof FreightError)) throw error
      found.set(name, failedRow(name, error))
      return null
    }
  }

  await look('help', () => client.help())
  await look('searchLocations', () => client.searchLocations('78040'))
  await look('searchLocationsIn', () => client.searchLocations('Laredo', 'US'))
  await look('validateAddress', () => client.validateAddress(ADDRESS))
  await look('lookUpSatCodes', () => client.lookUpSatCodes('en', 'steel'))
  const booked = options.book ? await bookAndCancel(client, look, options) : null
  const listed = await look('listShipments', () => client.listShipments({ limit: 5 }))
  await look('listTrackingEvents', () => client.listTrackingEvents({ limit: 5 }))
  await look('listInTransit', () => client.listInTransit({ limit: 5 }))
  await look('listWebhooks', () => client.listWebhooks())
  const [first] = listed?.shipments ?? []
  if (first) await lookAtShipment(first.shipmentId, first.trackingNumber ?? null)

  async function lookAtShipment(shipmentId: string, trackingNumber: string | null): Promise<void> {
    await look('lookUpShipment', () => client.lookUpShipment(shipmentId))
    await look('trackShipment', () => client.trackShipment(shipmentId))
    await look('trackDetails', () => client.trackDetails({ loadId: shipmentId }))
    if (trackingNumber !== null) {
      await look('trackByNumber', () => client.trackByNumber(trackingNumber))
      await look('trackShipments', () => client.trackShipments([trackingNumber]))
    }
    await look('getDocuments', () => client.getDocuments(shipmentId))
    const documents = await look('listShipmentDocuments', () => client.listShipmentDocuments(shipmentId))
    await look('listLabels', () => client.listLabels(shipmentId))
    const [document] = documents ?? []
    if (document) await look('getDocument', () => client.getDocument(document.documentId))
  }

  const names = Object.keys(ENDPOINTS).filter((name): name is EndpointName => name in ENDPOINTS)
  return {
    checkedAt: options.now().toISOString(),
    baseUrl: options.baseUrl,
    clockApartMs,
    endpoints: names.map((name) => found.get(name) ?? rowOf(name, 'not-tried', [whyNot(name, first !== undefined)])),
    booked,
  }
}

const ADDRESS = { street1: '1 Main St', street2: '', city: 'Laredo', state: 'TX', zip: '78040', country: 'US' }

function rowOf(name: EndpointName, result: CheckResult, details: string[]): CheckedEndpoint {
  const { section, method, path }: Endpoint = ENDPOINTS[name]
  return { section, endpoint: `${method} ${path}`, result, details, requestId: null }
}

function failedRow(name: EndpointName, error: FreightError): CheckedEndpoint {
  const { requestId, reason } = error.details
  const isMissing = reason === 'NO_SUCH_ENDPOINT'
  const result = isMissing ? 'missing' : error.delivery === 'refused' ? 'refused' : 'failed'
  const row = rowOf(name, result, [`${error.code}: ${error.message}`])
  return { ...row, requestId: typeof requestId === 'string' ? requestId : null }
}

function shortened(unlike: readonly string[]): string[] {
  const some = [...new Set(unlike)]
  const more = some.length - MOST_DETAILS
  return more > 0 ? [...some.slice(0, MOST_DETAILS), `and ${more} more`] : some
}

function whyNot(name: EndpointName, hasShipment: boolean): string {
  const { repeatable }: Endpoint = ENDPOINTS[name]
  if (repeatable !== 'read') return 'it would change something'
  return hasShipment ? 'nothing to ask it for' : 'the service has no shipment to ask for'
}
