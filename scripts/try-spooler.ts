import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { listQueues } from '../src-main/printing/transports/cups.ts'
import { cupsTransport } from '../src-main/printing/transports/cups-transport.ts'
import { localIppServer, type IppServer } from '../src-main/printing/transports/ipp-client.ts'
import type { Transport } from '../src-main/printing/transports/transport.ts'
import { listWindowsQueues } from '../src-main/printing/transports/winspool/queue-list.ts'
import { winspoolTransport } from '../src-main/printing/transports/winspool/winspool-transport.ts'

/**
 * `node scripts/try-spooler.ts`: makes a queue of this system's own spooler whose port is a listener here, hands it a label,
 * and looks that every byte arrives and that a queue which is not there refuses. Needs an administrator.
 */
const QUEUE = 'Waybill-trial'
const ARRIVES_WITHIN_MS = 60_000

/** A system's spooler, as far as a trial of it goes. */
export interface Spooler {
  add(name: string, port: number): unknown
  names(): Promise<string[]>
  to(queue: string): Transport
}

const windows: Spooler = {
  add: (name, port) => {
    const script = [
      "Add-PrinterDriver -Name 'Generic / Text Only'",
      `Add-PrinterPort -Name '${name}' -PrinterHostAddress 127.0.0.1 -PortNumber ${port}`,
      `Add-Printer -Name '${name}' -DriverName 'Generic / Text Only' -PortName '${name}'`,
    ].join('; ')
    execFileSync('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], { stdio: 'inherit' })
  },
  names: async () => (await listWindowsQueues()).map(({ name }) => name),
  to: winspoolTransport,
}

/** CUPS, of Linux and of macOS. */
export const cups = (server: IppServer, add: Spooler['add']): Spooler => ({
  add,
  names: async () => ((await listQueues(server)) ?? []).map(({ name }) => name),
  to: (queue) => cupsTransport(server, queue),
})

/** Takes what a queue sends to it until so many bytes are there. */
async function listen(bytes: number): Promise<{ port: number; arrived: Promise<Buffer>; close(): void }> {
  const parts: Buffer[] = []
  const { promise: arrived, resolve: report } = Promise.withResolvers<Buffer>()
  const server = createServer((socket) => {
    socket.on('data', (part) => {
      parts.push(part)
      const all = Buffer.concat(parts)
      if (all.length >= bytes) report(all)
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no port')
  return { port: address.port, arrived, close: () => server.close() }
}

/** @returns what the spooler said of the label that arrived whole. @throws Error for whatever went otherwise */
export async function trySpooler(spooler: Spooler): Promise<string> {
  const label = Buffer.concat([
    Buffer.from('^XA^FO1,1^GFB,256,256,16,'),
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    Buffer.from('^FS^XZ'),
  ])
  const { port, arrived, close } = await listen(label.length)
  try {
    await spooler.add(QUEUE, port)
    const nowhere = await spooler.to('Waybill-no-such-queue').send(label)
    if (nowhere.kind !== 'refused') throw new Error(`a queue that is not there: ${JSON.stringify(nowhere)}`)
    const queue = spooler.to(QUEUE)
    if ((await queue.check()) !== null) throw new Error('the queue cannot be opened')
    if (!(await spooler.names()).includes(QUEUE)) throw new Error('the queue is not listed')
    const outcome = await queue.send(label)
    if (outcome.kind !== 'accepted' || outcome.spooled === undefined) throw new Error(JSON.stringify(outcome))
    if (!(await arrived).equals(label)) throw new Error('other bytes arrived than were sent')
    return `job ${outcome.spooled.jobId}: ${outcome.bytes} bytes, ${outcome.detail}; they arrived as they were sent`
  } finally {
    close()
  }
}

if (import.meta.main) {
  const late = setTimeout(() => {
    console.error('the label did not arrive in time')
    process.exit(1)
  }, ARRIVES_WITHIN_MS)
  const ofHere = cups(localIppServer(), (name, port) =>
    execFileSync('sudo', ['lpadmin', '-p', name, '-E', '-v', `socket://127.0.0.1:${port}`, '-m', 'raw'], {
      stdio: 'inherit',
    }),
  )
  console.log(await trySpooler(process.platform === 'win32' ? windows : ofHere))
  clearTimeout(late)
  process.exit(0)
}
