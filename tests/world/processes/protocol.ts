import { z } from 'zod'
import { stationErrorSchema } from '../../../src-shared/station/error.ts'

const common = {
  baseUrl: z.string(),
  apiKey: z.string(),
  /** How long it waits for an answer of the service. */
  deadlineMs: z.number(),
  /** How far its clock is ahead of the machine's. */
  clockOffsetMs: z.number(),
}

const stationSchema = z.object({
  kind: z.literal('station'),
  dataDir: z.string(),
  ...common,
  /** Kills itself at the nth step of the work on its files, counted from 1; null: at none. */
  dieAtStep: z.int().positive().nullable().default(null),
  /** What a person says to a ledger that is missing. */
  ledgerAnswer: z
    .object({ kind: z.literal('new') })
    .nullable()
    .default(null),
  /** Timers of less go by the machine's clock when time is made to pass: limits of calls above all. */
  shortestTimerMs: z.number().default(1_000),
  /** Where what it keeps in its keychain outlives it; null: it has no keychain. */
  keychainFile: z.string().nullable().default(null),
})

const siteSchema = z.object({
  kind: z.literal('site'),
  databaseUrl: z.string(),
  folder: z.string(),
  port: z.int(),
  environment: z.string(),
  ...common,
  /** A send begins within so long of its permit, by the machine's own clock. */
  guardMs: z.number(),
  /** How long its key takes to come, as from a keychain: between the permit and the send. */
  keyDelayMs: z.number(),
  /** A fault put into its code, by its name. */
  mutant: z.string().nullable(),
})

/** How a station, or a site, of its own process is opened. */
export const settingsSchema = z.discriminatedUnion('kind', [stationSchema, siteSchema])
export type Settings = z.input<typeof settingsSchema>
export type StationSettings = Omit<z.input<typeof stationSchema>, 'kind'>
export type SiteSettings = Omit<z.input<typeof siteSchema>, 'kind'>
export type OpenStation = z.output<typeof stationSchema>
export type OpenSite = z.output<typeof siteSchema>

/** What the driver tells it. */
export const orderSchema = z.discriminatedUnion('kind', [
  /** Of a station by its command table; of a site `enrolCode`, `isSender` and `calm`. */
  z.object({ kind: z.literal('command'), id: z.int(), name: z.string(), input: z.unknown() }),
  /** Sets its clock, forward or back. */
  z.object({ kind: z.literal('jump'), ms: z.number() }),
  /** Lets so much time pass, for its clock and its timers. */
  z.object({ kind: z.literal('pass'), ms: z.number() }),
  z.object({ kind: z.literal('close') }),
])
export type Order = z.infer<typeof orderSchema>

export const resultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: stationErrorSchema }),
])
export type StationResult = z.infer<typeof resultSchema>

const noticeSchema = z.object({ code: z.string(), message: z.string() })
export type NoticeFact = z.infer<typeof noticeSchema>

/** What it tells the driver. */
export const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), notices: z.array(noticeSchema) }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
  z.object({ kind: z.literal('answer'), id: z.int(), result: z.unknown() }),
])
export type Report = z.infer<typeof reportSchema>
