import type { CommandInput, CommandName, CommandOutput } from '../../src-shared/station/commands.ts'
import type { CommandResult, StationErrorData } from '../../src-shared/station/error.ts'
import { STATION_EVENT_NAMES, type StationEvent } from '../../src-shared/station/app/events.ts'
import type { Transport } from '../station.ts'
import { hostUnreachable, isCommandResult, isObject } from './answer.ts'
import { followEvents } from './event-stream.ts'
import { sessionHeaders } from './session.ts'

/** Waybill was started again, or this page was never opened with its address. */
const sessionEnded: StationErrorData = {
  code: 'SESSION_ENDED',
  message: 'The session of this page is over.',
  retryable: false,
  details: {},
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
