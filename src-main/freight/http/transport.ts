import { monotonic, sleep } from '../../../src-node/runtime/wait.ts'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import type { z } from 'zod'
import type { Repeatable } from '../../../src-shared/freight/endpoints.ts'
import type { CallFamily } from '../../../src-shared/freight/limits.ts'
import type { CallPriority } from '../../../src-shared/station/app/call-priority.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FreightCall } from './call.ts'
import { readRateLimitHeaders } from '../rate-limit/rate-limit-headers.ts'
import { createRateLimit, type RateLimit, type Ticket } from '../rate-limit/rate-limit.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { documentUrl, shownUrl, systemResolver, type Resolver } from './document-url.ts'
import { callRecordOf, requestIdOf, requestIdOfHeaders, type CallRecord } from './call-record.ts'
import { failureOfFetch, FreightError, unreadable } from './failure.ts'
import { documentOf, fetchDocument, type FetchedDocument } from './fetch-document.ts'
import { readJson } from './read-json.ts'
import { failureOfAnswer, failureReportedBy } from './refusal.ts'
import { delayBeforeRetry } from './retry.ts'
import { send, type Answer, type ServiceWay } from './send.ts'
import { openedEnvelope, traced, unwrapped } from '../answer/envelope.ts'
import { parseLeniently } from '../answer/parse-leniently.ts'

/** Where the service is, and the key to it. */
export interface ServiceAccess {
  /** Ends in the version segment, no slash behind it: https://host/api/v1 */
  baseUrl: string
  apiKey: string | null
}

/** Asked at each attempt, so that the key is kept nowhere here. A FreightError it throws is the call's. */
export type ServiceAccessSource = () => Promise<ServiceAccess>

export interface TransportOptions {
  clock: Clock
  /**
   * Of a whole call: from the first try to connect to the last byte, with every attempt and every pause between them; before
   * it, at most as long again for the rate limit. The interface recommends 30 s (section Limits).
   */
  deadlineMs?: number
  random?: () => number
  /** Breaks every call off when the station closes. */
  closing?: AbortSignal
  /** Called with how every attempt ended: null for an answer, with any status. */
  onAttempt?: (failure: FreightError | null) => void
  /** Called with the record of every attempt. Must not throw. */
  onCall?: (record: CallRecord) => void
  /** Called with every raw JSON answer that is no refusal, before it is read: for a check of the service. */
  onValue?: (seen: { method: string; path: string; date: string | null; value: unknown }) => void
  /** Shared by all who use the same key at the same service; one of its own when left out. */
  rateLimit?: RateLimit
  /** Of the calls that are made without `at`: a person's. */
  priority?: CallPriority
  /** How the service itself is reached; the machine's own way when left out. */
  way?: ServiceWay | undefined
  /** Looks up the hosts of documents that are kept elsewhere. */
  resolve?: Resolver
}

/** The request path: one call, its attempts, and every failure as a FreightError. */
export interface Transport {
  /** Calls and parses JSON with the schema; an answer without a body is read as `{success: true, data: null}`. */
  json<T extends z.ZodType>(call: FreightCall, schema: T): Promise<z.output<T>>
  /** Calls and returns text as it is, whatever its type. */
  text(call: FreightCall & { accept: string }): Promise<string>
  /** The content of a document: from the service itself by a call, or at a URL that the service named. */
  document(call: FreightCall & { accept: string }): Promise<FetchedDocument>
  documentAt(url: string): Promise<FetchedDocument>
  /** The same request path for another priority. */
  at(priority: CallPriority): Transport
}

/** What a header may hold. */
const SENDABLE_KEY = /^[\u0020-\u007e\u00a0-\u00ff]+$/
const MAX_JSON_BYTES = 8 * 1024 * 1024
const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024
export const DEADLINE_MS = 30_000

