import type { CommandInput, CommandName, CommandOutput } from '../../src-shared/station/commands.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Station } from './station.ts'

export type RunCommand = <N extends CommandName>(name: N, input: CommandInput<N>) => Promise<CommandOutput<N>>

/** A station's commands with their types, for programs of the machine's administrator; failures thrown. */
export function runCommandOf(station: Pick<Station, 'invoke'>): RunCommand {
  return async <N extends CommandName>(name: N, input: CommandInput<N>) => {
    const result = await station.invoke(name, input, 'command-line')
    if (!result.ok) throw StationError.from(result.error)
    // The table pairs each name with its output; across `invoke` only the name is left of that.
    return result.value as CommandOutput<N>
  }
}
