import { describe, expect, test } from 'vitest'
import { adviseCrossing } from '../../../../../src-renderer/screens/quote/cross-border/crossing/crossing.ts'
import { CrossingSuggestion } from '../../../../../src-renderer/screens/quote/cross-border/crossing/crossing-suggestion.svelte.ts'
import { createStation } from '../../../../../src-renderer/station.ts'
import { fakeTransport } from '../../../../../src-renderer/transports/fake.ts'
import { StationError } from '../../../../../src-shared/station/error.ts'
import { filledForm } from './filled.ts'

const PLACES = {
  '60608': { latitude: 41.85, longitude: -87.67 },
  '64000': { latitude: 25.67, longitude: -100.31 },
  '90021': { latitude: 34.03, longitude: -118.24 },
  '31000': { latitude: 28.63, longitude: -106.07 },
} as const
const isPlace = (text: string): text is keyof typeof PLACES => Object.hasOwn(PLACES, text)

function stationThatCounts() {
  const asked: string[] = []
  const station = createStation(
    fakeTransport({
      'locations.search': ({ text, country = '' }) => {
        asked.push(`${country} ${text}`)
        if (!isPlace(text)) throw new StationError({ code: 'SERVICE_UNREACHABLE', message: 'away' })
        const place = { postalCode: text, city: '', state: '', stateName: '', country, county: '', ...PLACES[text] }
        return { kind: 'zip', locations: [place] }
      },
    }),
  )
  return { station, asked }
}

describe('the crossing that is suggested', () => {
  test('is Laredo for the center and the east, El Paso for the west', () => {
    expect(adviseCrossing(PLACES['60608'], PLACES['64000']).crossing).toBe('LLB')
    expect(adviseCrossing(PLACES['90021'], PLACES['31000']).crossing).toBe('PDN')
  })

  test('follows from the two postal codes, each looked up once', async () => {
    const { station, asked } = stationThatCounts()
    const { originAddress, destinationAddress } = filledForm()
    const suggestion = new CrossingSuggestion()
    await suggestion.ask(station, originAddress, destinationAddress)
    await suggestion.ask(station, { ...originAddress, city: 'Cicero' }, destinationAddress)
    expect([suggestion.state, suggestion.crossing]).toEqual(['known', 'LLB'])
    expect(asked).toEqual(['US 60608', 'MX 64000'])
  })

  test('is not made up: half a code waits, and a place that cannot be looked up is said', async () => {
    const { station, asked } = stationThatCounts()
    const { originAddress, destinationAddress } = filledForm()
    const suggestion = new CrossingSuggestion()
    await suggestion.ask(station, { ...originAddress, postalCode: '606' }, destinationAddress)
    expect([suggestion.state, asked.length]).toEqual(['waiting', 0])
    await suggestion.ask(station, { ...originAddress, postalCode: '00000' }, destinationAddress)
    expect([suggestion.state, suggestion.crossing]).toEqual(['failed', null])
  })
})
