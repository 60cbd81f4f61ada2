import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { after } from '../../src-node/runtime/wait.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { HEADERS_WITHIN_MS, holdUntilAnswered, MOST_HEADER_BYTES, MOST_HEADERS } from '../kernel/net/bounded-http.ts'
import { limitConnections } from '../kernel/net/connection-limits.ts'
import type { SiteCertificate } from './certificate.ts'

/** Each station has a stream of the feed open, and some requests beside it. */
const CONNECTIONS = { total: 2_000, perAddress: 1_000 }
const REQUEST_WITHIN_MS = 60_000
/** How long a request that is under way may hold up the end. */
const CLOSE_WITHIN_MS = 3_000
const LOOK_EVERY_MS = 1_000
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

export interface SiteServer {
  port: number
  close(): Promise<void>
}

/**
 * Serves a site: over TLS, or without it on this machine alone.
 * @throws StationError LISTEN_FAILED, INVALID_INPUT for plain HTTP on an address that others reach
 */
export async function serveSite(
  app: Hono<{ Bindings: HttpBindings }>,
  { host, port, certificate }: { host: string; port: number; certificate: SiteCertificate | null },
): Promise<SiteServer> {
  if (certificate === null && !LOOPBACK.has(host)) {
    throw new StationError({
      code: 'INVALID_INPUT',
      message: `host: without TLS a site is served on this machine alone, not on ${host}.`,
      details: { issues: [{ path: 'host', message: 'must be 127.0.0.1 without TLS' }] },
    })
  }
  const limits = {
    headersTimeout: HEADERS_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
    maxHeaderSize: MOST_HEADER_BYTES,
  }
  const server = createAdaptorServer(
    certificate === null
      ? { fetch: app.fetch, createServer: createHttpServer, serverOptions: limits }
      : {
          fetch: app.fetch,
          createServer: createHttpsServer,
          serverOptions: { ...limits, cert: certificate.cert, key: certificate.key, minVersion: 'TLSv1.2' },
        },
  )
  if (!('maxHeadersCount' in server) || !('closeAllConnections' in server)) throw new Error('this is no HTTP/1 server')
  server.maxHeadersCount = MOST_HEADERS
  const room = limitConnections(server, CONNECTIONS)
  server.prependListener('request', (request, response) => holdUntilAnswered(room, request, response))
  await opened(server, host, port)
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        after(CLOSE_WITHIN_MS, () => server.closeAllConnections(), { isBackground: true })
      }),
  }
}

function opened(server: ReturnType<typeof createAdaptorServer>, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: Error) => {
      const reason = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
      reject(
        new StationError({
          code: 'LISTEN_FAILED',
          message: `The site cannot be served on ${host}:${port} (${reason}). Choose another port with --port, or close what uses it.`,
          retryable: true,
          details: { host, port, reason },
        }),
      )
    })
    server.listen(port, host, resolve)
  })
}
