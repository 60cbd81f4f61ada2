import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { limitConnections, type ConnectionLimits, type ConnectionRoom } from './connection-limits.ts'

/** Headers are here within so many milliseconds of the connection, or it is closed. */
export const HEADERS_WITHIN_MS = 10_000
/** Node.js looks at the clock this often; left to itself, every 30 s. */
const LOOK_EVERY_MS = 1_000
export const MOST_HEADER_BYTES = 16 * 1024
/** What is beyond it is not read. */
export const MOST_HEADERS = 64

export interface BoundedHttp extends ConnectionLimits {
  /** A request with its body is here within so many milliseconds. */
  requestWithinMs: number
  headersWithinMs?: number
}

/** An HTTP server that nobody holds up: bounded connections, headers and times. What a body may hold is its reader's matter. */
export function boundedHttpServer({ requestWithinMs, headersWithinMs = HEADERS_WITHIN_MS, ...limits }: BoundedHttp): {
  server: Server
  room: ConnectionRoom
} {
  const server = createServer({
    headersTimeout: headersWithinMs,
    requestTimeout: Math.max(requestWithinMs, headersWithinMs),
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, headersWithinMs),
    maxHeaderSize: MOST_HEADER_BYTES,
  })
  server.maxHeadersCount = MOST_HEADERS
  return { server, room: limitConnections(server, limits) }
}

/** Keeps the request's connection until it is answered. */
export function holdUntilAnswered(room: ConnectionRoom, request: IncomingMessage, response: ServerResponse): void {
  response.once('close', room.hold(request.socket))
}
