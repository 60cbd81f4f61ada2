import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suggestMap } from '../../../../src-main/imports/rows/suggestion.ts'
import type { Invokes } from '../../processes/handle.ts'
import { BATCH_HEADERS, batchCells, batchCsv } from '../../../support/batch-files.ts'
import { palletsToChicago } from '../../../support/freight.ts'
import type { Seeded } from '../../../support/seeded.ts'
import type { Loop } from '../loop.ts'

/** An order as the other system sent it: its weight tells one version from another. */
export interface ReportedOrder {
  reference: string
  weight: number
  /** By the world's clock. */
  at: number
  /** In which life of the ledger it was sent last, from 1: one that went back may have forgotten it. */
  life: number
}

const wordsOf = ({ reference, weight }: ReportedOrder): string => `${reference} of ${weight} lb`

/** What a scan may book by itself: whatever it costs. */
const SCAN_RULE = { most: { minor: 100_000_000, currency: 'USD' } }

/**
 * Another system that tells orders, by files in a folder and by the API: it repeats itself, changes its mind, writes a file in
 * two pieces, and hands the same in twice at once.
 */
export class OrderSystem {
  /** Every version of every order, in the order in which they were sent. */
  readonly sent: ReportedOrder[] = []
  readonly #folder: string
  readonly #seed: string
  readonly #loop: Loop
  readonly #say: (text: string) => void
  #files = 0
  #orders = 0
  readonly #written: { name: string; bytes: string; orders: readonly ReportedOrder[] }[] = []

  constructor(folder: string, seed: string, loop: Loop, say: (text: string) => void) {
    this.#folder = folder
    this.#seed = seed
    this.#loop = loop
    this.#say = say
  }

  async begin(machine: Invokes): Promise<boolean> {
    const map = suggestMap([...BATCH_HEADERS], 'en')
    const settings = { isOn: true, folder: this.#folder, map, scanRule: SCAN_RULE }
    const reported = await machine.invoke('orders.configureFeed', settings)
    return reported?.ok === true
  }

  /** Files that were written and that nobody has taken in. */
  waiting(): string[] {
    return readdirSync(this.#folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  }

  failed(): string[] {
    const dir = join(this.#folder, 'failed')
    return existsSync(dir) ? readdirSync(dir) : []
  }

  /** A file of new orders, of some that were sent before, or all of one that was. */
  write(random: Seeded, life: number): void {
    this.#files += 1
    // By its name the later file is the later one.
    const name = `orders-${String(this.#files).padStart(4, '0')}.csv`
    const before = this.#written[random.below(Math.max(1, this.#written.length))]
    if (before && random.chance(0.3)) {
      this.sent.push(...before.orders.map((order) => ({ ...order, life, at: this.#loop.now })))
      writeFileSync(join(this.#folder, name), before.bytes)
      this.#say(`the other system writes ${before.name} once more as ${name}`)
      return
    }
    const orders = this.#someOrders(random, 'F', life)
    const bytes = batchCsv(
      orders.map(({ reference, weight }) =>
        batchCells(reference, { 'Pickup date': '', Provider: '', Service: '', 'Weight each': String(weight) }),
      ),
    )
    this.sent.push(...orders)
    this.#written.push({ name, bytes, orders })
    const file = join(this.#folder, name)
    // In the middle of a row: what is there by then is no file of orders yet.
    const cut = random.chance(0.4) ? bytes.length - 1 - random.below(60) : bytes.length
    // At any moment between two looks into the folder, and never so slowly that a file would look done half-way.
    const begins = random.below(5_000)
    this.#loop.after(begins, () => {
      writeFileSync(file, bytes.slice(0, cut))
      this.#say(`the other system writes ${cut} of ${bytes.length} bytes of ${name}: ${orders.map(wordsOf).join(', ')}`)
    })
    if (cut === bytes.length) return
    this.#loop.after(begins + 500 + random.below(3_000), () => {
      appendFileSync(file, bytes.slice(cut))
      this.#say(`the other system writes the rest of ${name}`)
    })
  }

  /** By the API: the same call once more at the same moment where no answer came soon enough. */
  async report(api: Invokes, random: Seeded, life: number): Promise<void> {
    const orders = this.#someOrders(random, 'A', life)
    this.sent.push(...orders)
    this.#say(`the other system tells ${orders.map(wordsOf).join(', ')}`)
    const input = {
      orders: orders.map(({ reference, weight }) => {
        const { originAddress, destinationAddress, cargo } = palletsToChicago()
        return { reference, originAddress, destinationAddress, cargo: cargo.map((line) => ({ ...line, weight })) }
      }),
    }
    const times = random.chance(0.5) ? 2 : 1
    await Promise.all(Array.from({ length: times }, () => api.invoke('orders.add', input)))
  }

  /** New ones, and some that were sent the same way, as they were or changed. */
  #someOrders(random: Seeded, way: 'F' | 'A', life: number): ReportedOrder[] {
    const known = [...new Set(this.sent.map(({ reference }) => reference))].filter((name) => name.includes(`-${way}`))
    const some = Array.from({ length: 1 + random.below(3) }, (): ReportedOrder => {
      const again = known[random.below(Math.max(1, known.length))]
      if (again === undefined || random.chance(0.5)) {
        this.#orders += 1
        return {
          reference: `SO-${this.#seed}-${way}${this.#orders}`,
          weight: 100 + random.below(800),
          life,
          at: this.#loop.now,
        }
      }
      const last = this.sent.findLast(({ reference }) => reference === again)
      const weight = last && random.chance(0.6) ? last.weight : 100 + random.below(800)
      return { reference: again, weight, life, at: this.#loop.now }
    })
    // One file names an order once: rows of one reference would be the lines of one order.
    return [...new Map(some.map((order) => [order.reference, order])).values()]
  }
}
