import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { LOG_LEVELS, type LogLevel } from '../../src-shared/station/app/log.ts'
import { ledgerPlace } from '../data/backup/place.ts'
import { policyFile } from './policy.ts'
import type { StationOptions } from './station.ts'
import type { LedgerAnswer } from '../data/ledger/ledger.ts'

/** The options with which a shell opens its station. */
export type HostStationOptions = Pick<StationOptions, 'dataDir' | 'baseUrl' | 'apiKey' | 'exportDir' | 'policyFile'>

const environmentSchema = z.object({
  WAYBILL_DATA: z.string().min(1).optional(),
  WAYBILL_BASE_URL: z.url({ protocol: /^https?$/, error: 'WAYBILL_BASE_URL must be a URL' }).optional(),
  WAYBILL_API_KEY: z.string().min(1).optional(),
  WAYBILL_EXPORTS: z.string().refine(isAbsolute, 'WAYBILL_EXPORTS must be an absolute path').optional(),
})

/**
 * The station's options from the environment (WAYBILL_DATA, WAYBILL_BASE_URL, WAYBILL_API_KEY, WAYBILL_EXPORTS); a folder named on the
 * command line goes first. Empty variables count as not set. Both shells use the same folder when none is named, so
 * that work begun in one continues in the other.
 * @throws z.ZodError
 */
export function stationOptions(dataDir: string | undefined, environment: NodeJS.ProcessEnv): HostStationOptions {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { WAYBILL_DATA, WAYBILL_BASE_URL, WAYBILL_API_KEY, WAYBILL_EXPORTS } = environmentSchema.parse(set)
  return {
    dataDir: resolve(dataDir ?? WAYBILL_DATA ?? defaultDataDir(process.platform, environment)),
    apiKey: WAYBILL_API_KEY,
    policyFile: policyFile(process.platform, environment),
    ...(WAYBILL_BASE_URL === undefined ? {} : { baseUrl: WAYBILL_BASE_URL }),
    ...(WAYBILL_EXPORTS === undefined ? {} : { exportDir: WAYBILL_EXPORTS }),
  }
}

/** `--data DIR` or `--data=DIR` anywhere in the arguments, which may hold switches of Electron's own. */
export function dataDirArgument(args: string[]): string | undefined {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } }, strict: false, allowPositionals: true })
  return typeof values.data === 'string' ? values.data : undefined
}

/** `--log-level`: how much the log records in this run. */
export const logLevelSchema = z.enum(LOG_LEVELS, `--log-level must be one of ${LOG_LEVELS.join(', ')}`).optional()

/** The same, anywhere in the arguments, which may hold switches of Electron's own. @throws z.ZodError */
export function logLevelArgument(args: string[]): LogLevel | undefined {
  const options = { 'log-level': { type: 'string' } } as const
  return logLevelSchema.parse(parseArgs({ args, options, strict: false, allowPositionals: true }).values['log-level'])
}

/** The command line's words for when there is no ledger that could be used; both shells take them. */
const LEDGER_OPTIONS = {
  'new-ledger': { type: 'boolean' },
  'restore-ledger': { type: 'string' },
} as const

const ledgerFlagsSchema = z
  .object({
    'new-ledger': z.boolean().default(false),
    'restore-ledger': z.string().min(1, '--restore-ledger must name a file').optional(),
  })
  .refine((flags) => !flags['new-ledger'] || flags['restore-ledger'] === undefined, {
    error: 'use either --new-ledger or --restore-ledger, not both',
  })

/** The person's answer in these flags. @throws z.ZodError */
export function ledgerAnswerOf(flags: unknown): LedgerAnswer | undefined {
  const { 'new-ledger': isNew, 'restore-ledger': name } = ledgerFlagsSchema.parse(flags)
  if (isNew) return { kind: 'new' }
  return name === undefined ? undefined : { kind: 'restore', name }
}

/** The same, anywhere in the arguments, which may hold switches of Electron's own. @throws z.ZodError */
export function ledgerArgument(args: string[]): LedgerAnswer | undefined {
  return ledgerAnswerOf(parseArgs({ args, options: LEDGER_OPTIONS, strict: false, allowPositionals: true }).values)
}

/** The arguments of a Waybill that starts again: an answer was to the ledger as it was. */
export const withoutLedgerAnswer = (args: readonly string[]): string[] =>
  args.filter((arg, at) => !/^--(new-ledger|restore-ledger)(=|$)/.test(arg) && args[at - 1] !== '--restore-ledger')

/**
 * Where each system wants an app's data. On Windows it stays on its machine: in a profile that roams two computers would send the same
 * bookings. One that is in such a profile already stays there.
 */
export function defaultDataDir(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  switch (platform) {
    case 'win32': {
      const roaming = join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Waybill')
      if (existsSync(ledgerPlace(roaming).file)) return roaming
      return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Waybill')
    }
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Waybill')
    default:
      return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'waybill')
  }
}
