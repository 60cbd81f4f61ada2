import { runtime } from '../../src-node/runtime/runtime.ts'
import {
  apiSettingsSchema,
  isForTokens,
  TOKEN_PREFIX,
  type ApiSettings,
  type ConnectionsState,
  type NewSecret,
  type PageDecision,
  type TokenInput,
} from '../../src-shared/station/app/connections.ts'
import { isCommandName, type CommandName } from '../../src-shared/station/commands.ts'
import { invalidField, notFound, type CommandResult, type StationErrorData } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import { asData } from '../kernel/fault.ts'
import type { Ids } from '../kernel/ids.ts'
import { hashToken } from '../people/secret-hash.ts'
import type { ApiCaller } from '../people/sign-in.ts'
import type { TokenStore } from './tokens.rows.ts'
import { changed } from '../settings/differences.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import { openApi, type ApiServer } from './api-server.ts'
import type { Hooks } from './hooks.ts'
import { createPages } from './pages.ts'
import { createReplayGuard, type ReplayPorts } from './replay.ts'

const SETTING = 'api'
const TOKEN_BYTES = 32
const USE_NOTED_EVERY_MS = 60_000

export interface ConnectionPorts extends ReplayPorts {
  tokens: TokenStore
  settings: SettingStore
  hooks: Hooks
  clock: Clock
  ids: Ids
  version: string
  /** @throws StationError SCOPE_NEEDED */
  refuse: (name: CommandName, caller: ApiCaller) => void
  onChange: () => void
  inBackground: (work: Promise<unknown>) => void
}

/** How a command is given to the station that these connections belong to. */
export type Give = (name: CommandName, input: unknown, caller: ApiCaller) => Promise<CommandResult<unknown>>

export type Connections = ReturnType<typeof createConnections>

/**
 * Other systems on this machine: a WMS or an ERP that gives commands with a token, and is notified of what happened.
 * Off by default.
 */
export function createConnections(ports: ConnectionPorts) {
  const { tokens, settings, hooks, clock, ids, version, refuse, onChange, inBackground } = ports
  const guard = createReplayGuard(ports)
  const pages = createPages({ settings, onChange })
  let server: ApiServer | null = null
  let error: StationErrorData | null = null
  let give: Give | null = null

  const read = async (): Promise<ApiSettings> =>
    (await settings.read(SETTING, apiSettingsSchema)) ?? apiSettingsSchema.parse({ isOn: false })

  async function callerOf(token: string): Promise<ApiCaller | null> {
    const found = await tokens.ofHash(hashToken(token))
    if (found === null) return null
    const { tokenId, name, role, commands, lastUsedAt } = found
    const now = clock.now().getTime()
    if (lastUsedAt === null || now - Date.parse(lastUsedAt) >= USE_NOTED_EVERY_MS) inBackground(tokens.noteUse(tokenId))
    return { tokenId, name, role, commands }
  }

  const open = (port: number): Promise<ApiServer> =>
    openApi(port, {
      version,
      callerOf,
      pages,
      give: async (name, input, caller) => {
        if (give === null) throw new Error('the API was opened before its station')
        const given = give
        // Before the guard, which reveals what was made under an id.
        refuse(name, caller)
        const mayRead = () => isAllowed('bookings.get', caller)
        return guard({ command: name, input, mayRead }, () => given(name, input, caller))
      },
    })

  function isAllowed(name: CommandName, caller: ApiCaller): boolean {
    try {
      refuse(name, caller)
      return true
    } catch {
      return false
    }
  }

  async function shut(): Promise<void> {
    await server?.close()
    server = null
  }

  async function state(): Promise<ConnectionsState> {
    return {
      api: { ...(await read()), url: server?.url ?? null, error },
      tokens: await tokens.list(),
      pages: await pages.list(),
      hooks: await hooks.list(),
      secretsAreStored: await hooks.secretsAreStored(),
    }
  }

  return {
    state,

    /** Opens the port where Settings say so, and resumes sending queued events. Never throws. */
    start: async (station: Give): Promise<void> => {
      give = station
      try {
        const { isOn, port } = await read()
        if (isOn) server = await open(port)
      } catch (cause) {
        error = asData(cause)
        onChange()
      }
      hooks.start()
    },

    /** Nothing changes where the port cannot be opened. @throws StationError LISTEN_FAILED */
    configure: async (next: ApiSettings): Promise<ConnectionsState> => {
      const isSameDoor = next.isOn && server !== null && (next.port === server.port || next.port === 0)
      if (!isSameDoor) {
        const opened = next.isOn ? await open(next.port) : null
        await shut()
        server = opened
      }
      error = null
      // A port that was drawn is kept, so that the other system finds it again.
      const kept = { ...next, port: server?.port ?? next.port }
      await settings.write(SETTING, kept, changed(await read(), kept))
      onChange()
      return state()
    },

    /** @throws StationError INVALID_INPUT (name, commands) */
    makeToken: async ({ name, role, commands }: TokenInput): Promise<NewSecret> => {
      if ((await tokens.named(name)) !== null) throw invalidField('name', `there is already a token named "${name}"`)
      const wrong = commands?.find((command) => !isCommandName(command) || !isForTokens(command))
      if (wrong !== undefined) throw invalidField('commands', `${wrong} is not a command that a token can be allowed`)
      const secret = TOKEN_PREFIX + runtime().random.bytes(TOKEN_BYTES).toString('base64url')
      await tokens.add({ tokenId: ids.next('tok'), name, role, commands: commands ?? null }, hashToken(secret))
      onChange()
      return { secret, state: await state() }
    },

    /** @throws StationError NOT_FOUND */
    revokeToken: async (tokenId: string): Promise<ConnectionsState> => {
      if ((await tokens.get(tokenId)) === null) throw notFound('token', { tokenId })
      await tokens.revoke(tokenId)
      onChange()
      return state()
    },

    /** @throws StationError WRONG_STATE */
    decidePage: async (decision: PageDecision): Promise<ConnectionsState> => {
      await pages.decide(decision)
      return state()
    },

    hooks,

    close: async (): Promise<void> => {
      await Promise.all([shut(), hooks.close()])
    },
  }
}
