import { draftSaveSchema } from '../../../../src-shared/station/draft.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import { errorData } from '../../../error-data.ts'
import { localToday } from '../../../locale/format.ts'
import type { Station } from '../../../station.ts'
import { addressFormOfSaved } from '../address/address-form.ts'
import type { BorderDesk } from './border-desk.svelte.ts'
import { BORDER_DRAFT, readBorderDraft } from './border-draft.ts'

const PAUSE_MS = 300
const bodySchema = draftSaveSchema.shape.body

/** Keeps what stands on the desk in the station, and brings it back when the app starts anew. */
export class DraftKeeper {
  /** Nothing is written before what was kept has been read: an empty form must not take its place. */
  isReady = $state(false)
  /** Why the form cannot be kept just now. */
  failure = $state.raw<StationErrorData | null>(null)
  #written = ''

  /** Reads the draft, once in a run of the app. Never rejects. */
  readonly begin = async (station: Station, desk: BorderDesk): Promise<void> => {
    if (this.isReady) return
    try {
      const { draft } = await station.invoke('drafts.get', BORDER_DRAFT)
      const kept = draft && readBorderDraft(draft.body, localToday())
      if (kept) await desk.restore(station, kept)
      else await startFromDefaultShipper(station, desk)
    } catch (error) {
      this.failure = errorData(error)
    }
    this.#written = JSON.stringify(desk.draft())
    this.isReady = true
  }

  /** For an effect: saves after a pause in typing. Returns the end of the wait. */
  readonly follow = (station: Station, desk: BorderDesk): (() => void) | undefined => {
    const draft = JSON.stringify(desk.draft())
    if (!this.isReady || draft === this.#written) return undefined
    const timer = setTimeout(() => void this.#save(station, draft), PAUSE_MS)
    return () => clearTimeout(timer)
  }

  /** Writes now what has not been written yet: the page is about to go. */
  readonly flush = (station: Station, desk: BorderDesk): void => {
    const draft = JSON.stringify(desk.draft())
    if (this.isReady && draft !== this.#written) void this.#save(station, draft)
  }

  async #save(station: Station, draft: string): Promise<void> {
    try {
      await station.invoke('drafts.save', { ...BORDER_DRAFT, body: bodySchema.parse(JSON.parse(draft)) })
      this.#written = draft
      this.failure = null
    } catch (error) {
      this.failure = errorData(error)
    }
  }
}

/** One for as long as the app runs, like the desk it keeps. */
export const draftKeeper = new DraftKeeper()

async function startFromDefaultShipper(station: Station, { form }: BorderDesk): Promise<void> {
  const saved = (await station.invoke('addressBook.list', { limit: 500 })).find((entry) => entry.isDefaultShipper)
  if (!saved || saved.address.country === 'CA') return
  form.originAddress = addressFormOfSaved(saved)
  form.destinationAddress.country = saved.address.country === 'US' ? 'MX' : 'US'
}
