import { expect, test } from 'vitest'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { loadLanguage } from '../../../../src-renderer/messages/catalogue.ts'
import { eventLine, eventText } from '../../../../src-renderer/screens/track/drawer/event-text.ts'
import { anEvent } from '../../builders.ts'

const place = { city: 'Omaha', state: 'NE', country: 'US', exceptionReason: null, recipient: null }
const arrived = anEvent({ ...place, status: 'IN_TRANSIT', description: 'Arrived at the terminal in Omaha, NE' })
const departed = anEvent({ ...place, status: 'IN_TRANSIT', description: 'Departed the terminal in Omaha, NE' })
const signed = anEvent({
  ...{ ...place, status: 'DELIVERED', recipient: 'Tom Carney' },
  description: 'Delivered, signed for by Tom Carney',
})

test('an event in one line says where the freight is or who signed, not its status again', async () => {
  const words = new Locale()
  const lines = () => [arrived, departed, signed].map((event) => eventLine(event, words))
  expect(lines()).toEqual(['At Omaha, NE', 'Departed the terminal in Omaha, NE', 'Signed by Tom Carney'])
  await loadLanguage('es')
  words.language = 'es'
  expect(lines()).toEqual(['En Omaha, NE', 'Omaha, NE', 'Firmó Tom Carney'])
})

test('an exception is said by its reason, and what has no place as the carrier wrote it', () => {
  const words = new Locale()
  const held = anEvent({ ...arrived, exceptionReason: 'WEATHER_DELAY' })
  expect(eventLine(held, words)).toBe(eventText(held, words))
  expect(eventLine({ ...arrived, city: null, state: null }, words)).toBe('Arrived at the terminal in Omaha, NE')
})

test('a scheduled pickup has its day in every language', async () => {
  const words = new Locale()
  const scheduled = anEvent({ ...place, status: 'PICKUP_SCHEDULED', description: 'Pickup scheduled for 2026-11-26' })
  expect(eventLine(scheduled, words)).toBe(`Pickup scheduled for ${words.day('2026-11-26')}`)
  await loadLanguage('es')
  words.language = 'es'
  expect(eventLine(scheduled, words)).toBe(`Recolección programada: ${words.day('2026-11-26')}`)
  expect(eventLine({ ...scheduled, description: null }, words)).toBe('Recolección programada')
})
