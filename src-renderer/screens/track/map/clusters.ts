import type { ShipmentPlace } from '../../../../src-shared/station/tracking/place.ts'
import type { LngLat } from './route.ts'

/** A place with shipments that is known to the map. */
export interface Spot {
  place: ShipmentPlace
  at: LngLat
}

/** Spots that would overlap, as one: at the one with the most. */
export interface Cluster {
  x: number
  y: number
  count: number
  troubled: number
  /** The most first. */
  spots: Spot[]
}

/**
 * Groups places nearer than `reach` to a place with more shipments.
 * @param project where a point is on the map; null: not on it
 */
export function clustersOf(
  spots: readonly Spot[],
  project: (at: LngLat) => readonly [number, number] | null,
  reach: number,
): Cluster[] {
  const clusters: Cluster[] = []
  for (const spot of spots.toSorted((a, b) => b.place.count - a.place.count)) {
    const point = project(spot.at)
    if (point === null) continue
    const [x, y] = point
    const near = clusters.find((cluster) => Math.hypot(cluster.x - x, cluster.y - y) < reach)
    const cluster = near ?? { x, y, count: 0, troubled: 0, spots: [] }
    if (!near) clusters.push(cluster)
    cluster.count += spot.place.count
    cluster.troubled += spot.place.troubled
    cluster.spots.push(spot)
  }
  return clusters
}
