import { z } from 'zod'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import { errorData } from '../error-data.ts'
import type { Station } from '../station.ts'
import { writeInTurn, writesOf } from './write-turns.ts'
import { Debounce } from './debounce.ts'

/** Where a form is kept, and how it is read back. */
export interface DraftSpec<T> {
  /** The form's name and which one of it, as the station keeps them. */
  form: string
  key: string
  /** Raised when the stored shape changes so that `read` cannot read the old one. */
  version: number
  /** The stored body, in today's shape; null: unreadable. */
  read: (body: unknown) => T | null
  /** Not worth keeping: it is removed instead. */
  isEmpty?: (value: T) => boolean
  onfailure?: (thrown: unknown) => void
}

const json = z.json()
const storedSchema = z.strictObject({ version: z.number(), value: json })

/** What a stored body holds in today's shape; null: it is of another version. */
export function readDraft<T>({ version, read }: Pick<DraftSpec<T>, 'version' | 'read'>, body: unknown): T | null {
  const stored = storedSchema.safeParse(body)
  // Before drafts had versions the body was the form.
  if (!stored.success) return read(body)
  return stored.data.version === version ? read(stored.data.value) : null
}

/**
 * A form kept at the station while it is filled in, so that a reload, a crash or another screen loses no input. It is
 * written once for a burst of typing, at once when the screen is left, and never for a form that was only opened.
 * Writes go one after the other: an older one never lands upon a newer, and a form that is opened again waits for the
 * write of its last leaving.
 */
export class Draft<T> {
  /** Why it cannot be kept at the moment; `flush` tries again. */
  failure = $state.raw<StationErrorData | null>(null)
  /** The time of the backup that it came back with, once loaded; null: it was begun since. */
  restoredFrom = $state<string | null>(null)
  readonly #station: Station
  readonly #spec: DraftSpec<T>
  readonly #debounce = new Debounce('draft', () => this.flush())
  /** The station's copy, or the form's initial state; null: neither is known yet. */
  #known: string | null = null
  #waiting: T | null = null
  /** Where the form begins without a draft: not worth keeping. */
  #initial: string | null = null
  #isOver = false

  constructor(station: Station, spec: DraftSpec<T>) {
    this.#station = station
    this.#spec = spec
  }

  get #at(): { form: string; key: string } {
    return { form: this.#spec.form, key: this.#spec.key.slice(0, 120) }
  }

  /** The earlier input; null: none, or a form of another version. */
  readonly load = async (): Promise<T | null> => {
    await writesOf(this.#station, this.#name)
    const { draft } = await this.#station.invoke('drafts.get', this.#at)
    this.restoredFrom = draft?.restoredFrom ?? null
    return draft && readDraft(this.#spec, draft.body)
  }

  /**
   * For a component as it begins: stores the given value whenever it changes; null is not stored. Writes pending
   * changes when it ends.
   */
  readonly follow = (value: () => T | null): void => {
    $effect(() => {
      const now = value()
      if (now !== null) this.keep(now)
    })
    $effect(() => {
      const leave = () => void this.flush()
      // The station could not keep it: it would be lost.
      const ask = (event: BeforeUnloadEvent) => {
        if (this.failure !== null) event.preventDefault()
      }
      window.addEventListener('pagehide', leave)
      window.addEventListener('beforeunload', ask)
      return () => {
        window.removeEventListener('pagehide', leave)
        window.removeEventListener('beforeunload', ask)
        leave()
      }
    })
  }

  /**
   * For the component of a form as it begins: brings back what was typed into it earlier, unless a person was faster,
   * and stores what is typed from then on.
   * @param initial the form without a draft
   */
  readonly resume = (initial: T, value: () => T, restore: (stored: T) => void): void => {
    let isLoaded = $state(false)
    const begun = JSON.stringify(initial)
    this.#initial = begun
    const begin = (stored: T | null) => {
      if (stored !== null && JSON.stringify(value()) === begun) restore(stored)
      this.keep(initial)
      isLoaded = true
    }
    const loading = this.load().then(begin, (error: unknown) => {
      this.#spec.onfailure?.(error)
      begin(null)
    })
    $effect(() => () => {
      const typed = value()
      if (isLoaded || this.#isOver || JSON.stringify(typed) === begun) return
      // Left before its draft was read: it is written after that, and the form that opens next waits for it.
      this.#inTurn(() => loading.then(() => this.#write(typed))).catch((error: unknown) =>
        this.#spec.onfailure?.(error),
      )
    })
    this.follow(() => (isLoaded ? value() : null))
  }

  /** Takes the form as it is now; the first one is where it began and is not worth keeping. */
  readonly keep = (value: T): void => {
    const text = JSON.stringify(value)
    if (this.#isOver || text === this.#known) return
    const isFirst = this.#known === null
    this.#known = text
    if (isFirst) return
    this.#waiting = value
    this.#debounce.soon()
  }

  /** Writes pending changes. Never rejects: see `failure`. */
  readonly flush = async (): Promise<void> => {
    this.#debounce.cancel()
    const value = this.#waiting
    if (value === null || this.#isOver) return
    this.#waiting = null
    try {
      await this.put(value)
      this.failure = null
    } catch (error) {
      this.failure = errorData(error)
      this.#waiting ??= value
      this.#spec.onfailure?.(error)
    }
  }

  /** Writes it at once. */
  readonly put = (value: T): Promise<void> => this.#inTurn(() => this.#write(value))

  async #write(value: T): Promise<void> {
    const text = JSON.stringify(value)
    const body = { version: this.#spec.version, value: json.parse(JSON.parse(text)) }
    if (text === this.#initial || this.#spec.isEmpty?.(value)) await this.#station.invoke('drafts.remove', this.#at)
    else await this.#station.invoke('drafts.save', { ...this.#at, body })
  }

  /** Resets: the stored draft is removed, and the form's next state is the new starting point. Never rejects. */
  readonly clear = async (): Promise<void> => {
    this.#debounce.cancel()
    this.#known = null
    this.#waiting = null
    try {
      await this.#inTurn(() => this.#station.invoke('drafts.remove', this.#at))
      this.failure = null
    } catch (error) {
      this.failure = errorData(error)
      this.#spec.onfailure?.(error)
    }
  }

  /** The form was submitted: its draft is removed. Never rejects. */
  readonly discard = (): Promise<void> => {
    this.#isOver = true
    return this.clear()
  }

  get #name(): string {
    return JSON.stringify(this.#at)
  }

  readonly #inTurn = (write: () => Promise<unknown>): Promise<void> => writeInTurn(this.#station, this.#name, write)
}
