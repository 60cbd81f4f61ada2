import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { openService, type OpenService } from '../../../src-sandbox/open-service.ts'
import type { ServiceShipment } from '../processes/service-handle.ts'
import type { Disk } from './disk.ts'
import { Habit, type HabitName } from './habit.ts'
import { Host } from './host.ts'
import type { Loop } from './loop.ts'
import type { Network } from './network.ts'

export const SERVICE_URL = 'https://freight.example/api/v1'
export const SERVICE_KEY = 'world-key'
/** The judge's own: what it asks takes nothing from the station's limits. */
const JUDGE_KEY = 'judge-key'
const AUTHORITY = 'freight.example'

const shipmentSchema = z.object({
  shipmentId: z.string(),
  status: z.string(),
  reference: z.string().nullish(),
  trackingNumber: z.string(),
})
const pageSchema = z.object({ data: z.array(shipmentSchema) })
export type WorldShipment = ServiceShipment & z.infer<typeof shipmentSchema>

/** The embedded service in the world: it lives, dies and comes back on what its disk kept. */
export class SimulatedService {
  lives = 0
  readonly #seed: string
  readonly #responseVariant: string
  readonly #balanceMinor: number | null
  readonly #habit: Habit | null
  readonly #loop: Loop
  readonly #network: Network
  readonly #disk: Disk
  #dir: string
  #alive: { host: Host; service: OpenService } | null = null

  constructor(options: {
    seed: string
    responseVariant: string
    balanceMinor?: number | undefined
    loop: Loop
    network: Network
    disk: Disk
    template: string
    habit?: HabitName | null
    count?: (what: string) => void
  }) {
    const { habit, seed, count = () => undefined } = options
    this.#habit = habit ? new Habit(habit, seed, count) : null
    this.#seed = options.seed
    this.#responseVariant = options.responseVariant
    this.#balanceMinor = options.balanceMinor ?? null
    this.#loop = options.loop
    this.#network = options.network
    this.#disk = options.disk
    this.#dir = this.#disk.make('service')
    if (existsSync(options.template)) copyFileSync(options.template, join(this.#dir, 'sandbox.db'))
  }

  get isUp(): boolean {
    return this.#alive !== null
  }

  start(): void {
    if (this.#alive) return
    this.lives += 1
    const host = new Host(`service ${this.lives}`, this.#seed, this.#loop, this.#network)
    const service = host.run(() => {
      const opened = openService({
        dataDir: this.#dir,
        apiKey: SERVICE_KEY,
        moreKeys: [{ key: JUDGE_KEY, plan: 'enterprise', responseVariant: 'plain' }],
        settings: { responseVariant: this.#responseVariant, balanceMinor: this.#balanceMinor },
        machineNow: host.runtime.timers.now,
      })
      opened.start(new URL(SERVICE_URL).origin)
      return opened
    })
    const serve = async (request: Request) => service.fetch(request)
    this.#network.serve(AUTHORITY, { host, fetch: (asked) => this.#habit?.answer(asked, serve) ?? serve(asked) })
    this.#alive = { host, service }
  }

  /** Without warning; `lost` commits go with the power. */
  kill(lost = 0): void {
    const alive = this.#alive
    if (!alive) return
    this.#alive = null
    const before = this.#dir
    this.#dir = this.#disk.afterPowerCut(before, 'service', { 'sandbox.db': lost })
    this.#network.serve(AUTHORITY, null)
    alive.host.isDead = true
    // The dead write into a folder that nobody looks at any more.
    void alive.service.close().finally(() => this.#disk.remove(before))
  }

  /** Orderly, at the end of the world. */
  async close(): Promise<void> {
    const alive = this.#alive
    this.#alive = null
    this.#network.serve(AUTHORITY, null)
    if (alive)
      await this.#loop.finish(
        'closing the service',
        60_000,
        alive.host.run(() => alive.service.close()),
      )
  }

  /** Asked past the network: what it says is the truth about what was booked. Every shipment of this reference, or all. */
  async shipments(reference?: string): Promise<WorldShipment[]> {
    const all: WorldShipment[] = []
    const query = reference === undefined ? '' : `&reference=${encodeURIComponent(reference)}`
    for (let page = 1; ; page += 1) {
      const { data } = pageSchema.parse(await this.#get(`/shipments?limit=100&page=${page}${query}`))
      all.push(...data.map((each) => ({ ...each, shipmentId: this.#reported(each.shipmentId) })))
      if (data.length < 100) return all
    }
  }

  /** Shipments whose money is given back, by the service's own books. */
  refunds(): ReadonlySet<string> {
    const db = new Database(join(this.#dir, 'sandbox.db'), { readonly: true })
    try {
      const paid = db.prepare("SELECT shipment_id FROM account_entry WHERE kind = 'REFUND'").pluck().all()
      return new Set(paid.map((id) => this.#reported(String(id))))
    } finally {
      db.close()
    }
  }

  /** Empty: there is no such shipment. */
  async trackingNumberOf(shipmentId: string): Promise<string> {
    if (!this.isUp) return ''
    return (await this.shipments()).find((each) => each.shipmentId === shipmentId)?.trackingNumber ?? ''
  }

  /** As stations know it. */
  #reported(shipmentId: string): string {
    return this.#habit?.told(shipmentId) ?? shipmentId
  }

  async #get(path: string): Promise<unknown> {
    const alive = this.#alive
    if (!alive) throw new Error('the service is down')
    const request = new Request(SERVICE_URL + path, { headers: { authorization: `Bearer ${JUDGE_KEY}` } })
    const answer = await alive.host.run(async () => alive.service.fetch(request))
    return answer.json()
  }
}
