import { connect, type Socket } from 'node:net'

/** The way to other machines. */
export interface NetworkPort {
  fetch: typeof globalThis.fetch
  /** Opens a TCP connection; its events tell how that went. `allowHalfOpen`: the other side's end does not end ours. */
  connect(address: { host: string; port: number; allowHalfOpen?: boolean }): Connection
}

/** Of a socket what the station uses. */
export type Connection = Pick<Socket, 'on' | 'once' | 'off' | 'write' | 'end' | 'destroy' | 'writableEnded'>

export const systemNetwork: NetworkPort = {
  // The global of the moment, which a shell may have replaced with one that knows a proxy.
  fetch: (input, init) => globalThis.fetch(input, init),
  connect: (address) => connect({ ...address, noDelay: true }),
}
