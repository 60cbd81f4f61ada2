import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startRawPort } from '../support/raw-port.ts'

/** A draining printer in a process of its own, as a printer is: it must not share our thread. */
export function startPrinterProcess(
  drainRate?: number,
): Promise<{ port: number; uri: string; close: () => Promise<void> }> {
  const child = fork(fileURLToPath(import.meta.url), ['--printer', String(drainRate ?? 0)])
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('message', (port) => {
      resolve({
        port: Number(port),
        uri: `tcp://127.0.0.1:${Number(port)}`,
        close: () =>
          new Promise((closed) => {
            child.once('exit', () => closed())
            child.kill()
          }),
      })
    })
  })
}

if (process.argv[2] === '--printer') {
  const drainRate = Number(process.argv[3])
  const printer = await startRawPort(drainRate > 0 ? { drainRate } : {})
  process.send?.(printer.port)
  process.once('disconnect', () => process.exit())
}
