import { z } from 'zod'
import { MOST_ID } from '../limits.ts'

/** How much the log records, the least first. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A screen's report of its own error; the log keeps of it what can hold nothing private. */
export const screenErrorSchema = z.object({
  name: z.string().max(80),
  message: z.string().max(2000),
  stack: z.string().max(8000),
  /** Where the person was: the route's screen. */
  screen: z.string().max(MOST_ID),
})
export type ScreenError = z.infer<typeof screenErrorSchema>
