import type { CommandInput, CommandName, CommandOutput } from '../src-shared/station/commands.ts'
import { StationError } from '../src-shared/station/error.ts'
import type { CommandResult } from '../src-shared/station/error.ts'
import type { StationEvent, StationEventName, StationEvents } from '../src-shared/station/app/events.ts'

/** How commands reach the station and how its events come back: the two primitives a host gives. */
export interface Transport {
  /** Never throws: transport failures are an error result, too. */
  invoke<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandResult<CommandOutput<N>>>
  /**
   * @param onGap events may have been missed (the connection was down): everything on screen must be read again.
   * @param lifeline changes of the connection; a host that cannot be lost reports none
   * @returns ends the subscription.
   */
  subscribe(listener: (event: StationEvent) => void, onGap: () => void, lifeline?: Lifeline): () => void
}

/** Changes of the connection to the station. */
export interface Lifeline {
  onOpen(): void
  onLost(): void
  /** The station there does not know this page. */
  onRefused(): void
}

/** The typed station as the screens know it. */
export interface Station {
  /** @throws StationError with the code of the refusal. */
  invoke<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>
  /**
   * Calls `refresh` when one of the events happened or may have been missed. Returns the function that stops it.
   * @param isOnlyReported true: missed events are not replayed; for momentary effects such as a sound
   */
  watch(names: readonly StationEventName[], refresh: () => void, isOnlyReported?: boolean): () => void
  /** Listens to the payload of an event; missed events are not replayed. Returns the function that stops it. */
  hear<N extends StationEventName>(name: N, listener: (payload: StationEvents[N]) => void): () => void
}

/** Builds the screens' station over a transport. */
export function createStation(transport: Transport): Station {
  const watchers = new Set<{ names: readonly StationEventName[]; refresh: () => void; isOnlyReported: boolean }>()
  const listeners = new Set<(event: StationEvent) => void>()
  transport.subscribe(
    (event) => {
      watchers.forEach((watcher) => watcher.names.includes(event.name) && watcher.refresh())
      listeners.forEach((listen) => listen(event))
    },
    () => watchers.forEach((watcher) => watcher.isOnlyReported || watcher.refresh()),
  )
  return {
    async invoke(name, input) {
      const result = await transport.invoke(name, input)
      if (result.ok) return result.value
      throw StationError.from(result.error)
    },
    watch(names, refresh, isOnlyReported = false) {
      const watcher = { names, refresh, isOnlyReported }
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    hear(name, listener) {
      const listen = (event: StationEvent) => {
        if (isNamed(event, name)) listener(event.payload)
      }
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
  }
}

function isNamed<N extends StationEventName>(
  event: StationEvent,
  name: N,
): event is StationEvent & { payload: StationEvents[N] } {
  return event.name === name
}
