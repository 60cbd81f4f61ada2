import { z } from 'zod'

/** Whole units of the currency that is paid in; 0: no limit. */
const spendLimitSchema = z
  .int('a limit must be a whole amount')
  .min(0, 'a limit must not be negative')
  .max(100_000_000, 'a limit must be at most 100,000,000')
export const spendLimitsSchema = z.object({ perBatch: spendLimitSchema, perDay: spendLimitSchema })
/** What batches may spend before a supervisor is asked. */
export type SpendLimits = z.output<typeof spendLimitsSchema>
export const STARTING_SPEND_LIMITS = { perBatch: 25_000, perDay: 100_000 } as const satisfies SpendLimits
