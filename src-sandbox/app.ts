import { errorFacts } from '../src-node/log/error-facts.ts'
import { runtime } from '../src-node/runtime/runtime.ts'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { API_PATH } from '../src-shared/freight/envelope.ts'
import type { ServiceClock } from './clock.ts'
import { metaOf } from './http/answer.ts'
import { announceHeaders } from './http/headers.ts'
import { bodyLimit } from './http/body-limit.ts'
import { responseVariants } from './response-variants/layer.ts'
import { FreightFailure, invalidRequest, NoSuchThing } from './http/failure.ts'
import { version } from './http/version.ts'
import { FaultApi } from './fault-api/faults.ts'
import { serveFaultApi } from './fault-api/routes.ts'
import { advanceShipments } from './lifecycle/advance.ts'
import type { ApiKey } from './limits/keys.ts'
import { keysAndLimits } from './limits/middleware.ts'
import { serveAddresses } from './resources/addresses.ts'
import { serveOpenApi } from './openapi/routes.ts'
import { serveBookings } from './resources/bookings.ts'
import { serveCrossborderQuotes } from './resources/crossborder-quotes.ts'
import { serveDocuments } from './resources/documents.ts'
import { serveGeneratedDocuments } from './resources/generated-documents.ts'
import { serveHelp } from './resources/help.ts'
import { serveLabels } from './resources/labels.ts'
import { serveLocations } from './resources/locations.ts'
import { serveQuotes } from './resources/quotes.ts'
import { serveSatCodes } from './resources/sat-codes.ts'
import type { Service } from './resources/service.ts'
import { serveShipmentChanges } from './resources/shipment-changes.ts'
import { serveShipments } from './resources/shipments.ts'
import { serveTrackingRequests } from './resources/tracking-requests.ts'
import { serveTracking } from './resources/tracking.ts'
import { serveWebhooks } from './resources/webhooks.ts'

const MAX_BODY_BYTES = 1024 * 1024

/**
 * Every endpoint of the service. `faultToken` opens the fault API; without one there is none. `afterRequest` is called when a
 * request has been carried out.
 */
export function createApp(
  service: Service,
  { keys, faultToken, afterRequest }: { keys: readonly ApiKey[]; faultToken: string | undefined; afterRequest(): void },
) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const api = createApi(service, keys)
  // Not of the interface's part alone: that would be built around each of its steps, at each request.
  app.onError(answerFailure(service.clock))
  app.use(async (c, next) => {
    // The HTTP server's own would be this machine's time.
    const setHeaders = announceHeaders(c, { Date: new Date(service.clock.now()).toUTCString() })
    await next()
    setHeaders()
    afterRequest()
  })
  app.route('/_sandbox', serveOpenApi(api, service.apiUrl))
  app.use(`${API_PATH}/*`, responseVariants(service.settings, keys))
  if (faultToken !== undefined) {
    const faultApi = new FaultApi(service.clock)
    app.route('/_sandbox', serveFaultApi(faultApi, service, faultToken))
    app.use(`${API_PATH}/*`, faultApi.middleware())
  }
  app.route(API_PATH, api)
  app.notFound((c) => c.text('The interface is under /api/v1; see /api/v1/help.\n', 404))
  return app
}

/** The interface: key, envelope and errors around its resources. */
function createApi(service: Service, keys: readonly ApiKey[]): OpenAPIHono {
  const { clock, db, settings } = service
  const api = new OpenAPIHono({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.error)
    },
  })
  serveHelp(api, service)
  api.use(keysAndLimits(keys, settings), version())
  api.use(bodyLimit(MAX_BODY_BYTES))
  api.use(async (_, next) => {
    advanceShipments(db, clock.now())
    await next()
  })
  serveLocations(api, service)
  serveAddresses(api, service)
  serveSatCodes(api, service)
  serveQuotes(api, service)
  serveCrossborderQuotes(api, service)
  serveBookings(api, service)
  serveShipments(api, service)
  serveShipmentChanges(api, service)
  serveTracking(api, service)
  serveTrackingRequests(api, service)
  serveLabels(api, service)
  serveDocuments(api, service)
  serveGeneratedDocuments(api, service)
  serveWebhooks(api, service)
  api.all('*', (c) => {
    throw new NoSuchThing('NO_SUCH_ENDPOINT', `There is no ${c.req.method} ${c.req.path}.`)
  })
  return api
}

/** The answer of a request that threw: a refusal in the interface's form, or INTERNAL. */
function answerFailure(clock: ServiceClock): ErrorHandler {
  const failed = (failure: FreightFailure) => ({
    success: false as const,
    data: null,
    error: { code: failure.code, message: failure.message, details: failure.details },
    meta: metaOf(clock),
  })
  return (cause, c) => {
    const failure = cause instanceof HTTPException ? unreadableRequest(cause) : cause
    if (failure instanceof FreightFailure) return c.json(failed(failure), failure.status)
    const meta = metaOf(clock)
    runtime().log.error('fault', { requestId: meta.requestId, error: errorFacts(cause) })
    const error = { code: 'INTERNAL', message: 'The service met an unexpected fault.', details: {} }
    return c.json({ success: false, data: null, error, meta }, 500)
  }
}

/** Refusals of the framework before a schema is applied: a body that is not JSON, or not declared as JSON. */
function unreadableRequest(cause: HTTPException): FreightFailure {
  return cause.status === 415
    ? new FreightFailure('INVALID_REQUEST', 'The body must be sent as Content-Type: application/json.', {
        field: 'Content-Type',
      })
    : new FreightFailure('INVALID_REQUEST', 'The body is not valid JSON.', { field: '' })
}
