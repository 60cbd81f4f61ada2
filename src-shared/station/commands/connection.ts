import {
  apiSettingsSchema,
  hookIdSchema,
  hookInputSchema,
  tokenIdSchema,
  tokenInputSchema,
  type ConnectionsState,
  type NewSecret,
} from '../app/connections.ts'
import { atStation, nothing, returns } from '../command.ts'

/** The rows of the command table about other systems. No token can give them. */
export const connectionCommands = {
  'connections.state': returns<ConnectionsState>()(nothing, atStation.supervisor),
  /** Opens or closes the API's port. LISTEN_FAILED: nothing changed. */
  'connections.configure': returns<ConnectionsState>()(apiSettingsSchema, atStation.supervisor),
  /** The token is told this once. INVALID_INPUT: the name is taken, or a command is none that a token may give. */
  'connections.makeToken': returns<NewSecret>()(tokenInputSchema, atStation.supervisor),
  /** It is refused from now on; what it did keeps its name. */
  'connections.revokeToken': returns<ConnectionsState>()(tokenIdSchema, atStation.supervisor),
  /** A new webhook's secret is told this once. */
  'connections.saveHook': returns<NewSecret>()(hookInputSchema, atStation.supervisor),
  /** What waits for it is gone with it. */
  'connections.removeHook': returns<ConnectionsState>()(hookIdSchema, atStation.supervisor),
  /** Tries what waits now, and sends a test event where nothing does. */
  'connections.tryHook': returns<ConnectionsState>()(hookIdSchema, atStation.supervisor),
} as const
