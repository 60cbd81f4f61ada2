import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { PrinterStatus } from '../../src-shared/station/printing/printer-settings.ts'
import type { Station } from '../station.ts'

/** A printer at work is asked often; one at rest seldom, because asking takes its one connection for a moment. */
const BUSY_MS = 4_000
const IDLE_MS = 30_000

/** Which printers are looked at, and whether each has something to do. */
export interface Watched {
  printerId: string
  isBusy: boolean
}

/** What each station's printers last answered: another screen begins with it, instead of with nothing known. */
const LAST = new WeakMap<Station, SvelteMap<string, PrinterStatus>>()

function lastOf(station: Station): SvelteMap<string, PrinterStatus> {
  const last = LAST.get(station) ?? new SvelteMap<string, PrinterStatus>()
  LAST.set(station, last)
  return last
}

/** Asks printers for their status, as long as a screen shows them. */
export class PrinterWatch {
  readonly statuses: SvelteMap<string, PrinterStatus>
  readonly #station: Station
  readonly #watched: () => readonly Watched[]
  readonly #askedAt = new SvelteMap<string, number>()
  readonly #running = new SvelteSet<string>()

  constructor(station: Station, watched: () => readonly Watched[]) {
    this.#station = station
    this.statuses = lastOf(station)
    this.#watched = watched
  }

  /** Looks now, then repeatedly. Returns the function that stops it, fit for onMount. */
  follow(): () => void {
    const timer = setInterval(() => document.visibilityState === 'visible' && this.tick(), 1_000)
    const stop = this.#station.watch(['printers.changed'], () => this.#askedAt.clear())
    this.tick()
    return () => {
      clearInterval(timer)
      stop()
    }
  }

  of(printerId: string): PrinterStatus | null {
    return this.statuses.get(printerId) ?? null
  }

  /** An answer that came another way, of a pause for instance. */
  readonly accept = (status: PrinterStatus): void => {
    this.statuses.set(status.printerId, status)
    this.#askedAt.set(status.printerId, Date.now())
  }

  /** Asks those whose last answer is old. */
  tick(): void {
    const now = Date.now()
    for (const { printerId, isBusy } of this.#watched()) {
      const age = now - (this.#askedAt.get(printerId) ?? 0)
      if (age < (isBusy ? BUSY_MS : IDLE_MS) || this.#running.has(printerId)) continue
      this.#askedAt.set(printerId, now)
      void this.#ask(printerId)
    }
  }

  async #ask(printerId: string): Promise<void> {
    this.#running.add(printerId)
    try {
      this.accept(await this.#station.invoke('printers.status', { printerId }))
    } catch {
      // Removed meanwhile, or the station is unavailable, which the frame shows: the last known state stays.
    }
    this.#running.delete(printerId)
  }
}
