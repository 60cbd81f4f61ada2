import type { SiteStation } from '../../../src-shared/site/state.ts'

/** How a station of the site is, by what its last beat told. */
export type StationStatus = 'trouble' | 'offline' | 'silent' | 'old' | 'calm' | 'revoked'

/** A station beats each half minute: after so long nobody knows how it is. */
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

/** What it has to do: labels that wait at its printers. */
export const queueOf = ({ beat }: SiteStation): number =>
  beat?.printers.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0

/** Labels of which nobody knows whether they came out. */
export const unknownOf = ({ beat }: SiteStation): number =>
  beat?.printers.reduce((sum, { unknown }) => sum + unknown, 0) ?? 0
