import type { z } from 'zod'
import { ERROR_STATUS, type FreightErrorCode } from '../../src-shared/freight/error.ts'

/** A refusal in the interface's own terms; it becomes the error envelope. */
export class FreightFailure extends Error {
  override readonly name = 'FreightFailure'
  readonly code: FreightErrorCode
  readonly details: Record<string, unknown>

  constructor(code: FreightErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  get status() {
    return ERROR_STATUS[this.code]
  }
}

/** INVALID_REQUEST with status 404: a missing resource without its own code. `reason` names it for programs. */
export class NoSuchThing extends FreightFailure {
  constructor(reason: string, message: string, details: Record<string, unknown> = {}) {
    super('INVALID_REQUEST', message, { reason, ...details })
  }

  override get status() {
    return 404 as const
  }
}

/** INVALID_REQUEST about one field; `reason` is a constant for programs. */
export function invalidField(field: string, message: string, more: Record<string, unknown> = {}): FreightFailure {
  return new FreightFailure('INVALID_REQUEST', `${field}: ${message}`, {
    field,
    issues: [{ path: field, message }],
    ...more,
  })
}

/** Everything that is wrong with a value, path by path. */
export function issuesOf(error: z.core.$ZodError): { path: string; message: string }[] {
  return error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message: message.replace(/^Invalid input: expected \w+, received undefined$/, 'is required'),
  }))
}

/** INVALID_REQUEST with everything that is wrong with a body, a query or a path. */
export function invalidRequest(error: z.core.$ZodError): FreightFailure {
  const issues = issuesOf(error)
  const first = issues[0]
  const message = first ? [first.path, first.message].filter(Boolean).join(': ') : 'The request is not valid.'
  return new FreightFailure('INVALID_REQUEST', message, { field: first?.path ?? '', issues })
}
