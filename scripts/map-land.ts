import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'

/**
 * `node scripts/map-land.ts`: writes the land under the Track screen's map: the states of the United States (us-atlas), Canada,
 * Mexico and their neighbours (world-atlas), as coarse as a map of a route needs.
 */
const require = createRequire(import.meta.url)
/** Countries by their ISO 3166-1 numbers: Canada, Mexico, Guatemala, Belize, Cuba. */
const NEIGHBOURS = new Set(['124', '484', '320', '084', '192'])
/** In square degrees: an island that is a dot. */
const LEAST_AREA = 0.15

function areas(file: string, object: string, isWanted: (id: string) => boolean): (Polygon | MultiPolygon)[] {
  const topology = JSON.parse(readFileSync(require.resolve(file), 'utf8')) as Topology
  const found = topology.objects[object]
  if (found?.type !== 'GeometryCollection') throw new Error(`${file} holds no ${object}`)
  return found.geometries
    .filter(({ id }) => isWanted(String(id)))
    .flatMap((geometry) => {
      const shape = feature(topology, geometry)
      return shape.type === 'Feature' ? [shape.geometry] : shape.features.map((one) => one.geometry)
    })
    .filter((geometry) => geometry.type === 'Polygon' || geometry.type === 'MultiPolygon')
}

const areaOf = (ring: readonly Position[]): number =>
  ring.reduce((sum, [x = 0, y = 0], index) => {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? []
    return sum + (x * y2 - x2 * y) / 2
  }, 0)

/** Points on a grid of that many degrees, each once in a row; null: nothing is left of it. */
function coarse(ring: readonly Position[], grid: number): Position[] | null {
  const snapped = (value: number) => Math.round(Math.round(value / grid) * grid * 10) / 10
  const points = ring.map(([x = 0, y = 0]): Position => [snapped(x), snapped(y)])
  const kept = points.filter(
    ([x, y], index) => index === 0 || x !== points[index - 1]?.[0] || y !== points[index - 1]?.[1],
  )
  const isSame = Math.sign(areaOf(kept)) === Math.sign(areaOf(ring))
  const isFarNorth = kept.every(([, y = 0]) => y > 62)
  return kept.length > 4 && isSame && Math.abs(areaOf(kept)) > LEAST_AREA * (isFarNorth ? 60 : 1) ? kept : null
}

/** Outer rings alone: a lake is drawn as land. */
function ringsOf(geometry: Polygon | MultiPolygon, grid: number): Position[][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.flatMap(([outer]) => (outer ? [coarse(outer, grid)] : [])).filter((ring) => ring !== null)
}

const rings = [
  ...areas('world-atlas/countries-50m.json', 'countries', (id) => NEIGHBOURS.has(id)).flatMap((one) =>
    ringsOf(one, 0.3),
  ),
  ...areas('us-atlas/states-10m.json', 'states', (id) => Number(id) <= 56).flatMap((one) => ringsOf(one, 0.1)),
]
const file = join(import.meta.dirname, '../src-renderer/screens/track/map/land.json')
// Flat: longitude, latitude, longitude, latitude.
writeFileSync(file, `${JSON.stringify(rings.map((ring) => ring.flat()))}\n`)
console.log(`${rings.length} shapes, ${rings.flat().length} points`)
