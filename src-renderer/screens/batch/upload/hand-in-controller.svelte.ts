import { MOST_BATCH_BYTES, type Batch } from '../../../../src-shared/station/batch/batch.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import { errorData } from '../../../error-data.ts'
import { Draft } from '../../../live/draft.svelte.ts'
import { Action } from '../../../live/action.svelte.ts'
import type { Station } from '../../../station.ts'
import type { MapForm } from '../columns/column-map.ts'
import { handIn, refusalOf, type FileRefusal } from './hand-in.ts'
import { mapDraft } from '../columns/map-controller.svelte.ts'

const MEGABYTE = 1024 * 1024
export const MOST_MEGABYTES = MOST_BATCH_BYTES / MEGABYTE

/** A file that is not taken, with what would be right. */
export interface Refused {
  why: FileRefusal | 'many'
  name: string
  megabytes: number
}

/** Where the columns of another file are taken over from. */
export interface Predecessor {
  batchId: string
  map: MapForm
}

/** A file on its way from the screen to the station. */
export class HandInController {
  name = $state<string | null>(null)
  /** 0 to 1. */
  share = $state(0)
  readonly action = new Action()
  refused = $state.raw<Refused | null>(null)
  failure = $state.raw<StationErrorData | null>(null)
  readonly #station: Station
  readonly #onReceived: (batchId: string) => void
  #file: File | null = null
  #begun: Batch | null = null
  #before: Predecessor | null = null
  #isCalledOff = false

  /** @param onReceived the file is complete and can be read as a table */
  constructor(station: Station, onReceived: (batchId: string) => void) {
    this.#station = station
    this.#onReceived = onReceived
  }

  readonly take = async (files: readonly File[], before: Predecessor | null = null): Promise<void> => {
    const [file] = files
    if (!file || this.action.isBusy) return
    this.failure = null
    const why = files.length > 1 ? 'many' : refusalOf(file)
    this.refused = why && { why, name: file.name, megabytes: Math.ceil(file.size / MEGABYTE) }
    if (why) return
    await this.#alone(async () => {
      await this.#dropBegun()
      this.#file = file
      this.#before = before
      await this.#handIn(file)
    })
  }

  /** Uploads the file; after an interruption it resumes where that was. */
  readonly go = async (): Promise<void> => {
    const file = this.#file
    if (file) await this.#alone(() => this.#handIn(file))
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    await this.action.run(async () => {
      this.#isCalledOff = false
      await work()
    })
  }

  async #handIn(file: File): Promise<void> {
    this.name = file.name
    this.failure = null
    try {
      const options = {
        onProgress: (batch: Batch, share: number) => {
          this.#begun = batch
          this.share = share
        },
        mayGoOn: () => !this.#isCalledOff,
      }
      const batch = await handIn(this.#station, file, options, this.#begun)
      if (batch) await this.#finish(batch)
      else await this.#dropBegun()
    } catch (error) {
      this.failure = errorData(error)
      // A file that is no table will not become one by uploading it again.
      if (!this.failure.retryable) await this.#dropBegun()
    }
  }

  readonly callOff = (): void => {
    this.#isCalledOff = true
  }

  async #finish({ batchId }: Batch): Promise<void> {
    await this.#station.invoke('batches.finish', { batchId })
    const before = this.#before
    if (before) {
      await new Draft(this.#station, mapDraft(batchId, [])).put(before.map)
      await this.#station.invoke('batches.remove', { batchId: before.batchId })
    }
    this.#forget()
    this.#onReceived(batchId)
  }

  /** Removes the partial upload from the list. */
  async #dropBegun(): Promise<void> {
    const begun = this.#begun
    this.#forget()
    if (begun) await this.#station.invoke('batches.remove', { batchId: begun.batchId }).catch(() => undefined)
  }

  #forget(): void {
    this.#begun = null
    this.#file = null
    this.share = 0
    if (!this.failure) this.name = null
  }
}
