import type { CommandName } from '../commands.ts'

/**
 * Actions that a station refuses while its site is unavailable: changes to shared data, and actions that only one station
 * may do. Everything else continues: booking, scanning, printing, looking.
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
