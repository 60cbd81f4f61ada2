import type { SiteStation } from '../../../src-shared/site/state.ts'

/** The status of a station of the site, from its last heartbeat. */
export type StationStatus = 'trouble' | 'offline' | 'silent' | 'old' | 'calm' | 'revoked'

/** A station reports each half minute: after this long its state is unknown. */
const SILENT_MS = 90_000
const ORDER: readonly StationStatus[] = ['trouble', 'offline', 'silent', 'old', 'calm', 'revoked']

/** @param now by the site's clock, ISO 8601 */
export function statusOf({ revokedAt, seenAt, beat, isOutOfDate }: SiteStation, now: string): StationStatus {
  if (revokedAt !== null) return 'revoked'
  if (seenAt === null || Date.parse(now) - Date.parse(seenAt) > SILENT_MS) return 'silent'
  if (beat?.printers.some(({ hasTrouble }) => hasTrouble)) return 'trouble'
  if (beat?.islandSince) return 'offline'
  return isOutOfDate ? 'old' : 'calm'
}

/** Trouble first, then calm rows by name. */
export function inOrder(stations: readonly SiteStation[], now: string): SiteStation[] {
  const place = (station: SiteStation) => ORDER.indexOf(statusOf(station, now))
  return [...stations].sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name))
}

/** Its pending work: labels that wait at its printers. */
export const queueOf = ({ beat }: SiteStation): number =>
  beat?.printers.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0

/** Labels that may or may not have come out. */
export const unknownOf = ({ beat }: SiteStation): number =>
  beat?.printers.reduce((sum, { unknown }) => sum + unknown, 0) ?? 0
