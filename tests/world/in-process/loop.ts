import { AsyncLocalStorage } from 'node:async_hooks'
import { unlistedWork } from './thread-pool.ts'

/** What Node.js counts as under way and may be so for ever: pipes of this process, threads, timers of libraries. */
const MAY_STAY = /Wrap$|^(Timeout|MessagePort|Worker|SignalWrap)$/
/** So many events at one moment mean that the world goes round in a circle. */
const MOST_AT_ONE_MOMENT = 200_000
/** So many turns of the real loop without a pause: native work is done by then, unless the machine is busy elsewhere. */
const QUICK_TURNS = 2_000
/** So many pauses of a real millisecond, and the native work of one event has still not ended. */
const MOST_PAUSES = 60_000

/** Whoever an event belongs to: what is due for one that is dead does not happen. */
export interface Owner {
  readonly name: string
  readonly isDead: boolean
  /** How long it has slept in all, and until when it does. Absent: it never sleeps. */
  readonly sleep?: { totalMs: number; until: number }
  run<T>(work: () => T): T
}

interface Event {
  at: number
  /** Among events of one moment: by the seed, so that the order of timers is one of many. */
  rank: number
  count: number
  owner: Owner
  /** How long the owner had slept when this was planned: timers do not run on while a machine sleeps. */
  slept: number
  run: () => void
  isCancelled: boolean
}

/** The world itself: what nobody's death takes back. */
const WORLD: Owner = { name: 'world', isDead: false, run: (work) => work() }

/**
 * The scheduler of a simulated world: one queue of events in simulated time, one event at a time. Nothing happens between
 * two events, so that the same seed is the same run, byte for byte. Between events, promises and native file work of the
 * event before come to rest while time stands still.
 */
export class Loop {
  /** Simulated milliseconds since 1970. */
  now: number
  /** Events that have happened. */
  events = 0
  readonly #seed: number
  readonly #queue: Event[] = []
  #count = 0
  #atThisMoment = 0

  constructor(startMs: number, seed: string) {
    this.now = startMs
    this.#seed = hashOf(seed)
  }

  /** How many events are planned. */
  get pending(): number {
    return this.#queue.length
  }

  /** Something happens to `owner` (the world itself when absent) so many milliseconds from now. */
  after(ms: number, run: () => void, owner: Owner = WORLD, rank?: number): { cancel(): void } {
    const at = this.now + Math.max(0, ms)
    const event = {
      at,
      rank: rank ?? rankOf(this.#seed, at, ms, owner.name),
      count: (this.#count += 1),
      owner,
      slept: owner.sleep?.totalMs ?? 0,
      run,
      isCancelled: false,
    }
    push(this.#queue, event)
    return {
      cancel: () => {
        event.isCancelled = true
      },
    }
  }

  /** As `setImmediate`: in order among its like, anywhere among timers of this moment. */
  soon(run: () => void, owner: Owner): void {
    this.after(0, run, owner, 0.5)
  }

  /** Resolves at that moment of the world; for who writes what happens in it. */
  async until(at: number): Promise<void> {
    for (;;) {
      const [next] = this.#queue
      if (next === undefined || next.at > at) break
      pop(this.#queue)
      if (next.isCancelled || next.owner.isDead || this.#isPutOff(next)) continue
      this.#atThisMoment = next.at === this.now ? this.#atThisMoment + 1 : 0
      if (this.#atThisMoment > MOST_AT_ONE_MOMENT) throw new Error(`the world goes round at ${next.owner.name}`)
      this.now = next.at
      this.events += 1
      next.owner.run(next.run)
      await atRest()
    }
    this.now = Math.max(this.now, at)
  }

  /** Planned before a sleep: as much later. Come in while the owner sleeps: when it wakes. */
  #isPutOff(event: Event): boolean {
    const { sleep } = event.owner
    if (!sleep) return false
    const later = Math.max(event.at + sleep.totalMs - event.slept, sleep.until)
    if (later <= event.at) return false
    push(this.#queue, Object.assign(event, { at: later, slept: sleep.totalMs }))
    return true
  }

  /** Lets the world go on until this work is done. @throws when it is not, so many simulated milliseconds later */
  async finish<T>(what: string, withinMs: number, work: Promise<T>): Promise<T> {
    const settled: { value?: { done: T } | { failed: unknown } } = {}
    work.then(
      (done) => (settled.value = { done }),
      (failed: unknown) => (settled.value = { failed }),
    )
    const end = this.now + withinMs
    await atRest()
    while (settled.value === undefined) {
      const [next] = this.#queue
      if (next === undefined || next.at > end) throw new Error(`${what} is not done after ${withinMs} ms`)
      await this.until(next.at)
    }
    if ('failed' in settled.value) throw settled.value.failed
    return settled.value.done
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))
const outside = new AsyncLocalStorage()
const isAtWork = () => unlistedWork() > 0 || process.getActiveResourcesInfo().some((name) => !MAY_STAY.test(name))

/** Promises, ticks and native work of the last event are through. */
async function atRest(): Promise<void> {
  await outside.exit(turn)
  for (let turns = 0; isAtWork(); turns += 1) {
    if (turns > QUICK_TURNS + MOST_PAUSES) {
      throw new Error(`native work does not end: ${process.getActiveResourcesInfo().join(', ')}`)
    }
    await outside.exit(turns < QUICK_TURNS ? turn : pause)
  }
}

/**
 * Where an event stands among those of its moment, 0 to 1: by what it is, and not by how many were drawn before it. So one
 * event more or less, elsewhere, changes the order of no others.
 */
function rankOf(seed: number, at: number, ms: number, owner: string): number {
  let mixed = seed ^ Math.imul(hashOf(owner), 0x9e3779b1) ^ Math.imul(Math.floor(at * 64) | 0, 0x85ebca6b)
  mixed ^= Math.imul(Math.floor(ms * 64) | 0, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
}

const hashes = new Map<string, number>()

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = hashes.get(text)
  if (hash !== undefined) return hash
  hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hashes.set(text, hash)
  return hash
}

const isBefore = (a: Event, b: Event) =>
  a.at !== b.at ? a.at < b.at : a.rank !== b.rank ? a.rank < b.rank : a.count < b.count

/** A binary heap, first event first. */
function push(heap: Event[], event: Event): void {
  heap.push(event)
  let at = heap.length - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    const [child, parent] = [heap[at], heap[above]]
    if (!child || !parent || !isBefore(child, parent)) return
    heap[at] = parent
    heap[above] = child
    at = above
  }
}

function pop(heap: Event[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  heap[0] = last
  for (let at = 0; ;) {
    let least = at
    for (const below of [2 * at + 1, 2 * at + 2]) {
      const [child, first] = [heap[below], heap[least]]
      if (child && first && isBefore(child, first)) least = below
    }
    if (least === at) return
    const [here, there] = [heap[at], heap[least]]
    if (!here || !there) return
    heap[at] = there
    heap[least] = here
    at = least
  }
}
