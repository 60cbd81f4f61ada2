import { z } from 'zod'
import { nothing, returns } from '../command.ts'
import { environmentInputSchema, settingsPatchSchema, type Settings, type StationState } from '../state.ts'

/** The frame's and the Settings screen's rows of the command table. */
export const stationCommands = {
  'station.state': returns<StationState>()(nothing),
  'station.dismissNotice': returns<StationState>()(z.object({ code: z.string() })),
  'settings.update': returns<Settings>()(settingsPatchSchema),
  /** Switches the environment after a real authenticated call succeeded with it; nothing changes when it fails. */
  'environment.use': returns<StationState>()(environmentInputSchema),
  /** One real authenticated call with the environment in use. */
  'environment.test': returns<StationState>()(nothing),
} as const
