import { runtime } from '../../../src-node/runtime/runtime.ts'
import { API_VERSION_HEADER } from '../../../src-shared/freight/envelope.ts'
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
}

/**
 * Sends to the service itself, over connections that are kept open between calls.
 * @throws FreightError UNREADABLE_ANSWER for a body that is too long; whatever fetch throws
 */
export async function send(url: URL, { method, accept, apiKey, body, maxBytes, signal }: Request): Promise<Answer> {
  const response = await runtime().network.fetch(url, {
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
  return { status, headers, body: await readWhole(stream ?? [], maxBytes, status) }
}

/** Everything of a stream, or as much as proves that it is too long. */
export async function readWhole(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  status: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw tooLong(maxBytes, status)
    chunks.push(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

function tooLong(maxBytes: number, status: number) {
  return unreadable(`it is longer than ${maxBytes} bytes`, { status })
}
