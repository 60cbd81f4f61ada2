import type { TrackingEvent } from '../../../../src-shared/station/tracking/shipment.ts'

interface Words {
  word(prefix: string, word: string): string
}

/** A tracking event in words: the reason of an exception first, else what the carrier wrote, else its status. */
export function eventText(event: TrackingEvent, words: Words): string {
  if (event.exceptionReason) return words.word('exception', event.exceptionReason)
  return event.description ?? words.word('shipment', event.status)
}
