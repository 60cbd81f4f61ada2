import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import { orderlyEnd } from '../../../src-node/server-end.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { limitConnections, type ConnectionLimits } from './connection-limits.ts'

/** Headers arrive within this many milliseconds of the connection, or it is closed. */
export const HEADERS_WITHIN_MS = 10_000
/** Node.js checks the clock this often; its default is 30 s. */
const LOOK_EVERY_MS = 1_000
export const MOST_HEADER_BYTES = 16 * 1024
/** What is beyond it is not read. */
export const MOST_HEADERS = 64

export interface HttpHostOptions extends ConnectionLimits {
  host: string
  /** 0 takes a free one. */
  port: number
  /** A request with its body arrives within this many milliseconds. */
  requestWithinMs: number
  headersWithinMs?: number
  /** What a person reads when the port is taken: `Waybill cannot open its API`, and what helps. */
  failure: { cannot: string; choose?: string }
  /** The server with these limits: a plain one of Node.js when absent. */
  make?: (limits: ServerOptions) => Server
  /** How long a request that is under way may hold up the end; 0 when absent. */
  closeWithinMs?: number
}

/** Answers a request. After `hold` its connection is not closed to make room until it is answered. */
type OnRequest = (request: IncomingMessage, response: ServerResponse, hold: () => void) => void

export interface HttpHost {
  port: number
  onRequest(take: OnRequest): void
  /** Ends every connection. */
  close(): Promise<void>
}

/**
 * Listens as an HTTP server that no client can block: bounded connections, headers and times. The body limit is its
 * reader's matter.
 * @throws StationError LISTEN_FAILED (details.host, .port, .reason)
 */
export async function openHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const { port, make = createServer, headersWithinMs = HEADERS_WITHIN_MS, closeWithinMs = 0, requestWithinMs } = options
  const server = make({
    headersTimeout: headersWithinMs,
    requestTimeout: Math.max(requestWithinMs, headersWithinMs),
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, headersWithinMs),
    maxHeaderSize: MOST_HEADER_BYTES,
  })
  server.maxHeadersCount = MOST_HEADERS
  const room = limitConnections(server, options)
  const end = orderlyEnd(server)
  await listening(server, options)
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    // Before what `make` may have put there.
    onRequest: (take) =>
      server.prependListener('request', (request, response) =>
        take(request, response, () => response.once('close', room.hold(request.socket))),
      ),
    close: () => end(closeWithinMs),
  }
}

function listening(server: Server, { host, port, failure }: HttpHostOptions): Promise<void> {
  const { cannot, choose = 'Choose another port' } = failure
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const reason = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
      reject(
        new StationError({
          code: 'LISTEN_FAILED',
          message: `${cannot} on ${host}:${port} (${reason}). ${choose}, or close what uses it.`,
          retryable: true,
          details: { host, port, reason },
        }),
      )
    })
    server.listen({ host, port }, resolve)
  })
}

/**
 * The whole body of a request, at most this many bytes. One that is longer is read past, so that its sender hears the
 * answer, as far as `mostPassed`; then the connection is cut, or left to `isAnswered`, who answers and ends it.
 */
export async function readBody(
  request: IncomingMessage,
  { most, mostPassed = most, isAnswered = false }: { most: number; mostPassed?: number; isAnswered?: boolean },
): Promise<Buffer | 'too long' | 'endless'> {
  const chunks: Buffer[] = []
  let size = 0
  const stream: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: !isAnswered })
  for await (const chunk of stream) {
    size += chunk.length
    if (size > mostPassed) return 'endless'
    if (size > most) chunks.length = 0
    else chunks.push(chunk)
  }
  return size > most ? 'too long' : Buffer.concat(chunks)
}
