import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { StationState } from '../../src-shared/station/state.ts'
import type { Services } from '../services.ts'

type Names = 'station.state' | 'station.dismissNotice' | 'settings.update' | 'environment.use' | 'environment.test'

/** The frame's and the Settings screen's commands about the station itself. */
export function stationCommands(services: Services): Pick<CommandHandlers, Names> {
  const { environments, connection, keys, settings, notices, bookings, version, rehearsal } = services

  async function state(): Promise<StationState> {
    const link = environments.link()
    return {
      version,
      environment: link.environment(),
      keyStorage: await link.keyStorage(),
      keychainAvailable: await keys.keychainAvailable(),
      connection: connection.state(),
      settings: await settings.read(),
      budget: link.client.budget(),
      notSent: await bookings.countNotSent(),
      notices: notices.list(),
      isRehearsing: rehearsal.isOn(),
    }
  }

  return {
    'station.state': state,
    'station.dismissNotice': async ({ code }) => {
      notices.dismiss(code)
      return state()
    },
    'settings.update': (patch) => settings.update(patch),
    'environment.use': async (input) => {
      await environments.use(input)
      return state()
    },
    'environment.test': async () => {
      await environments.test()
      return state()
    },
  }
}
