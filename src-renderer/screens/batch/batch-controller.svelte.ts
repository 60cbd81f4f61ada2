import type {
  Batch,
  BatchOpening,
  BatchRow,
  BatchState,
  ColumnErrors,
} from '../../../src-shared/station/batch/batch.ts'
import type { OrdersTaken } from '../../../src-shared/station/orders/order.ts'
import type { PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import type { CommandInput } from '../../../src-shared/station/commands.ts'
import { errorData } from '../../error-data.ts'
import { Action } from '../../live/action.svelte.ts'
import { LiveQuery } from '../../live/live-query.svelte.ts'
import type { Pager } from '../../live/pager.svelte.ts'
import type { Station } from '../../station.ts'
import { atMostEvery } from './at-most.ts'
import { batchRows } from './rows/batch-rows.ts'
import { stepOf, type BatchStep } from './batch-steps.ts'
import { MapController } from './columns/map-controller.svelte.ts'
import type { RowFilter } from './rows/row-filter.ts'

/** A person's confirmations for a run that was refused without them. */
type RunConfirmations = Pick<CommandInput<'batches.run'>, 'isComparedWithService' | 'isSameFileMeant'>

/** Of a storm of events a screen shows this much. */
const RENEW_EVERY_MS = 300

/** A running action that a person requested for a batch. */
export type BatchAction =
  'open' | 'check' | 'orders' | 'run' | 'pause' | 'cancel' | 'retry' | 'answer' | 'fix' | 'map' | 'remove' | 'download'

/** One batch on screen. Work runs at the station: this only shows it, so that a reload finds its current state. */
export class BatchController {
  readonly batch: LiveQuery<Batch>
  readonly rows: Pager<BatchRow, RowFilter>
  /** The columns that errors are in. */
  readonly errorColumns: LiveQuery<ColumnErrors[]>
  /** Of the errors only those in this column are shown; null: all. */
  column = $state<string | null>(null)
  map = $state.raw<MapController | null>(null)
  readonly action = new Action<BatchAction>()
  /** Retries the action that failed last. */
  again = $state.raw<(() => void) | null>(null)
  /** A file that was checked is mapped again. */
  isRemapping = $state(false)
  readonly batchId: string
  readonly #station: Station
  readonly #pickups: PickupTermsOf
  #confirmations: RunConfirmations = {}
  #shownState: BatchState | null = null
  #isStopping = false

  /** @param pickups when freight is picked up here, by carrier */
  constructor(station: Station, batchId: string, pickups: PickupTermsOf) {
    this.#station = station
    this.#pickups = pickups
    this.batchId = batchId
    this.batch = new LiveQuery(() => station.invoke('batches.get', { batchId }))
    this.rows = batchRows(station, batchId, () => this.column)
    this.errorColumns = new LiveQuery(() => station.invoke('batches.errorColumns', { batchId }))
  }

  /** No `$derived`: an answer may come when the screen is gone, and one of those would be stale then. */
  get step(): BatchStep | null {
    const batch = this.batch.value
    return batch && stepOf(batch, this.isRemapping)
  }

  get isChecking(): boolean {
    return this.action.isRunning('check') || (this.batch.value?.checking ?? null) !== null
  }

  /** Follows the batch until the screen is left. */
  readonly follow = (): (() => void) => {
    void this.#renew()
    const renewal = atMostEvery(RENEW_EVERY_MS, () => void this.#renew())
    const unwatch = this.#station.watch(['batches.changed', 'bookings.changed'], renewal.ask)
    return () => {
      unwatch()
      renewal.end()
    }
  }

  async #renew(): Promise<void> {
    await this.batch.refresh()
    await this.#arrive()
  }

  /** Loads the data of the step: the columns, or the rows, those first that need a person. */
  async #arrive(): Promise<void> {
    const batch = this.batch.value
    const { step } = this
    if (!batch || !step || step === 'file') return
    if (step === 'map') {
      if (!this.map && !this.isChecking && !this.action.isBusy && !this.action.failure) await this.#openMap(batch)
      return
    }
    const { state, counts } = batch
    const isNew = state !== this.#shownState
    this.#shownState = state
    if (step === 'check') void this.errorColumns.refresh()
    if (isNew) this.column = null
    if (isNew && state === 'CHECKED') return this.rows.show(counts.errors > 0 ? 'errors' : 'all')
    if (isNew && state === 'PAUSED' && counts.unanswered > 0) return this.rows.show('unanswered')
    if (isNew && state === 'RUNNING') return this.rows.show('all')
    return this.rows.refresh()
  }

  async #openMap({ form, map }: Batch): Promise<void> {
    if (!form) return
    await this.act('open', async () => {
      const controller = new MapController(this.#station, this.batchId, form, this.#pickups())
      await controller.open(map)
      this.map = controller
    })
  }

  /** Reads the file from another heading row, or with what its sheet hides; its columns are named again. */
  readonly reopen = (opening: BatchOpening): Promise<boolean> =>
    this.act('open', async () => {
      const { batch } = await this.#station.invoke('batches.finish', { batchId: this.batchId, ...opening })
      this.batch.value = batch
      if (!batch.form) return
      await this.map?.draft.discard()
      const controller = new MapController(this.#station, this.batchId, batch.form, this.#pickups())
      await controller.open(batch.map)
      this.map = controller
    })

  readonly remap = async (): Promise<void> => {
    this.isRemapping = true
    this.map = null
    await this.#arrive()
  }
  readonly keepMap = async (): Promise<void> => {
    this.isRemapping = false
    this.map = null
    await this.#arrive()
  }

  /** The dry run; missing fields are reported instead. */
  readonly check = async (): Promise<boolean> => {
    const { map: controller } = this
    if (!controller) return false
    controller.isTried = true
    const { map } = controller
    if (!map) return false
    const rules = this.batch.value?.rules
    this.#isStopping = false
    return this.act('check', async () => {
      try {
        const { batchId } = this
        this.batch.value = await this.#station.invoke('batches.check', {
          batchId,
          map,
          rules: { ...rules, isForOrders: true },
        })
      } catch (error) {
        // Canceled by the same person.
        if (this.#isStopping) return this.batch.refresh()
        throw error
      }
      await controller.draft.discard()
      this.isRemapping = false
      this.map = null
      this.#shownState = null
    })
  }

  /** A running check is canceled: the file stays here unchecked, with its columns. */
  readonly stopCheck = async (): Promise<void> => {
    this.#isStopping = true
    try {
      this.batch.value = await this.#station.invoke('batches.pause', { batchId: this.batchId })
    } catch (error) {
      this.action.failure = errorData(error)
    }
  }

  /** The rows without errors become orders. Null: they did not. */
  readonly toOrders = async (): Promise<OrdersTaken | null> => {
    let taken: OrdersTaken | null = null
    await this.act('orders', async () => {
      const { batch, ...orders } = await this.#station.invoke('batches.toOrders', { batchId: this.batchId })
      this.batch.value = batch
      taken = orders
    })
    return taken
  }

  /** @param confirmations a person's new confirmations; earlier ones for this batch are still valid */
  readonly run = (confirmations: RunConfirmations = {}): Promise<boolean> =>
    this.act('run', async () => {
      const { batchId } = this
      this.#confirmations = { ...this.#confirmations, ...confirmations }
      this.batch.value = await this.#station.invoke('batches.run', { batchId, ...this.#confirmations })
    })
  readonly pause = (): Promise<boolean> => this.#move('pause', 'batches.pause')
  readonly cancel = (): Promise<boolean> => this.#move('cancel', 'batches.cancel')
  readonly retryFailed = async (): Promise<boolean> => {
    const isWaiting = await this.act('retry', async () => {
      this.batch.value = await this.#station.invoke('batches.retryFailed', { batchId: this.batchId })
    })
    return isWaiting && this.run()
  }

  /** @param row the row that is answered; absent: every row that waits */
  readonly answer = (answer: 'skip' | 'create', row?: number): Promise<boolean> =>
    this.act('answer', async () => {
      const rows = row === undefined ? {} : { rows: [row] }
      this.batch.value = await this.#station.invoke('batches.answer', { batchId: this.batchId, answer, ...rows })
      await this.rows.refresh()
    })

  readonly showRows = (filter: RowFilter): Promise<void> => {
    this.column = null
    return this.rows.show(filter)
  }
  readonly showColumn = (column: string | null): Promise<void> => {
    this.column = column
    return this.rows.show('errors')
  }

  /** How many rows have an error in this column, as far as it is known. */
  readonly errorsIn = (column: string): number =>
    this.errorColumns.value?.find((one) => one.column === column)?.rows ?? 0

  /** @param isFilledDown the cells below that have an error in this column, too */
  readonly fix = (cell: { row: number; column: string; value: string }, isFilledDown: boolean): Promise<boolean> =>
    this.act('fix', async () => {
      const batch = await this.#station.invoke('batches.fix', { batchId: this.batchId, ...cell, isFilledDown })
      this.batch.value = batch
      await this.errorColumns.refresh()
      if (this.rows.query !== 'errors') return
      if (batch.counts.errors === 0) await this.showRows('all')
      else if (this.column !== null && this.errorsIn(this.column) === 0) await this.showColumn(null)
    })

  /** Cells of a row that was not booked; it waits then, until the run goes on. */
  readonly fixRow = (row: number, cells: CommandInput<'batches.fixRow'>['cells']): Promise<boolean> =>
    this.act('fix', async () => {
      this.batch.value = await this.#station.invoke('batches.fixRow', { batchId: this.batchId, row, cells })
    })

  /** Runs one action at a time; its error stays on screen until the next. @returns whether it went well */
  readonly act = async (name: BatchAction, work: () => Promise<void>): Promise<boolean> => {
    if (this.action.isBusy) return false
    const isDone = await this.action.runAs(name, work)
    const { failure } = this.action
    this.again = failure && (failure.retryable || name === 'open') ? () => void this.act(name, work) : null
    if (name !== 'open') await this.#arrive()
    return isDone
  }

  #move(name: 'pause' | 'cancel', command: 'batches.pause' | 'batches.cancel'): Promise<boolean> {
    return this.act(name, async () => {
      this.batch.value = await this.#station.invoke(command, { batchId: this.batchId })
    })
  }
}
