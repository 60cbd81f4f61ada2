import type { ChildLauncher } from '../kernel/child-program.ts'

interface UtilityProcess {
  readonly pid: number | undefined
  readonly stdout: NodeJS.ReadableStream | null
  readonly stderr: NodeJS.ReadableStream | null
  once(event: 'exit', listener: (code: number) => void): unknown
  kill(): boolean
}

interface UtilityProcesses {
  fork(
    entry: string,
    args: string[],
    options: { env: NodeJS.ProcessEnv; stdio: ('ignore' | 'pipe')[]; serviceName: string },
  ): UtilityProcess
}

/**
 * Starts a program of ours (the embedded service, a copy of the ledger) in an Electron utility process. Electron's program cannot run as plain Node.js: that fuse
 * is off. A utility process ends with the app, however that ends.
 */
export function utilityLauncher(utilityProcess: UtilityProcesses): ChildLauncher {
  return ({ entry, args, env }) => {
    const child = utilityProcess.fork(entry, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Waybill',
    })
    const { stdout, stderr } = child
    if (stdout === null || stderr === null) throw new Error('a program of ours was started without pipes')
    return {
      get pid() {
        return child.pid
      },
      stdout,
      stderr,
      onExit: (listener) => child.once('exit', listener),
      stop: () => child.kill(),
    }
  }
}
