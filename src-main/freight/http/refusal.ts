import { z } from 'zod'
import { failureSchema, stringFailureSchema } from '../../../src-shared/freight/envelope.ts'
import { errorBodySchema } from '../../../src-shared/freight/error.ts'
import { errorRule, type ErrorCode } from '../../../src-shared/station/error.ts'
import { dateOf } from '../rate-limit/rate-limit-headers.ts'
import { FreightError } from './failure.ts'
import { readJsonQuietly } from './read-json.ts'
import { parseRetryAfter } from './retry.ts'
import type { Answer } from './send.ts'

/** As the interface has it, and as a service that leaves `meta` incomplete or `data` in place sends it. */
const errorAnswerSchema = z.union([
  failureSchema,
  stringFailureSchema,
  z.object({ success: z.literal(false), error: errorBodySchema }),
])
type ErrorAnswer = z.infer<typeof errorAnswerSchema>

/** The failure that a body tells, whatever the status says; null: it tells none. */
export function failureToldBy(answer: Answer, value: unknown, now: Date): FreightError | null {
  const parsed = errorAnswerSchema.safeParse(value)
  return parsed.success ? toldFailure(answer, parsed.data, retryAfterOf(answer, now)) : null
}

/**
 * What an answer that is no success means. Only the interface's own error envelope with a 4xx status proves that nothing
 * was done; PROVIDER_ERROR, any 5xx, a redirect, and a page some proxy made prove nothing.
 */
export function failureOfAnswer(answer: Answer, path: string, now: Date): FreightError {
  const told = failureToldBy(answer, readJsonQuietly(answer.body), now)
  if (told) return told
  const { status } = answer
  return new FreightError(
    'uncertain',
    {
      code: status >= 500 ? 'SERVICE_FAILED' : 'UNREADABLE_ANSWER',
      message: `The freight service answered ${status} to ${path} without saying why in the interface's form.`,
      retryable: status >= 500 || status === 429,
      details: { path, status },
    },
    retryAfterOf(answer, now),
  )
}

function toldFailure(answer: Answer, said: ErrorAnswer, retryAfterMs: number | null): FreightError {
  const { error } = said
  const status = 'status_code' in said && said.status_code !== undefined ? said.status_code : answer.status
  const told =
    typeof error === 'string'
      ? { code: codeOfStatus(status), message: error, details: {} }
      : { code: error.code, message: error.message, details: error.details ?? {} }
  const isProof = status < 500 && answer.status < 500 && told.code !== 'PROVIDER_ERROR'
  return FreightError.told(
    isProof ? 'refused' : 'uncertain',
    {
      ...told,
      retryable: !isProof || errorRule(told.code).isRetryable,
      details: { ...told.details, status, ...requestIdOf(said) },
    },
    retryAfterMs ?? secondsOf(told.details),
  )
}

/** The code of an error that is a plain sentence (section Errors: location, SAT, address validation). */
function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'AUTHENTICATION_ERROR'
  if (status === 429) return 'RATE_LIMIT_ERROR'
  if (status === 503) return 'SERVICE_UNAVAILABLE'
  return status >= 500 ? 'SERVICE_FAILED' : 'INVALID_REQUEST'
}

/** TRACKING_NOT_AVAILABLE says in its details when to come back, in seconds. */
function secondsOf(details: Record<string, unknown>): number | null {
  const { retryAfter } = details
  return typeof retryAfter === 'number' ? parseRetryAfter(String(Math.ceil(retryAfter)), new Date(0)) : null
}

function retryAfterOf({ headers }: Answer, now: Date): number | null {
  return parseRetryAfter(headers.get('retry-after'), dateOf(headers, now))
}

function requestIdOf(said: ErrorAnswer): { requestId?: string } {
  return 'meta' in said && said.meta ? { requestId: said.meta.requestId } : {}
}
