import { z } from 'zod'
import type { StationErrorData } from './error.ts'

/** Which freight service the station talks to. */
export type Environment =
  /** baseUrl is null until the embedded service has started. */
  { kind: 'embedded'; baseUrl: string | null } | { kind: 'service'; baseUrl: string }

/** Where the API key in use is kept. `none`: there is no key yet. */
export type KeyStorage = 'keychain' | 'environment' | 'memory' | 'embedded' | 'none'

/** Learned from real calls: what the last one told. `unknown` until the first call. */
export type Connection =
  | { kind: 'unknown' }
  | { kind: 'online'; since: string }
  | { kind: 'offline'; since: string; error: StationErrorData }
  /** Reached, but the key was refused. */
  | { kind: 'refused'; since: string; error: StationErrorData }

export const environmentInputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded') }),
  z.object({
    kind: z.literal('service'),
    baseUrl: z
      .url({
        protocol: /^https?$/,
        error: 'base URL must start with https:// (or http:// for a service on this machine)',
      })
      .max(300),
    /** Absent: keep the key stored for this base URL. */
    apiKey: z.string().trim().min(1).max(500).optional(),
  }),
])
export type EnvironmentInput = z.input<typeof environmentInputSchema>

export const THEMES = ['system', 'light', 'dark'] as const
export const LANGUAGES = ['en', 'es'] as const

export const settingsSchema = z.object({
  theme: z.enum(THEMES).default('system'),
  language: z.enum(LANGUAGES).default('en'),
  stationName: z.string().trim().min(1).max(40).default('Station 1'),
  /** Where an address starts from, prefilled in Quote; null until first used. */
  labelFormat: z.enum(['PDF', 'ZPL']).default('ZPL'),
})
export type Settings = z.infer<typeof settingsSchema>
export const settingsPatchSchema = z.object({
  theme: z.enum(THEMES).optional(),
  language: z.enum(LANGUAGES).optional(),
  stationName: z.string().trim().min(1, 'station name is required').max(40).optional(),
  labelFormat: z.enum(['PDF', 'ZPL']).optional(),
})

/** The frame's own data: what must always be in sight. */
export interface StationState {
  version: string
  environment: Environment
  keyStorage: KeyStorage
  /** False where no keychain service runs: a key entered is kept for this run only. */
  keychainAvailable: boolean
  connection: Connection
  settings: Settings
  /** Bookings saved here that the service has not confirmed: QUEUED, SENDING, UNKNOWN, NEEDS_DECISION. */
  notSent: number
  /** Things that went wrong at start, e.g. a damaged database that was put aside. Shown until dismissed. */
  notices: StationErrorData[]
}
