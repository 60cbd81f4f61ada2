import { SvelteMap } from 'svelte/reactivity'
import { MOST_PRINT_LIST } from '../../../src-shared/station/printing/printer-settings.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { errorData } from '../../error-data.ts'
import type { Station } from '../../station.ts'
import type { BulkItem } from './bulk-item.ts'

export type BulkAction = 'print' | 'cancel' | 'acknowledge' | 'pickup' | 'assign'

/** The outcome for one of them: null on success. */
type Outcome = StationErrorData | null

const NO_LABEL: StationErrorData = {
  code: 'NO_LABEL',
  message: 'It has not become a shipment.',
  retryable: true,
  details: {},
}

/**
 * One thing done to many shipments or bookings, one after another, with the outcome of each. Labels are print lists, one
 * unless they are very many; a change keeps its submission id, so that a second try of a row is not a second change.
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

  /** After the current row. */
  readonly stop = (): void => void (this.#isStopped = true)

  /** A booking without a shipment has no label, and is skipped: its code could match another order. */
  readonly print = (rows: readonly BulkItem[]): Promise<void> =>
    this.#run(rows, async (rest) => {
      for (const { id } of rest.filter(({ shipmentId }) => shipmentId === null)) this.outcomes.set(id, NO_LABEL)
      const labeled = rest.filter(({ shipmentId }) => shipmentId !== null)
      for (let at = 0; at < labeled.length && !this.#isStopped; at += MOST_PRINT_LIST) {
        const some = labeled.slice(at, at + MOST_PRINT_LIST)
        const { items } = await this.#station.invoke('printLists.add', {
          codes: some.flatMap(({ shipmentId }) => shipmentId ?? []),
        })
        for (const { code, problem } of items) {
          this.outcomes.set(some.find(({ shipmentId }) => shipmentId === code)?.id ?? code, problem)
        }
      }
    })

  readonly acknowledge = (rows: readonly BulkItem[]): Promise<void> =>
    this.#eachOf(rows, async ({ shipmentId, lastEventId = null }) => {
      if (shipmentId !== null) await this.#station.invoke('shipments.acknowledge', { shipmentId, lastEventId })
    })

  /** A shipment is canceled at the service; a booking that was not sent is canceled here, at no cost. */
  readonly cancel = (rows: readonly BulkItem[], wanted: { reason: string; refundRequested: boolean }): Promise<void> =>
    this.#eachOf(rows, ({ id, shipmentId }): Promise<unknown> => {
      if (shipmentId === null) return this.#station.invoke('bookings.cancel', { bookingId: id })
      const change = { kind: 'cancel' as const, ...wanted }
      return this.#station.invoke('bookings.requestChange', {
        submissionId: this.#submissionOf(id),
        shipmentId,
        change,
      })
    })

  /** Another pickup day for unsent bookings; the service accepts none for its own, and the station reports that. */
  readonly pickup = (rows: readonly BulkItem[], pickupDate: string): Promise<void> =>
    this.#eachOf(rows, async ({ bookingId, isPickupAsked }): Promise<unknown> => {
      if (bookingId === null) throw new Error('a day is changed of bookings alone')
      if (isPickupAsked) {
        return this.#station.invoke('bookings.answer', { bookingId, answer: { answer: 'new-pickup', pickupDate } })
      }
      const change = { kind: 'update' as const, pickupDate }
      const submissionId = this.#submissionOf(`${bookingId} ${pickupDate}`)
      return this.#station.invoke('bookings.requestChange', { submissionId, bookingId, change })
    })

  /** Assigns all inbox items about them to this person. @param assignee empty: no one */
  readonly assign = (rows: readonly BulkItem[], assignee: string): Promise<void> =>
    this.#eachOf(rows, ({ bookingId, shipmentId }) => {
      const subjectIds = [bookingId, shipmentId].filter((id) => id !== null)
      return this.#station.invoke('inbox.assignAbout', { subjectIds, assignee: assignee === '' ? null : assignee })
    })

  /** The same for the same thing, however often it is tried. */
  #submissionOf(what: string): string {
    const submissionId = this.#submissions.get(what) ?? crypto.randomUUID()
    this.#submissions.set(what, submissionId)
    return submissionId
  }

  #eachOf(rows: readonly BulkItem[], work: (row: BulkItem) => Promise<unknown>): Promise<void> {
    return this.#run(rows, async (rest) => {
      for (const row of rest) {
        if (this.#isStopped) return
        const outcome = await work(row).then(() => null, errorData)
        this.outcomes.set(row.id, outcome)
      }
    })
  }

  /** @param work with those that were not taken yet: the others stay so */
  async #run(rows: readonly BulkItem[], work: (rest: readonly BulkItem[]) => Promise<void>): Promise<void> {
    if (this.isRunning) return
    this.isRunning = true
    this.#isStopped = false
    try {
      await work(rows.filter(({ id }) => this.outcomes.get(id) !== null))
    } finally {
      this.isRunning = false
    }
  }
}
