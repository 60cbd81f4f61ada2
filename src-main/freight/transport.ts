import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { API_VERSION_HEADER, failureSchema, stringFailureSchema } from '../../src-shared/freight/envelope.ts'
import type { Clock } from '../clock.ts'
import { failureOfFetch, FreightError, unreadable } from './failure.ts'
import { delayBeforeRetry, parseRetryAfter, type Repeatable } from './retry.ts'

/** Where the service is, and the key to it. */
export interface FreightDoor {
  /** Ends in the version segment, no slash behind it: https://host/api/v1 */
  baseUrl: string
  apiKey: string | null
}

/** Asked at each call, so that the key is kept nowhere here. A FreightError it throws is the call's. */
export type FreightAccess = () => Promise<FreightDoor>

export interface FreightCall {
  method: 'GET' | 'POST'
  /** Below the base URL, each part already encoded. */
  path: string
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  repeatable: Repeatable
}

export interface TransportOptions {
  clock: Clock
  /** From first byte to last. The interface recommends 30 s (section Limits). */
  deadlineMs?: number
  random?: () => number
  /** Breaks every call off when the station closes. */
  closing?: AbortSignal
  /** Told how every attempt ended: null for an answer, whatever it said. */
  onAttempt?: (failure: FreightError | null) => void
}

/** The request path: one call, its attempts, and every failure as a FreightError. */
export interface Transport {
  /** Calls and parses `{success, data, meta}`-like JSON with the schema. */
  json<T extends z.ZodType>(call: FreightCall, schema: T): Promise<z.output<T>>
  /** Calls and returns the raw content, for documents. */
  bytes(call: FreightCall & { accept: string }): Promise<Uint8Array<ArrayBuffer>>
}

const MAX_JSON_BYTES = 8 * 1024 * 1024
const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024
const DEADLINE_MS = 30_000

export function createTransport(access: FreightAccess, options: TransportOptions): Transport {
  const { clock, deadlineMs = DEADLINE_MS, random = Math.random, closing, onAttempt } = options
  async function withRetries<T>(call: FreightCall, attemptOnce: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const value = await attemptOnce()
        onAttempt?.(null)
        return value
      } catch (error) {
        if (!(error instanceof FreightError)) throw error
        onAttempt?.(error)
        const delay = delayBeforeRetry(call.repeatable, attempt, error, random())
        if (delay === null || closing?.aborted) throw error
        await sleep(delay)
      }
    }
  }

  async function send(call: FreightCall, accept: string, maxBytes: number) {
    const { baseUrl, apiKey } = await access()
    const where = new URL(baseUrl).origin
    if (apiKey === null) {
      throw new FreightError('unsent', {
        code: 'NO_API_KEY',
        message: `There is no API key for ${where}. Enter it under Settings.`,
        details: { where },
      })
    }
    const url = new URL(baseUrl + call.path)
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const { response, body } = await exchange(url, call, accept, apiKey, maxBytes).catch((cause: unknown) => {
      throw cause instanceof FreightError ? cause : failureOfFetch(cause, where)
    })
    if (!response.ok) throw failureOfAnswer(response, body, clock.now())
    return { response, body }
  }

  async function exchange(url: URL, call: FreightCall, accept: string, apiKey: string, maxBytes: number) {
    const response = await fetch(url, {
      method: call.method,
      headers: {
        Accept: accept,
        Authorization: `Bearer ${apiKey}`,
        [API_VERSION_HEADER.name]: API_VERSION_HEADER.value,
        ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      // The key must not follow a redirect to another place; the interface knows none.
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(closing ? [closing] : [])]),
    })
    return { response, body: await readBody(response, maxBytes) }
  }

  return {
    json: (call, schema) =>
      withRetries(call, async () => {
        const { response, body } = await send(call, 'application/json', MAX_JSON_BYTES)
        const value = parseJson(body)
        const refusal = failureSchema.safeParse(value)
        if (refusal.success) throw failureOfAnswer(response, body, clock.now())
        const parsed = schema.safeParse(value)
        if (parsed.success) return parsed.data
        const issue = parsed.error.issues[0]
        throw unreadable(`${call.method} ${call.path}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(), {
          path: call.path,
          status: response.status,
          issues: parsed.error.issues.slice(0, 5).map(({ path, message }) => ({ path: path.join('.'), message })),
        })
      }),
    bytes: (call) =>
      withRetries(call, async () => {
        const { response, body } = await send(call, call.accept, MAX_DOCUMENT_BYTES)
        if (body.length === 0) throw unreadable('the document is empty', { path: call.path })
        if (response.headers.get('content-type')?.startsWith('application/json')) {
          throw unreadable('a document was asked for and JSON came', { path: call.path })
        }
        return body
      }),
  }
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const stream: AsyncIterable<Uint8Array> | null = response.body
  for await (const chunk of stream ?? []) {
    size += chunk.length
    if (size > maxBytes) throw unreadable(`it is longer than ${maxBytes} bytes`, { status: response.status })
    chunks.push(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw unreadable(`it is not JSON (${cause instanceof Error ? cause.message : String(cause)})`, {
      bytes: body.length,
    })
  }
}

const errorBody = z.union([failureSchema, stringFailureSchema])

/**
 * What an answer that is no success means. Only the interface's own error envelope with a 4xx status proves that nothing
 * was done; PROVIDER_ERROR, any 5xx, a redirect, and a page some proxy made prove nothing.
 */
function failureOfAnswer(response: Response, body: Uint8Array, now: Date): FreightError {
  const { status } = response
  const parsed = errorBody.safeParse(parseQuietly(body))
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), now)
  if (!parsed.success) {
    return new FreightError(
      'uncertain',
      {
        code: status >= 500 ? 'SERVICE_FAILED' : 'UNREADABLE_ANSWER',
        message: `The freight service answered ${status} without saying why in the interface's form.`,
        retryable: status >= 500,
        details: { status },
      },
      retryAfterMs,
    )
  }
  const { error } = parsed.data
  const told =
    typeof error === 'string'
      ? { code: status >= 500 ? 'SERVICE_FAILED' : 'INVALID_REQUEST', message: error, details: {} }
      : { code: error.code, message: error.message, details: error.details ?? {} }
  const isProof = status < 500 && told.code !== 'PROVIDER_ERROR'
  return new FreightError(
    isProof ? 'refused' : 'uncertain',
    {
      ...told,
      retryable: !isProof || told.code === 'RATE_LIMIT_ERROR' || told.code === 'TRACKING_NOT_AVAILABLE',
      details: { ...told.details, status, ...requestIdOf(parsed.data) },
    },
    retryAfterMs,
  )
}

function requestIdOf(answer: z.infer<typeof errorBody>): { requestId?: string } {
  return 'meta' in answer && answer.meta ? { requestId: answer.meta.requestId } : {}
}

function parseQuietly(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // Not JSON: the caller treats it as an answer outside the interface.
    return undefined
  }
}
