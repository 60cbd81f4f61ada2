import type { IncomingMessage } from 'node:http'
import { isCommandName } from '../../../src-shared/station/commands.ts'
import type { CommandResult, StationErrorData } from '../../../src-shared/station/error.ts'
import type { Station } from '../../app/station.ts'
import { readBody } from '../../kernel/net/http-host.ts'
import { unsendablePath } from './sendable.ts'

export interface CommandAnswer {
  status: number
  result: CommandResult<unknown>
}

export const MOST_BODY_BYTES = 1_000_000

/** `POST /command/<name>` with the input as JSON. An answer of the station is 200, also when it is an error. */
export async function answerCommand(
  request: IncomingMessage,
  name: string,
  station: Pick<Station, 'invoke'>,
): Promise<CommandAnswer> {
  if (request.method !== 'POST') return refused(405, 'Send commands with POST.')
  if (!isCommandName(name)) return refused(404, `There is no command ${name}.`)
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json') {
    return refused(415, 'Send commands as application/json.')
  }
  const body = await readBody(request, { most: MOST_BODY_BYTES })
  if (typeof body === 'string') return refused(413, `A command can have at most ${MOST_BODY_BYTES} bytes.`)
  let input: unknown
  try {
    input = JSON.parse(body.toString('utf8'))
  } catch {
    return refused(400, 'The command is not JSON.')
  }
  const result = await station.invoke(name, input)
  const path = result.ok ? unsendablePath(result.value) : unsendablePath(result.error, 'error')
  if (path !== null) return failed(500, 'INTERNAL', `${name} returned an answer that cannot be sent, at ${path}.`)
  return { status: 200, result }
}

function refused(status: number, message: string): CommandAnswer {
  return failed(status, 'INVALID_INPUT', message)
}

function failed(status: number, code: StationErrorData['code'], message: string): CommandAnswer {
  return { status, result: { ok: false, error: { code, message, retryable: false, details: {} } } }
}
