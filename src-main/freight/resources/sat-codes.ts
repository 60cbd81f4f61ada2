import { z } from 'zod'
import { satCodeSchema, SHORTEST_SAT_TERM, type SatLanguage } from '../../../src-shared/freight/sat-code.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

const long = satCodeSchema.extend({ category: z.string().nullish(), subcategory: z.string().nullish() })
const short = z.object({ code: z.string(), description_es: z.string(), description_en: z.string() })

/** Either variant, code by code, as the longer one; which one a service sends is not shown. */
const answerSchema = z.object({
  success: z.literal(true),
  data: z.array(z.union([long, short.transform(({ code, ...described }) => ({ sat_code: code, ...described }))])),
})
export type SatCodeAnswer = { sat_code: string; description_es: string; description_en: string } & {
  category?: string | null | undefined
  subcategory?: string | null | undefined
}

/** GET /sat-code/lookup: nothing for a term that is too short, and then nothing is sent either. */
export async function lookUpSatCodes(
  transport: Transport,
  language: SatLanguage,
  term: string,
): Promise<SatCodeAnswer[]> {
  if (Array.from(term.trim()).length < SHORTEST_SAT_TERM) return []
  const { data } = await transport.json(
    callOf('lookUpSatCodes', { words: { language, value: term.trim() } }),
    answerSchema,
  )
  return data
}
