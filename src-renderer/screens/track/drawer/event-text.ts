import { withDates } from '../../../locale/format.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'
import type { Language } from '../../../messages/catalogue.ts'
import type { TrackingEvent } from '../../../../src-shared/station/tracking/shipment.ts'

type Words = Pick<Locale, 'language' | 't' | 'word' | 'day' | 'moment'>

/** Carriers write English: elsewhere the words of the reason or status come first, and theirs below. */
const LANGUAGE_OF_CARRIERS: Language = 'en'

const ISO_DAY = /\b\d{4}-\d{2}-\d{2}\b/

/** A tracking event in words: the reason of an exception first, else the carrier's text, else its status. */
export function eventText(event: TrackingEvent, words: Words): string {
  if (event.exceptionReason) return words.word('exception', event.exceptionReason)
  const written = words.language === LANGUAGE_OF_CARRIERS ? event.description : null
  if (written !== null) return withDates(written, words)
  const status = words.word('shipment', event.status)
  // The day of pickup is in the carrier's text alone.
  const day = event.status === 'PICKUP_SCHEDULED' ? ISO_DAY.exec(event.description ?? '')?.[0] : undefined
  return day === undefined ? status : `${status}: ${words.day(day)}`
}

const ARRIVAL = /^arrived\b/i

/** A tracking event in one short line of a grid, beside its status: where the freight is, or who signed for it. */
export function eventLine(event: TrackingEvent, words: Words): string {
  const place = [event.city, event.state].filter(Boolean).join(', ')
  if (event.exceptionReason) return eventText(event, words)
  if (event.status === 'DELIVERED' && event.recipient) return words.t('track.signed', { recipient: event.recipient })
  if (event.status === 'IN_TRANSIT' && place !== '') {
    if (ARRIVAL.test(event.description ?? '')) return words.t('track.at', { place })
    // The status alone is in its own column.
    if (words.language !== LANGUAGE_OF_CARRIERS) return place
  }
  return eventText(event, words)
}
