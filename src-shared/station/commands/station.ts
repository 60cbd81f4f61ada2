import { z } from 'zod'
import { atStation, nothing, returns } from '../command.ts'
import { idSchema } from '../limits.ts'
import type { ServiceProfile } from '../app/service-profile.ts'
import { serviceCheckInputSchema, type ServiceCheck } from '../app/service-check.ts'
import {
  environmentInputSchema,
  isOwnSettings,
  settingsPatchSchema,
  type Settings,
  type StationState,
} from '../app/state.ts'

/** The frame's and the Settings screen's rows of the command table. */
export const stationCommands = {
  /** Returns the status of the station: environment, queue, printers and notices. */
  'station.state': returns<StationState>()(nothing, atStation.anyone),
  /** Dismisses a notice. */
  'station.dismissNotice': returns<StationState>()(z.object({ code: idSchema('code') }), atStation.packer),
  /** Confirms the restored settings: sending and printing resume. */
  'station.confirmRestored': returns<StationState>()(nothing, atStation.supervisor),
  'settings.update': returns<Settings>()(settingsPatchSchema, {
    ...atStation.packer,
    leastFor: (patch) => (isOwnSettings(patch) ? 'packer' : 'supervisor'),
  }),
  /** Switches the environment after a real authenticated call succeeded with it; nothing changes when it fails. */
  'environment.use': returns<StationState>()(environmentInputSchema, atStation.supervisor),
  /** Makes one real authenticated call with the environment in use. */
  'environment.test': returns<StationState>()(nothing, atStation.packer),
  /** Returns the learned format facts of the service in use. */
  'environment.profile': returns<ServiceProfile>()(nothing, atStation.packer),
  /** Forgets it; it is learned again. Returns the profile that is left. */
  'environment.forgetProfile': returns<ServiceProfile>()(nothing, atStation.supervisor),
  /** Every endpoint of the service in use, one after the other: reads only, unless a booking is asked for, too. */
  'environment.check': returns<ServiceCheck>()(serviceCheckInputSchema, atStation.supervisor),
} as const
