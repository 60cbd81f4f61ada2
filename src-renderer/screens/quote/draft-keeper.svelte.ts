import { draftSaveSchema } from '../../../src-shared/station/draft.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { errorData } from '../../error-data.ts'
import { localToday } from '../../locale/format.ts'
import type { Station } from '../../station.ts'
import { changesOf } from './quote-changes.ts'
import { QuoteDesk } from './quote-desk.svelte.ts'
import { QUOTE_DRAFT, readQuoteDraft } from './quote-draft.ts'

const bodySchema = draftSaveSchema.shape.body
/** As short as nobody notices, as long as a word takes. */
const PAUSE_MS = 300

/** Keeps what stands on the desk in the station, and brings it back when the app starts anew. */
export class DraftKeeper {
  readonly desk: QuoteDesk
  /** Nothing is written before what was kept has been read: an empty form must not take its place. */
  isReady = $state(false)
  /** Why the form cannot be kept at the moment. */
  failure = $state.raw<StationErrorData | null>(null)
  readonly #station: Station
  #written = ''
  #beginning: Promise<void> | null = null
  #opening: { quoteId: string; done: Promise<void> } | null = null

  constructor(station: Station) {
    this.#station = station
    this.desk = new QuoteDesk(station)
  }

  /** Reads the draft, once in a run of the app. Never rejects. */
  readonly begin = (): Promise<void> => (this.#beginning ??= this.#begin())

  async #begin(): Promise<void> {
    try {
      const { draft } = await this.#station.invoke('drafts.get', QUOTE_DRAFT)
      const kept = draft && readQuoteDraft(draft.body, localToday())
      if (kept) await this.desk.restore(kept)
      else await this.#beginFromDefault()
    } catch (error) {
      this.failure = errorData(error)
    }
    this.#written = JSON.stringify(this.desk.draft())
    this.isReady = true
  }

  async #beginFromDefault(): Promise<void> {
    const party = (await this.#station.invoke('addressBook.list', {})).find(({ isDefaultShipper }) => isDefaultShipper)
    if (party) this.desk.beginFrom(party)
  }

  /** Shows a quote of the past, once however often the route asks for it. */
  readonly open = (quoteId: string): Promise<void> => {
    if (this.#opening?.quoteId !== quoteId) {
      const done = this.desk.open(quoteId, changesOf(quoteId)).finally(() => (this.#opening = null))
      this.#opening = { quoteId, done }
    }
    return this.#opening.done
  }

  /** For an effect: saves after a pause in typing. @returns what ends the wait, writing at once what it waited for. */
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
      await this.#station.invoke('drafts.save', { ...QUOTE_DRAFT, body: bodySchema.parse(JSON.parse(text)) })
      this.#written = text
      this.failure = null
    } catch (error) {
      this.failure = errorData(error)
    }
  }
}

let keeper: DraftKeeper | undefined

/** One desk for as long as the app runs: a look at another screen loses nothing that was typed. */
export function quoteDeskOf(station: Station): DraftKeeper {
  return (keeper ??= new DraftKeeper(station))
}
