import type { BatchForm } from '../../../../src-shared/station/batch/batch.ts'
import type { ColumnMap, SavedColumnMap } from '../../../../src-shared/station/batch/batch-field.ts'
import type { PickupTerms } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { Draft, type DraftSpec } from '../../../live/draft.svelte.ts'
import type { Station } from '../../../station.ts'
import { columnMap, readMapForm, type MapForm } from './column-map.ts'
import { MapEditor } from './map-editor.svelte.ts'

const ADDRESSES_SHOWN = 200

/** Choices in the list of saved maps beside their ids. */
export const AS_SUGGESTED = ''
export const AS_CHOSEN = 'chosen'

/** Where the columns of a file are kept while they are named. */
export function mapDraft(batchId: string, headers: readonly string[]): DraftSpec<MapForm> {
  return { form: 'batch', key: batchId, version: 1, read: (body) => readMapForm(body, headers) }
}

/** The columns of a batch's file being named. */
export class MapController extends MapEditor {
  savedMaps = $state.raw<SavedColumnMap[]>([])
  /** The saved map that is in the form as it was taken, AS_SUGGESTED or AS_CHOSEN. */
  source = $state<string>(AS_SUGGESTED)
  readonly isEncodingGuessed: boolean
  readonly #station: Station
  readonly #batchId: string
  #suggested: ColumnMap | null = null
  readonly draft: Draft<MapForm>

  constructor(station: Station, batchId: string, file: BatchForm, pickups: PickupTerms) {
    super(file, pickups, { optional: [], required: ['reference'] })
    this.isEncodingGuessed = file.isEncodingGuessed
    this.isTyped = file.isTyped
    this.#station = station
    this.#batchId = batchId
    this.draft = new Draft(station, mapDraft(batchId, file.headers))
  }

  override touched = (): void => {
    this.source = AS_CHOSEN
  }

  /** The form as it was left, else the map of an earlier check, else the map suggested by the headers. */
  async open(checkedWith: ColumnMap | null): Promise<void> {
    const [{ map, fitting, unsureNumber }, saved, kept, addresses] = await Promise.all([
      this.#station.invoke('batches.finish', { batchId: this.#batchId }),
      this.#station.invoke('columnMaps.list', {}),
      this.draft.load(),
      this.#station.invoke('addressBook.list', { limit: ADDRESSES_SHOWN }),
    ])
    this.#suggested = map
    this.sampledNumber = unsureNumber
    this.savedMaps = saved.filter(({ mapId }) => fitting.includes(mapId))
    this.addresses = addresses
    this.form = kept ?? this.formOf(checkedWith ?? map)
    this.source = kept || checkedWith ? AS_CHOSEN : (fitting[0] ?? AS_SUGGESTED)
  }

  /** A map that replaces the current choices. */
  readonly use = (source: string): void => {
    this.source = source
    if (source === AS_CHOSEN) return
    const saved = this.savedMaps.find(({ mapId }) => mapId === source)
    this.form = this.formOf(saved?.map ?? this.#suggested)
  }

  async save(name: string): Promise<void> {
    const map = columnMap(this.form)
    if (!map) return
    const saved = await this.#station.invoke('columnMaps.save', { name, map })
    const { headers } = this.file
    this.savedMaps = saved.filter((one) => one.map.columns.every(({ header }) => headers.includes(header)))
    this.source = this.savedMaps.find((one) => one.name === name)?.mapId ?? AS_CHOSEN
  }

  async forget(mapId: string): Promise<void> {
    const left = await this.#station.invoke('columnMaps.remove', { mapId })
    this.savedMaps = this.savedMaps.filter((map) => left.some((one) => one.mapId === map.mapId))
    this.source = AS_CHOSEN
  }
}
