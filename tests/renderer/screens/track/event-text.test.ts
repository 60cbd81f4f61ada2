import { expect, test } from 'vitest'
import { eventText } from '../../../../src-renderer/screens/track/drawer/event-text.ts'
import type { TrackingEvent } from '../../../../src-shared/station/tracking/shipment.ts'

const event: TrackingEvent = {
  eventId: 'EVT-1',
  shipmentId: 'SHP-1',
  timestamp: '2026-11-21T12:00:00Z',
  status: 'IN_TRANSIT',
  eventType: null,
  description: null,
  city: null,
  state: null,
  country: null,
  facilityType: null,
  recipient: null,
  exceptionCode: null,
  exceptionReason: null,
}
const words = {
  language: 'en' as const,
  word: (prefix: string, word: string) => `${prefix}:${word}`,
  day: (iso: string) => `day ${iso}`,
}

test('an event is told by its exception, else by the carrier, else by its status', () => {
  const exception = { ...event, description: 'dock closed', exceptionReason: 'BUSINESS_CLOSED' }
  expect(eventText(exception, words)).toBe('exception:BUSINESS_CLOSED')
  expect(eventText({ ...event, description: 'Arrived hub' }, words)).toBe('Arrived hub')
  expect(eventText({ ...event, description: 'Pickup scheduled for 2026-10-26' }, words)).toBe(
    'Pickup scheduled for day 2026-10-26',
  )
  expect(eventText(event, words)).toBe('shipment:IN_TRANSIT')
  // What a carrier writes is English: in Spanish the status says it.
  expect(eventText({ ...event, description: 'Arrived hub' }, { ...words, language: 'es' })).toBe('shipment:IN_TRANSIT')
})
