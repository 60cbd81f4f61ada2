import { z } from 'zod'
import { idSchema, instantSchema, strictInstantSchema } from '../station/limits.ts'
import { siteHolderSchema, sitePersonSchema } from './identity.ts'

/** What a supervisor asks of a station: that a label comes out of a printer there. */
export const errandBodySchema = z.object({
  kind: z.literal('print'),
  /** Whose printer it is. */
  to: idSchema('to'),
  shipmentId: idSchema('shipmentId'),
  /** What a person knows the shipment by. */
  label: z.string().trim().min(1).max(64),
  printerId: idSchema('printerId'),
  printerName: z.string().max(120),
  reason: z.string().trim().min(1, 'say why it is printed again').max(200, 'a reason has at most 200 characters'),
})
export type ErrandBody = z.output<typeof errandBodySchema>

/**
 * How an errand stands at a station. `waiting`: it has not heard of it, or has not begun. A label is `printed` with proof, `unknown` where it may have come out, `failed` where it surely did not; `withdrawn`: the station
 * heard that it was taken back before it had begun.
 */
export const ERRAND_STANDINGS = ['waiting', 'printing', 'printed', 'unknown', 'failed', 'withdrawn'] as const
export type ErrandStanding = (typeof ERRAND_STANDINGS)[number]

const errandIdSchema = z.string().min(8).max(64)

/** Body of `POST /errands`: the same id twice is one errand. */
export const errandRequestSchema = z.object({
  errandId: errandIdSchema,
  body: errandBodySchema,
  person: sitePersonSchema,
})

/** Body of `POST /errands/withdraw`: stations that have not begun leave it. */
export const withdrawRequestSchema = z.object({ errandId: errandIdSchema, person: sitePersonSchema })

const answerSchema = z.object({
  standing: z.enum(ERRAND_STANDINGS),
  /** Null but for messages of older versions. */
  person: z.string().max(80).nullable(),
  /** Why nothing was printed, as a code; null: something was, or may have been. */
  code: z.string().max(60).nullable(),
  /** By the station's clock. */
  at: instantSchema,
})

/** An errand as every station hears of it, with what each has answered. */
export const errandSchema = siteHolderSchema.extend({
  errandId: errandIdSchema,
  body: errandBodySchema,
  withdrawnAt: strictInstantSchema.nullable(),
  stations: z
    .array(
      z.object({
        stationId: idSchema('stationId'),
        stationName: z.string().max(80),
        /** Null: it has told nothing yet. */
        answer: answerSchema.nullable(),
      }),
    )
    .max(1_000),
})
export type Errand = z.output<typeof errandSchema>

export const MOST_ANSWERS = 100
/** Body of `POST /errands/answers`: how errands stand at this station; told again until the site has answered. */
export const errandAnswersSchema = z.object({
  answers: z
    // Older stations still tell that a message was read.
    .array(answerSchema.extend({ errandId: errandIdSchema, standing: z.enum([...ERRAND_STANDINGS, 'read']) }))
    .min(1)
    .max(MOST_ANSWERS),
})
export type ErrandAnswer = z.output<typeof errandAnswersSchema>['answers'][number]
export const errandsTakenSchema = z.object({ taken: z.int().nonnegative() })

export const MOST_ERRANDS = 50
/** Answer of `GET /errands`: the newest first. */
export const errandListSchema = z.object({ errands: z.array(errandSchema).max(MOST_ERRANDS) })
