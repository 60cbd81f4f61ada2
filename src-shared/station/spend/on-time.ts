import { z } from 'zod'
import { daySchema } from '../../freight/scalar.ts'

/** The groupings of a report of deliveries. */
export const ON_TIME_BY = ['carrier', 'lane', 'carrier-lane'] as const
export type OnTimeBy = (typeof ON_TIME_BY)[number]

/** A report has at most this many rows, those with the most deliveries; the rest is one row without a name. */
const MOST_ROWS = 5_000
export const onTimeSchema = z
  .object({
    by: z.enum(ON_TIME_BY, { error: `must be one of ${ON_TIME_BY.join(', ')}` }),
    /** The first and the last day; weeks are taken whole, Monday to Sunday (UTC), by the day of delivery. */
    from: daySchema.max(10),
    until: daySchema.max(10),
    limit: z.int().min(1).max(MOST_ROWS).default(500),
  })
  .strict()
export type OnTimeInput = z.output<typeof onTimeSchema>

/** How deliveries went. */
export interface OnTimeSums {
  delivered: number
  /** Of those: with a promised day. */
  promised: number
  /** Of the promised ones: not after that day. */
  onTime: number
  /** Of the delivered ones: whose pickup is known. */
  timed: number
  /** Milliseconds from pickup to delivery of the timed ones, summed. */
  transitMs: number
}

export interface OnTimeRow extends OnTimeSums {
  /**
   * Fields that the report is not split by are empty, and so is a carrier that is not known; null: all that are not
   * named.
   */
  name: { carrier: string; lane: string } | null
}

export interface OnTimeReport {
  rows: OnTimeRow[]
  total: OnTimeSums
  /** Shipments of before are still being counted. */
  isCounting: boolean
}
