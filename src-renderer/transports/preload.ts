import type { CommandInput, CommandName, CommandOutput } from '../../src-shared/station/commands.ts'
import type { CommandResult } from '../../src-shared/station/error.ts'
import type { StationEvent } from '../../src-shared/station/app/events.ts'
import type { Transport } from '../station.ts'

/** What the desktop shell's preload script puts on the window. */
export interface PreloadBridge {
  invoke<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandResult<CommandOutput<N>>>
  subscribe(listener: (event: StationEvent) => void): () => void
}

declare global {
  interface Window {
    readonly waybill?: PreloadBridge
  }
}

/** The transport of the desktop shell. IPC loses no event, so there is never a gap. */
export function preloadTransport(bridge: PreloadBridge): Transport {
  return {
    invoke: (name, input) => bridge.invoke(name, input),
    subscribe: (listener) => bridge.subscribe(listener),
  }
}
