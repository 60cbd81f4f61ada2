import type { CommandInput, CommandName, CommandOutput } from '../../src-shared/station/commands.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { StationEvent } from '../../src-shared/station/app/events.ts'
import type { Transport } from '../station.ts'

/** Answers of a fake station; a command that is not named throws, so that a test names its dependencies. */
export type FakeHandlers = {
  [N in CommandName]?: (input: CommandInput<N>) => CommandOutput<N> | Promise<CommandOutput<N>>
}

/** A transport for tests, which can emit its events. */
export function fakeTransport(handlers: FakeHandlers): Transport & { emit(event: StationEvent): void; gap(): void } {
  const listeners = new Set<(event: StationEvent) => void>()
  const gaps = new Set<() => void>()
  return {
    async invoke(name, input) {
      const handler = handlers[name]
      if (!handler) throw new Error(`the fake station has no answer to ${name}`)
      try {
        return { ok: true, value: await handler(input) }
      } catch (error) {
        if (error instanceof StationError) return { ok: false, error: error.toData() }
        throw error
      }
    },
    subscribe(listener, onGap) {
      listeners.add(listener)
      gaps.add(onGap)
      return () => {
        listeners.delete(listener)
        gaps.delete(onGap)
      }
    },
    emit: (event) => listeners.forEach((listener) => listener(event)),
    gap: () => gaps.forEach((onGap) => onGap()),
  }
}
