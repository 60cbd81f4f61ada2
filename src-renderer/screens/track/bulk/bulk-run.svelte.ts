import { SvelteMap } from 'svelte/reactivity'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'
import { errorData } from '../../../error-data.ts'
import type { Station } from '../../../station.ts'

export const BULK_ACTIONS = ['print', 'cancel', 'acknowledge'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** What became of one shipment: null where it was taken. */
type Outcome = StationErrorData | null

/**
 * One thing done to many shipments, one after another, with what became of each. Labels are one print list; a cancellation
 * keeps its submission id, so that a second try of a row is not a second cancellation.
 */
export class BulkRun {
  isRunning = $state(false)
  readonly outcomes = new SvelteMap<string, Outcome>()
  readonly #station: Station
  readonly #submissions = new SvelteMap<string, string>()
  #isStopped = false

  constructor(station: Station) {
    this.#station = station
  }

  get failed(): number {
    return [...this.outcomes.values()].filter((outcome) => outcome !== null).length
  }

  /** After the row in hand. */
  readonly stop = (): void => void (this.#isStopped = true)

  readonly print = (rows: readonly Shipment[]): Promise<void> =>
    this.#run(rows, async (rest) => {
      const codes = rest.map(({ shipmentId }) => shipmentId)
      const { items } = await this.#station.invoke('printLists.add', { codes })
      for (const { code, problem } of items) this.outcomes.set(code, problem)
    })

  readonly acknowledge = (rows: readonly Shipment[]): Promise<void> =>
    this.#eachOf(rows, ({ shipmentId }) => this.#station.invoke('shipments.acknowledge', { shipmentId }))

  readonly cancel = (rows: readonly Shipment[], wanted: { reason: string; refundRequested: boolean }): Promise<void> =>
    this.#eachOf(rows, ({ shipmentId }) => {
      const submissionId = this.#submissions.get(shipmentId) ?? crypto.randomUUID()
      this.#submissions.set(shipmentId, submissionId)
      const change = { kind: 'cancel' as const, ...wanted }
      return this.#station.invoke('bookings.requestChange', { submissionId, shipmentId, change })
    })

  #eachOf(rows: readonly Shipment[], work: (row: Shipment) => Promise<unknown>): Promise<void> {
    return this.#run(rows, async (rest) => {
      for (const row of rest) {
        if (this.#isStopped) return
        const outcome = await work(row).then(() => null, errorData)
        this.outcomes.set(row.shipmentId, outcome)
      }
    })
  }

  /** @param work with those that were not taken yet: the others stay so */
  async #run(rows: readonly Shipment[], work: (rest: readonly Shipment[]) => Promise<void>): Promise<void> {
    if (this.isRunning) return
    this.isRunning = true
    this.#isStopped = false
    try {
      await work(rows.filter(({ shipmentId }) => this.outcomes.get(shipmentId) !== null))
    } finally {
      this.isRunning = false
    }
  }
}
