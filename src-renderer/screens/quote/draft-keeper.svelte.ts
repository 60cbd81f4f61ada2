import type { SavedAddress } from '../../../src-shared/station/address-book.ts'
import { draftSaveSchema } from '../../../src-shared/station/draft.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { errorData } from '../../error-data.ts'
import { localToday } from '../../locale/format.ts'
import type { Station } from '../../station.ts'

const bodySchema = draftSaveSchema.shape.body
/** As short as nobody notices, as long as a word takes. */
const PAUSE_MS = 300
/** All that an address book is likely to hold. */
const MOST_ADDRESSES = 500

interface KeptDesk<Draft> {
  draft(): Draft
  restore(draft: Draft): Promise<void>
  /** Where a first quote starts: the default shipper. */
  beginFrom(party: SavedAddress): void
  open(quoteId: string): Promise<void>
}

interface Kept<Draft, Desk> {
  /** Where the one draft of the desk's form is kept. */
  at: { readonly form: 'quote'; readonly key: string }
  /** A draft as it was kept; null when it is none. */
  read: (body: unknown, today: string) => Draft | null
  desk: Desk
}

/** Keeps what stands on a desk in the station, and brings it back when the app starts anew. */
export class DraftKeeper<Draft, Desk extends KeptDesk<Draft>> {
  readonly desk: Desk
  /** Nothing is written before what was kept has been read: an empty form must not take its place. */
  isReady = $state(false)
  /** Why the form cannot be kept at the moment. */
  failure = $state.raw<StationErrorData | null>(null)
  readonly #station: Station
  readonly #kept: Kept<Draft, Desk>
  #written = ''
  #beginning: Promise<void> | null = null
  #opening: { quoteId: string; done: Promise<void> } | null = null

  constructor(station: Station, kept: Kept<Draft, Desk>) {
    this.#station = station
    this.#kept = kept
    this.desk = kept.desk
  }

  /** Reads the draft, once in a run of the app. Never rejects. */
  readonly begin = (): Promise<void> => (this.#beginning ??= this.#begin())

  async #begin(): Promise<void> {
    try {
      const { draft } = await this.#station.invoke('drafts.get', this.#kept.at)
      const kept = draft && this.#kept.read(draft.body, localToday())
      if (kept) await this.desk.restore(kept)
      else await this.#beginFromDefault()
    } catch (error) {
      this.failure = errorData(error)
    }
    this.#written = JSON.stringify(this.desk.draft())
    this.isReady = true
  }

  async #beginFromDefault(): Promise<void> {
    const parties = await this.#station.invoke('addressBook.list', { limit: MOST_ADDRESSES })
    const party = parties.find(({ isDefaultShipper }) => isDefaultShipper)
    if (party) this.desk.beginFrom(party)
  }

  /** Shows a quote of the past, once however often the route asks for it. */
  readonly open = (quoteId: string): Promise<void> => {
    if (this.#opening?.quoteId !== quoteId) {
      const done = this.desk.open(quoteId).finally(() => (this.#opening = null))
      this.#opening = { quoteId, done }
    }
    return this.#opening.done
  }

  /** For an effect: saves after a pause in typing. @returns what ends the wait. */
  readonly follow = (): (() => void) | undefined => {
    const text = JSON.stringify(this.desk.draft())
    if (!this.isReady || text === this.#written) return undefined
    const timer = setTimeout(() => void this.#save(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }

  /** Writes now what has not been written yet: the page is about to go. */
  readonly flush = (): void => {
    const text = JSON.stringify(this.desk.draft())
    if (this.isReady && text !== this.#written) void this.#save(text)
  }

  async #save(text: string): Promise<void> {
    try {
      await this.#station.invoke('drafts.save', { ...this.#kept.at, body: bodySchema.parse(JSON.parse(text)) })
      this.#written = text
      this.failure = null
    } catch (error) {
      this.failure = errorData(error)
    }
  }
}

/** One keeper for as long as the app runs: a look at another screen loses nothing that was typed. */
export function onceFor<Keeper extends object>(make: (station: Station) => Keeper): (station: Station) => Keeper {
  const made = new WeakMap<Station, Keeper>()
  return (station) => {
    const keeper = made.get(station) ?? make(station)
    made.set(station, keeper)
    return keeper
  }
}
