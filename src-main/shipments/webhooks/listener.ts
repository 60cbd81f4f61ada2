import type { IncomingMessage, ServerResponse } from 'node:http'
import { openHttpHost, readBody, type HttpHost } from '../../kernel/net/http-host.ts'

/** A request that was read whole. */
export interface WebhookRequest {
  method: string
  /** Without the query. */
  path: string
  body: Buffer
  headers: IncomingMessage['headers']
}

export type Listener = Pick<HttpHost, 'port' | 'close'>

export interface ListenerOptions {
  host: string
  port: number
  /** Gives the status to answer. It must be quick: the sender waits. */
  onRequest: (request: WebhookRequest) => Promise<number>
  /** False: this one is put off. */
  admit?: () => boolean
  /** More came than a webhook can hold. */
  onTooLarge: () => void
}

export const MOST_BODY_BYTES = 256 * 1024
/** A sender that is slower than this, or sends no end, is cut off. */
export const REQUEST_WITHIN_MS = 10_000
/** Behind a tunnel all senders have one address. */
export const CONNECTIONS = { total: 256, perAddress: 128 }

/**
 * Listens for webhooks. Answers hold a status and nothing else: an unknown caller learns nothing.
 * @throws StationError LISTEN_FAILED (details.host, details.port, details.reason)
 */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { host, port } = options
  const failure = { cannot: 'Waybill cannot listen for webhooks' }
  const door = await openHttpHost({ ...CONNECTIONS, host, port, requestWithinMs: REQUEST_WITHIN_MS, failure })
  door.onRequest((request, response, hold) => void take(request, response, hold, options))
  return door
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  hold: () => void,
  options: ListenerOptions,
): Promise<void> {
  try {
    if (options.admit?.() === false) {
      response.writeHead(429, { connection: 'close' }).end(() => request.destroy())
      return
    }
    const body = await bodyOf(request)
    if (body === null) {
      options.onTooLarge()
      // The rest of the body is not read: the connection ends with the answer.
      response.writeHead(413, { connection: 'close' }).end(() => request.destroy())
      return
    }
    // One that sends no end of its body is as idle as one that sends nothing.
    hold()
    const status = await options.onRequest({
      method: request.method ?? '',
      path: (request.url ?? '').split('?', 1)[0] ?? '',
      body,
      headers: request.headers,
    })
    response.writeHead(status, status === 405 ? { allow: 'POST' } : {}).end()
  } catch {
    // The sender disconnected in the middle: there is no recipient, and it will send again.
    response.destroy()
  }
}

/** The whole body, or null as soon as it is longer than a webhook can be. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BODY_BYTES) return null
  const body = await readBody(request, { most: MOST_BODY_BYTES, isAnswered: true })
  return typeof body === 'string' ? null : body
}
