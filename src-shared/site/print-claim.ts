import { z } from 'zod'
import { idSchema, instantSchema } from '../station/limits.ts'
import { siteHolderSchema, sitePersonSchema } from './identity.ts'

const reasonSchema = z.string().trim().min(1).max(300).nullable()

/**
 * Body of `POST /prints/claims`, before a label goes to a printer. The same id twice is one claim. Without a reason it is
 * granted to the first alone; with one, always.
 */
export const claimRequestSchema = z.object({
  claimId: z.string().min(8).max(64),
  shipmentId: idSchema('shipmentId'),
  printerName: z.string().max(120),
  /** Why it is printed although it was before. */
  reason: reasonSchema,
  person: sitePersonSchema,
})
export type ClaimRequest = z.infer<typeof claimRequestSchema>

/**
 * The outcome of a print: `printed` is proved, `unknown` may have come out, `failed` surely did not and frees its
 * claim.
 */
export const PRINT_OUTCOMES = ['claimed', 'printed', 'unknown', 'failed'] as const

/** A print as every station hears of it. */
export const printFactSchema = siteHolderSchema.extend({
  claimId: idSchema('claimId'),
  shipmentId: idSchema('shipmentId'),
  printerName: z.string().max(120),
  reason: z.string().max(300).nullable(),
  outcome: z.enum(PRINT_OUTCOMES),
  /** It was printed while the site could not be asked. */
  onIsland: z.boolean(),
})
export type PrintFact = z.infer<typeof printFactSchema>

export const claimAnswerSchema = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('granted') }),
  /** Another claim exists, newest first: the station asks for a reason and claims again under a new id. */
  z.object({ answer: z.literal('printed-before'), prints: z.array(printFactSchema).min(1).max(20) }),
])
export type ClaimAnswer = z.infer<typeof claimAnswerSchema>

/** Body of `POST /prints/facts`: the outcome of claims, and prints made without one while offline. */
export const factRequestSchema = z.object({
  facts: z
    .array(
      claimRequestSchema.extend({
        outcome: z.enum(['printed', 'unknown', 'failed']),
        onIsland: z.boolean(),
        /** By the station's clock. */
        at: instantSchema,
      }),
    )
    .min(1)
    .max(100),
})
export type FactRequest = z.infer<typeof factRequestSchema>
/** Prints of which two came out without a reason: each station shows them to its person. */
export const factAnswerSchema = z.object({ doubled: z.array(printFactSchema).max(100) })
export type FactAnswer = z.infer<typeof factAnswerSchema>
