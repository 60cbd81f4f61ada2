import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { connectionCommands as rows } from '../../src-shared/station/commands/connection.ts'
import type { Services } from '../app/services.ts'

/** The commands about other systems. */
export function connectionCommands({
  connections,
}: Pick<Services, 'connections'>): Pick<CommandHandlers, keyof typeof rows> {
  const { hooks, state } = connections
  return {
    'connections.state': () => state(),
    'connections.configure': (input) => connections.configure(input),
    'connections.makeToken': (input) => connections.makeToken(input),
    'connections.revokeToken': ({ tokenId }) => connections.revokeToken(tokenId),
    'connections.decidePage': (input) => connections.decidePage(input),
    'connections.saveHook': async (input) => ({ secret: await hooks.save(input), state: await state() }),
    'connections.removeHook': async ({ hookId }) => {
      await hooks.remove(hookId)
      return state()
    },
    'connections.tryHook': async ({ hookId }) => {
      await hooks.tryNow(hookId)
      return state()
    },
  }
}
