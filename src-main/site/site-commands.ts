import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { siteCommands as rows } from '../../src-shared/station/commands/site.ts'
import type { Services } from '../app/services.ts'

/** The commands about the site that a station belongs to. */
export function siteCommands({ site }: Pick<Services, 'site'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'site.view': site.view,
    'site.enrol': site.enrol,
    'site.leave': site.leave,
    'site.stations': site.stations,
    'site.underWay': site.underWay,
    'site.find': site.find,
    'site.makeCode': site.makeCode,
    'site.settings': site.settings,
    'site.setSettings': site.setSettings,
    'site.startEmergencySending': site.startEmergencySending,
    'site.endEmergencySending': site.endEmergencySending,
    'site.bringBack': site.bringBack,
  }
}
