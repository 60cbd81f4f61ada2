import type { EmbeddedLauncher } from '../app/embedded.ts'

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
 * Starts the embedded service in an Electron utility process. Electron's program cannot run as plain Node.js: that fuse
 * is off. A utility process ends with the app, however that ends.
 */
export function utilityLauncher(utilityProcess: UtilityProcesses): EmbeddedLauncher {
  return ({ entry, args, env }) => {
    const child = utilityProcess.fork(entry, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Waybill embedded freight service',
    })
    const { stdout, stderr } = child
    if (stdout === null || stderr === null) throw new Error('the embedded service was started without pipes')
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
