import {
  serviceCodeSchema,
  StationError,
  stationErrorSchema,
  type ErrorParts,
  type StationErrorData,
} from '../../../src-shared/station/error.ts'
import { BAD_PORT, isProvedUnsent } from '../../../src-node/unsent.ts'
import { redactAll } from './redact.ts'

/**
 * What is known about a request that failed:
 * `unsent`: no byte of it left, the service has surely not seen it; `refused`: the service answered that it did not do it;
 * `uncertain`: it may have been done.
 */
export type Delivery = 'unsent' | 'refused' | 'uncertain'

/** A failed call to the freight service. Everything a caller may decide on is in `delivery`, `code` and `retryAfterMs`. */
export class FreightError extends StationError {
  readonly delivery: Delivery
  /** How long the service asked to wait; null when it gave no time. */
  readonly retryAfterMs: number | null

  constructor(delivery: Delivery, data: ErrorParts, retryAfterMs: number | null = null) {
    super(data)
    this.delivery = delivery
    this.retryAfterMs = retryAfterMs
  }

  /** A failure with a code from a service, or from across a boundary. */
  static fromData(
    delivery: Delivery,
    { code, ...rest }: StationErrorData,
    retryAfterMs: number | null = null,
  ): FreightError {
    return new FreightError(delivery, { ...rest, code: serviceCodeSchema.parse(code) }, retryAfterMs)
  }

  /** The same failure with the service's own id of the request, where it named one and the failure does not. */
  underRequest(requestId: string | null): FreightError {
    const { details, ...rest } = this.toData()
    if (requestId === null || typeof details['requestId'] === 'string') return this
    return FreightError.fromData(this.delivery, { ...rest, details: { ...details, requestId } }, this.retryAfterMs)
  }

  /** The same failure without the key, should the service have repeated it, and without other secrets. */
  withoutSecret(apiKey: string | null): FreightError {
    const hidden = stationErrorSchema.parse(redactAll(this.toData(), apiKey))
    return FreightError.fromData(this.delivery, hidden, this.retryAfterMs)
  }
}

/** Codes for: the service is there, but takes no call with this key, or there is none. */
export const KEY_REFUSED: readonly string[] = ['AUTHENTICATION_ERROR', 'NO_API_KEY']
/** Codes of a missing answer. Other failures are answers, and prove the connection. */
export const NO_ANSWER: readonly string[] = ['SERVICE_UNREACHABLE', 'SERVICE_TIMEOUT', 'CONNECTION_LOST']
/** Refusals that are not about the request: everything waits, and is sent when they are over. */
export const SHUT_OUT: readonly string[] = [...KEY_REFUSED, 'RATE_LIMIT_ERROR']

/** Does this failure concern every call to the service, and not the one that met it? Then nothing of it was taken. */
export function concernsAll(failure: FreightError): boolean {
  return failure.delivery === 'unsent' || (failure.delivery === 'refused' && SHUT_OUT.includes(failure.code))
}

/** The service answered, and failed or was unreadable for the one requested thing alone. */
export function isOfOneAlone(failure: FreightError): boolean {
  return failure.code === 'UNREADABLE_ANSWER' || (failure.delivery === 'refused' && !concernsAll(failure))
}

/** The service answered that it failed, which may be so for this one thing or for all: 5xx, PROVIDER_ERROR. */
export function isFailingAnswer(failure: FreightError): boolean {
  return failure.delivery === 'uncertain' && !NO_ANSWER.includes(failure.code)
}

/** What a thrown fetch error means. `where` is the service's origin, for the sentence. */
export function failureOfFetch(cause: unknown, where: string): FreightError {
  const code = systemCode(cause)
  if (isProvedUnsent(cause)) {
    return new FreightError('unsent', {
      code: 'SERVICE_UNREACHABLE',
      message: `The freight service at ${where} cannot be reached (${code ?? 'no connection'}).${whatToDo(code)} Nothing was sent.`,
      retryable: true,
      details: { where, reason: code ?? 'no connection' },
    })
  }
  if (isTimeout(cause) || code === 'UND_ERR_HEADERS_TIMEOUT') {
    return new FreightError('uncertain', {
      code: 'SERVICE_TIMEOUT',
      message: `The freight service at ${where} did not answer in time. The request may still have been done.`,
      retryable: true,
      details: { where },
    })
  }
  return new FreightError('uncertain', {
    code: 'CONNECTION_LOST',
    message: `The connection to the freight service at ${where} broke${code ? ` (${code})` : ''}.${whatToDo(code)} The request may have been done.`,
    retryable: true,
    details: { where, reason: code ?? String(cause) },
  })
}

/** What a person can do about it, where that is known; a sentence with a blank before it. */
function whatToDo(code: string | null): string {
  if (code === null) return ''
  if (SELF_SIGNED.has(code)) {
    return " Its certificate is self-signed: ask the service's operator for one from a trusted authority, or add it to this computer's trusted certificates."
  }
  if (code === 'CERT_HAS_EXPIRED') return " Its certificate has expired, or this computer's date is wrong."
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return ' Its certificate is for another name: check the base URL.'
  if (NO_TLS.has(code)) return ' It does not use https on this port: check the base URL.'
  if (code === 'ENOTFOUND') return ' The host name was not found: check the base URL and the network.'
  return ''
}
const SELF_SIGNED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
const NO_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'])

/** A deadline that passed: fetch throws its reason, node:http an AbortError that has it as its cause. */
function isTimeout(error: unknown): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if (current.name === 'TimeoutError') return true
  }
  return false
}

/** The system's or undici's error code, wherever it hides in the chain of causes. */
function systemCode(error: unknown): string | null {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
    if (current.message === BAD_PORT) return BAD_PORT
  }
  return null
}

export function unreadable(what: string, details: Record<string, unknown>): FreightError {
  return new FreightError('uncertain', {
    code: 'UNREADABLE_ANSWER',
    message: `The freight service's answer cannot be read: ${what}`,
    retryable: false,
    details,
  })
}
