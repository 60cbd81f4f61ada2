import type { CommandInput, CommandName, CommandOutput } from '../../src-shared/station/commands.ts'
import type { CommandResult } from '../../src-shared/station/error.ts'
import type { StationEvent } from '../../src-shared/station/app/events.ts'
import type { Transport } from '../station.ts'
import { hostUnreachable, isCommandResult } from './answer.ts'

/** The object that the desktop shell's preload script puts on the window. */
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
    async invoke<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandResult<CommandOutput<N>>> {
      try {
        // A form's state is a proxy, which cannot cross; its data can, as they do over HTTP.
        const data = JSON.parse(JSON.stringify(input)) as CommandInput<N>
        const answer: unknown = await bridge.invoke(name, data)
        return isCommandResult<N>(answer) ? answer : { ok: false, error: hostUnreachable('no answer') }
      } catch (error) {
        return { ok: false, error: hostUnreachable(error instanceof Error ? error.message : String(error)) }
      }
    },
    subscribe: (listener) => bridge.subscribe(listener),
  }
}
