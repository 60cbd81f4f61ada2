import { z } from 'zod'
import { isOneLine, nameSchema } from '../limits.ts'
import { desktopSettingsSchema, updateSettingsSchema } from './desktop.ts'
import { retentionRulesSchema } from './retention.ts'
import { LOG_LEVELS } from './log.ts'
import type { Severity } from '../inbox/item.ts'
import type { SignInState } from './people.ts'
import type { FamilyRateLimit } from './call-priority.ts'
import type { StationErrorData } from '../error.ts'
import { spendLimitsSchema } from './spend-limits.ts'
import { papersSchema } from '../documents/papers.ts'
import { cutoffsSchema } from '../booking/cutoff.ts'
import { pickupDaysSchema } from '../booking/pickup-terms.ts'
import { scaleSettingsSchema, scannerSettingsSchema } from '../scale/settings.ts'
import { ROLES } from '../role.ts'
import type { SiteStatus } from '../site/site.ts'
import type { PrintDocument } from '../printing/printer-settings.ts'

/** The key under which the embedded service's bookings and labels are filed. Nothing of them is real freight. */
export const EMBEDDED = 'embedded'

/** Which freight service the station talks to. */
export type Environment =
  /** baseUrl is null until the embedded service has started. */
  { kind: 'embedded'; baseUrl: string | null } | { kind: 'service'; baseUrl: string }

/**
 * Why the keychain cannot be used. `service`: none runs on this machine; `library`: its client library cannot be
 * loaded; `locked`: a person has to unlock it.
 */
export type KeychainLack = 'service' | 'library' | 'locked'
/**
 * Where the API key in use is kept. `none`: there is no key yet. `site`: at the site that the station belongs to.
 * `locked`: unknown before the keychain is unlocked.
 */
export type KeyStorage = 'site' | 'keychain' | 'environment' | 'memory' | 'embedded' | 'none' | 'locked'

/** Learned from real calls: the last one's result. `unknown` until the first call. */
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
        error: 'base URL must start with https:// (or http:// for a service on this computer)',
      })
      .max(300),
    /** Absent: keep the key stored for this base URL. */
    apiKey: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .regex(/^[\u0020-\u007e\u00a0-\u00ff]+$/, 'must be one line of letters, digits and signs')
      .optional(),
  }),
])
export type EnvironmentInput = z.input<typeof environmentInputSchema>

export const THEMES = ['system', 'light', 'dark'] as const
export const LANGUAGES = ['en', 'es'] as const

const priceToleranceSchema = z
  .number({ error: 'price tolerance must be a percentage' })
  .min(0, 'price tolerance must not be negative')
  .max(25, 'price tolerance must be at most 25 percent')

const thresholdsSchema = z.object({
  /** Hours without an event after which a shipment under way is stale. */
  staleHours: z
    .int('stale hours must be a whole number')
    .min(1, 'stale hours must be at least 1')
    .max(720, 'stale hours must be at most 720')
    .default(48),
  /** Hours after the promised time before a shipment counts as late. */
  lateHours: z
    .int('late hours must be a whole number')
    .min(0, 'late hours must not be negative')
    .max(240, 'late hours must be at most 240')
    .optional(),
  /** A shipment expected within this many days after today is at risk; absent: 1. */
  riskDays: z
    .int('days at risk must be a whole number')
    .min(0, 'days at risk must not be negative')
    .max(14, 'days at risk must be at most 14')
    .optional(),
})
export type Thresholds = z.output<typeof thresholdsSchema>

export const DENSITIES = ['comfortable', 'compact'] as const

