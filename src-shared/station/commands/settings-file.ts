import {
  settingsFileInputSchema,
  type SettingDifference,
  type SettingsFile,
  type SettingsImport,
} from '../app/settings-file.ts'
import { atStation, nothing, returns } from '../command.ts'

/** The rows of the command table about the file of settings. */
export const settingsFileCommands = {
  /** Without ids, keys and secrets. */
  'settings.export': returns<SettingsFile>()(nothing, atStation.supervisor),
  /** The changes of an import; nothing is written. INVALID_INPUT names the field that is wrong or unknown. */
  'settings.diff': returns<SettingDifference[]>()(settingsFileInputSchema, atStation.supervisor),
  /** Writes what differs; removes nothing. */
  'settings.import': returns<SettingsImport>()(settingsFileInputSchema, atStation.supervisor),
} as const
