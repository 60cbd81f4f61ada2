import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { StationOptions } from './station.ts'

/** What a shell opens its station with. */
export type HostStationOptions = Pick<StationOptions, 'dataDir' | 'baseUrl' | 'apiKey'>

const environmentSchema = z.object({
  WAYBILL_DATA: z.string().min(1).optional(),
  WAYBILL_BASE_URL: z.url({ protocol: /^https?$/, error: 'WAYBILL_BASE_URL must be a URL' }).optional(),
  WAYBILL_API_KEY: z.string().min(1).optional(),
})

/**
 * The station's options from the environment (WAYBILL_DATA, WAYBILL_BASE_URL, WAYBILL_API_KEY); a folder named on the
 * command line goes first. Empty variables count as not set. Both shells use the same folder when none is named, so
 * that work begun in one goes on in the other.
 * @throws z.ZodError
 */
export function stationOptions(dataDir: string | undefined, environment: NodeJS.ProcessEnv): HostStationOptions {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { WAYBILL_DATA, WAYBILL_BASE_URL, WAYBILL_API_KEY } = environmentSchema.parse(set)
  return {
    dataDir: resolve(dataDir ?? WAYBILL_DATA ?? defaultDataDir(process.platform, environment)),
    apiKey: WAYBILL_API_KEY,
    ...(WAYBILL_BASE_URL === undefined ? {} : { baseUrl: WAYBILL_BASE_URL }),
  }
}

/** `--data DIR` or `--data=DIR` anywhere in the arguments, which may hold switches of Electron's own. */
export function dataDirArgument(args: string[]): string | undefined {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } }, strict: false, allowPositionals: true })
  return typeof values.data === 'string' ? values.data : undefined
}

/** Where each system wants an app's data. */
export function defaultDataDir(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  switch (platform) {
    case 'win32':
      return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Waybill')
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Waybill')
    default:
      return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'waybill')
  }
}
