import { geoConicEqualArea, geoPath, type GeoProjection } from 'd3-geo'
import land from './land.json'
import { pointsOf, type LngLat } from './route.ts'

const LAND = land.map((ring) => [pointsOf(ring)])

/** Margin around the shown places, and a minimum span in degrees of latitude. */
const ROOM = 44
const NEAREST = 5

/** Shows all of these points on a map of this size, in a projection that keeps areas. */
export function projectionAround(points: readonly LngLat[], width: number, height: number): GeoProjection {
  const lng = points.map(([at]) => at)
  const lat = points.map(([, at]) => at)
  const middle = [(Math.min(...lng) + Math.max(...lng)) / 2, (Math.min(...lat) + Math.max(...lat)) / 2] as const
  const corners = points.map((point): [number, number] => [...point])
  corners.push([middle[0], middle[1] - NEAREST / 2], [middle[0], middle[1] + NEAREST / 2])
  return geoConicEqualArea()
    .parallels([20, 50])
    .rotate([-middle[0], 0])
    .center([0, middle[1]])
    .fitExtent(
      [
        [ROOM, ROOM],
        [width - ROOM, height - ROOM],
      ],
      { type: 'MultiPoint', coordinates: corners },
    )
}

/**
 * The land as the path of an SVG. Ring by ring, and cut off by the SVG alone: clipped to the map's corners, states that touch
 * make all of it land.
 */
export function groundOf(projection: GeoProjection): string {
  const path = geoPath(projection).digits(1)
  return LAND.map((coordinates) => path({ type: 'Polygon', coordinates }) ?? '').join('')
}
