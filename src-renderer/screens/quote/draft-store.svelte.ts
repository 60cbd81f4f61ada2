import type { SavedAddress } from '../../../src-shared/station/addresses/address-book.ts'
import type { PickupTerms } from '../../../src-shared/station/booking/pickup-terms.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { errorData } from '../../error-data.ts'
import { Draft } from '../../live/draft.svelte.ts'
import { now } from '../../locale/format.ts'
import type { Station } from '../../station.ts'
import { defaultShipper } from './address/default-shipper.ts'

interface SavedController<Kept> {
  draft(): Kept
  restore(draft: Kept): Promise<void>
  /** Where a first quote starts: the default shipper. */
  beginFrom(party: SavedAddress): void
  readonly rates: { open(quoteId: string): Promise<void> }
}

interface Spec<Kept, Controller> {
  /** Where the one draft of the controller's form is kept. */
  at: { readonly form: 'quote'; readonly key: string }
  /** A draft as it was kept; null when it is none. */
  read: (body: unknown, now: Date) => Kept | null
  controller: Controller
}

/** Stores what a controller holds in the station, and restores it when the app starts again. */
export class DraftStore<Kept, Controller extends SavedController<Kept>> {
  readonly controller: Controller
  /** Nothing is written before the stored draft has been read: an empty form must not take its place. */
  isReady = $state(false)
  readonly draft: Draft<Kept>
  readonly #station: Station
  /** Why the stored draft could not be read. */
  #unread = $state.raw<StationErrorData | null>(null)
  #beginning: Promise<void> | null = null
  #opening: { quoteId: string; done: Promise<void> } | null = null

  constructor(station: Station, { at, read, controller }: Spec<Kept, Controller>) {
    this.#station = station
    this.controller = controller
    this.draft = new Draft(station, { ...at, version: 1, read: (body) => read(body, now()) })
  }

  /** Why the form cannot be kept at the moment. */
  get failure(): StationErrorData | null {
    return this.draft.failure ?? this.#unread
  }

  /** Reads the draft, once in a run of the app. Never rejects. */
  readonly begin = (): Promise<void> => (this.#beginning ??= this.#begin())

  async #begin(): Promise<void> {
    try {
      const kept = await this.draft.load()
      if (kept) await this.controller.restore(kept)
      else await this.#beginFromDefault()
    } catch (error) {
      this.#unread = errorData(error)
    }
    this.draft.keep(this.controller.draft())
    this.isReady = true
  }

  async #beginFromDefault(): Promise<void> {
    const party = await defaultShipper(this.#station)
    if (party) this.controller.beginFrom(party)
  }

  /** Shows a quote of the past, once however often the route asks for it. */
  readonly open = (quoteId: string): Promise<void> => {
    if (this.#opening?.quoteId !== quoteId) {
      const done = this.controller.rates.open(quoteId).finally(() => (this.#opening = null))
      this.#opening = { quoteId, done }
    }
    return this.#opening.done
  }

  /**
   * For a screen as it begins: input is stored from when the draft was read.
   * @param isQuote false: the form has something else meanwhile, which is not kept in the quote's place
   */
  readonly follow = (isQuote: () => boolean = () => true): void =>
    this.draft.follow(() => (this.isReady && isQuote() ? this.controller.draft() : null))

  /** Retries failed writes. */
  readonly retry = (): Promise<void> => {
    this.#unread = null
    return this.draft.flush()
  }
}

/**
 * One store for as long as the app runs: a look at another screen loses no input. `pickups`: when freight is
 * picked up, for any carrier.
 */
export function onceFor<Drafts extends object>(
  make: (station: Station, pickups: () => PickupTerms) => Drafts,
): (station: Station, pickups: () => PickupTerms) => Drafts {
  const made = new WeakMap<Station, Drafts>()
  return (station, pickups) => {
    const before = made.get(station)
    if (before) return before
    // In a root of its own: what is derived in it must not end with the screen that asked for it first.
    $effect.root(() => void made.set(station, make(station, pickups)))
    // Without a page there are no effects.
    const drafts = made.get(station) ?? make(station, pickups)
    made.set(station, drafts)
    return drafts
  }
}
