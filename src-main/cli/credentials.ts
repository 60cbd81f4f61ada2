import { join } from 'node:path'
import type { CliIo } from './io.ts'

/** The file of each secret in the folder that systemd's LoadCredential, or a container's secrets, fill. */
const FILES = {
  WAYBILL_API_KEY: 'api-key',
  WAYBILL_SITE_DATABASE: 'site-database',
  WAYBILL_METRICS_TOKEN: 'metrics-token',
} as const

/** With the secrets that are files in CREDENTIALS_DIRECTORY; a variable that is set goes first, a file that is missing is none. */
export async function withCredentials(io: CliIo): Promise<CliIo> {
  const folder = io.env['CREDENTIALS_DIRECTORY']
  if (!folder) return io
  const env = { ...io.env }
  for (const [name, file] of Object.entries(FILES)) {
    const bytes = env[name] ? null : await io.readFile(join(folder, file)).catch(() => null)
    if (bytes !== null) env[name] = new TextDecoder().decode(bytes).trim()
  }
  return { ...io, env }
}
