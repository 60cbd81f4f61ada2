import type { CommandInput, CommandName, CommandOutput } from '../../src-shared/station/commands.ts'
import type { CommandResult, StationErrorData } from '../../src-shared/station/error.ts'
import { STATION_EVENT_NAMES, type StationEvent } from '../../src-shared/station/app/events.ts'
import type { Transport } from '../station.ts'
import { followEvents } from './event-stream.ts'
import { sessionHeaders } from './session.ts'

/** Waybill's own process did not answer: it was ended, or it is starting again. */
function hostUnreachable(reason: string): StationErrorData {
  return { code: 'HOST_UNREACHABLE', message: reason, retryable: true, details: {} }
}

/** Waybill was started again, or this page was never opened with its address. */
const sessionEnded: StationErrorData = {
  code: 'SESSION_ENDED',
  message: 'The session of this page is over.',
  retryable: false,
  details: {},
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * The host is the other half of this app and checks every answer against the command table before it leaves; here
 * only the envelope is looked at, so that a page of another server is not taken for an answer.
 */
function isCommandResult<N extends CommandName>(body: unknown): body is CommandResult<CommandOutput<N>> {
  return isObject(body) && (body['ok'] === true || (body['ok'] === false && isObject(body['error'])))
}

function isStationEvent(body: unknown): body is StationEvent {
  return isObject(body) && STATION_EVENT_NAMES.some((name) => name === body['name'])
}

async function post<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandResult<CommandOutput<N>>> {
  try {
    const response = await fetch(`./command/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...sessionHeaders() },
      body: JSON.stringify(input),
    })
    if (response.status === 401) return { ok: false, error: sessionEnded }
    const body: unknown = await response.json()
    if (isCommandResult<N>(body)) return body
    return { ok: false, error: hostUnreachable(`HTTP ${response.status}`) }
  } catch (error) {
    return { ok: false, error: hostUnreachable(error instanceof Error ? error.message : String(error)) }
  }
}

/** The transport of the browser shell: `POST ./command/<name>`, and server-sent events from `./events`. */
export function loopbackTransport(): Transport {
  return {
    invoke: post,
    subscribe(listener, onGap, lifeline) {
      let wasOpen = false
      return followEvents('./events', {
        onOpen: () => {
          lifeline?.onOpen()
          if (wasOpen) onGap()
          wasOpen = true
        },
        onLost: () => lifeline?.onLost(),
        onRefused: () => lifeline?.onRefused(),
        onData: (text) => {
          const event: unknown = JSON.parse(text)
          if (isStationEvent(event)) listener(event)
        },
      })
    },
  }
}
