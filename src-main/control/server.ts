import { chmodSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type Socket } from 'node:net'
import { limitConnections } from '../kernel/net/connection-limits.ts'
import type { Station } from '../app/station.ts'
import { newAccess, publishAccess, withdrawAccess } from './address.ts'
import { serveCaller } from './caller.ts'
import { PATIENCE_MS } from './message.ts'

/** How long `close` waits for callers. */
const CLOSE_MS = 5_000
/** Programs that are connected at a time; one more closes the one that has been idle longest. */
export const MOST_CALLERS = 64

export interface ControlTimes {
  closeMs?: number
  /** How long a caller may take to end a line, or to take an answer. */
  patienceMs?: number
}

export interface ControlServer {
  /** Accepts no new caller and waits, up to a bound, until every caller has left. */
  close(): Promise<void>
}

/**
 * Lets other programs of the same user run commands in this Waybill: only one process may have a data folder open, and
 * the command line must work beside the window. Null when this folder cannot have a socket.
 */
export async function openControl(
  station: Pick<Station, 'invoke'>,
  dataDir: string,
  { closeMs = CLOSE_MS, patienceMs = PATIENCE_MS }: ControlTimes = {},
): Promise<ControlServer | null> {
  const access = newAccess(dataDir)
  if (access === null) return null
  const { address } = access
  const isSocketFile = process.platform !== 'win32'
  // The process that holds the folder's databases owns its socket: one that is found was left by a process that died.
  if (isSocketFile) rmSync(address, { force: true })

  const sockets = new Set<Socket>()
  const underWay = new Set<Promise<void>>()
  const server = createServer()
  const room = limitConnections(server, { total: MOST_CALLERS, perAddress: MOST_CALLERS })
  server.on('connection', (socket) => {
    // The limit may have closed it already.
    if (socket.destroyed) return
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serveCaller(station, socket, {
      access,
      patienceMs,
      onWork: (work) => {
        const release = room.hold(socket)
        underWay.add(work)
        void work.finally(() => {
          underWay.delete(work)
          release()
        })
      },
    })
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(address, () => {
        server.off('error', reject)
        resolve()
      })
    })
    if (isSocketFile) chmodSync(address, 0o600)
  } catch (error) {
    // A disk that knows no sockets, or no rights, as exFAT: the window works without.
    console.error(error)
    server.close()
    return null
  }
  publishAccess(dataDir, access)

  return {
    close: async () => {
      withdrawAccess(dataDir)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Started work is finished or, after the bound, found by the next start.
      const finished = closed.then(() => Promise.all(underWay))
      await Promise.race([finished, sleep(closeMs, undefined, { ref: false })])
      for (const socket of sockets) socket.destroySoon()
      await closed
    },
  }
}
