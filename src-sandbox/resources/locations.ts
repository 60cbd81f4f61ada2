import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { COUNTRIES, type Country } from '../../src-shared/freight/address.ts'
import { stringFailureSchema } from '../../src-shared/freight/envelope.ts'
import { type LocationSearch, type WireLocation } from '../../src-shared/freight/location.ts'
import { stringFailure } from '../http/answer.ts'
import { jsonAnswer, routeOf } from '../http/route.ts'
import type { Location } from '../locations/location.ts'
import { searchLocations, type Found } from '../locations/search.ts'
import type { Service } from './service.ts'

/** Rule 6 of the interface's section "Locations". */
export const INVALID_COUNTRY = `Invalid country. Allowed values are: ${COUNTRIES.join(', ')}.`

const everywhereRoute = createRoute({
  ...routeOf(ENDPOINTS.searchLocations),
  request: { params: z.object({ location: z.string() }) },
  responses: { 200: jsonAnswer('The places', ENDPOINTS.searchLocations.answer) },
})

const inCountryRoute = createRoute({
  ...routeOf(ENDPOINTS.searchLocationsIn),
  request: { params: z.object({ country: z.string(), location: z.string() }) },
  responses: {
    200: jsonAnswer('The places', ENDPOINTS.searchLocationsIn.answer),
    400: jsonAnswer('Not a country that is served', stringFailureSchema),
  },
})

export function serveLocations(app: OpenAPIHono, { locations }: Service): void {
  app.openapi(everywhereRoute, (c) =>
    c.json(searchView(searchLocations(locations, c.req.valid('param').location)), 200),
  )

  app.openapi(inCountryRoute, (c) => {
    const { country: named, location } = c.req.valid('param')
    const country = countryNamed(named)
    return country === undefined
      ? c.json(stringFailure(INVALID_COUNTRY), 400)
      : c.json(searchView(searchLocations(locations, location, country)), 200)
  })
}

/** A country by its code in either case. */
export function countryNamed(text: string): Country | undefined {
  return COUNTRIES.find((country) => country === text.trim().toUpperCase())
}

function searchView({ searchType, places }: Found): LocationSearch {
  return { success: true, data: places.map(locationView), total: places.length, search_type: searchType }
}

function locationView({ postalCode, fullState, city, state, country, county, lat, lng }: Location): WireLocation {
  return { zip: postalCode, city, state, full_state: fullState, country, county, lat, lng }
}
