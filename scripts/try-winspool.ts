import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import { listWindowsQueues } from '../src-main/printing/transports/winspool/queue-list.ts'
import { winspoolTransport } from '../src-main/printing/transports/winspool/winspool-transport.ts'

/**
 * `node scripts/try-winspool.ts` on Windows: makes a queue of Windows' own text driver whose port is a listener here, hands it
 * a label, and looks that every byte arrives and that a queue which is not there refuses. Needs an administrator.
 */
const QUEUE = 'Waybill trial'
const ARRIVES_WITHIN_MS = 60_000

function powershell(script: string): void {
  execFileSync('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], { stdio: 'inherit' })
}

/** Takes what a queue sends to it until so many bytes are there. */
async function listen(bytes: number): Promise<{ port: number; arrived: Promise<Buffer> }> {
  const parts: Buffer[] = []
  let tell: (all: Buffer) => void = () => {}
  const arrived = new Promise<Buffer>((resolve) => (tell = resolve))
  const server = createServer((socket) => {
    socket.on('data', (part) => {
      parts.push(part)
      const all = Buffer.concat(parts)
      if (all.length >= bytes) tell(all)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no port')
  return { port: address.port, arrived }
}

async function tryWinspool(): Promise<void> {
  const label = Buffer.concat([
    Buffer.from('^XA^FO1,1^GFB,256,256,16,'),
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    Buffer.from('^FS^XZ'),
  ])
  const { port, arrived } = await listen(label.length)
  powershell(
    [
      "Add-PrinterDriver -Name 'Generic / Text Only'",
      `Add-PrinterPort -Name '${QUEUE}' -PrinterHostAddress 127.0.0.1 -PortNumber ${port}`,
      `Add-Printer -Name '${QUEUE}' -DriverName 'Generic / Text Only' -PortName '${QUEUE}'`,
    ].join('; '),
  )
  const queue = winspoolTransport(QUEUE)
  const nowhere = await winspoolTransport('Waybill, no such queue').send(label)
  if (nowhere.kind !== 'refused') throw new Error(`a queue that is not there: ${JSON.stringify(nowhere)}`)
  if ((await queue.check()) !== null) throw new Error('the queue cannot be opened')
  if (!(await listWindowsQueues()).some(({ name }) => name === QUEUE)) throw new Error('the queue is not listed')
  const outcome = await queue.send(label)
  if (outcome.kind !== 'accepted' || outcome.spooled === undefined) throw new Error(JSON.stringify(outcome))
  if (!(await arrived).equals(label)) throw new Error('other bytes arrived than were sent')
  console.log(`job ${outcome.spooled.jobId}: ${outcome.bytes} bytes, ${outcome.detail}; they arrived as they were sent`)
}

if (process.platform === 'win32') {
  const late = setTimeout(() => {
    console.error('the label did not arrive in time')
    process.exit(1)
  }, ARRIVES_WITHIN_MS)
  await tryWinspool()
  clearTimeout(late)
  process.exit(0)
}
console.log('skipped: not Windows')
