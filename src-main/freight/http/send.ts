import { runtime } from '../../../src-node/runtime/runtime.ts'
import { API_VERSION_HEADER } from '../../../src-shared/freight/envelope.ts'
import { readWhole } from '../../kernel/net/bodies.ts'
import { unreadable } from './failure.ts'

/** What came back over HTTP, whole. */
export interface Answer {
  status: number
  headers: Headers
  body: Uint8Array<ArrayBuffer>
}

export interface Request {
  method: string
  accept: string
  apiKey: string
  /** JSON; null: none. */
  body: string | null
  maxBytes: number
  signal: AbortSignal
  /** Another way than the machine's own, as to a site by its pinned certificate. */
  way?: ServiceWay | undefined
}

/** What of `fetch` a call to the service takes. */
export type ServiceWay = (
  url: URL,
  init: {
    method: string
    headers: Record<string, string>
    body: string | null
    redirect: 'manual'
    signal: AbortSignal
  },
) => Promise<Response>

/**
 * Sends to the service itself, over connections that are kept open between calls.
 * @throws FreightError UNREADABLE_ANSWER for a body that is too long; any error of fetch
 */
export async function send(url: URL, request: Request): Promise<Answer> {
  const { method, accept, apiKey, body, maxBytes, signal, way = runtime().network.fetch } = request
  const response = await way(url, {
    method,
    headers: {
      Accept: accept,
      Authorization: `Bearer ${apiKey}`,
      [API_VERSION_HEADER.name]: API_VERSION_HEADER.value,
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    body,
    // The key must not follow a redirect to another place.
    redirect: 'manual',
    signal,
  })
  const { status, headers } = response
  const stream: AsyncIterable<Uint8Array> | null = response.body
  const announced = Number(headers.get('content-length'))
  if (announced > maxBytes) {
    await response.body?.cancel()
    throw tooLong(maxBytes, status)
  }
  return { status, headers, body: await readWhole(stream ?? [], maxBytes, () => tooLong(maxBytes, status)) }
}

/** What an answer is that holds more than may be read. */
export function tooLong(maxBytes: number, status: number) {
  return unreadable(`it is longer than ${maxBytes} bytes`, { status })
}
