import { inRuntime, type Runtime } from '../../../src-node/runtime/runtime.ts'
import { createLog } from '../../../src-node/log/log.ts'
import { seeded, type Seeded } from '../../support/seeded.ts'
import type { Loop, Owner } from './loop.ts'
import type { Network } from './network.ts'
import { threadInProcess } from './thread.ts'

/** One process of the world: a station's life, a service's life, a printer. What it starts dies with it. */
export class Host implements Owner {
  readonly name: string
  isDead = false
  /** How far its wall clock is from the world's, in milliseconds. */
  skewMs = 0
  readonly sleep = { totalMs: 0, until: 0 }
  readonly runtime: Runtime
  readonly #loop: Loop

  constructor(name: string, seed: string, loop: Loop, network: Network) {
    this.name = name
    this.#loop = loop
    const startedAt = loop.now
    const random = seeded(seed, 'host', name)
    this.runtime = {
      timers: {
        now: () => Math.floor(loop.now + this.skewMs),
        monotonic: () => loop.now - startedAt - this.sleep.totalMs,
        after: (ms, run) => loop.after(ms, run, this),
        soon: (run) => loop.soon(run, this),
      },
      random: {
        bytes: (count) => bytesOf(random, count),
        uuid: () => uuidOf(bytesOf(random, 16)),
        fraction: random.next,
      },
      network: {
        fetch: network.fetchFrom(this),
        // In the world every name is its own.
        fetchPinned: () => network.fetchFrom(this),
        connect: network.connectFrom(this),
        listen: network.listenFrom(this),
        reachesDevices: false,
      },
      processes: {
        smallBytes: Infinity,
        thread: (module, options) => threadInProcess(module, options?.data, this, loop),
        watchHolds: () => ({ longestMs: () => 0, reset: () => undefined, close: () => undefined }),
      },
      // What a station writes goes into its own folder; what is outside of one is nobody's.
      log: createLog({ level: () => 'error', now: () => new Date(loop.now), write: () => undefined }),
    }
  }

  get isAsleep(): boolean {
    return this.#loop.now < this.sleep.until
  }

  /** As a laptop whose lid is closed: nothing runs, timers stand still, the wall clock does not. */
  fallAsleep(ms: number): void {
    this.sleep.until = this.#loop.now + ms
    this.sleep.totalMs += ms
  }

  run<T>(work: () => T): T {
    return inRuntime(this.runtime, work)
  }
}

function bytesOf(random: Seeded, count: number): Buffer {
  const bytes = Buffer.alloc(count)
  for (let at = 0; at < count; at += 1) bytes[at] = random.below(256)
  return bytes
}

function uuidOf(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
