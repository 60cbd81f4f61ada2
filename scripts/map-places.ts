import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { usPostalCodes } from '../src-node/us-postal-codes.ts'
import { writtenPlaces } from '../src-sandbox/locations/written-places.ts'

/**
 * `node scripts/map-places.ts`: writes where the towns of the Track screen's map are, from GeoNames' postal codes
 * (CC BY 4.0) and the embedded service's own places. Of the United States only towns of more than one postal code: a map of the
 * continent shows the others well enough in the middle of their state.
 */
interface Sum {
  lat: number
  lng: number
  count: number
}
const sums = new Map<string, Map<string, Sum>>()

function add(state: string, city: string, lat: number, lng: number): void {
  const towns = sums.get(state) ?? new Map<string, Sum>()
  sums.set(state, towns)
  const name = city.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  const sum = towns.get(name) ?? { lat: 0, lng: 0, count: 0 }
  towns.set(name, { lat: sum.lat + lat, lng: sum.lng + lng, count: sum.count + 1 })
}

for (const { place, stateCode, lat, lng } of usPostalCodes()) {
  if (stateCode && lat && lng) add(`US ${stateCode}`, place, Number(lat), Number(lng))
}
for (const { country, city, state, lat, lng } of writtenPlaces()) add(`${country} ${state}`, city, lat, lng)

const round = (value: number) => Math.round(value * 10) / 10
const states: Record<string, { at: [number, number]; towns: Record<string, [number, number]> }> = {}
for (const [state, towns] of [...sums].sort(([a], [b]) => a.localeCompare(b))) {
  const all = [...towns.values()]
  const count = all.reduce((sum, town) => sum + town.count, 0)
  const mean = (of: 'lat' | 'lng') => round(all.reduce((sum, town) => sum + town[of], 0) / count)
  const kept = [...towns].filter(([, town]) => town.count > 1 || !state.startsWith('US '))
  states[state] = {
    at: [mean('lng'), mean('lat')],
    towns: Object.fromEntries(
      kept
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, town]) => [name, [round(town.lng / town.count), round(town.lat / town.count)]]),
    ),
  }
}
const file = join(import.meta.dirname, '../src-renderer/screens/track/map/places.json')
writeFileSync(file, `${JSON.stringify(states)}\n`)
console.log(
  `${Object.keys(states).length} states, ${Object.values(states).flatMap(({ towns }) => Object.keys(towns)).length} towns`,
)
