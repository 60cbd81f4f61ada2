import { SvelteSet } from 'svelte/reactivity'
import type { PrintBatch } from '../../../src-shared/station/printer-care.ts'
import type { PrintJob, Printer } from '../../../src-shared/station/printing.ts'
import type { AppContext } from '../../app-context.ts'
import { LiveQuery } from '../../live/live-query.svelte.ts'
import { PrinterWatch } from '../../live/printer-watch.svelte.ts'
import type { JobAction } from './job-actions.ts'
import { needsSomebody } from './job-trouble.ts'
import { batchIdsOf, heldUp, printerQueues, questionsOf } from './queue-view.ts'

const JOBS_SHOWN = 60
const BATCHES_SHOWN = 3

/** The print queue at this station: printers, their jobs, and what still needs a person. */
export class QueueDesk {
  readonly #app: AppContext
  readonly #onTrouble: () => void
  readonly jobs: LiveQuery<PrintJob[]>
  readonly printers: LiveQuery<Printer[]>
  readonly batches: LiveQuery<PrintBatch[]>
  readonly watch: PrinterWatch
  /** Another printer than the default, for this screen. */
  chosenPrinterId = $state<string | null>(null)
  /** What a button acts on now, so that a second press does nothing: a job's or a printer's id. */
  readonly busy = new SvelteSet<string>()
  readonly queues = $derived.by(() =>
    printerQueues(this.printers.value ?? [], this.jobs.value ?? [], this.printer?.printerId ?? null),
  )
  readonly heldUp = $derived.by(() => heldUp(this.queues, this.watch.statuses))
  readonly questions = $derived.by(() => questionsOf(this.jobs.value ?? []))
  #troubled: readonly string[] | null = null
  /** Asked for on this screen, newest first. */
  #batchIds: readonly string[] = []

  /** @param onTrouble a job that nobody may be looking at any more turned out badly. */
  constructor(app: AppContext, onTrouble: () => void) {
    this.#app = app
    this.#onTrouble = onTrouble
    const { station } = app
    this.jobs = new LiveQuery(async () => this.#notice(await station.invoke('jobs.list', { limit: JOBS_SHOWN })))
    this.printers = new LiveQuery(() => station.invoke('printers.list', {}))
    this.batches = new LiveQuery(() =>
      Promise.all(
        [...this.#batchIds, ...batchIdsOf(this.jobs.value ?? []).filter((id) => !this.#batchIds.includes(id))]
          .slice(0, BATCHES_SHOWN)
          .map((batchId) => station.invoke('jobs.batch', { batchId })),
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

  /** Where the next label goes: the printer chosen here, or the default. */
  get printer(): Printer | null {
    const printers = this.printers.value ?? []
    const chosen = printers.find((printer) => printer.printerId === this.chosenPrinterId)
    return chosen ?? printers.find((printer) => printer.isDefault) ?? null
  }

  printerOf(job: PrintJob): Printer | null {
    return this.printers.value?.find(({ printerId }) => printerId === job.printerId) ?? null
  }

  /** Runs what the button says. The job that is on its way now: this one, or the one printed in its place. */
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
        return this.#once(jobId, () => station.invoke('jobs.cancel', { jobId }))
    }
  }

  /** A batch just asked for: also one of which nothing became a job. */
  readonly acceptBatch = (batch: PrintBatch): void => {
    this.#batchIds = [batch.batchId, ...this.#batchIds]
    void this.batches.refresh()
    void this.jobs.refresh()
  }

  readonly move = ({ jobId }: PrintJob, printerId: string): Promise<PrintJob | undefined> =>
    this.#once(jobId, () => this.#app.station.invoke('jobs.move', { jobId, printerId }))

  /** Holds a printer's queue back here, or lets it go on. */
  readonly setPaused = async (printerId: string, isPaused: boolean): Promise<void> => {
    const command = isPaused ? 'printers.pause' : 'printers.resume'
    const status = await this.#once(printerId, () => this.#app.station.invoke(command, { printerId }))
    if (status) this.watch.accept(status)
  }

  async #once<T>(id: string, action: () => Promise<T>): Promise<T | undefined> {
    if (this.busy.has(id)) return undefined
    this.busy.add(id)
    const answer = await this.#app.toasts.attempt(action)
    await this.jobs.refresh()
    this.busy.delete(id)
    return answer
  }

  /** A job that turns out badly after the eye has moved on is heard. */
  #notice(jobs: PrintJob[]): PrintJob[] {
    const troubled = jobs.filter(needsSomebody).map((job) => job.jobId)
    const before = this.#troubled
    if (before && troubled.some((jobId) => !before.includes(jobId))) this.#onTrouble()
    this.#troubled = troubled
    if (jobs.some(({ batchId }) => batchId !== null)) void this.batches.refresh()
    return jobs
  }
}
