import type { Server, Socket } from 'node:net'

export interface ConnectionLimits {
  /** Connections in all. */
  total: number
  /** Connections of one address. */
  perAddress: number
}

export interface ConnectionRoom {
  /** This connection is not closed to make room until the returned function is called. */
  hold(socket: Socket): () => void
}

interface Held {
  address: string
  /** Pieces of work that it waits for. */
  work: number
}

/**
 * Admits a limited number of connections at a time. Where one is too many, the connection that has been idle longest
 * is closed, of the same address when that has too many: a client that connects and sends nothing cannot keep others
 * out. A connection is idle unless it is held. With all at work the new one is closed.
 */
export function limitConnections(server: Server, { total, perAddress }: ConnectionLimits): ConnectionRoom {
  /** In the order in which they became idle. */
  const open = new Map<Socket, Held>()
  const ofAddress = new Map<string, number>()

  function forget(socket: Socket): void {
    const held = open.get(socket)
    if (!held) return
    open.delete(socket)
    const left = (ofAddress.get(held.address) ?? 1) - 1
    if (left === 0) ofAddress.delete(held.address)
    else ofAddress.set(held.address, left)
  }

  function closeOldestIdle(address: string | null): void {
    for (const [socket, held] of open) {
      if (held.work > 0 || (address !== null && held.address !== address)) continue
      forget(socket)
      socket.destroy()
      return
    }
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (ofAddress.get(address) ?? 0) + 1
    open.set(socket, { address, work: 0 })
    ofAddress.set(address, count)
    socket.once('close', () => forget(socket))
    if (count > perAddress) closeOldestIdle(address)
    if (open.size > total) closeOldestIdle(null)
  })

  return {
    hold: (socket) => {
      const held = open.get(socket)
      if (!held) return () => undefined
      held.work += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        held.work -= 1
        if (held.work > 0 || !open.has(socket)) return
        // Idle from now on: behind all that have been so for longer.
        open.delete(socket)
        open.set(socket, held)
      }
    },
  }
}
