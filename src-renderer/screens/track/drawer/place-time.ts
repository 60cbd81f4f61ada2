import type { Place } from '../../../../src-shared/station/tracking/place.ts'
import { zoneOf } from '../../../../src-shared/station/place-zone.ts'

/** Where and when something happened, as the carrier wrote it. */
export interface EventPlace extends Place {
  timestamp: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The moment on the clock of the place where it happened, with the zone's name; of this machine where it is not known. */
export function momentAt(event: EventPlace, locale: string): string {
  const zone = zoneOf(event) ?? undefined
  const date = new Date(event.timestamp)
  if (Number.isNaN(date.getTime())) return event.timestamp
  const key = `${locale} ${zone}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: zone,
    })
  formats.set(key, format)
  return format.format(date)
}
