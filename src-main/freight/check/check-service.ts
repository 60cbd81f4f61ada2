import { ENDPOINTS, endpointAt, type Endpoint, type EndpointName } from '../../../src-shared/freight/endpoints.ts'
import type { CheckedEndpoint, CheckResult, ServiceCheck } from '../../../src-shared/station/app/service-check.ts'
import type { FreightClient } from '../client.ts'
import { FreightError } from '../http/failure.ts'
import { bookAndCancel, type Look } from './book-and-cancel.ts'
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
  /** A client of that service, which passes every raw JSON answer to `onValue`. */
  client: (onValue: (seen: SeenAnswer) => void) => FreightClient
  /** Also books the cheapest offer and cancels it. */
  book: boolean
  /** Of the booking that is made for the check. */
  reference: string
  now: () => Date
}

/** More of them add nothing. */
const MOST_DETAILS = 4

/**
 * Tries one endpoint after the other, as a client would that knows the interface alone. Reads only, unless `book` is
 * given.
 */
export async function checkService(options: CheckOptions): Promise<ServiceCheck> {
  let seen: SeenAnswer[] = []
  let clockApartMs: number | null = null
  const client = options.client((answer) => {
    seen.push(answer)
    const at = Date.parse(answer.date ?? '')
    if (!Number.isNaN(at)) clockApartMs = at - options.now().getTime()
  })
  const found = new Map<EndpointName, CheckedEndpoint>()

  const look: Look = async (name, call, about) => {
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
      found.set(name, failedRow(name, error, { about, reference: options.reference }))
      return null
    }
  }
  const isUncertain = (name: EndpointName) => found.get(name)?.result === 'uncertain'

  await look('help', () => client.help())
  await look('searchLocations', () => client.searchLocations('78040'))
  await look('searchLocationsIn', () => client.searchLocations('Laredo', 'US'))
  await look('validateAddress', () => client.validateAddress(ADDRESS))
  await look('lookUpSatCodes', () => client.lookUpSatCodes('en', 'steel'))
  const booked = options.book ? await bookAndCancel(client, look, { ...options, isUncertain }) : null
  const listed = await look('listShipments', () => client.listShipments({ limit: 5 }))
  await look('listTrackingEvents', () => client.listTrackingEvents({ limit: 5 }))
  await look('listInTransit', () => client.listInTransit({ limit: 5 }))
  await look('listWebhooks', () => client.listWebhooks())
  const [first] = listed?.shipments ?? []
  if (first) await lookAtShipment(first.shipmentId, first.trackingNumber ?? null)

  async function lookAtShipment(shipmentId: string, trackingNumber: string | null): Promise<void> {
    const ask = <T>(name: EndpointName, call: () => Promise<T>) => look(name, call, shipmentId)
    await ask('lookUpShipment', () => client.lookUpShipment(shipmentId))
    await ask('trackShipment', () => client.trackShipment(shipmentId))
    await ask('trackDetails', () => client.trackDetails({ loadId: shipmentId }))
    if (trackingNumber !== null) {
      await ask('trackByNumber', () => client.trackByNumber(trackingNumber))
      await ask('trackShipments', () => client.trackShipments([trackingNumber]))
    }
    await ask('getDocuments', () => client.getDocuments(shipmentId))
    const documents = await ask('listShipmentDocuments', () => client.listShipmentDocuments(shipmentId))
    await ask('listLabels', () => client.listLabels(shipmentId))
    const [document] = documents ?? []
    if (document) await look('getDocument', () => client.getDocument(document.documentId), document.documentId)
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

interface Asked {
  /** What the call was about; undefined: about no one thing. */
  about: string | undefined
  /** Of the booking that is made for the check. */
  reference: string
}

function failedRow(name: EndpointName, error: FreightError, asked: Asked): CheckedEndpoint {
  const { requestId } = error.details
  const { result, more } = resultOf(ENDPOINTS[name], error, asked)
  const row = rowOf(name, result, [`${error.code}: ${error.message}`, ...more])
  return { ...row, requestId: typeof requestId === 'string' ? requestId : null }
}

function resultOf(
  { repeatable }: Endpoint,
  { delivery, details }: FreightError,
  { about, reference }: Asked,
): { result: CheckResult; more: string[] } {
  if (delivery === 'uncertain' && repeatable === 'never') {
    const word = `The result is unknown: check the service for a shipment with reference ${reference}, and cancel it there.`
    return { result: 'uncertain', more: [word] }
  }
  if (delivery !== 'refused') return { result: 'failed', more: [] }
  if (details['reason'] !== 'NO_SUCH_ENDPOINT') return { result: 'refused', more: [] }
  // A path that names a thing answers 404 when there is no such thing, too.
  if (about === undefined || details['status'] === 405) return { result: 'missing', more: [] }
  return { result: 'refused', more: [`There is no such endpoint, or it has no ${about}.`] }
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
