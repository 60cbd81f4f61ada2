import { connect, createServer, type Server, type Socket } from 'node:net'

/** How the network between a station and its site is. */
export const LINK_STATES = [
  'open',
  /** Nobody gets through; who tries is refused. */
  'cut',
  /** What the station says is lost; what the site says still comes. */
  'deaf site',
  /** The site hears and does, and its answers are lost. */
  'deaf station',
] as const
type LinkState = (typeof LINK_STATES)[number]

/** The network between one station and its site. */
export interface Link {
  url: string
  set(state: LinkState): void
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** @param siteAt on which port the site answers now; null: nowhere */
export async function openLink(siteAt: () => number | null): Promise<Link> {
  let state: LinkState = 'open'
  const sockets = new Set<Socket>()
  const kept = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }

  const server = createServer((station) => {
    kept(station)
    const port = state === 'cut' ? null : siteAt()
    if (port === null) {
      station.destroy()
      return
    }
    const site = connect(port, HOST)
    kept(site)
    station.on('data', (bytes) => void (state !== 'deaf site' && site.write(bytes)))
    site.on('data', (bytes) => void (state !== 'deaf station' && station.write(bytes)))
    station.once('close', () => site.destroy())
    site.once('close', () => station.destroy())
  })
  const port = await listen(server)
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }

  return {
    url: `http://${HOST}:${port}`,
    set: (next) => {
      // A connection of which bytes were lost is no connection any more.
      if (next === 'cut' || (next === 'open' && state !== 'open')) drop()
      state = next
    },
    close: async () => {
      drop()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, HOST, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('the link has no port'))
      else resolve(address.port)
    })
  })
}
