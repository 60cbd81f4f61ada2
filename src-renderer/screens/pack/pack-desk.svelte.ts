import type { PrintJob, Printer } from '../../../src-shared/station/printing.ts'
import type { Shipment } from '../../../src-shared/station/shipment.ts'
import type { AppContext } from '../../app-context.ts'
import { errorData } from '../../error-data.ts'
import { LiveQuery } from '../../live/live-query.svelte.ts'
import { bandFor, type Band, type Outcome } from './band.ts'
import { needsSomebody } from './job-trouble.ts'
import { playTone } from './tones.ts'

/** An earlier scan that went wrong and that nobody has taken note of yet. */
export interface Problem {
  id: number
  code: string
  band: Band
}

const JOBS_SHOWN = 30

/** The packing station at work: one scan at a time, its print job as it moves, and what still needs a person. */
export class PackDesk {
  readonly #app: AppContext
  readonly jobs: LiveQuery<PrintJob[]>
  readonly printers: LiveQuery<Printer[]>
  outcome = $state.raw<Outcome | null>(null)
  /** The shipment F2 reprints. */
  isAskingReason = $state(false)
  /** The code being looked up. */
  pending = $state<string | null>(null)
  problems = $state.raw<readonly Problem[]>([])
  /** Another printer than the default, for this screen. */
  chosenPrinterId = $state<string | null>(null)
  #jobId = $state<string | null>(null)
  #scans: Promise<unknown> = Promise.resolve()
  #problemId = 1
  #troubled: readonly string[] | null = null

  constructor(app: AppContext) {
    this.#app = app
    this.jobs = new LiveQuery(async () =>
      this.#watchTrouble(await app.station.invoke('jobs.list', { limit: JOBS_SHOWN })),
    )
    this.printers = new LiveQuery(() => app.station.invoke('printers.list', {}))
  }

  /** The print job of the outcome, as it stands now. */
  get job(): PrintJob | null {
    const fresh = this.jobs.value?.find((job) => job.jobId === this.#jobId)
    return fresh ?? (this.outcome && 'job' in this.outcome ? this.outcome.job : null)
  }

  get band(): Band | null {
    return this.outcome && bandFor(this.outcome, this.job, this.#app.locale)
  }

  get shipment(): Shipment | null {
    return this.outcome && 'shipment' in this.outcome ? this.outcome.shipment : null
  }

  /** Where the next label goes. */
  get printer(): Printer | null {
    const printers = this.printers.value ?? []
    const chosen = printers.find((printer) => printer.printerId === this.chosenPrinterId)
    return chosen ?? printers.find((printer) => printer.isDefault) ?? null
  }

  /** Scans wait for each other: a fast hand loses none, and the band is always that of the last one. */
  readonly scan = (code: string, reprintReason?: string): Promise<void> => {
    const scan = this.#scans.then(() => this.#scan(code, reprintReason))
    this.#scans = scan
    return scan
  }

  async #scan(code: string, reprintReason?: string): Promise<void> {
    this.#keepProblem()
    this.isAskingReason = false
    this.pending = code
    try {
      const printerId = this.chosenPrinterId ?? undefined
      this.#show(await this.#app.station.invoke('pack.scan', { code, printerId, reprintReason }))
    } catch (error) {
      this.#show({ kind: 'error', code, error: errorData(error) })
    }
    this.pending = null
    void this.jobs.refresh()
  }

  #show(outcome: Outcome): void {
    this.#jobId = 'job' in outcome ? outcome.job.jobId : null
    this.outcome = outcome
    this.isAskingReason = outcome.kind === 'already-printed'
    playTone(this.band?.tone === 'bad' || this.band?.tone === 'wait' ? 'bad' : 'good')
  }

  /** A refusal that nobody acknowledged steps aside for the next scan; it does not vanish. */
  #keepProblem(): void {
    if (this.outcome && this.band?.asks === 'acknowledge') {
      this.problems = [{ id: this.#problemId++, code: this.outcome.code, band: this.band }, ...this.problems]
    }
  }

  /** A job that turns out badly after the eye has moved on is heard. */
  #watchTrouble(jobs: PrintJob[]): PrintJob[] {
    const troubled = jobs.filter(needsSomebody).map((job) => job.jobId)
    const before = this.#troubled
    if (before && troubled.some((jobId) => !before.includes(jobId))) playTone('bad')
    this.#troubled = troubled
    return jobs
  }

  readonly acknowledge = (): void => {
    this.outcome = null
    this.isAskingReason = false
  }

  readonly dismissProblem = (id: number): void => {
    this.problems = this.problems.filter((problem) => problem.id !== id)
  }

  /** F2: the shipment on screen once more. */
  readonly askReprint = (): void => {
    if (this.shipment) this.isAskingReason = true
  }

  readonly reprint = (reason: string): void => {
    if (this.shipment) void this.scan(this.shipment.shipmentId, reason)
  }

  readonly answer = (job: PrintJob, answer: 'printed' | 'print-again'): Promise<void> =>
    this.#act(job, () => this.#app.station.invoke('jobs.answer', { jobId: job.jobId, answer }))

  readonly retry = (job: PrintJob): Promise<void> =>
    this.#act(job, () => this.#app.station.invoke('jobs.retry', { jobId: job.jobId }))

  readonly cancel = (job: PrintJob): Promise<void> =>
    this.#act(job, () => this.#app.station.invoke('jobs.cancel', { jobId: job.jobId }))

  /** The band follows the new job when the one it shows is printed again. */
  async #act(job: PrintJob, action: () => Promise<PrintJob>): Promise<void> {
    const next = await this.#app.toasts.attempt(action)
    if (next && this.outcome && 'job' in this.outcome && job.jobId === this.#jobId) {
      this.#jobId = next.jobId
      this.outcome = { ...this.outcome, job: next }
    }
    void this.jobs.refresh()
  }
}
