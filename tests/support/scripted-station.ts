import type { Station } from '../../src-main/app/station.ts'
import type { CommandResult } from '../../src-shared/station/error.ts'
import type { StationEvent } from '../../src-shared/station/app/events.ts'

export interface ScriptedStation extends Pick<Station, 'invoke' | 'subscribe'> {
  /** The commands that came through, with their input. */
  received: { name: string; input: unknown }[]
  emit(event: StationEvent): void
  listeners(): number
}

/** The door of a station for tests of what stands before it: every command gets the same answer. */
export function scriptedStation(answer: CommandResult<unknown> = { ok: true, value: { fine: true } }): ScriptedStation {
  const listeners = new Set<(event: StationEvent) => void>()
  const received: ScriptedStation['received'] = []
  return {
    received,
    invoke: async (name, input) => {
      received.push({ name, input })
      return answer
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit: (event) => {
      for (const listener of listeners) listener(event)
    },
    listeners: () => listeners.size,
  }
}
