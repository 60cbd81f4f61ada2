import { z } from 'zod'
import { NAIVE_WAYS } from './naive-ways.ts'

/** How a site of its own process is opened. */
export const siteSettingsSchema = z.object({
  databaseUrl: z.string(),
  folder: z.string(),
  port: z.int(),
  environment: z.string(),
  baseUrl: z.string(),
  apiKey: z.string(),
  /** How long it waits for an answer of the service. */
  deadlineMs: z.number(),
  /** A send begins within so long of its permit, by the machine's own clock. */
  guardMs: z.number(),
  /** How long its key takes to come, as from a keychain: between the permit and the send. */
  keyDelayMs: z.number(),
  /** How far its clock is ahead of the machine's. */
  aheadMs: z.number(),
  /** Breaks it on purpose. */
  naive: z.enum(NAIVE_WAYS).nullable(),
})
export type SiteSettings = z.input<typeof siteSettingsSchema>

/** What the driver tells it. */
export const siteOrderSchema = z.discriminatedUnion('kind', [
  /** Lets so much time pass, for its clock and its timers. */
  z.object({ kind: z.literal('pass'), ms: z.number() }),
  z.object({ kind: z.literal('code'), id: z.int(), urls: z.array(z.string()) }),
  z.object({ kind: z.literal('is-sender'), id: z.int() }),
  z.object({ kind: z.literal('close') }),
])
export type SiteOrder = z.infer<typeof siteOrderSchema>

/** What it tells the driver. */
export const siteReportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
  z.object({ kind: z.literal('answer'), id: z.int(), value: z.union([z.string(), z.boolean()]) }),
])
export type SiteReport = z.infer<typeof siteReportSchema>
