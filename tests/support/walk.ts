import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { onTestsDate } from './child-date.ts'
import type { TestSandbox } from './sandbox.ts'
import { newStores } from './new-stores.ts'

/** A function of src-main that was entered on a walk; `from`: the file that called it, null: the event loop did. */
export const callSchema = z.object({ file: z.string(), name: z.string(), from: z.string().nullable() })
export type Call = z.infer<typeof callSchema>

const HOOK = new URL('trace-calls.ts', import.meta.url).href

/** Runs a program that follows a walk in a station of its own, and gives what it tells as JSON. */
export async function walkOf(program: URL, { baseUrl, apiKey, faultToken, clock }: TestSandbox): Promise<unknown> {
  const { env } = onTestsDate(clock)
  const settings = JSON.stringify({ dataDir: newStores(), baseUrl, apiKey, faultToken })
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', HOOK, fileURLToPath(program), settings], {
    maxBuffer: 1 << 26,
    env,
  })
  return JSON.parse(stdout)
}

/**
 * What works for whoever calls, anywhere: time, ids, hashes, the mutex, the worker pool, who is notified of events, SQL, commits and what follows each of them, whom each
 * write forgets, the audit log, which service is in use, who is signed in, what is learned of it, the log. And the inside of a call to the
 * service, with the key that it is made with: a walk of its own.
 */
const TOOLS =
  /^src-main\/(people\/sign-in|inbox\/inbox|integrations\/hooks|booking\/(word-index|booking-words\.rows)|app\/(wire-base|environment|service-profile)|data\/(forget\/on-write|audit\/[\w-]+\.rows|backup\/[\w.-]+)|kernel\/(current-user|clock|ids|content-hash|keyed-mutex|worker-pool|commit-batcher|one-at-a-time|subscribers|log\/[\w-]+|secrets\/[\w-]+|sqlite\/(statement|transaction|json-column|files|is-in)))\.ts$/

/** The calls of one file into another, tools left out. */
export const hopsOf = (calls: readonly Call[]): Call[] =>
  calls.filter(
    ({ file, name, from }) =>
      from !== null &&
      from !== file &&
      name !== 'link' &&
      !TOOLS.test(file) &&
      !TOOLS.test(from) &&
      !from.startsWith('src-main/freight/'),
  )

/** A line a hop, for whoever has to find the detour. */
export const reported = (hops: readonly Call[]): string =>
  hops.map(({ from, file, name }) => `${from ?? ''} -> ${file} ${name}`).join('\n')
