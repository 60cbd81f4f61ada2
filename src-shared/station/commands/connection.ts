import {
  apiSettingsSchema,
  hookIdSchema,
  hookInputSchema,
  pageDecisionSchema,
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
  /** The token is shown only here. INVALID_INPUT: the name is taken, or a token may not give one of the commands. */
  'connections.makeToken': returns<NewSecret>()(tokenInputSchema, atStation.supervisor),
  /** It is refused from now on; its past actions keep its name. */
  'connections.revokeToken': returns<ConnectionsState>()(tokenIdSchema, atStation.supervisor),
  /** Allows or refuses the web pages of an origin, or forgets what was decided. WRONG_STATE: there are too many. */
  'connections.decidePage': returns<ConnectionsState>()(pageDecisionSchema, atStation.supervisor),
  /** A new webhook's secret is shown only here. */
  'connections.saveHook': returns<NewSecret>()(hookInputSchema, atStation.supervisor),
  /** Its queue is deleted with it. */
  'connections.removeHook': returns<ConnectionsState>()(hookIdSchema, atStation.supervisor),
  /** Sends queued events now, or a test event where there are none. */
  'connections.tryHook': returns<ConnectionsState>()(hookIdSchema, atStation.supervisor),
} as const
