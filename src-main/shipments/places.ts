import {
  MOST_AT_PLACE,
  MOST_PLACED,
  type Place,
  type ShipmentPlace,
  type ShipmentPlaces,
} from '../../src-shared/station/tracking/place.ts'
import { nextTurn } from '../../src-node/runtime/wait.ts'
import type { ShipmentReader } from './shipments.rows.ts'
import type { WatchTimes } from './watch.rows.ts'

/** At most this many at once, so that no one else is held up. */
const ROWS_A_TURN = 500

/** Where the shipments under way are, counted by place. */
export async function shipmentPlaces(
  shipments: Pick<ShipmentReader, 'whereabouts'>,
  times: WatchTimes,
): Promise<ShipmentPlaces> {
  const places = new Map<string, ShipmentPlace>()
  let before: number | null = null
  for (let seen = 0; seen < MOST_PLACED; seen += ROWS_A_TURN) {
    const rows = await shipments.whereabouts(times, before, ROWS_A_TURN)
    for (const row of rows) {
      const place = placeIn(places, row)
      place.count += 1
      if (row.isTroubled) place.troubled += 1
      if (place.shipmentIds.length < MOST_AT_PLACE) place.shipmentIds.push(row.shipmentId)
      before = row.place
    }
    if (rows.length < ROWS_A_TURN) return { places: mostFirst(places), isComplete: true }
    await nextTurn()
  }
  return { places: mostFirst(places), isComplete: false }
}

/** Carriers write one town in capitals and the next one not. */
function placeIn(places: Map<string, ShipmentPlace>, { city, state, country }: Place): ShipmentPlace {
  const key = [city, state, country].map((part) => part?.trim().toLowerCase() ?? '').join('|')
  const place = places.get(key) ?? { city, state, country, count: 0, troubled: 0, shipmentIds: [] }
  places.set(key, place)
  return place
}

const mostFirst = (places: ReadonlyMap<string, ShipmentPlace>): ShipmentPlace[] =>
  [...places.values()].sort((a, b) => b.count - a.count)
