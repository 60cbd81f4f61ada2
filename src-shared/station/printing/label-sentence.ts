import { z } from 'zod'

/** A validation finding about a label: by code, to be shown in any language, and in English. */
export const labelSentenceSchema = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  english: z.string(),
})
export type SaidOfLabel = z.infer<typeof labelSentenceSchema>
