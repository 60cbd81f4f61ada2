import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { supportCommands as rows } from '../../src-shared/station/commands/support.ts'
import type { Services } from '../app/services.ts'

/** The commands for support. */
export function supportCommands({ support }: Pick<Services, 'support'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'support.health': () => support.health(),
    'support.file': ({ withLabels }) => support.file(withLabels),
    'support.screenError': async (error) => {
      support.noteScreenError(error)
      return {}
    },
  }
}
