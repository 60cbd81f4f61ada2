import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { settingsFileCommands as rows } from '../../src-shared/station/commands/settings-file.ts'
import type { Services } from '../app/services.ts'

/** The commands about the file of settings. */
export function settingsFileCommands({
  settingsFile,
}: Pick<Services, 'settingsFile'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'settings.export': () => settingsFile.exported(),
    'settings.diff': ({ file }) => settingsFile.diff(file),
    'settings.import': ({ file }) => settingsFile.take(file),
  }
}
