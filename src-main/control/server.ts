import { chmodSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type Socket } from 'node:net'
import type { Station } from '../station.ts'
import { controlAddress } from './address.ts'
import { lineReader } from './lines.ts'
import { controlRequestSchema, MOST_LINE_BYTES, type ControlAnswer, type ControlHello } from './message.ts'

/** How long `close` waits for callers. */
const CLOSE_MS = 5_000

export interface ControlServer {
  /** Lets nobody new in and waits, up to a bound, until every caller has gone by itself. */
  close(): Promise<void>
}

/**
 * Lets other programs of the same user run commands in this Waybill: only one process may have a data folder open, and
 * the command line must work beside the window. Null when this folder cannot have a socket.
 */
export async function openControl(
  station: Pick<Station, 'invoke'>,
  dataDir: string,
  closeMs = CLOSE_MS,
): Promise<ControlServer | null> {
  const address = controlAddress(dataDir)
  if (address === null) return null
  const isSocketFile = process.platform !== 'win32'
  // Whoever holds the folder's databases owns its socket: one that is found was left by a process that died.
  if (isSocketFile) rmSync(address, { force: true })

  const sockets = new Set<Socket>()
  const underWay = new Set<Promise<void>>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.write(`${JSON.stringify({ hello: 'waybill' } satisfies ControlHello)}\n`)
    socket.once('close', () => sockets.delete(socket))
    // A caller that went away: its command has been carried out, nobody waits for the answer.
    socket.on('error', () => socket.destroy())
    const read = lineReader(MOST_LINE_BYTES, (line) => {
      const work = answer(station, line).then((answer) => {
        if (!socket.writable) return
        if (answer === null) socket.destroy()
        else socket.write(`${JSON.stringify(answer)}\n`)
      })
      underWay.add(work)
      void work.finally(() => underWay.delete(work))
    })
    socket.on('data', (chunk) => {
      try {
        read(chunk)
      } catch {
        socket.destroy()
      }
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
  if (isSocketFile) chmodSync(address, 0o600)

  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // What has begun is finished or, after the bound, found by the next start.
      const finished = closed.then(() => Promise.all(underWay))
      await Promise.race([finished, sleep(closeMs, undefined, { ref: false })])
      for (const socket of sockets) socket.destroySoon()
      await closed
    },
  }
}

/** Null for a line that is no command: whoever wrote it does not speak this. */
async function answer(station: Pick<Station, 'invoke'>, line: string): Promise<ControlAnswer | null> {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    return null
  }
  const request = controlRequestSchema.safeParse(parsed)
  if (!request.success) return null
  const { id, name, input } = request.data
  return { id, result: await station.invoke(name, input) }
}
