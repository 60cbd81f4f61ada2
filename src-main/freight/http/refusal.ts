import { errorRule, type ErrorCode } from '../../../src-shared/station/error.ts'
import { isAbsent, readCount, readFlag, readNumber, readText } from '../answer/read-scalar.ts'
import { dateOf } from '../rate-limit/rate-limit-headers.ts'
import { FreightError } from './failure.ts'
import { readJsonQuietly } from './read-json.ts'
import { parseRetryAfter } from './retry.ts'
import type { Answer } from './send.ts'

type Fields = Record<string, unknown>

/** An answer's error, in any form. */
interface Said {
  /** Null: it names none. */
  code: string | null
  message: string
  details: Fields
  requestId: string | null
}

/**
 * The failure that a body reports, whatever the status: `success` is false, or there is an error without a success.
 */
export function failureReportedBy(answer: Answer, value: unknown, now: Date): FreightError | null {
  if (!isFields(value)) return null
  const success = readFlag(value['success'])
  const isReported = success === false || (success === undefined && isError(value['error']) && isAbsent(value['data']))
  return isReported
    ? reportedFailure(answer, saidBy(value), readCount(value['status_code']) ?? answer.status, now)
    : null
}

/**
 * What an answer that is no success means. The interface's own envelope with a 4xx status proves that nothing was done, and
 * so do statuses by which a gateway turns a call away; PROVIDER_ERROR, any 5xx and a redirect prove nothing.
 */
export function failureOfAnswer(answer: Answer, path: string, now: Date): FreightError {
  const value = readJsonQuietly(answer.body)
  const reported = failureReportedBy(answer, value, now)
  if (reported) return reported
  const { status } = answer
  const said = isFields(value) ? saidBy(value) : { code: null, message: wordsOf(answer), details: {}, requestId: null }
  const hasWords = isFields(value) && said.message !== ''
  if (TURNED_AWAY.has(status) || (hasWords && REFUSED_IN_WORDS.has(status))) {
    const message = said.message || `The freight service answered ${status} to ${path}.`
    const noRoute = NO_ROUTE.has(status) ? { reason: 'NO_SUCH_ENDPOINT' } : {}
    return reportedFailure(answer, { ...said, message, details: { ...noRoute, ...said.details } }, status, now)
  }
  return new FreightError(
    'uncertain',
    {
      code: status >= 500 ? 'SERVICE_FAILED' : 'UNREADABLE_ANSWER',
      message:
        sentElsewhere(answer) ??
        `The freight service answered ${status} to ${path} without a reason in the expected form${hasWords ? `: ${said.message}` : '.'}`,
      retryable: status >= 500 || status === 429,
      details: { path, status },
    },
    retryAfterOf(answer, now),
  )
}

/** A redirect is not followed: the key stays with the service that it is for. */
function sentElsewhere({ status, headers }: Answer): string | null {
  const location = headers.get('location') ?? ''
  if (status < 300 || status > 399 || location === '') return null
  const host = hostOf(location)
  if (host === null) {
    return `The freight service answered ${status} and redirected to another path, which is not followed. Check the base URL.`
  }
  return `The freight service answered ${status} and redirected to ${host}, where the API key must not be sent. If the service has moved there, enter that base URL.`
}

function hostOf(location: string): string | null {
  return URL.canParse(location) ? new URL(location).host : null
}

/** A call with one of these was refused before it could be carried out, by the service or a proxy. */
const TURNED_AWAY = new Set([401, 403, 404, 405, 407, 413, 414, 415, 429, 431])
/** With one of these, and a reason as data, the service read the call and would not. A page alone may be any proxy's. */
const REFUSED_IN_WORDS = new Set([400, 402, 406, 410, 422])
/** There is no such path or method; or, where the path names something, no such thing. */
const NO_ROUTE = new Set([404, 405])

