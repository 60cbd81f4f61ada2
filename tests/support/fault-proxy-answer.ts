import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../src-main/kernel/clock.ts'
import type { Fault } from './fault-proxy-plan.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** What a fault needs to know beside the call. */
export interface FaultScene {
  /** The caller's deadline, in milliseconds: lateness is measured by it. */
  deadlineMs: number
  /** Where a redirect leads. */
  decoyUrl: string
  /** What the service's clock says: a time to come back may be told as a date. */
  clock: Clock
}

const JSON_HEADERS = { 'content-type': 'application/json' }
const PIECES = 8

/** Lets a call that met a fault end. `real`: the service's answer; null when the request was not carried out. */
export async function answerWithFault(
  response: ServerResponse,
  fault: Fault,
  real: Answer | null,
  { deadlineMs, decoyUrl, clock }: FaultScene,
): Promise<void> {
  const { kind, size } = fault
  switch (kind) {
    case 'cut-before':
    case 'cut-after':
    case 'copied':
      response.destroy()
      return
    case 'truncated':
      if (real) await breakOff(response, real)
      return
    case 'late':
      await sleep(deadlineMs * (1.2 + size))
      if (real) sendAnswer(response, real)
      return
    case 'trickle':
      if (real) await trickle(response, real, deadlineMs * (0.3 + 1.5 * size))
      return
    case 'shut':
      if (real) sendAnswer(response, real)
      return
    case 'server-error':
      sendAnswer(response, page(500 + Math.floor(size * 5), '<html><body>Bad gateway</body></html>'))
      return
    case 'provider-error':
      sendAnswer(response, refusal(502, 'PROVIDER_ERROR', 'The carrier does not answer.'))
      return
    case 'rate-limited':
      sendAnswer(response, rateLimit(size, clock.now()))
      return
    case 'garbage':
      sendAnswer(response, { status: 200, headers: JSON_HEADERS, body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x00]) })
      return
    case 'wrong-shape':
      sendAnswer(response, { status: 200, headers: JSON_HEADERS, body: Buffer.from('{"status":"ok","result":[]}') })
      return
    case 'redirect':
      sendAnswer(response, { ...page(size < 0.5 ? 302 : 307, ''), headers: { location: decoyUrl } })
  }
}

/** Sends a whole answer, if anybody is still there to take it. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
}

async function breakOff(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  if (response.destroyed) return
  response.writeHead(status, { ...headers, 'content-length': body.length })
  await new Promise<void>((resolve) => response.write(body.subarray(0, body.length >> 1), () => resolve()))
  response.destroy()
}

async function trickle(response: ServerResponse, { status, headers, body }: Answer, totalMs: number): Promise<void> {
  if (response.destroyed) return
  response.writeHead(status, { ...headers, 'content-length': body.length })
  const size = Math.max(1, Math.ceil(body.length / PIECES))
  for (let at = 0; at < body.length && !response.destroyed; at += size) {
    response.write(body.subarray(at, at + size))
    await sleep(totalMs / PIECES)
  }
  response.end()
}

function page(status: number, text: string): Answer {
  return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from(text) }
}

function refusal(status: number, code: string, message: string): Answer {
  const body = { success: false, data: null, error: { code, message, details: {} } }
  return { status, headers: JSON_HEADERS, body: Buffer.from(JSON.stringify(body)) }
}

/** Retry-After in both forms that HTTP knows. The answer's Date is of the same clock: by it a moment is read. */
function rateLimit(size: number, now: Date): Answer {
  const seconds = 1 + Math.floor(size * 5)
  const retryAfter = size < 0.5 ? String(seconds) : new Date(now.getTime() + seconds * 1000).toUTCString()
  const answer = refusal(429, 'RATE_LIMIT_ERROR', 'Too many requests.')
  return { ...answer, headers: { ...answer.headers, date: now.toUTCString(), 'retry-after': retryAfter } }
}
