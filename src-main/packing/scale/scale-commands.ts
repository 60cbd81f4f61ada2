import type { CommandHandlers } from '../../../src-shared/station/commands.ts'
import type { scaleCommands as rows } from '../../../src-shared/station/commands/scale.ts'
import type { Services } from '../../app/services.ts'

/** The commands about the scale and the serial scanner. */
export function scaleCommands({ scale }: Pick<Services, 'scale'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'scale.state': async () => scale.state(),
    'scale.ports': async () => ({ ports: await scale.ports() }),
    'scale.requote': (input) => scale.requote(input),
  }
}
