import { runtime } from '../../src-node/runtime/runtime.ts'
import { timeoutSignal } from '../../src-node/runtime/wait.ts'
import { API_VERSION_HEADER } from '../../src-shared/freight/envelope.ts'
import { relayedEndpoint } from '../../src-shared/site/relay.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import { failureOfFetch, FreightError } from '../freight/http/failure.ts'
import type { ServiceAccessSource } from '../freight/http/transport.ts'
import { readWhole } from '../kernel/net/bodies.ts'
import { readRateLimitHeaders } from '../freight/rate-limit/rate-limit-headers.ts'
import type { RateLimit } from '../freight/rate-limit/rate-limit.ts'

const DEADLINE_MS = 30_000
const MOST_ANSWER_BYTES = 32 * 1024 * 1024
/** What of an answer a station reads. */
const REPORTED = ['content-type', 'content-disposition', 'date', 'location', 'retry-after', 'x-request-id'] as const

interface RelayedCall {
  method: string
  /** Below the service's base URL, with its query. */
  path: string
  contentType: string | undefined
  accept: string | undefined
  body: Uint8Array | null
}

interface RelayedAnswer {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

export type Relay = (call: RelayedCall) => Promise<RelayedAnswer>

/**
 * The freight service for stations, with the site's key and inside the site's rate limit: they quote, track and fetch
 * papers as ever. What books or changes a shipment does not go through here, for any caller.
 * @throws StationError NOT_FOUND for an endpoint that is not relayed, FreightError
 */
export function createRelay(options: { access: ServiceAccessSource; rateLimit: RateLimit; clock: Clock }): Relay {
  const { access, rateLimit, clock } = options
  return async ({ method, path, contentType, accept, body }) => {
    const endpoint = relayedEndpoint(method, path)
    if (endpoint === null) {
      throw new StationError({
        code: 'NOT_FOUND',
        message: 'The site sends bookings and changes; stations upload them. This request is not relayed.',
        details: { method },
      })
    }
    const ticket = await rateLimit.take(endpoint.family, 'person', { longestWaitMs: DEADLINE_MS })
    let isTaken = false
    try {
      const { baseUrl, apiKey } = await access()
      if (apiKey === null) throw noKey()
      isTaken = true
      const answer = await runtime()
        .network.fetch(`${baseUrl}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${apiKey}`,
            accept: accept ?? 'application/json',
            [API_VERSION_HEADER.name]: API_VERSION_HEADER.value,
            ...(contentType !== undefined && { 'content-type': contentType }),
          },
          body: body === null || body.length === 0 ? null : Buffer.from(body),
          redirect: 'manual',
          signal: timeoutSignal(DEADLINE_MS),
        })
        .catch((cause: unknown) => {
          throw failureOfFetch(cause, new URL(baseUrl).origin)
        })
      ticket.settle(readRateLimitHeaders(answer.status, answer.headers, clock.now()))
      const headers: Record<string, string> = {}
      for (const name of REPORTED) {
        const value = answer.headers.get(name)
        if (value !== null) headers[name] = value.replaceAll(apiKey, '•••')
      }
      return {
        status: answer.status,
        headers,
        body: withoutKey(await bytesOf(answer), apiKey),
      }
    } catch (error) {
      if (!isTaken) ticket.giveBack()
      throw error
    }
  }
}

function bytesOf({ body }: Response): Promise<Uint8Array> {
  const stream: AsyncIterable<Uint8Array> | null = body
  return readWhole(
    stream ?? [],
    MOST_ANSWER_BYTES,
    () =>
      new FreightError('uncertain', {
        code: 'TOO_LARGE',
        message: `The service's answer is larger than ${MOST_ANSWER_BYTES} bytes.`,
        details: { most: MOST_ANSWER_BYTES },
      }),
  )
}

/** Should the service repeat the key, no station hears it. */
function withoutKey(body: Uint8Array, apiKey: string): Uint8Array {
  const bytes = Buffer.from(body)
  if (apiKey === '' || !bytes.includes(apiKey)) return bytes
  return Buffer.from(bytes.toString('latin1').replaceAll(apiKey, '***'), 'latin1')
}

function noKey(): FreightError {
  return new FreightError('unsent', {
    code: 'NO_API_KEY',
    message: 'The site has no API key. Set it in WAYBILL_API_KEY or the keychain, and restart the site.',
  })
}
