import { spawn } from 'node:child_process'

/** How Electron's program ended, as far as `npm start` can do something about it. */
export type ElectronEnd =
  { kind: 'unusable'; reason: string } | { kind: 'ended'; exitCode: number; said: string | null }

/** What a program that cannot even load says: no such library, no permission, killed by its own checks. */
const UNUSABLE_EXIT_CODES = [126, 127, 132, 133, 134, 139]
const UNUSABLE_SIGNALS = ['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 'SIGBUS']
/** What Windows says of such a program, by the status of its end. */
const WINDOWS_STATUS: Record<number, string> = {
  0xc0000005: 'it reached into memory that is not its own',
  0xc0000135: 'a DLL is missing',
  0xc0000139: 'a DLL is of another version',
  0xc0000142: 'a DLL could not be started',
  0xc000007b: 'it is made for another kind of processor',
  0xc0000409: 'it broke off by its own checks',
}
/** An Electron that dies of itself so soon never showed a window. */
const START_MS = 15_000

/** The surroundings without what would make of Electron a plain Node.js, which opens no window. */
export function withoutNodeMode({ ELECTRON_RUN_AS_NODE: _, ...environment }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return environment
}

/** Runs it until it ends; this process passes on what ends it, and only waits. */
export async function runProgram(path: string, args: string[]): Promise<ElectronEnd> {
  const start = performance.now()
  const child = spawn(path, args, { stdio: 'inherit', env: withoutNodeMode(process.env) })
  // Ctrl-C reaches Electron as well, which closes the station.
  const ignore = () => undefined
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', ignore).on('SIGTERM', pass).on('SIGHUP', pass)
  try {
    return await new Promise<ElectronEnd>((resolve) => {
      child.once('error', (error) => resolve({ kind: 'unusable', reason: error.message }))
      child.once('exit', (code, signal) => resolve(endOf(code, signal, performance.now() - start)))
    })
  } finally {
    process.off('SIGINT', ignore).off('SIGTERM', pass).off('SIGHUP', pass)
  }
}

/** What an end after so many milliseconds means. */
export function endOf(code: number | null, signal: NodeJS.Signals | null, afterMs: number): ElectronEnd {
  const status = code === null ? undefined : WINDOWS_STATUS[code >>> 0]
  const isUnusable =
    status !== undefined ||
    (signal === null ? UNUSABLE_EXIT_CODES.includes(code ?? 0) : UNUSABLE_SIGNALS.includes(signal))
  const how = status ?? signal ?? `code ${code ?? 'none'}`
  if (isUnusable && afterMs < START_MS) return { kind: 'unusable', reason: how }
  if (signal !== null || status !== undefined)
    return { kind: 'ended', exitCode: 1, said: `Electron was ended: ${how}.` }
  return { kind: 'ended', exitCode: code ?? 1, said: null }
}
