import type { MaintenanceState } from '../../src-shared/station/app/maintenance.ts'

/** The backups as lines of text, newest first. */
export function backupLines({ backups, restoreNext, proven, secondPlace }: MaintenanceState): string[] {
  const lines = backups.map(({ name, kind, bookings, until, unsound, isFromAhead }) => {
    const holds = unsound
      ? `cannot be restored: ${unsound.detail}`
      : `${bookings} bookings until ${until ?? 'its beginning'}${kind === 'cut' ? ' (what changed since the one before)' : ''}`
    return `${unsound ? '✗' : '✓'} ${name}  ${holds}${isFromAhead ? '; stamped ahead of the clock' : ''}`
  })
  return [
    ...(lines.length > 0 ? lines : ['There is no backup yet.']),
    ...(proven === null ? [] : [`Last proven: ${proven.name}, which holds everything until ${proven.at}.`]),
    ...(secondPlace === null ? [] : [`Second place: ${secondPlaceLine(secondPlace)}`]),
    ...(restoreNext === null ? [] : [`At the next start the records go back to ${restoreNext}.`]),
  ]
}

/** Where copies go besides, and since when they have all arrived. */
export const secondPlaceLine = ({
  folder,
  caughtUpAt,
  failure,
  isSealed,
}: NonNullable<MaintenanceState['secondPlace']>): string =>
  `${folder}${isSealed ? ', under a passphrase' : ''}, complete until ${caughtUpAt ?? 'nothing yet'}${failure === null ? '' : `; now: ${failure}`}`
