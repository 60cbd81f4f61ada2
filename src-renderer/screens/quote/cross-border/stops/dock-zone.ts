const HOUR_MS = 3_600_000

/** The zones a dock in the US or Mexico can lie in. */
export const DOCK_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Mexico_City',
  'America/Matamoros',
  'America/Ciudad_Juarez',
  'America/Hermosillo',
  'America/Mazatlan',
  'America/Tijuana',
  'America/Cancun',
] as const

/** The moment when the wall in a zone shows this day and time; null when there is no such time. */
export function momentOn(zone: string, day: string, time: string): Date | null {
  const wall = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(wall)) return null
  // Twice: the first guess may lie on the other side of a change of the clocks.
  const guess = offsetAt(zone, wall)
  return new Date(wall - offsetAt(zone, wall - guess * HOUR_MS) * HOUR_MS)
}

/** Whole hours from UTC in a zone when the wall there shows this day and time; null when they are not whole. */
export function offsetHours(zone: string, day: string, time: string): number | null {
  const moment = momentOn(zone, day, time)
  if (moment === null) return null
  const hours = (Date.parse(`${day}T${time}:00Z`) - moment.getTime()) / HOUR_MS
  return Number.isInteger(hours) ? hours : null
}

function offsetAt(zone: string, at: number): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}

/** A time on the wall of a dock as a cross-border quote writes it: "11/23/2026 08:00 -6". Null when it cannot be. */
export function writeDockTime(day: string, time: string, zone: string): string | null {
  const [year, month, date] = day.split('-')
  const hours = offsetHours(zone, day, time)
  return hours === null || !year || !month || !date ? null : `${month}/${date}/${year} ${time} ${hours}`
}

/** The day and the time on the wall in what `writeDockTime` wrote. */
export function wallOf(dockTime: string): { day: string; time: string } | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})/.exec(dockTime)
  return match ? { day: `${match[3]}-${match[1]}-${match[2]}`, time: match[4] ?? '' } : null
}

/** A zone's name for people, with its hours from UTC on that day: "Central Time, UTC−6". */
export function zoneName(zone: string, day: string, locale: string): string {
  const at = Date.parse(`${day}T12:00:00Z`)
  const moment = Number.isNaN(at) ? Date.now() : at
  const name = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value
  const hours = offsetAt(zone, moment)
  return `${name ?? zone}, UTC${hours < 0 ? '−' : '+'}${Math.abs(hours)}`
}
