import { withDates } from '../../../locale/format.ts'
import type { Language } from '../../../messages/catalogue.ts'
import type { TrackingEvent } from '../../../../src-shared/station/tracking/shipment.ts'

interface Words {
  language: Language
  word(prefix: string, word: string): string
  day(iso: string): string
  moment(iso: string): string
}

/** Carriers write English: elsewhere the words of the reason or status come first, and theirs below. */
const LANGUAGE_OF_CARRIERS: Language = 'en'

/** A tracking event in words: the reason of an exception first, else the carrier's text, else its status. */
export function eventText(event: TrackingEvent, words: Words): string {
  if (event.exceptionReason) return words.word('exception', event.exceptionReason)
  const written = words.language === LANGUAGE_OF_CARRIERS ? event.description : null
  return written === null ? words.word('shipment', event.status) : withDates(written, words)
}
