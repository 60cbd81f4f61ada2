import { runtime } from '../src-node/runtime/runtime.ts'
import { z } from 'zod'
import type { SandboxDatabase } from './database.ts'
import { statement } from './statement.ts'

const rowSchema = z.object({ machine_ms: z.number(), service_ms: z.number() })

/** While time runs faster than the machine's, how many machine milliseconds ahead its place is kept. */
const LEASE_MS = 1000

/**
 * The service's own time: the machine's, moved by jumps and run at `speed` times its pace. It never runs backwards, not
 * even over a restart: while it runs fast, a place a little ahead of it is kept in the database, and a service that was
 * killed continues from there. While the service is off, its time passes at the machine's pace.
 */
export class ServiceClock {
  readonly #db: SandboxDatabase
  readonly #machineNow: () => number
  #anchor: { machine: number; service: number }
  #speed: number
  #last: number
  #storedUntil: number

  constructor(db: SandboxDatabase, speed = 1, machineNow: () => number = runtime().timers.now) {
    this.#db = db
    this.#machineNow = machineNow
    const machine = machineNow()
    const kept = rowSchema.optional().parse(statement(db, 'SELECT machine_ms, service_ms FROM clock').get())
    const service = kept ? kept.service_ms + Math.max(0, machine - kept.machine_ms) : machine
    this.#anchor = { machine, service }
    this.#last = service
    this.#speed = speed
    this.#storedUntil = 0
    this.#keepLease()
  }

  get speed(): number {
    return this.#speed
  }

  /** Milliseconds since 1970 on the service's clock. */
  now(): number {
    this.#last = Math.max(this.#last, this.#compute())
    if (this.#speed !== 1 && this.#last > this.#storedUntil) this.#keepLease()
    return this.#last
  }

  setSpeed(speed: number): void {
    this.#anchorAt(this.now())
    this.#speed = speed
    this.#keepLease()
  }

  /** Moves time forward. */
  jump(ms: number): void {
    this.#anchorAt(this.now() + ms)
    this.#last = this.#anchor.service
    this.#keepLease()
  }

  /** Keeps the exact place, for an orderly end. */
  close(): void {
    this.#keep(this.now())
  }

  #compute(): number {
    return Math.floor(this.#anchor.service + (this.#machineNow() - this.#anchor.machine) * this.#speed)
  }

  #anchorAt(service: number): void {
    this.#anchor = { machine: this.#machineNow(), service }
  }

  #keepLease(): void {
    this.#storedUntil = this.#last + (this.#speed === 1 ? 0 : Math.ceil(LEASE_MS * this.#speed))
    this.#keep(this.#storedUntil)
  }

  #keep(service: number): void {
    statement(this.#db, 'INSERT OR REPLACE INTO clock (id, machine_ms, service_ms) VALUES (1, ?, ?)').run(
      this.#machineNow(),
      service,
    )
  }
}

/** A service time as the wire writes it: ISO 8601 in UTC. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString()
}
