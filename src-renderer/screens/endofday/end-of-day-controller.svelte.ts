import type {
  CarrierDay,
  EndOfDay,
  Manifest,
  ManifestRow,
  NotReady,
} from '../../../src-shared/station/documents/endofday.ts'
import { errorData } from '../../error-data.ts'
import { Action } from '../../live/action.svelte.ts'
import { LiveQuery } from '../../live/live-query.svelte.ts'
import type { Station } from '../../station.ts'
import { closingOf, isChosen, type Closing, type Ticks } from './closing.ts'

/** One day's closing on screen. The station knows the day; a person's ticks are all that is kept here. */
export class EndOfDayController {
  readonly day: string
  readonly query: LiveQuery<EndOfDay>
  /** Shipments that a person ticked or unticked. */
  ticks = $state.raw<Ticks>({})
  /** By name, with the id of each subject. The cause of an error may have changed meanwhile. */
  readonly action = new Action({ onfailure: () => void this.query.refresh() })
  /** A manifest that waits for a printer to be chosen. */
  awaitingPrinter = $state.raw<readonly Manifest[]>([])
  /** The manifests of the last closing, until the next. */
  made = $state.raw<readonly Manifest[]>([])
  readonly #station: Station
  /** The same closing twice is one: a lost answer is asked for again under the same key. */
  #submission: { fingerprint: string; submissionId: string } | null = null

  constructor(station: Station, day: string) {
    this.#station = station
    this.day = day
    this.query = new LiveQuery(() => station.invoke('endofday.get', { day }))
  }

  readonly follow = (): (() => void) =>
    this.query.follow(this.#station, ['bookings.changed', 'jobs.changed', 'shipments.changed'])

  readonly isChosen = (row: ManifestRow): boolean => isChosen(row, this.day, this.ticks)

  readonly tick = (rows: readonly ManifestRow[], isOn: boolean): void => {
    this.ticks = { ...this.ticks, ...Object.fromEntries(rows.map(({ shipmentId }) => [shipmentId, isOn])) }
  }

  readonly closingOf = (carriers: readonly CarrierDay[]): Closing =>
    closingOf(carriers, this.query.value?.manifests ?? [], this.day, this.ticks)

  /**
   * Closes the chosen shipments of these carriers, and prints the manifests if asked to. @returns whether it was
   * closed
   */
  readonly close = (carriers: readonly CarrierDay[], isPrinted: boolean): Promise<boolean> =>
    this.action.runAs('close', async () => {
      this.made = []
      const { carriers: chosen } = this.closingOf(carriers)
      const fingerprint = JSON.stringify([this.day, chosen])
      if (this.#submission?.fingerprint !== fingerprint) {
        this.#submission = { fingerprint, submissionId: crypto.randomUUID() }
      }
      const { submissionId } = this.#submission
      this.made = await this.#station.invoke('endofday.close', { submissionId, day: this.day, carriers: chosen })
      this.#submission = null
      await this.query.refresh()
      if (isPrinted) await this.#print(this.made)
    })

  readonly print = (manifests: readonly Manifest[]): Promise<boolean> =>
    this.action.runAs(`print ${manifests.map(({ manifestId }) => manifestId).join(' ')}`, () => this.#print(manifests))

  /** One after the other; those that are left wait until there is a printer. */
  async #print(manifests: readonly Manifest[]): Promise<void> {
    for (const [index, { manifestId }] of manifests.entries()) {
      try {
        await this.#station.invoke('endofday.print', { manifestId })
      } catch (error) {
        const failure = errorData(error)
        if (failure.code !== 'NO_OFFICE_PRINTER') throw error
        this.awaitingPrinter = manifests.slice(index)
        return
      }
    }
    this.awaitingPrinter = []
  }

  readonly takeBack = ({ manifestId }: Manifest, reason: string): Promise<boolean> =>
    this.action.runAs(`void ${manifestId}`, async () => {
      await this.#station.invoke('endofday.void', { manifestId, reason })
      this.made = this.made.filter((manifest) => manifest.manifestId !== manifestId)
      await this.query.refresh()
    })

  /** Prints the label of a shipment, again or for the first time; the list shows the result. */
  readonly printLabels = (rows: readonly NotReady[]): Promise<boolean> =>
    this.action.runAs('labels', async () => {
      const codes = rows.flatMap(({ shipmentId }) => (shipmentId === null ? [] : [shipmentId]))
      if (codes.length === 0) return
      const { items } = await this.#station.invoke('printLists.add', { codes })
      await this.query.refresh()
      const problem = items.find((item) => item.problem !== null)?.problem
      if (problem) this.action.failure = problem
    })
}
