import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { boundedHttpServer, holdUntilAnswered } from '../../kernel/net/bounded-http.ts'
import type { ConnectionRoom } from '../../kernel/net/connection-limits.ts'
import { StationError } from '../../../src-shared/station/error.ts'

/** A request that was read whole. */
export interface WebhookRequest {
  method: string
  /** Without the query. */
  path: string
  body: Buffer
  headers: IncomingMessage['headers']
}

export interface Listener {
  port: number
  close(): Promise<void>
}

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
 * Listens for webhooks. Answers hold a status and nothing else: a stranger learns nothing here.
 * @throws StationError LISTEN_FAILED (details.host, details.port, details.reason)
 */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { server, room } = boundedHttpServer({ ...CONNECTIONS, requestWithinMs: REQUEST_WITHIN_MS })
  server.on('request', (request, response) => {
    void take(request, response, room, options)
  })
  await opened(server, options)
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  room: ConnectionRoom,
  options: ListenerOptions,
): Promise<void> {
  try {
    if (options.admit?.() === false) {
      response.writeHead(429, { connection: 'close' }).end(() => request.destroy())
      return
    }
    const body = await readBody(request)
    if (body === null) {
      options.onTooLarge()
      // What is still coming is not read: the connection ends with the answer.
      response.writeHead(413, { connection: 'close' }).end(() => request.destroy())
      return
    }
    // One that sends no end of its body is as idle as one that sends nothing.
    holdUntilAnswered(room, request, response)
    const status = await options.onRequest({
      method: request.method ?? '',
      path: (request.url ?? '').split('?', 1)[0] ?? '',
      body,
      headers: request.headers,
    })
    response.writeHead(status, status === 405 ? { allow: 'POST' } : {}).end()
  } catch {
    // The sender went away in the middle: there is nobody to answer, and it will send again.
    response.destroy()
  }
}

/** The whole body, or null as soon as it is longer than a webhook can be. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BODY_BYTES) return null
  const chunks: Buffer[] = []
  let size = 0
  const stream: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const chunk of stream) {
    size += chunk.length
    if (size > MOST_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function opened(server: Server, { host, port }: ListenerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const reason = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
      reject(
        new StationError({
          code: 'LISTEN_FAILED',
          message: `Waybill cannot listen for webhooks on ${host}:${port} (${reason}). Choose another port, or close what uses it.`,
          retryable: true,
          details: { host, port, reason },
        }),
      )
    })
    server.listen({ host, port }, resolve)
  })
}
