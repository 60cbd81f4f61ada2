import { execFile } from 'node:child_process'
import { isPdf } from './cups.ts'

/** The outcome of a document passed to `lp`. */
export type LpOutcome =
  { kind: 'spooled'; jobId: number | null } | { kind: 'refused'; reason: string } | { kind: 'unknown'; reason: string }

/** Hands a document to a queue by another program than ours: raw, or a PDF to its driver. */
export type Lp = (queue: string, document: Uint8Array) => Promise<LpOutcome>

const DEADLINE_MS = 30_000

/**
 * The system's `lp`, for a spooler that takes no IPP where it is looked for: one on another machine that `client.conf` names,
 * for instance. Its answers are English text (`LC_ALL=C`): `request id is dock-12 (1 file(s))`, or a line that begins with
 * `lp: ` and says why it took nothing.
 */
export const lpProgram: Lp = (queue, document) =>
  new Promise((resolve) => {
    const child = execFile(
      'lp',
      ['-d', queue, ...(isPdf(document) ? [] : ['-o', 'raw']), '-t', 'Waybill label'],
      { timeout: DEADLINE_MS, env: { ...process.env, LC_ALL: 'C' } },
      (error, stdout, stderr) => resolve(outcomeOfLp(error === null ? 0 : (error.code ?? null), stdout, stderr)),
    )
    // A program that ends before it read everything reports why.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(document)
  })

/** @param code the exit code; a text: it could not be started; null: it was ended */
export function outcomeOfLp(code: number | string | null, stdout: string, stderr: string): LpOutcome {
  if (code === 0) {
    const jobId = /request id is \S+-(\d+)/.exec(stdout)?.[1]
    return { kind: 'spooled', jobId: jobId === undefined ? null : Number(jobId) }
  }
  if (typeof code === 'string') return { kind: 'refused', reason: `lp cannot be started (${code})` }
  const said = /^lp: (.+)$/m.exec(stderr)?.[1]
  if (code === 1 && said !== undefined) return { kind: 'refused', reason: said }
  return { kind: 'unknown', reason: `lp ended with ${code ?? 'no answer'}` }
}
