import { fork } from 'node:child_process'
import type { Readable } from 'node:stream'

interface ChildLaunch {
  /** Absolute path of the module to run. */
  entry: string
  args: string[]
  env: NodeJS.ProcessEnv
}

/** A program of ours in a process of its own, as far as the station needs to know it. */
interface ChildProgram {
  readonly pid: number | undefined
  readonly stdout: NodeJS.ReadableStream
  readonly stderr: NodeJS.ReadableStream
  /** Called once, also when the process could not be started. */
  onExit(listener: (code: number | null) => void): void
  /** Asks it to exit. */
  stop(): void
}

/** Starts a module of ours as a process of its own. */
export type ChildLauncher = (launch: ChildLaunch) => ChildProgram

/** The default launcher: another Node.js with an IPC channel, whose loss ends the program when the station dies. */
export const forkProcess: ChildLauncher = ({ entry, args, env }) => {
  const child = fork(entry, args, { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  return {
    pid: child.pid,
    stdout: piped(child.stdout),
    stderr: piped(child.stderr),
    onExit: (listener) => {
      child.once('exit', listener)
      child.once('error', () => {
        if (child.pid === undefined) listener(null)
      })
    },
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}

function piped(stream: Readable | null): Readable {
  if (stream === null) throw new Error('a program of ours was started without pipes')
  return stream
}

/** Ends a program at once, whatever it does: a hanging one reads no request. */
export function killProgram(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