export const settingsSchema = z.object({
  theme: z.enum(THEMES).default('system'),
  language: z.enum(LANGUAGES).default('en'),
  stationName: z.string().trim().min(1).max(40).default('Station 1'),
  /** Who works here now; noted in the audit log. Empty or absent: not given. */
  operatorName: z.string().trim().max(40).optional(),
  /** Where an address starts from, prefilled in Quote; null until first used. */
  labelFormat: z.enum(['PDF', 'ZPL']).default('ZPL'),
  /** When tracking calls for a look; absent: 48 hours. */
  thresholds: thresholdsSchema.optional(),
  /**
   * The allowed price rise between an expired quote and its successor without a question, in percent of the old
   * price.
   */
  priceTolerance: priceToleranceSchema.default(0),
  /** Absent: STARTING_SPEND_LIMITS. */
  spendLimits: spendLimitsSchema.optional(),
  /** When trucks leave, and whom to call; absent: not given. */
  cutoffs: cutoffsSchema.optional(),
  /** Where pickups differ from the public holidays; absent: nowhere. */
  pickupDays: pickupDaysSchema.optional(),
  /** How long expiring data is kept; absent: STARTING_RETENTION. */
  keep: retentionRulesSchema.optional(),
  /** Absent: not given; the rail begins with Pack. */
  role: z.enum(ROLES).optional(),
  /** Absent: on. */
  sounds: z.boolean().optional(),
  /** Absent: comfortable. */
  density: z.enum(DENSITIES).optional(),
  /** How much the log records; absent: info. */
  logLevel: z.enum(LOG_LEVELS).optional(),
  /** Absent: STARTING_PAPERS. */
  papers: papersSchema.optional(),
  /** Absent: NO_SCALE. */
  scale: scaleSettingsSchema.optional(),
  /** A scanner on a serial line; absent or null: there is none. */
  scanner: scannerSettingsSchema.optional(),
  /** Absent: as a window of any app. */
  desktop: desktopSettingsSchema.optional(),
  /** Absent: newer versions are not looked for. */
  updates: updateSettingsSchema.optional(),
  /** Developer tools may be opened until then. */
  toolsUntil: z.iso.datetime().max(40).optional(),
  /** `due`: a new station whose first questions are not answered yet. */
  firstRun: z.enum(['due', 'done']).optional(),
})
export type Settings = z.infer<typeof settingsSchema>

/**
 * Settings that everyone may change for themselves; all others affect money, records or other people, and need a
 * supervisor.
 */
const OWN_SETTINGS: readonly string[] = [
  'theme',
  'language',
  'sounds',
  'density',
  'role',
  'firstRun',
] satisfies (keyof Settings)[]

export const isOwnSettings = (patch: object): boolean => Object.keys(patch).every((name) => OWN_SETTINGS.includes(name))

export const settingsPatchSchema = z.object({
  theme: z.enum(THEMES).optional(),
  language: z.enum(LANGUAGES).optional(),
  stationName: nameSchema('station name', 40).optional(),
  operatorName: z
    .string()
    .trim()
    .max(40, 'operator name must be at most 40 characters')
    .refine(isOneLine, 'operator name must be one line, without control characters')
    .optional(),
  labelFormat: z.enum(['PDF', 'ZPL']).optional(),
  thresholds: thresholdsSchema.optional(),
  priceTolerance: priceToleranceSchema.optional(),
  spendLimits: spendLimitsSchema.optional(),
  cutoffs: cutoffsSchema.optional(),
  pickupDays: pickupDaysSchema.optional(),
  keep: retentionRulesSchema.optional(),
  role: z.enum(ROLES).optional(),
  sounds: z.boolean().optional(),
  density: z.enum(DENSITIES).optional(),
  logLevel: z.enum(LOG_LEVELS).optional(),
  scale: scaleSettingsSchema.optional(),
  scanner: scannerSettingsSchema.optional(),
  papers: papersSchema.optional(),
  desktop: desktopSettingsSchema.optional(),
  updates: updateSettingsSchema.optional(),
  firstRun: z.literal('done').optional(),
})

/** The settings that the administrator's file of a machine may decide. */
export type ManagedSetting = 'serviceUrl' | 'language' | 'keep' | 'updates' | 'printers'

/** The frame's own data: what must always be in sight. */
export interface StationState {
  version: string
  environment: Environment
  keyStorage: KeyStorage
  /** False where no keychain service runs, when a key entered is kept for this run only, or where it is locked. */
  keychainAvailable: boolean
  /** Why it is not available; null: it is. */
  keychainLack: KeychainLack | null
  connection: Connection
  settings: Settings
  /** The rest of the service's rate limits, one a family of calls. */
  rateLimits: FamilyRateLimit[]
  /** Bookings saved here that the service has not confirmed: QUEUED, SENDING, UNKNOWN, NEEDS_DECISION. */
  notSent: number
  /** What needs a person and has not ended; absent: nothing. */
  inbox?: { open: number; worst: Severity }
  /** Things that went wrong at start, e.g. a damaged database that was put aside. Shown until dismissed. */
  notices: StationErrorData[]
  /** What cannot be changed here, because this file of the administrator decides it; absent: there is none. */
  managed?: { file: string; settings: ManagedSetting[] }
  /** The site that the station belongs to; absent: it is alone. */
  site?: SiteStatus
  /** Current failures are staged. */
  isRehearsing?: boolean
  /** Whether people sign in here, and who is; absent: they do not. */
  signIn?: SignInState
  /**
   * The ledger was restored from a backup, and its settings are not confirmed yet: the environment above, and which
   * printer takes what. Until then nothing is sent or printed. Null or absent: nothing to confirm.
   */
  restored?: {
    /** When the backup was made. */
    backupAt: string
    /** The name of the printer that each kind of document goes to. */
    routes: { document: PrintDocument; printer: string }[]
  } | null
}
