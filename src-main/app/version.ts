import { readFileSync } from 'node:fs'
import { z } from 'zod'

const packageSchema = z.object({ version: z.string() })

/** Waybill's version. package.json is beside the source folders, and beside out/ when built. */
export function packageVersion(): string {
  const path = import.meta.url.endsWith('.ts') ? '../../package.json' : '../../../package.json'
  return packageSchema.parse(JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))).version
}
