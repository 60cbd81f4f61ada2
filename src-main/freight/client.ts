import type { CallPriority, FamilyRateLimit } from '../../src-shared/station/app/call-priority.ts'
import { createRateLimit } from './rate-limit/rate-limit.ts'
import * as documents from './resources/documents.ts'
import * as generated from './resources/generated-documents.ts'
import { help } from './resources/help.ts'
import * as labels from './resources/labels.ts'
import * as locations from './resources/locations.ts'
import * as quotes from './resources/quotes.ts'
import { lookUpSatCodes } from './resources/sat-codes.ts'
import * as changes from './resources/shipment-changes.ts'
import * as shipments from './resources/shipments.ts'
import * as trackingRequests from './resources/tracking-requests.ts'
import * as tracking from './resources/tracking.ts'
import { createTransport, type ServiceAccessSource, type Transport, type TransportOptions } from './http/transport.ts'
import * as webhooks from './resources/webhooks.ts'

/** The freight service as functions, one an endpoint. Every one rejects with a FreightError and nothing else. */
export interface FreightClient extends Calls {
  /** The same client, whose calls wait for the rate limit with this priority. */
  at(priority: CallPriority): FreightClient
  /** What is left of the rate limits. */
  rateLimits(): FamilyRateLimit[]
}

/** Calls are a person's unless `at` sets otherwise. */
export function createFreightClient(access: ServiceAccessSource, options: TransportOptions): FreightClient {
  const { rateLimit = createRateLimit(options) } = options
  const clientOf = (transport: Transport): FreightClient => ({
    ...boundTo(transport),
    at: (priority) => clientOf(transport.at(priority)),
    rateLimits: rateLimit.view,
  })
  return clientOf(createTransport(access, { ...options, rateLimit }))
}

/** Every function that takes the transport and then its own arguments, by the name it is called by. */
const CALLS = {
  help,
  ...locations,
  lookUpSatCodes,
  ...quotes,
  ...shipments,
  ...changes,
  ...tracking,
  ...trackingRequests,
  ...documents,
  ...labels,
  ...generated,
  ...webhooks,
}
type Call = (transport: Transport, ...rest: never[]) => unknown
type Calls = {
  [Name in keyof typeof CALLS]: (typeof CALLS)[Name] extends (transport: Transport, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never
}

function boundTo(transport: Transport): Calls {
  const bound: [string, unknown][] = Object.entries(CALLS).map(([name, call]: [string, Call]) => [
    name,
    (...rest: never[]) => call(transport, ...rest),
  ])
  return Object.fromEntries(bound) as Calls
}
