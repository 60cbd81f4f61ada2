import { z } from 'zod'
import type { WorldReport } from '../world.ts'

/** The last line of a world: its fields, in this order, and no others. */
export const resultSchema = z.strictObject({
  seed: z.string(),
  days: z.int(),
  stations: z.int(),
  hash: z.string(),
  actions: z.int(),
  restarts: z.int(),
  kills: z.int(),
  restores: z.int(),
  violations: z.int(),
  timesLife: z.int(),
})

/** The line before it. */
export const detailSchema = z.object({
  responseVariant: z.string(),
  calls: z.int(),
  events: z.int(),
  seconds: z.number(),
  /** Rules that were broken. */
  rules: z.array(z.string()),
  /** How often each thing happened. */
  tally: z.record(z.string(), z.int()),
})

export function resultOf(report: WorldReport, tookMs: number): z.infer<typeof resultSchema> {
  const { seed, days, stations, hash, actions, restarts, kills, restores, violations, simulatedMs } = report
  const timesLife = Math.round(simulatedMs / tookMs)
  return { seed, days, stations, hash, actions, restarts, kills, restores, violations: violations.length, timesLife }
}

export function detailOf(report: WorldReport, responseVariant: string, tookMs: number): z.infer<typeof detailSchema> {
  const { calls, events, violations, tally } = report
  return {
    responseVariant,
    calls,
    events,
    seconds: Math.round(tookMs / 100) / 10,
    rules: [...new Set(violations.map(({ rule }) => rule))],
    tally: Object.fromEntries([...tally].filter(([name]) => !name.startsWith('command '))),
  }
}
