import type { StationEvent } from '../../../src-shared/station/app/events.ts'
import { openStation, type Station } from '../../../src-main/app/station.ts'
import type { Caller } from '../../../src-main/people/sign-in.ts'
import type { SerialPorts } from '../../../src-main/packing/scale/serial-port.ts'
import type { Invokes } from '../processes/handle.ts'
import type { StationResult } from '../processes/protocol.ts'
import type { Disk } from './disk.ts'
import { Host } from './host.ts'
import type { Loop } from './loop.ts'
import type { Network } from './network.ts'
import { SERVICE_KEY, SERVICE_URL } from './service.ts'

const NO_PORTS: SerialPorts = {
  list: async () => [],
  open: () => Promise.reject(new Error('this machine has no serial port')),
}
const noKeychain = { available: false, get: async () => null, set: async () => undefined }

interface StationWorld {
  seed: string
  name: string
  loop: Loop
  network: Network
  disk: Disk
  /** The serial ports of the machine; absent: it has none. */
  portsOf?: ((host: Host) => SerialPorts) | undefined
  slowerSync?: number | undefined
  onEvent(event: StationEvent): void
  /** Somebody asked, or was answered. */
  onAsked(asked: Asked): void
  onCommand(asked: Asked, answer: StationResult | null): void
  /** It opened, with these notices; or it did not, with this code. */
  onOpen(notices: readonly { code: string; message: string }[] | { failed: string }): void
}

/** A command as it was given. */
export interface Asked {
  name: string
  input: unknown
  caller: Caller
  /** By the world's clock. */
  at: number
}

interface Life {
  host: Host
  /** Null: it is opening or closing, and answers nobody. */
  station: Station | null
  stores: Station['stores'] | null
}

/** A station in the world: its lives, one after the other, on one disk. */
export class SimulatedStation implements Invokes {
  lives = 0
  dir: string
  skewMs = 0
  /** By the world's clock; -Infinity: never. */
  clockSetAt = -Infinity
  readonly #world: StationWorld
  #alive: Life | null = null
  readonly #waiting = new Set<() => void>()

  constructor(world: StationWorld) {
    this.#world = world
    this.dir = world.disk.make(world.name)
  }

  /** It is open and answers. */
  get isOpen(): boolean {
    return this.#alive?.station != null && !this.#alive.host.isAsleep
  }

  get isUp(): boolean {
    return this.#alive !== null
  }

  /** For the judge alone, who reads and never writes. */
  get stores(): Station['stores'] | null {
    return this.isOpen ? (this.#alive?.station?.stores ?? null) : null
  }

  /** Sets the wall clock of the machine. */
  setClock(skewMs: number): void {
    if (skewMs !== this.skewMs) this.clockSetAt = this.#world.loop.now
    this.skewMs = skewMs
    if (this.#alive) this.#alive.host.skewMs = skewMs
  }

  fallAsleep(ms: number): void {
    this.#alive?.host.fallAsleep(ms)
  }

  start(): void {
    if (this.#alive) return
    const { seed, name, loop, network, onEvent, onOpen } = this.#world
    this.lives += 1
    const host = new Host(`${name} ${this.lives}`, seed, loop, network)
    host.skewMs = this.skewMs
    const alive: Life = { host, station: null, stores: null }
    this.#alive = alive
    void host.run(async () => {
      try {
        const station = await openStation({
          dataDir: this.dir,
          baseUrl: SERVICE_URL,
          apiKey: SERVICE_KEY,
          openKeychain: async () => noKeychain,
          slowerSync: this.#world.slowerSync,
          serialPorts: this.#world.portsOf?.(host) ?? NO_PORTS,
        })
        if (host.isDead) return
        alive.station = station
        alive.stores = station.stores
        station.subscribe(onEvent)
        onOpen(station.services.notices.list())
      } catch (error) {
        if (host.isDead) return
        this.#alive = null
        host.isDead = true
        onOpen({ failed: error instanceof Error && 'code' in error ? String(error.code) : String(error) })
      }
    })
  }

  /** Without warning. `powerCut`: with it goes what was not synced, so many commits of the cache. */
  kill(powerCut: { lost: number } | null = null): void {
    const alive = this.#end()
    if (!alive) return
    const before = this.dir
    const { disk, name } = this.#world
    this.dir = powerCut ? disk.afterPowerCut(before, name, { 'cache.db': powerCut.lost }) : disk.afterKill(before, name)
    // Its files are closed where nobody looks: closing writes.
    alive.stores?.cache.db.close()
    alive.stores?.ledger.db.close()
    disk.remove(before)
  }

  /** Orderly. Whoever stands outside the world lets it go on meanwhile. */
  async close(): Promise<void> {
    const alive = this.#alive
    const station = alive?.station
    if (!alive || !station) return
    alive.station = null
    await alive.host.run(() => station.close())
    if (this.#alive === alive) this.#end()
  }

  /** Whoever gives commands by another way than the screen. */
  by(caller: Caller): Invokes {
    return { invoke: (name, input) => this.invoke(name, input, caller) }
  }

  async invoke(name: string, input: unknown, caller: Caller = 'screen') {
    const { loop, onAsked, onCommand } = this.#world
    const asked: Asked = { name, input, caller, at: loop.now }
    onAsked(asked)
    const alive = this.#alive
    const station = alive?.station
    if (!alive || !station || alive.host.isAsleep) return null
    const died = Promise.withResolvers<null>()
    const die = () => died.resolve(null)
    this.#waiting.add(die)
    const answer = await Promise.race([alive.host.run(() => station.invoke(name, input, caller)), died.promise])
    this.#waiting.delete(die)
    onCommand(asked, answer)
    return answer
  }

  #end(): Life | null {
    const alive = this.#alive
    if (!alive) return null
    this.#alive = null
    alive.host.isDead = true
    this.#world.network.hangUp(alive.host)
    for (const die of [...this.#waiting]) die()
    this.#waiting.clear()
    return alive
  }
}
