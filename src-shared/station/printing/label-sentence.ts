import { z } from 'zod'

/** What a judge says of a label: by code, to be said in any language, and in English. */
export const labelSentenceSchema = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  english: z.string(),
})
export type SaidOfLabel = z.infer<typeof labelSentenceSchema>
