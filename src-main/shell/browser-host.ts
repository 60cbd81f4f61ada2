import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Station } from '../station.ts'
import { createBrowserGuard, type BrowserGuard } from './browser-guard.ts'
import { answerCommand } from './command-endpoint.ts'
import { CONTENT_SECURITY_POLICY, securityHeaders } from './csp.ts'
import { streamEvents } from './event-stream.ts'
import { readRendererFile } from './renderer-files.ts'

export interface BrowserHostOptions {
  station: Pick<Station, 'invoke' | 'subscribe'>
  /** The renderer's build. */
  rendererDir: string
  /** 0 takes a free one. */
  port?: number
  /** Serves the page from source instead of the build. */
  development?: DevelopmentServer
}

export interface DevelopmentServer {
  middleware: (request: IncomingMessage, response: ServerResponse) => void
  contentSecurityPolicy: string
}

export interface BrowserHost {
  /** Opens the app in one browser, once. */
  url: string
  /** Ends every connection. */
  close(): Promise<void>
}

const ADDRESS = '127.0.0.1'
const COMMAND_PATH = '/command/'

/**
 * The station's commands and the page over HTTP on the loopback address: `GET /open?token=` (once), then with its cookie
 * `POST /command/<name>`, `GET /events` and the page's files.
 */
export async function openBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const headers = securityHeaders(options.development?.contentSecurityPolicy ?? CONTENT_SECURITY_POLICY)
  const server = createServer()
  const host = `${ADDRESS}:${await listening(server, options.port ?? 0)}`
  const guard = createBrowserGuard(host)
  server.on('request', (request, response) => {
    answer(request, response, guard, options, headers).catch((error: unknown) => {
      console.error(error)
      if (response.headersSent) response.destroy()
      else sayPlainly(response, 500, headers, 'Something went wrong inside Waybill.')
    })
  })
  return {
    url: `http://${host}/open?token=${guard.oneTimeToken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  guard: BrowserGuard,
  { station, rendererDir, development }: BrowserHostOptions,
  headers: Record<string, string>,
): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const objection = guard.objection(method, request.headers)
  if (objection !== null) return sayPlainly(response, 403, headers, objection)

  const target = URL.parse(url, 'http://host.invalid')
  if (target === null) return sayPlainly(response, 400, headers, 'This address cannot be read.')
  const { pathname, searchParams } = target
  if (pathname === '/open') return open(response, guard, searchParams.get('token'), headers)
  if (!guard.isKnown(request.headers)) {
    return sayPlainly(response, 401, headers, 'Open Waybill with the address it printed when it started.')
  }

  if (pathname.startsWith(COMMAND_PATH)) {
    const { status, result } = await answerCommand(request, pathname.slice(COMMAND_PATH.length), station)
    const text = JSON.stringify(result)
    // What was not read of a refused body would be taken for the next request.
    const connection = request.complete ? {} : { Connection: 'close' }
    response
      .writeHead(status, { ...headers, ...connection, ...NOT_STORED, 'Content-Type': 'application/json' })
      .end(text)
    return
  }
  if (method !== 'GET' && method !== 'HEAD') return sayPlainly(response, 405, headers, 'Only GET is answered here.')
  if (pathname === '/events') return streamEvents(response, station, headers)
  if (development) {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    return development.middleware(request, response)
  }
  const file = await readRendererFile(rendererDir, rawPath(url))
  if (file === null) return sayPlainly(response, 404, headers, 'There is no such page in Waybill.')
  response.writeHead(200, { ...headers, 'Cache-Control': 'no-cache', 'Content-Type': file.contentType }).end(file.bytes)
}

const NOT_STORED = { 'Cache-Control': 'no-store' }

/** The one-time token becomes a cookie and leaves the address bar. */
function open(
  response: ServerResponse,
  guard: BrowserGuard,
  token: string | null,
  headers: Record<string, string>,
): void {
  const cookie = guard.exchange(token)
  if (cookie === null) {
    return sayPlainly(
      response,
      401,
      headers,
      'This address has been used, or is not the one Waybill printed. Start Waybill again.',
    )
  }
  response.writeHead(303, { ...headers, ...NOT_STORED, 'Set-Cookie': cookie, Location: '/' }).end()
}

/** The path as it was sent: a URL object would have resolved `..` away before it could be refused. */
function rawPath(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '/'
}

function sayPlainly(response: ServerResponse, status: number, headers: Record<string, string>, sentence: string): void {
  response
    .writeHead(status, { ...headers, ...NOT_STORED, 'Content-Type': 'text/plain; charset=utf-8' })
    .end(`${sentence}\n`)
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, ADDRESS, () => {
      server.off('error', reject)
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address.port)
    })
  })
}
