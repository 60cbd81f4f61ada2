import { z } from 'zod'

/** The languages a SAT code is described in (interface section "SAT codes"). */
export const SAT_LANGUAGES = ['en', 'es'] as const
export type SatLanguage = (typeof SAT_LANGUAGES)[number]

/** A shorter search term finds nothing (section Limits). */
export const SHORTEST_SAT_TERM = 3

/** SAT code: a class of goods in the Mexican tax catalogue (interface section "SAT code"). */
export const satCodeSchema = z.object({
  sat_code: z.string(),
  description_es: z.string(),
  description_en: z.string(),
  category: z.string(),
  subcategory: z.string(),
})
export type WireSatCode = z.infer<typeof satCodeSchema>

/** Answer of GET /sat-code/lookup with every field. */
export const satLookupSchema = z.object({
  success: z.literal(true),
  data: z.array(satCodeSchema),
  total: z.int(),
  search_term: z.string(),
  language: z.string(),
})

/** The shorter variant of the answer: the code is called `code`, and there are no counters. */
export const shortSatLookupSchema = z.object({
  success: z.literal(true),
  data: z.array(z.object({ code: z.string(), description_es: z.string(), description_en: z.string() })),
})

/** The answer to a term that is too short. */
export const satTermTooShortSchema = z.object({
  success: z.literal(true),
  data: z.tuple([]),
  total: z.literal(0),
  message: z.string(),
})