function reportedFailure(answer: Answer, said: Said, status: number, now: Date): FreightError {
  const code = said.code ?? codeOfStatus(status)
  const isProof = status < 500 && answer.status < 500 && code !== 'PROVIDER_ERROR'
  return FreightError.fromData(
    isProof ? 'refused' : 'uncertain',
    {
      code,
      message: said.message,
      retryable: !isProof || errorRule(code).isRetryable,
      details: { ...said.details, status, ...(said.requestId === null ? {} : { requestId: said.requestId }) },
    },
    retryAfterOf(answer, now) ?? secondsOf(said.details),
  )
}

/** Reads what went wrong where services write it: `error` as the interface has it or as a sentence, `errors`, `message`. */
function saidBy(value: Fields): Said {
  const [first] = listOf(value['errors'])
  const error = isAbsent(value['error']) ? first : value['error']
  const inner = isFields(error) ? error : {}
  const outer: Fields = { message: value['message'] ?? value['detail'] ?? value['title'], ...value }
  const message = isFields(error) ? undefined : readText(error)
  const code = readText(inner['code'] ?? outer['code'])
  return {
    code: code !== undefined && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : null,
    message: [message ?? readText(inner['message'] ?? outer['message']), ...faultsIn(value['errors'])]
      .filter(Boolean)
      .join(': '),
    details: detailsOf(
      inner['details'] ?? outer['details'] ?? (isAbsent(value['errors']) ? undefined : value['errors']),
    ),
    requestId: requestIdOf(value),
  }
}

const MOST_FAULTS = 5

/** What is wrong with each field, of a map from fields to texts: `pickupDate must be a working day; …`. */
function faultsIn(reported: unknown): string[] {
  if (!isFields(reported)) return []
  const faults = Object.entries(reported).flatMap(([name, words]) => {
    const said = (Array.isArray(words) ? words : [words]).flatMap((one) => readText(one) ?? [])
    return said.length > 0 ? [`${name} ${said.join(', ')}`] : []
  })
  return faults.length > 0 ? [faults.slice(0, MOST_FAULTS).join('; ')] : []
}

/** Details as an object; a list of them keeps its place under `errors`. */
function detailsOf(reported: unknown): Fields {
  if (isFields(reported)) return reported
  if (isAbsent(reported)) return {}
  return Array.isArray(reported) ? { errors: reported.slice(0, 20) } : { detail: reported }
}

function requestIdOf({ meta, requestId }: Fields): string | null {
  const reported = isFields(meta) && !isAbsent(meta['requestId']) ? meta['requestId'] : requestId
  return isAbsent(reported) ? null : (readText(reported) ?? null)
}

const MOST_WORDS = 300

/**
 * The text of an answer, or the title of a page. Nothing is cut off or taken out: a repeated piece of a key would not
 * be recognized.
 */
function wordsOf({ body }: Answer): string {
  if (body.length > MOST_PAGE_BYTES) return ''
  const text = new TextDecoder().decode(body).trim()
  const words = /<title>([^<]*)<\/title>/i.exec(text)?.[1]?.trim() ?? (text.includes('<') ? '' : text)
  return words.length <= MOST_WORDS ? words : ''
}
const MOST_PAGE_BYTES = 64 * 1024

/** The code of a refusal that names none of its own. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 401 || status === 403 || status === 407) return 'AUTHENTICATION_ERROR'
  if (status === 429) return 'RATE_LIMIT_ERROR'
  if (status === 503) return 'SERVICE_UNAVAILABLE'
  return status >= 500 ? 'SERVICE_FAILED' : 'INVALID_REQUEST'
}

/** TRACKING_NOT_AVAILABLE has in its details when to retry, in seconds. */
function secondsOf({ retryAfter }: Fields): number | null {
  const seconds = readNumber(retryAfter)
  return seconds === undefined ? null : parseRetryAfter(String(Math.ceil(seconds)), new Date(0))
}

function retryAfterOf({ headers }: Answer, now: Date): number | null {
  return parseRetryAfter(headers.get('retry-after'), dateOf(headers, now))
}

function isError(error: unknown): boolean {
  return isFields(error) ? Object.keys(error).length > 0 : typeof error === 'string' && error.trim() !== ''
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