/** What a call sends at each attempt: to the service, or along a document's way. */
interface Sending {
  method: string
  /** With its query, for the record. */
  path: string
  family: CallFamily
  body: string | null
  repeatable: Repeatable
  send(door: OpenAccess, signal: AbortSignal): Promise<Answer>
}

interface AttemptContext {
  priority: CallPriority
  attempt: number
  ticket: Ticket
  deadline: Deadline
}

interface OpenAccess {
  base: URL
  /** As the door has it: paths are appended to it. */
  baseUrl: string
  apiKey: string
}

export function createTransport(access: ServiceAccessSource, options: TransportOptions): Transport {
  const {
    clock,
    deadlineMs = DEADLINE_MS,
    random = () => runtime().random.fraction(),
    closing,
    onAttempt,
    onCall,
  } = options
  const { rateLimit = createRateLimit({ clock }), resolve = systemResolver } = options

  async function withRetries<T>(sending: Sending, priority: CallPriority, read: (answer: Answer) => T): Promise<T> {
    const deadline = createDeadline(deadlineMs)
    for (let attempt = 1; ; attempt++) {
      // Leave is asked for outside: a call that the limit keeps back is no attempt and is not repeated.
      const ticket = await rateLimit.take(sending.family, priority, {
        longestWaitMs: deadline.leftMs(),
        signal: closing,
        group: groupOf(sending.path),
      })
      try {
        return await attemptOnce(sending, { priority, attempt, ticket, deadline }, read)
      } catch (error) {
        if (!(error instanceof FreightError)) throw error
        const delay = delayBeforeRetry(sending.repeatable, attempt, error, random())
        if (delay === null || delay >= deadline.leftMs() || closing?.aborted) throw error
        // Closing ends the pause; the call then ends with the result of its last attempt.
        await sleep(delay, { signal: closing }).catch(() => {
          throw error
        })
      }
    }
  }

  async function attemptOnce<T>(
    sending: Sending,
    { priority, attempt, ticket, deadline }: AttemptContext,
    read: (answer: Answer) => T,
  ): Promise<T> {
    const at = clock.now()
    const startedAt = monotonic()
    let apiKey: string | null = null
    let answer: Answer | null = null
    let failure: FreightError | null = null
    try {
      const door = await openAccess(access)
      apiKey = door.apiKey
      const signal = AbortSignal.any([deadline.signal(), ...(closing ? [closing] : [])])
      answer = await sending.send(door, signal).catch((cause: unknown) => {
        throw cause instanceof FreightError ? cause : failureOfFetch(cause, door.base.origin)
      })
      return read(answer)
    } catch (error) {
      if (!(error instanceof FreightError)) throw error
      failure = error.underRequest(answer && requestIdOf(answer)).withoutSecret(apiKey)
      throw failure
    } finally {
      if (answer) ticket.settle(readRateLimitHeaders(answer.status, answer.headers, clock.now()))
      else if (failure?.delivery === 'unsent') ticket.giveBack()
      else ticket.settle(null)
      onAttempt?.(failure)
      const durationMs = Math.round(monotonic() - startedAt)
      onCall?.(callRecordOf({ ...sending, priority, attempt, at, durationMs, apiKey, answer, failure }))
    }
  }

  function sendingOf(call: FreightCall, accept: string, maxBytes: number): Sending {
    const { method, path, family, repeatable } = call
    const search = queryOf(call.query)
    const body = call.body === undefined ? null : JSON.stringify(call.body)
    return {
      method,
      path: path + search,
      family,
      body,
      repeatable,
      send: ({ baseUrl, apiKey }, signal) =>
        send(new URL(baseUrl + path + search), { method, accept, apiKey, body, maxBytes, signal, way: options.way }),
    }
  }

  function readSuccess({ path }: { path: string }, answer: Answer): Answer {
    if (answer.status >= 200 && answer.status < 300) return answer
    throw failureOfAnswer(answer, path, clock.now())
  }

  function readValue<T extends z.ZodType>(call: FreightCall, answer: Answer, schema: T): z.output<T> {
    const { body, status } = readSuccess(call, answer)
    const value = body.length === 0 ? { success: true, data: null } : readJson(body)
    const refusal = failureReportedBy(answer, value, clock.now())
    if (refusal) throw refusal
    options.onValue?.({ method: call.method, path: call.path, date: answer.headers.get('date'), value })
    const envelope = openedEnvelope(value)
    if (!envelope)
      throw unreadable(`${call.method} ${call.path}: success is not yes or no`, { path: call.path, status })
    const opened = traced(envelope, requestIdOfHeaders(answer.headers))
    const read = parseLeniently(schema, opened)
    if (read.ok) return read.value
    const inner = unwrapped(opened)
    const readInside = inner && parseLeniently(schema, inner)
    if (readInside?.ok) return readInside.value
    const issues = read.issues.slice(0, 5)
    throw unreadable(`${call.method} ${call.path}: ${issues[0]?.path ?? ''} ${issues[0]?.message ?? ''}`.trim(), {
      path: call.path,
      status,
      issues,
    })
  }

  const transportAt = (priority: CallPriority): Transport => ({
    json: (call, schema) =>
      withRetries(sendingOf(call, 'application/json', MAX_JSON_BYTES), priority, (answer) =>
        readValue(call, answer, schema),
      ),
    text: (call) =>
      withRetries(sendingOf(call, call.accept, MAX_JSON_BYTES), priority, (answer) =>
        new TextDecoder().decode(readSuccess(call, answer).body),
      ),
    document: (call) => {
      const sending = sendingOf(call, call.accept, MAX_DOCUMENT_BYTES)
      const way = wayOf(({ baseUrl }) => new URL(baseUrl + sending.path), call.accept)
      return withRetries({ ...sending, send: way }, priority, (answer) =>
        documentOf(readSuccess(call, answer), call.path),
      )
    },
    documentAt: (url) => {
      const path = shownUrl(url)
      const sending: Sending = {
        method: 'GET',
        path,
        family: 'documents',
        body: null,
        repeatable: 'read',
        send: wayOf(({ base }) => documentUrl(url, base), '*/*'),
      }
      return withRetries(sending, priority, (answer) => documentOf(readSuccess({ path }, answer), path))
    },
    at: transportAt,
  })

  function wayOf(start: (door: OpenAccess) => URL, accept: string): Sending['send'] {
    // Asynchronous, so that a URL that is refused is the attempt's failure.
    return async (door, signal) =>
      fetchDocument(start(door), {
        base: door.base,
        apiKey: door.apiKey,
        accept,
        maxBytes: MAX_DOCUMENT_BYTES,
        signal,
        resolve,
      })
  }

  return transportAt(options.priority ?? 'person')
}

async function openAccess(access: ServiceAccessSource): Promise<OpenAccess> {
  const { baseUrl, apiKey } = await access()
  const base = new URL(baseUrl)
  if (apiKey !== null && SENDABLE_KEY.test(apiKey)) return { base, baseUrl, apiKey }
  if (apiKey !== null) {
    throw new FreightError('unsent', {
      code: 'NO_API_KEY',
      message: `The API key for ${baseUrl} contains a line break or another character that cannot be sent. Enter it again on one line.`,
      details: { where: baseUrl },
    })
  }
  throw new FreightError('unsent', {
    code: 'NO_API_KEY',
    message: `There is no API key for ${baseUrl}. Enter it in Settings; WAYBILL_API_KEY is for the service that Waybill was started with.`,
    details: { where: baseUrl },
  })
}

/** Endpoints that a service may count together within a family: those whose paths begin with one word. */
function groupOf(path: string): string | undefined {
  return /^\/([a-z-]+)/.exec(path)?.[1]
}

/** `?a=1&b=2`, or nothing. */
function queryOf(query: FreightCall['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? '' : `?${search.toString()}`
}
