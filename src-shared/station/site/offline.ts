import type { CommandName } from '../commands.ts'

/**
 * What a station does not do while its site is away: it changes what all stations share, or what only one of them may do.
 * Whatever is not named goes on: booking, scanning, printing, looking.
 */
const REFUSED_OFFLINE: ReadonlySet<string> = new Set<CommandName>([
  'endofday.close',
  'endofday.void',
  'addressBook.merge',
  'addressBook.save',
  'addressBook.remove',
  'addressBook.restore',
  'addressBook.setDefault',
  'addressBook.importCsv',
  'presets.save',
  'presets.remove',
  'columnMaps.save',
  'columnMaps.remove',
  'people.save',
  'people.end',
  'people.drawBadge',
  'site.bringBack',
  'site.makeCode',
  'site.setSettings',
  'shipments.note',
  'shipments.acknowledge',
  'shipments.snooze',
  'maintenance.forgetPerson',
])

export const isRefusedOffline = (command: string): boolean => REFUSED_OFFLINE.has(command)
