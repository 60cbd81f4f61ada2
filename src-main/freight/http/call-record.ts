import { z } from 'zod'
import type { CallFamily } from '../../../src-shared/freight/limits.ts'
import type { CallPriority } from '../../../src-shared/station/app/call-priority.ts'
import type { Delivery, FreightError } from './failure.ts'
import { readJsonQuietly } from './read-json.ts'
import { longestForm, redact } from './redact.ts'
import type { Answer } from './send.ts'

/** One attempt of one call, for the record that is looked at when there is a dispute. It never holds the API key. */
export interface CallRecord {
  /** The service's own id of the request: `meta.requestId`, else the X-Request-Id header. */
  requestId: string | null
  /** ISO 8601, when the attempt began. */
  at: string
  family: CallFamily
  priority: CallPriority
  method: string
  /** With its query, below the base URL; a whole URL for a document elsewhere. Tokens are hidden. */
  path: string
  /** HTTP status; null without an answer. */
  status: number | null
  /** The failure's code; null: it succeeded. */
  code: string | null
  /** What is known of a failed request; null: it succeeded. */
  delivery: Delivery | null
  /** 1 for the first. */
  attempt: number
  /** From the first byte to the last; waiting for the rate limit is not in it. */
  durationMs: number
  /** At most 4 KiB of UTF-8, secrets hidden. */
  requestBody: string | null
  /** At most 4 KiB of UTF-8, secrets hidden; `<n bytes of type>` for a document. */
  responseBody: string | null
}

/** One attempt as the transport saw it. */
export interface Attempt {
  family: CallFamily
  priority: CallPriority
  method: string
  path: string
  body: string | null
  attempt: number
  at: Date
  durationMs: number
  apiKey: string | null
  answer: Answer | null
  failure: FreightError | null
}

/** What the record keeps of an attempt. */
export function callRecordOf(attempt: Attempt): CallRecord {
  const { family, priority, method, apiKey, answer, failure, durationMs } = attempt
  const reported = failure?.details.status
  const type = answer?.headers.get('content-type') ?? null
  return {
    requestId: shownRequestId(attempt),
    at: attempt.at.toISOString(),
    family,
    priority,
    method,
    path: redact(attempt.path, apiKey),
    // An answer that was too long to be read had a status all the same.
    status: answer?.status ?? (typeof reported === 'number' ? reported : null),
    code: failure?.code ?? null,
    delivery: failure?.delivery ?? null,
    attempt: attempt.attempt,
    durationMs,
    requestBody: attempt.body === null ? null : loggedBody(attempt.body, 'application/json', apiKey),
    responseBody: answer ? loggedBody(answer.body, type, apiKey) : null,
  }
}

const metaSchema = z.object({ meta: z.object({ requestId: z.string().min(1) }) })
const MAX_REQUEST_ID = 200

function shownRequestId({ answer, apiKey, failure }: Attempt): string | null {
  if (!answer) return null
  const { requestId } = failure?.details ?? {}
  const id = typeof requestId === 'string' ? requestId : requestIdOf(answer)
  return id === null ? null : redact(id, apiKey).slice(0, MAX_REQUEST_ID)
}

/** The service's own id of the request that this answers: in `meta`, else in a header. Secrets are not hidden in it. */
export function requestIdOf({ body, headers }: Answer): string | null {
  return requestIdIn(body) ?? requestIdOfHeaders(headers)
}

/** The names that services and proxies before them give it. */
const HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray']

export function requestIdOfHeaders(headers: Headers): string | null {
  for (const name of HEADERS) {
    const reported = headers.get(name)?.trim()
    if (reported) return reported.slice(0, MAX_REQUEST_ID)
  }
  return null
}

/** `meta` is at the end or the beginning of possibly megabytes: those are not parsed a second time. */
const PARSED_AGAIN_BYTES = 64 * 1024
const META = /"meta"\s*:\s*\{[^{}]*"requestId"\s*:\s*"([^"\\]+)"/

function requestIdIn(body: Uint8Array): string | null {
  if (body.length <= PARSED_AGAIN_BYTES) return metaSchema.safeParse(readJsonQuietly(body)).data?.meta.requestId ?? null
  const end = new TextDecoder().decode(body.subarray(-1024))
  return META.exec(end)?.[1] ?? META.exec(new TextDecoder().decode(body.subarray(0, 1024)))?.[1] ?? null
}

const MAX_BODY_BYTES = 4096
/** Read this much before hiding, so that what is cut off afterwards was whole when it was looked at. */
const LOOKED_AT_BYTES = 3 * MAX_BODY_BYTES

/** A body as it is kept in an exchange. */
function loggedBody(body: Uint8Array | string, contentType: string | null, apiKey: string | null): string | null {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  if (bytes.length === 0) return null
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!/^(text\/|application\/(.*\+)?(json|xml)$)/.test(type)) {
    return `<${bytes.length} bytes of ${type || 'an unnamed type'}>`
  }
  const shown = redact(shortened(bytes, LOOKED_AT_BYTES), apiKey)
  // What was cut off may end in a part of the key, which is not recognised.
  return shortened(
    bytes.length > LOOKED_AT_BYTES ? shown.slice(0, Math.max(0, shown.length - longestForm(apiKey))) : shown,
  )
}

/** The beginning of a text in this many bytes, never ending within a character. */
function shortened(text: Uint8Array | string, most = MAX_BODY_BYTES): string {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return new TextDecoder().decode(bytes.subarray(0, most), { stream: true })
}
