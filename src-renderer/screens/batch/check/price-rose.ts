import { z } from 'zod'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import { moneySchema } from '../../../../src-shared/station/booking/record.ts'

const roseSchema = z.object({ row: z.int(), was: moneySchema, now: moneySchema })

/** Which row of a batch costs more by now, and both amounts; null: another reason. */
export function priceRoseOf({ code, details }: StationErrorData): z.output<typeof roseSchema> | null {
  const rose = roseSchema.safeParse(details)
  return code === 'PRICE_ROSE' && rose.success ? rose.data : null
}
