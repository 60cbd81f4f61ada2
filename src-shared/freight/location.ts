import { z } from 'zod'

/** Fewer digits of a ZIP or postal code suggest nothing (section Limits). */
export const SHORTEST_ZIP_PREFIX = 3
/** At most this many places are suggested for the beginning of a code (section Limits). */
export const MOST_ZIP_SUGGESTIONS = 50

/** Location: an element of `data` in a location search (interface section "Location"). */
const locationSchema = z.object({
  zip: z.string(),
  /** Upper case. */
  city: z.string(),
  state: z.string(),
  full_state: z.string(),
  country: z.string(),
  county: z.string(),
  lat: z.number(),
  lng: z.number(),
})
export type WireLocation = z.infer<typeof locationSchema>

/** Answer of GET /location/search. Nothing found is a success with `total` 0. */
export const locationSearchSchema = z.object({
  success: z.literal(true),
  data: z.array(locationSchema),
  total: z.int(),
  search_type: z.enum(['zip', 'city']),
})
export type LocationSearch = z.infer<typeof locationSearchSchema>
