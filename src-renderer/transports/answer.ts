import type { CommandName, CommandOutput } from '../../src-shared/station/commands.ts'
import type { CommandResult, StationErrorData } from '../../src-shared/station/error.ts'

/** Waybill's own process did not answer: it was ended, or it is starting again. */
export function hostUnreachable(reason: string): StationErrorData {
  return { code: 'HOST_UNREACHABLE', message: reason, retryable: true, details: {} }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * The host is the other half of this app and checks every answer against the command table before it leaves; here
 * only the envelope is looked at, so that a page of another server is not taken for an answer.
 */
export function isCommandResult<N extends CommandName>(body: unknown): body is CommandResult<CommandOutput<N>> {
  return isObject(body) && (body['ok'] === true || (body['ok'] === false && isObject(body['error'])))
}
