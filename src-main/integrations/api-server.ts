import type { IncomingMessage, ServerResponse } from 'node:http'
import { isCommandName, type CommandName } from '../../src-shared/station/commands.ts'
import {
  errorData,
  StationError,
  type CommandResult,
  type ErrorParts,
  type StationErrorData,
} from '../../src-shared/station/error.ts'
import { asData } from '../kernel/fault.ts'
import { jsonOf } from '../kernel/net/bodies.ts'
import { openHttpHost, readBody, type HttpHost } from '../kernel/net/http-host.ts'
import type { ApiCaller } from '../people/sign-in.ts'
import { MOST_BODY_BYTES, NOT_JSON_TYPE, TOKEN_REQUIRED, TOO_LARGE, wrongMethod } from './api-refusals.ts'
import { pageOf, refuseToPage, VARY } from './cors.ts'
import { statusOf } from './http-status.ts'
import { openApiDocument } from './openapi.ts'
import type { Pages } from './pages.ts'

/** Of a body that is too long so much is read past, so that its sender hears the answer; then the connection is cut. */
const MOST_PASSED_BYTES = 32 * 1024 * 1024
/** The time limit of a request with its body. */
const REQUEST_WITHIN_MS = 30_000
const CONNECTIONS = { total: 64, perAddress: 64 }
const HOST = '127.0.0.1'
/** Where commands are: `POST /v1/<command>`. */
const COMMANDS = '/v1/'

export interface ApiPorts {
  /** The caller of this token; null: unknown token. */
  callerOf: (token: string) => Promise<ApiCaller | null>
  give: (name: CommandName, input: unknown, caller: ApiCaller) => Promise<CommandResult<unknown>>
  /** The web pages that may print. */
  pages: Pick<Pages, 'isAllowed' | 'ask'>
  version: string
}

interface Answering extends ApiPorts {
  document: () => object
}

export interface ApiServer extends Pick<HttpHost, 'port' | 'close'> {
  url: string
}

/**
 * The command table over HTTP, on this machine only.
 * @throws StationError LISTEN_FAILED (details.host, .port, .reason)
 */
export async function openApi(port: number, ports: ApiPorts): Promise<ApiServer> {
  const failure = { cannot: 'Waybill cannot open its API' }
  const host = await openHttpHost({ ...CONNECTIONS, host: HOST, port, requestWithinMs: REQUEST_WITHIN_MS, failure })
  const url = `http://${HOST}:${host.port}`
  const document = () => openApiDocument(ports.version, url)
  host.onRequest((request, response, hold) => void answer(request, response, hold, { ...ports, document }))
  return { port: host.port, url, close: host.close }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  hold: () => void,
  ports: Answering,
): Promise<void> {
  try {
    // Its sender may take its time with the body, and loses the connection when others need it; the work continues.
    const body = await bodyOf(request)
    hold()
    send(response, await answerToAny(request, body, ports))
  } catch (error) {
    if (error instanceof Gone) response.destroy()
    else send(response, refused(asData(error)))
  }
}

interface Answer {
  status: number
  /** Absent: none. */
  body?: unknown
  headers?: Record<string, string>
}

/** As a web page may read it, where a page asks. */
async function answerToAny(request: IncomingMessage, body: Buffer | null, ports: Answering): Promise<Answer> {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const command = path.startsWith(COMMANDS) ? path.slice(COMMANDS.length) : ''
  const page = await pageOf(request, command, ports.pages)
  if (page === null) return answerTo(request, path, body, ports)
  if (page.isPreflight) return { status: 204, headers: { ...page.headers } }
  // The least role, and so no printer that is not set up here.
  const give: ApiPorts['give'] = (name, input, caller) => ports.give(name, input, { ...caller, role: 'packer' })
  const answer = await answerToPage().catch((error: unknown) => refused(asData(error)))
  return { ...answer, headers: { ...answer.headers, ...page.headers } }

  async function answerToPage(): Promise<Answer> {
    refuseToPage(command)
    return answerTo(request, path, body, { ...ports, give })
  }
}

async function answerTo(
  request: IncomingMessage,
  path: string,
  body: Buffer | null,
  ports: Answering,
): Promise<Answer> {
  if (path === '/openapi.json') {
    if (request.method !== 'GET') return methodRefused('GET')
    return { status: 200, body: ports.document() }
  }
  const caller = await callerOf(request, ports)
  if (!path.startsWith(COMMANDS))
    return missing(`There is nothing at ${shown(path)}: a command is at ${COMMANDS}<name>.`)
  const name = path.slice(COMMANDS.length)
  if (!isCommandName(name)) return missing(`There is no command ${shown(name)}.`)
  if (request.method !== 'POST') return methodRefused('POST')
  if (request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    return refused(invalid(NOT_JSON_TYPE), 415)
  }
  if (body === null) {
    return refused(errorData({ code: 'TOO_LARGE', message: TOO_LARGE, details: { most: MOST_BODY_BYTES } }))
  }
  const result = await ports.give(name, jsonOf(body), caller)
  return result.ok ? { status: 200, body: result } : refused(result.error)
}

/** @throws StationError TOKEN_REFUSED */
async function callerOf(request: IncomingMessage, ports: ApiPorts): Promise<ApiCaller> {
  const token = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  const caller = token === undefined ? null : await ports.callerOf(token)
  if (caller) return caller
  throw new StationError({
    code: 'TOKEN_REFUSED',
    message:
      token === undefined
        ? TOKEN_REQUIRED
        : 'This token is unknown or was revoked. A supervisor can create one in Settings > Connections.',
  })
}

const shown = (text: string): string => text.slice(0, 80)
const invalid = (message: string): StationErrorData =>
  errorData({ code: 'INVALID_INPUT', message, details: { issues: [] } } satisfies ErrorParts)
const missing = (message: string): Answer => refused(errorData({ code: 'NOT_FOUND', message }))
const methodRefused = (allow: string): Answer => ({
  ...refused(invalid(wrongMethod(allow)), 405),
  headers: { allow },
})

function refused(error: StationErrorData, status = statusOf(error.code)): Answer {
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  return { status, body: { ok: false, error }, headers }
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  const shared = { 'cache-control': 'no-store', vary: VARY, ...headers }
  if (body === undefined) return void response.writeHead(status, shared).end()
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...shared }).end(JSON.stringify(body))
}

/** The sender disconnected, or sends without end: there is no recipient. */
class Gone extends Error {}

/** The whole body; null when it is longer than a command can be. @throws Gone */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const body = await readBody(request, { most: MOST_BODY_BYTES, mostPassed: MOST_PASSED_BYTES }).catch(
    () => 'endless' as const,
  )
  if (body === 'endless') throw new Gone()
  return body === 'too long' ? null : body
}
