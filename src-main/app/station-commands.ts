import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { stationCommands as rows } from '../../src-shared/station/commands/station.ts'
import type { StationState } from '../../src-shared/station/app/state.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Services } from './services.ts'

type Ports = Pick<
  Services,
  | 'environments'
  | 'ids'
  | 'connection'
  | 'keys'
  | 'settings'
  | 'policy'
  | 'notices'
  | 'bookings'
  | 'version'
  | 'rehearsal'
  | 'restorations'
  | 'printing'
  | 'people'
  | 'profiles'
  | 'inbox'
  | 'site'
>

/** The frame's and the Settings screen's commands about the station. */
export function stationCommands(ports: Ports): Pick<CommandHandlers, keyof typeof rows> {
  const { environments, ids, connection, keys, settings, policy, notices, bookings, version, rehearsal, restorations } =
    ports
  const { profiles } = ports

  async function state(): Promise<StationState> {
    const link = environments.link()
    const signIn = await ports.people.signIn.state()
    const inbox = await ports.inbox.summary()
    const site = await ports.site.status()
    const lack = await keys.keychainLack()
    return {
      version,
      environment: link.environment(),
      keyStorage: await link.keyStorage(),
      keychainAvailable: lack === null,
      keychainLack: lack,
      connection: connection.state(),
      settings: await settings.read(),
      rateLimits: link.client.rateLimits(),
      notSent: await bookings.countNotSent(),
      notices: notices.list(),
      ...(policy && { managed: { file: policy.file, settings: policy.managed } }),
      isRehearsing: rehearsal.isOn(),
      restored: await unconfirmed(),
      ...(inbox && { inbox }),
      ...(site && { site }),
      ...(signIn && { signIn }),
    }
  }

  async function unconfirmed(): Promise<StationState['restored']> {
    const newest = await restorations.newest()
    if (newest?.confirmedAt !== null) return null
    const { printers, rules } = ports.printing
    const routes = rules.routes().map(async ({ document }) => {
      const { name } = await printers.choose(undefined, document)
      return { document, printer: name }
    })
    return { backupAt: newest.backupAt, routes: await Promise.all(routes) }
  }

  return {
    'station.confirmRestored': async () => {
      await restorations.confirm()
      await notices.dismiss('RESTORED_SETTINGS')
      return state()
    },
    'station.state': state,
    'station.dismissNotice': async ({ code }) => {
      await notices.dismiss(code)
      return state()
    },
    'settings.update': async (patch) => {
      // Otherwise no supervisor exists who may leave it.
      if (patch.desktop?.isKiosk === true && !ports.people.rules().isOn) {
        throw new StationError({
          code: 'KIOSK_NEEDS_SIGN_IN',
          message: 'Only a supervisor can leave kiosk mode. Turn on sign-in first in Settings > People.',
        })
      }
      return settings.update(patch)
    },
    'environment.use': async (input) => {
      await environments.use(input)
      return state()
    },
    'environment.profile': () => profiles.read(),
    'environment.forgetProfile': async () => {
      await profiles.forget()
      return profiles.read()
    },
    'environment.check': ({ book }) =>
      environments.check({ book, reference: ids.next('CHECK').slice(0, 14).toUpperCase() }),
    'environment.test': async () => {
      await environments.test()
      return state()
    },
  }
}
