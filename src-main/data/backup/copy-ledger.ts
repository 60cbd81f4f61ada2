import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import type { ChildLauncher } from '../../kernel/child-program.ts'

/** Copies a ledger's file, also while it changes; rejects when it could not, or was stopped. */
export type CopyLedger = (from: string, to: string, stop: AbortSignal) => Promise<void>

/** From source as from the build: the file beside this one. */
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

/**
 * Copies in a process of its own: to open the file in this one would drop SQLite's locks on it. Without a launcher a
 * thread starts it: a process of Node.js counts as started only when the other runs, and the starter is blocked until
 * then.
 */
export const copierOf = (launcher?: ChildLauncher): CopyLedger => (launcher ? copyBy(launcher) : copyByThread)

const copyByThread: CopyLedger = (from, to, stop) =>
  new Promise((resolve, reject) => {
    const { processes, log } = runtime()
    const worker = processes.thread(new URL(`./copy.worker${extension}`, import.meta.url), { data: { from, to }, log })
    const reportStop = () => worker.postMessage('stop')
    worker.ref()
    stop.addEventListener('abort', reportStop, { once: true })
    if (stop.aborted) reportStop()
    worker.on('message', (message: unknown) => {
      const { failure } = copiedSchema.parse(message)
      if (failure === null) resolve()
      else reject(Object.assign(new Error(failure.message), { code: failure.code }))
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      stop.removeEventListener('abort', reportStop)
      reject(new Error(`the thread for a copy ended with ${code}`))
    })
  })

/** The thread's report of a copy; null: it is there. */
const copiedSchema = z.object({ failure: z.object({ message: z.string(), code: z.string() }).nullable() })
export type Copied = z.infer<typeof copiedSchema>

/** The copy as a process that this thread begins. */
export function copyBy(launcher: ChildLauncher): CopyLedger {
  return (from, to, stop) =>
    new Promise((resolve, reject) => {
      const child = launcher({
        entry: fileURLToPath(new URL(`./copy.child${extension}`, import.meta.url)),
        args: [from, to],
        env: process.env,
      })
      let said = ''
      child.stdout.resume()
      child.stderr.on('data', (chunk: Buffer | string) => (said = `${said}${chunk.toString()}`.slice(-2_000)))
      stop.addEventListener('abort', child.stop, { once: true })
      child.onExit((code) => {
        stop.removeEventListener('abort', child.stop)
        if (code === 0) resolve()
        else reject(copyFailed(said, stop.aborted))
      })
    })
}

/** The system's own code goes along, so that a full disk is reported as one. */
function copyFailed(said: string, isStopped: boolean): Error {
  if (isStopped) return new Error('the copy stopped because Waybill was closed')
  const [code = ''] = /\bE[A-Z]{3,}\b/.exec(said) ?? []
  const why = /^Error: (.*)$/m.exec(said)?.[1] ?? said.trim()
  return Object.assign(new Error(`the copy failed: ${why}`), { code })
}
