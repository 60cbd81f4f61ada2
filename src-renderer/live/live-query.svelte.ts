import type { StationErrorData } from '../../src-shared/station/error.ts'
import type { StationEventName } from '../../src-shared/station/app/events.ts'
import { errorData } from '../error-data.ts'
import type { Station } from '../station.ts'
import { isPassing } from './passing-error.ts'

/** While a storm of events continues, it is queried again no more often than that, in milliseconds. */
const PAUSE_MS = 1_000
/** A truck leaves, a day ends and a promise is broken without any event. */
const LOOK_AGAIN_MS = 60_000

/**
 * Something the station knows, kept fresh on screen. At most one load runs at a time and a refresh asked for meanwhile
 * runs after it, so answers are shown in the order they were asked for and a storm of events costs one load.
 */
export class LiveQuery<T> {
  value = $state.raw<T | null>(null)
  error = $state.raw<StationErrorData | null>(null)
  isLoading = $state(false)
  readonly #load: () => Promise<T>
  #isStale = false
  #running: Promise<void> | null = null

  constructor(load: () => Promise<T>) {
    this.#load = load
  }

  /** Resolves when an answer asked for at or after this call is on screen. Never rejects: see `error`. */
  readonly refresh = (): Promise<void> => {
    this.#isStale = true
    this.#running ??= this.#run()
    return this.#running
  }

  async #run(): Promise<void> {
    this.isLoading = true
    while (this.#isStale) {
      this.#isStale = false
      try {
        this.value = await this.#load()
        this.error = null
      } catch (error) {
        this.error = errorData(error)
      }
    }
    this.isLoading = false
    this.#running = null
  }

  /** Loads now and again after each of the events. Returns the end of it, fit for onMount. */
  follow(station: Station, names: readonly StationEventName[]): () => void {
    void this.refresh()
    const end = station.watch(names, () => void this.refresh())
    const endOfErrors = this.#recover(station)
    return () => {
      end()
      endOfErrors()
      this.#stop()
    }
  }

  /** What the next load would read may belong to a screen that is gone. */
  #stop(): void {
    this.#isStale = false
  }

  /** An outage ends, or another person signs in: queries that failed for that are repeated. */
  #recover(station: Station): () => void {
    return station.watch(
      ['station.changed'],
      () => {
        if (this.error && isPassing(this.error)) void this.refresh()
      },
      true,
    )
  }

  /** As `follow`, for what many events change, and the hour as well: once a second at most, and each minute unasked. */
  followCalmly(station: Station, names: readonly StationEventName[]): () => void {
    void this.refresh()
    let pending: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      pending ??= setTimeout(() => {
        pending = undefined
        void this.refresh()
      }, PAUSE_MS)
    }
    const end = station.watch(names, soon)
    const endOfErrors = this.#recover(station)
    const again = setInterval(soon, LOOK_AGAIN_MS)
    return () => {
      end()
      endOfErrors()
      clearTimeout(pending)
      clearInterval(again)
      this.#stop()
    }
  }
}
