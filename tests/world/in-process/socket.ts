import { Duplex } from 'node:stream'
import type { Loop, Owner } from './loop.ts'

/** Simulated milliseconds that a piece of bytes takes from one end to the other. */
const WIRE_MS = 0.4
/** Pieces of one moment do not overtake each other. */
const IN_ORDER = 0.5

/**
 * One end of a byte pipe that behaves as a TCP socket does: pieces arrive later and in order, a reader that does not read
 * holds the writer up, an end is the other's end of stream, a reset is an error.
 */
export class SimulatedSocket extends Duplex {
  /** Told of each piece as it leaves. */
  onWrite: (piece: Buffer) => void = () => undefined
  readonly #loop: Loop
  #owner: Owner
  #peer: SimulatedSocket | null = null
  /** The writer at the other end waits for this one to read. */
  #wanted: (() => void) | null = null

  constructor(loop: Loop, owner: Owner) {
    // One side's end does not end the other, as with allowHalfOpen.
    super({ allowHalfOpen: true, highWaterMark: 4096, emitClose: true })
    this.#loop = loop
    this.#owner = owner
  }

  pairWith(peer: SimulatedSocket): void {
    this.#peer = peer
  }

  belongTo(owner: Owner): void {
    this.#owner = owner
  }

  connected(): void {
    this.emit('connect')
  }

  /** As the socket's: the other end meets ECONNRESET. */
  resetAndDestroy(): this {
    this.#report((peer) => peer.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })))
    return this.destroy()
  }

  /** Nothing that listens here is so slow. */
  setTimeout(): this {
    return this
  }

  override _read(): void {
    const wanted = this.#wanted
    this.#wanted = null
    wanted?.()
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.onWrite(piece)
    const taken = () => this.#loop.after(WIRE_MS, () => done(), this.#owner)
    this.#report((peer) => {
      if (peer.destroyed) return
      if (peer.push(Buffer.from(piece))) taken()
      else peer.#wanted = taken
    })
  }

  override _final(done: () => void): void {
    this.#report((peer) => {
      if (!peer.destroyed) peer.push(null)
    })
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // A side that closes with nothing left to say ends the other's stream; one that closes in the middle resets it.
    const isClean = this.writableFinished || this.writableLength === 0
    this.#report((peer) => {
      if (peer.destroyed) return
      if (isClean) peer.push(null)
      else peer.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    })
    done(error)
  }

  #report(what: (peer: SimulatedSocket) => void): void {
    const peer = this.#peer
    if (peer) this.#loop.after(WIRE_MS, () => what(peer), peer.#owner, IN_ORDER)
  }
}

/** Both ends of a connection; the second belongs to nobody until somebody takes it. */
export function socketPair(loop: Loop, client: Owner): [SimulatedSocket, SimulatedSocket] {
  const mine = new SimulatedSocket(loop, client)
  const theirs = new SimulatedSocket(loop, client)
  mine.pairWith(theirs)
  theirs.pairWith(mine)
  return [mine, theirs]
}
