import { hasTrouble } from '../../../../src-shared/machine/print-job.ts'
import type { PrintList } from '../../../../src-shared/station/printing/printer-settings.ts'
import type { PrintJob, Printer } from '../../../../src-shared/station/printing/printing.ts'
import type { AppContext } from '../../../app-context.ts'
import { Action } from '../../../live/action.svelte.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import { PrinterWatch } from '../../../live/printer-watch.svelte.ts'
import type { JobAction, LoadedPapers } from './job-actions.ts'
import { listIdsOf, heldUp, printerQueues, questionsOf } from './queue-view.ts'

type QueueContext = Pick<AppContext, 'station' | 'preferences' | 'toasts'>

const JOBS_SHOWN = 60
const LISTS_SHOWN = 3

/** The print queue at this station: printers, their jobs, and what still needs a person. */
export class QueueController {
  readonly #app: QueueContext
  readonly #onTrouble: () => void
  readonly jobs: LiveQuery<PrintJob[]>
  readonly printers: LiveQuery<Printer[]>
  readonly lists: LiveQuery<PrintList[]>
  /** What is loaded in each printer, once it was asked for. */
  readonly loaded: LiveQuery<LoadedPapers>
  readonly watch: PrinterWatch
  /** By the id of the job or the printer that a button acts on. */
  readonly action: Action
  readonly queues = $derived.by(() =>
    printerQueues(this.printers.value ?? [], this.jobs.value ?? [], this.printer?.printerId ?? null),
  )
  readonly heldUp = $derived.by(() => heldUp(this.queues, this.watch.statuses))
  readonly questions = $derived.by(() => questionsOf(this.jobs.value ?? []))
  /** Jobs whose new printer is being asked for. */
  moving = $state.raw<readonly PrintJob[]>([])
  #troubled: readonly string[] | null = null
  /** Asked for on this screen, newest first. */
  #listIds: readonly string[] = []

  /** @param onTrouble a job that may no longer be on screen failed. */
  constructor(app: QueueContext, onTrouble: () => void) {
    this.#app = app
    this.#onTrouble = onTrouble
    this.action = new Action({ isPerName: true, onfailure: app.toasts.error })
    const { station } = app
    this.jobs = new LiveQuery(async () => this.#notice(await station.invoke('jobs.list', { limit: JOBS_SHOWN })))
    this.printers = new LiveQuery(() => station.invoke('printers.list', {}))
    this.loaded = new LiveQuery(async () => {
      const kinds = await station.invoke('stock.list', {})
      const loadedIn = async ({ printerId }: Printer) => {
        const { paper, stockId } = await station.invoke('printers.options', { printerId })
        return [printerId, { paper, stock: kinds.find((kind) => kind.stockId === stockId) ?? null }] as const
      }
      return Object.fromEntries(await Promise.all((this.printers.value ?? []).map(loadedIn)))
    })
    this.lists = new LiveQuery(() =>
      Promise.all(
        [...this.#listIds, ...listIdsOf(this.jobs.value ?? []).filter((id) => !this.#listIds.includes(id))]
          .slice(0, LISTS_SHOWN)
          .map((listId) => station.invoke('printLists.get', { listId })),
      ),
    )
    this.watch = new PrinterWatch(station, () =>
      this.queues
        .filter(({ printer }) => printer !== null)
        .map(({ printerId, open }) => ({ printerId, isBusy: open.length > 0 })),
    )
  }

  /** Keeps everything fresh. Returns the end of it, fit for onMount. */
  follow(): () => void {
    const { station } = this.#app
    const ends = [
      this.jobs.follow(station, ['jobs.changed']),
      this.printers.follow(station, ['printers.changed']),
      this.watch.follow(),
    ]
    return () => ends.forEach((end) => end())
  }

  /** Another printer than the default, as chosen here last; null: the default, also when that one is there no more. */
  get chosenPrinterId(): string | null {
    const chosen = this.#app.preferences.get('pack.printer')
    const isThere = this.printers.value?.some(({ printerId }) => printerId === chosen) ?? true
    return typeof chosen === 'string' && chosen !== '' && isThere ? chosen : null
  }

  /** @param printerId null: the default, whichever that is */
  readonly choosePrinter = (printerId: string | null): void =>
    void this.#app.preferences.set('pack.printer', printerId ?? '').catch(this.#app.toasts.error)

  /** Where the next label goes: the printer chosen here, or the default. */
  get printer(): Printer | null {
    const printers = this.printers.value ?? []
    const chosen = printers.find((printer) => printer.printerId === this.chosenPrinterId)
    return chosen ?? printers.find((printer) => printer.isDefault) ?? null
  }

  printerOf(job: PrintJob): Printer | null {
    return this.printers.value?.find(({ printerId }) => printerId === job.printerId) ?? null
  }

  /** Runs the button's action. The job that is on its way now: this one, or the one printed in its place. */
  readonly act = (job: PrintJob, action: Exclude<JobAction, 'move'>): Promise<PrintJob | undefined> => {
    const { station } = this.#app
    const { jobId } = job
    switch (action) {
      case 'printed':
      case 'print-again':
      case 'print-now':
        return this.#once(jobId, () => station.invoke('jobs.answer', { jobId, answer: action }))
      case 'drop':
        return this.#once(jobId, () => station.invoke('jobs.answer', { jobId, answer: 'cancel' }))
      case 'retry':
        return this.#once(jobId, () => station.invoke('jobs.retry', { jobId }))
      case 'cancel':
      case 'stop':
        return this.#once(jobId, () => station.invoke('jobs.cancel', { jobId }))
    }
  }

  /** A list just asked for: also one of which nothing became a job. */
  readonly acceptList = (list: PrintList): void => {
    this.#listIds = [list.listId, ...this.#listIds]
    void this.lists.refresh()
    void this.jobs.refresh()
  }

  readonly move = ({ jobId }: PrintJob, printerId: string): Promise<PrintJob | undefined> =>
    this.#once(jobId, () => this.#app.station.invoke('jobs.move', { jobId, printerId }))

  /** Moves what a new printer is asked for, one after the other; from one that is refused on they are asked about again. */
  readonly moveAll = async (printerId: string): Promise<void> => {
    for (const job of this.moving) {
      if (!(await this.move(job, printerId))) return
      this.moving = this.moving.filter((one) => one !== job)
    }
  }

  /** Pauses or resumes a printer's queue here. */
  readonly setPaused = async (printerId: string, isPaused: boolean): Promise<void> => {
    const command = isPaused ? 'printers.pause' : 'printers.resume'
    await this.#once(printerId, async () => this.watch.accept(await this.#app.station.invoke(command, { printerId })))
  }

  /** @returns the answer; undefined: it failed, or the same runs */
  async #once<T>(id: string, action: () => Promise<T>): Promise<T | undefined> {
    let answer: T | undefined
    await this.action.runAs(id, async () => {
      try {
        answer = await action()
      } finally {
        await this.jobs.refresh()
      }
    })
    return answer
  }

  /** A job that turns out badly after the eye has moved on is heard. */
  #notice(jobs: PrintJob[]): PrintJob[] {
    const troubled = jobs.filter(hasTrouble).map((job) => job.jobId)
    const before = this.#troubled
    if (before && troubled.some((jobId) => !before.includes(jobId))) this.#onTrouble()
    this.#troubled = troubled
    if (jobs.some(({ listId }) => listId !== null)) void this.lists.refresh()
    return jobs
  }
}
