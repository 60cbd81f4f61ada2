import { createServer, type Server, type Socket } from 'node:net'

export interface VirtualTcpPrinterOptions {
  /** Bytes a second that the printer takes in; as fast as they come when absent. */
  drainRate?: number
  /** Takes so many bytes of each connection, then closes its side (FIN) or resets (RST). */
  breakAfter?: { bytes: number; how: 'FIN' | 'RST' }
  /** Says this with the first bytes it takes, while more are under way. */
  answer?: string | Uint8Array
  /** Goes on chattering: says the answer again with everything it takes. */
  answersAlways?: boolean
  /** Accepts connections and takes nothing from them. */
  isSilent?: boolean
  /** Takes everything, and never closes its side. */
  neverCloses?: boolean
}

/** One connection's bytes, and how it ended. */
export interface ReceivedConnection {
  readonly bytes: Buffer
  /** The sender's end of stream came. */
  hasEnded: boolean
  /** Resolves when the connection is gone, however it ended. */
  readonly gone: Promise<void>
}

export interface VirtualTcpPrinter {
  port: number
  uri: string
  /** In the order of connecting. */
  connections: ReceivedConnection[]
  /** Most connections that were open at one time. */
  mostAtOnce: number
  /** Every byte taken, over all connections. */
  received(): Buffer
  close(): Promise<void>
}

const SLICES_A_SECOND = 100

/**
 * A label printer's raw TCP port for tests and the demo, with the vices such ports have. Listens on 127.0.0.1; `port` 0 is
 * any free one.
 */
export async function startVirtualTcpPrinter(
  options: VirtualTcpPrinterOptions = {},
  port = 0,
): Promise<VirtualTcpPrinter> {
  const sockets = new Set<Socket>()
  const connections: ReceivedConnection[] = []
  let mostAtOnce = 0
  const server = createServer(
    // A small buffer of our own leaves undrained bytes where a printer leaves them: with the sender.
    { allowHalfOpen: true, pauseOnConnect: true, highWaterMark: 4096 },
    (socket) => {
      sockets.add(socket)
      mostAtOnce = Math.max(mostAtOnce, sockets.size)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
      const connection = new Connection(socket)
      connections.push(connection)
      if (!options.isSilent) void takeIn(socket, connection, options)
    },
  )
  const bound = await listening(server, port)

  return {
    port: bound,
    uri: `tcp://127.0.0.1:${bound}`,
    connections,
    get mostAtOnce() {
      return mostAtOnce
    },
    received: () => Buffer.concat(connections.map(({ bytes }) => bytes)),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

class Connection implements ReceivedConnection {
  hasEnded = false
  taken = 0
  readonly gone: Promise<void>
  readonly #slices: Buffer[] = []

  constructor(socket: Socket) {
    this.gone = new Promise((resolve) => socket.once('close', () => resolve()))
  }

  keep(slice: Buffer): void {
    this.#slices.push(slice)
    this.taken += slice.length
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#slices)
  }
}

/** Reads slice by slice, at the drain rate. */
async function takeIn(socket: Socket, connection: Connection, options: VirtualTcpPrinterOptions): Promise<void> {
  const { drainRate, breakAfter, answer, answersAlways, neverCloses } = options
  let hasAnswered = false
  socket.on('end', () => {
    connection.hasEnded = true
    if (!neverCloses) socket.end()
  })
  const onSlice = (slice: Buffer): boolean => {
    const room = breakAfter ? breakAfter.bytes - connection.taken : slice.length
    connection.keep(slice.subarray(0, room))
    if (answer !== undefined && (answersAlways || !hasAnswered)) {
      hasAnswered = true
      socket.write(answer)
    }
    if (!breakAfter || connection.taken < breakAfter.bytes) return true
    // A printer that goes away stops reading; only its side of the connection ends with a FIN.
    socket.pause()
    if (breakAfter.how === 'RST') socket.resetAndDestroy()
    else socket.end()
    return false
  }

  if (drainRate === undefined) {
    socket.on('data', (slice) => {
      onSlice(slice)
    })
    socket.resume()
    return
  }
  const perSlice = Math.max(1, Math.round(drainRate / SLICES_A_SECOND))
  while (!socket.destroyed && !connection.hasEnded) {
    const slice: unknown = socket.read(Math.min(perSlice, socket.readableLength)) ?? socket.read(0)
    if (Buffer.isBuffer(slice) && slice.length > 0 && !onSlice(slice)) return
    await new Promise((resolve) => setTimeout(resolve, 1000 / SLICES_A_SECOND))
  }
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('no port'))
      else resolve(address.port)
    })
  })
}

/** A port that nothing listens on: connecting is refused. */
export async function freePort(): Promise<number> {
  const printer = await startVirtualTcpPrinter()
  await printer.close()
  return printer.port
}
