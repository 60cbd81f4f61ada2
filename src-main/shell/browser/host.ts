import type { IncomingMessage, ServerResponse } from 'node:http'
import { openHttpHost } from '../../kernel/net/http-host.ts'
import type { Station } from '../../app/station.ts'
import { createBrowserGuard, type BrowserGuard } from './guard.ts'
import { answerCommand } from './command-endpoint.ts'
import { CONTENT_SECURITY_POLICY, securityHeaders } from '../csp.ts'
import { streamEvents } from './event-stream.ts'
import { answerOpening } from './opening-page.ts'
import { readRendererFile } from '../renderer-files.ts'

export interface BrowserHostOptions {
  station: Pick<Station, 'invoke' | 'subscribe'>
  /** The renderer's build. */
  rendererDir: string
  /** 0 takes a free one. */
  port?: number
  /** Serves the page from source instead of the build. */
  development?: DevelopmentServer
  /** A page has signed in. */
  onOpened?: () => void
  /** A one-time address was used a second time. */
  onContested?: () => void
}

interface DevelopmentServer {
  middleware: (request: IncomingMessage, response: ServerResponse) => void
  contentSecurityPolicy: string
}

export interface BrowserHost {
  /** Opens the app in one browser, once. */
  url: string
  /** Another such address. */
  newUrl(): string
  /** Ends every connection. */
  close(): Promise<void>
}

const ADDRESS = '127.0.0.1'
const COMMAND_PATH = '/command/'
/** A browser opens six to one host; every one that comes here has the same address. */
export const CONNECTIONS = { total: 128, perAddress: 128 }
export const REQUEST_WITHIN_MS = 30_000

/**
 * The station's commands and the page over HTTP on the loopback address: `/open` once, then with its cookie the page's
 * files, and with the page's own token beside the cookie `POST /command/<name>` and `GET /events`.
 * @throws StationError LISTEN_FAILED
 */
export async function openBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const headers = securityHeaders(options.development?.contentSecurityPolicy ?? CONTENT_SECURITY_POLICY)
  const served = await openHttpHost({
    ...CONNECTIONS,
    host: ADDRESS,
    port: options.port ?? 0,
    requestWithinMs: REQUEST_WITHIN_MS,
    failure: { cannot: 'Waybill cannot be opened in a browser', choose: 'Choose another port with --port' },
  })
  const host = `${ADDRESS}:${served.port}`
  const guard = createBrowserGuard(host)
  served.onRequest((request, response, hold) => {
    hold()
    answer(request, response, guard, options, headers).catch((error: unknown) => {
      console.error(error)
      if (response.headersSent) response.destroy()
      else sayPlainly(response, 500, headers, 'Something went wrong inside Waybill.')
    })
  })
  const newUrl = () => `http://${host}/open#${guard.newToken()}`
  return { url: newUrl(), newUrl, close: served.close }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  guard: BrowserGuard,
  { station, rendererDir, development, onOpened, onContested }: BrowserHostOptions,
  headers: Record<string, string>,
): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const objection = guard.objection(method, request.headers)
  if (objection !== null) return sayPlainly(response, 403, headers, objection)

  const target = URL.parse(url, 'http://host.invalid')
  if (target === null) return sayPlainly(response, 400, headers, 'This address cannot be read.')
  const { pathname } = target
  const opening = { guard, headers, onOpened: onOpened ?? ignore, onContested: onContested ?? ignore }
  if (answerOpening(request, pathname, response, opening)) return
  if (!guard.isKnown(request.headers)) {
    return sayPlainly(response, 401, headers, 'Run "npm start" again: it opens this Waybill with a new address.')
  }

  const isOfPage = pathname === '/events' || pathname.startsWith(COMMAND_PATH)
  if (isOfPage && !guard.isPage(request.headers)) {
    return sayPlainly(response, 401, headers, 'Waybill answers only the page that was opened with its address.')
  }
  if (pathname.startsWith(COMMAND_PATH)) {
    const { status, result } = await answerCommand(request, pathname.slice(COMMAND_PATH.length), station)
    const text = JSON.stringify(result)
    // The unread rest of a refused body would be taken for the next request.
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

const ignore = () => undefined

/** The path as it was sent: a URL object would have resolved `..` away before it could be refused. */
function rawPath(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '/'
}

function sayPlainly(response: ServerResponse, status: number, headers: Record<string, string>, sentence: string): void {
  response
    .writeHead(status, { ...headers, ...NOT_STORED, 'Content-Type': 'text/plain; charset=utf-8' })
    .end(`${sentence}\n`)
}
