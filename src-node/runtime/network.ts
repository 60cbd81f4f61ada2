import { connect, createServer, setDefaultAutoSelectFamilyAttemptTimeout, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pinnedFetch, type PinnedFetch } from './pinned-fetch.ts'

/** The way to other machines. */
export interface NetworkPort {
  fetch: typeof globalThis.fetch
  /**
   * The same to the holder of this very certificate, whoever its issuer is (SHA-256 of its DER, lower-case hex), and
   * to no other.
   */
  fetchPinned: (fingerprint: string) => PinnedFetch
  /** Opens a TCP connection; its events report the outcome. `allowHalfOpen`: the other side's end does not end ours. */
  connect(address: { host: string; port: number; allowHalfOpen?: boolean }): Connection
  /** Takes TCP connections; port 0: any free one. Rejects as a server does when the port is taken. */
  listen(
    address: { host: string; port: number; highWaterMark: number },
    serve: (connection: AcceptedConnection) => void,
  ): Promise<Listening>
  /** Whether SNMP and IPP, spoken over sockets of their own, reach anything: not in a simulated world. */
  reachesDevices: boolean
}

interface Listening {
  port: number
  /** Takes no more; resolves when the last connection is gone. */
  close(): Promise<void>
}

/** The part of a socket that the station uses. It emits `connect`, beside what every stream emits. */
export type Connection = Pick<Duplex, 'on' | 'once' | 'off' | 'write' | 'end' | 'destroy' | 'writableEnded'>

/** The part of an accepted socket that a printer's connection needs. */
export type AcceptedConnection = Pick<
  Duplex,
  'on' | 'write' | 'end' | 'destroy' | 'destroyed' | 'read' | 'readableLength' | 'pause'
> & {
  /** With RST instead of FIN. */
  resetAndDestroy(): unknown
  setTimeout: (ms: number, onIdle: () => void) => unknown
}

/**
 * How long one address of a name is tried before the next. The system's 250 ms end a connection over a slow line,
 * with an error that proves nothing.
 */
const ADDRESS_MS = 5_000
setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_MS)

export const systemNetwork: NetworkPort = {
  reachesDevices: true,
  // The global of the moment, which a shell may have replaced with one that knows a proxy.
  fetch: (input, init) => globalThis.fetch(input, init),
  fetchPinned: pinnedFetch,
  connect: (address) => connect({ ...address, noDelay: true }),
  listen: ({ host, port, highWaterMark }, serve) =>
    new Promise((resolve, reject) => {
      const server = createServer({ allowHalfOpen: true, highWaterMark }, (socket: Socket) => serve(socket))
      server.once('error', reject)
      server.listen(port, host, () => {
        const address = server.address()
        if (address === null || typeof address === 'string') return reject(new Error('the server has no port'))
        resolve({
          port: address.port,
          close: () => new Promise((closed) => server.close(() => closed())),
        })
      })
    }),
}
