import { fileURLToPath } from 'node:url'
import { forkProcess, type ChildLauncher } from '../../../child-program.ts'

/** Copies a ledger's file, also while it changes; rejects when it could not, or was stopped. */
export type CopyLedger = (from: string, to: string, stop: AbortSignal) => Promise<void>

/** From source as from the build: the file beside this one. */
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

/** Copies in a process of its own: to open the file in this one would drop SQLite's locks on it. */
export function copierOf(launcher: ChildLauncher = forkProcess): CopyLedger {
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

/** The system's own code goes along, so that a full disk is told as one. */
function copyFailed(said: string, isStopped: boolean): Error {
  if (isStopped) return new Error('the copy was broken off, for Waybill was closed')
  const [code = ''] = /\bE[A-Z]{3,}\b/.exec(said) ?? []
  const why = /^Error: (.*)$/m.exec(said)?.[1] ?? said.trim()
  return Object.assign(new Error(`the copy failed: ${why}`), { code })
}
