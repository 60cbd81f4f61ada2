import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { StationError } from '../../src-shared/station/error.ts'
import { openHttpHost, type HttpHost } from '../kernel/net/http-host.ts'
import type { SiteCertificate } from './certificate.ts'

/** Each station has a stream of the feed open, and some requests beside it. */
const CONNECTIONS = { total: 2_000, perAddress: 1_000 }
const REQUEST_WITHIN_MS = 60_000
/** How long a request that is under way may hold up the end. */
const CLOSE_WITHIN_MS = 3_000
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

export type SiteServer = Pick<HttpHost, 'port' | 'close'>

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
      message: `host: without TLS, the site can be reached only from this computer, not on ${host}.`,
      details: { issues: [{ path: 'host', message: 'must be 127.0.0.1 without TLS' }] },
    })
  }
  const served = await openHttpHost({
    ...CONNECTIONS,
    host,
    port,
    requestWithinMs: REQUEST_WITHIN_MS,
    closeWithinMs: CLOSE_WITHIN_MS,
    failure: { cannot: 'The site cannot be served', choose: 'Choose another port with --port' },
    make: (limits) => {
      const { fetch } = app
      const tls = certificate && {
        ...limits,
        cert: certificate.cert,
        key: certificate.key,
        minVersion: 'TLSv1.2' as const,
      }
      const server = createAdaptorServer(
        tls === null
          ? { fetch, createServer: createHttpServer, serverOptions: limits }
          : { fetch, createServer: createHttpsServer, serverOptions: tls },
      )
      if ('maxHeadersCount' in server && 'closeAllConnections' in server) return server
      throw new Error('this is no HTTP/1 server')
    },
  })
  served.onRequest((_request, _response, hold) => hold())
  return served
}
