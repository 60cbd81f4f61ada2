import type { Booking } from '../../../src-shared/station/booking.ts'
import type { PrintJob } from '../../../src-shared/station/printing.ts'
import type { ScanCommand } from '../../../src-shared/station/scan-command.ts'
import type { Shipment } from '../../../src-shared/station/shipment.ts'
import type { AppContext } from '../../app-context.ts'
import { errorData } from '../../error-data.ts'
import { bandFor, type Outcome } from './band.ts'
import type { Band } from './band-look.ts'
import { followedBooking, followedVoid } from './follow-outcome.ts'
import type { JobAction } from './job-actions.ts'
import { obey } from './obey-command.ts'
import { PieceDesk } from './piece-desk.svelte.ts'
import { ProblemList } from './problem-list.svelte.ts'
import { QueueDesk } from './queue-desk.svelte.ts'
import { RepeatGuard } from './repeat-guard.ts'
import { requestVoid } from './request-void.ts'
import { scanCommandOf } from './scan-command.ts'
import { ScanHistory } from './scan-history.svelte.ts'
import { ScanTurns } from './scan-turns.ts'
import { playTone, type Sound } from './tones.ts'

/** The packing station at work: one scan at a time, its print job as it moves, and what still needs a person. */
export class PackDesk {
  readonly #app: AppContext
  readonly #guard = new RepeatGuard()
  readonly queue: QueueDesk
  readonly history = new ScanHistory()
  readonly problems = new ProblemList()
  readonly pieces = new PieceDesk(this.problems)
  outcome = $state.raw<Outcome | null>(null)
  /** Why the label on screen is printed once more is being asked. */
  isAskingReason = $state(false)
  /** Whether the shipment on screen is to be called off is being asked. */
  isAskingVoid = $state(false)
  /** The code being looked up. */
  pending = $state<string | null>(null)
  /** The visual twin of the last sound: rises with each. */
  signal = $state.raw<{ sound: Sound; count: number } | null>(null)
  #jobId = $state<string | null>(null)
  readonly #turns = new ScanTurns()

  constructor(app: AppContext) {
    this.#app = app
    this.queue = new QueueDesk(app, () => this.sound('bad'))
  }

  /** Keeps what is on screen fresh. Returns the end of it, fit for onMount. */
  follow(): () => void {
    const { station } = this.#app
    const ends = [
      this.queue.follow(),
      station.watch(['bookings.changed', 'shipments.changed'], () => void this.#followOutcome()),
    ]
    return () => ends.forEach((end) => end())
  }

  get isSoundOn(): boolean {
    return this.#app.store.value?.settings.sounds ?? true
  }

  readonly sound = (sound: Sound): void => {
    this.signal = { sound, count: (this.signal?.count ?? 0) + 1 }
    if (this.isSoundOn) playTone(sound)
  }

  /** The print job of the outcome, as it stands now. */
  get job(): PrintJob | null {
    const fresh = this.queue.jobs.value?.find((job) => job.jobId === this.#jobId)
    return fresh ?? (this.outcome && 'job' in this.outcome ? this.outcome.job : null)
  }

  get band(): Band | null {
    return this.outcome && bandFor(this.outcome, this.job, this.#app.locale)
  }

  get shipment(): Shipment | null {
    const shown = this.outcome?.kind === 'repeat' ? this.outcome.before : this.outcome
    return shown && 'shipment' in shown ? shown.shipment : null
  }

  /** The booking of a hold tag: goods that must not leave yet. */
  get booking(): Booking | null {
    return this.outcome?.kind === 'not-booked' ? this.outcome.booking : null
  }

  /** Whatever a scanner or a hand gave. */
  readonly scan = (code: string): Promise<void> => {
    const at = Date.now()
    return this.#turns.take(() => this.#take(code, at))
  }

  async #take(scanned: string, at: number): Promise<void> {
    const code = scanned.trim()
    const command = scanCommandOf(code)
    if (command) return obey(this, command)
    const count = this.pieces.take(code, at)
    if (count) return this.#show({ kind: 'piece', code, shipment: count.shipment, count }, this.#jobId)
    const since = this.#guard.notice(code, at)
    const before = this.outcome
    if (since !== null && before?.kind === 'repeat') return this.sound('bad')
    if (since !== null && before && ['printing', 'in-queue', 'already-printed'].includes(before.kind)) {
      // The question is open already: a second scan is no answer to it.
      if (before.kind === 'already-printed') return this.sound('bad')
      return this.#show({ kind: 'repeat', code, milliseconds: since, before }, this.#jobId)
    }
    await this.#look(code)
  }

  /** Asks the station about a code, which prints its label. */
  async #look(code: string, reprintReason?: string): Promise<void> {
    this.#keepProblem()
    this.isAskingReason = false
    this.isAskingVoid = false
    this.pending = code
    try {
      const printerId = this.queue.chosenPrinterId ?? undefined
      const answer = await this.#app.station.invoke('pack.scan', { code, printerId, reprintReason })
      this.#show(answer)
    } catch (error) {
      this.#show({ kind: 'error', code, error: errorData(error) })
    }
    this.pending = null
    void this.queue.jobs.refresh()
  }

  #show(outcome: Outcome, jobId: string | null = null): void {
    this.#jobId = 'job' in outcome ? outcome.job.jobId : jobId
    this.outcome = outcome
    this.isAskingReason = outcome.kind === 'already-printed'
    this.#startCount(outcome)
    const band = bandFor(outcome, this.job, this.#app.locale)
    this.history.add(outcome, band)
    this.sound(band.tone === 'bad' || band.tone === 'wait' ? 'bad' : 'good')
  }

  /** A shipment that is printed now and has several pieces is counted. */
  #startCount(outcome: Outcome): void {
    const { shipment } = this
    if (!shipment || shipment.shipmentId === this.pieces.count?.shipment.shipmentId) return
    const isPrinted = outcome.kind === 'printing' || outcome.kind === 'in-queue'
    if (isPrinted) this.pieces.begin(shipment)
    else this.pieces.end()
  }

  /** Counts the pieces of a shipment that was printed before. */
  readonly countPieces = (): void => {
    if (!this.shipment) return
    this.pieces.begin(this.shipment)
    this.isAskingReason = false
  }

  readonly settlePiece = (isAnother: boolean): void => {
    const count = this.pieces.settle(isAnother)
    if (count && this.outcome?.kind === 'piece') this.outcome = { ...this.outcome, count }
  }

  /** A command that has nothing on screen to be about. */
  readonly refuse = (command: ScanCommand): void => {
    this.#keepProblem()
    this.#show({ kind: 'no-target', code: command })
  }

  /** A refusal that nobody acknowledged steps aside for the next scan; it does not vanish. */
  #keepProblem(): void {
    if (this.outcome && this.outcome.kind !== 'no-target' && this.band?.asks === 'acknowledge') {
      this.problems.add(this.outcome.code, this.band)
    }
  }

  /** Esc, NEXT: taken note of; the screen is free. A scan that came twice goes back to what the first one led to. */
  readonly acknowledge = (): void => {
    this.isAskingReason = false
    this.isAskingVoid = false
    if (this.outcome?.kind === 'repeat') {
      this.outcome = this.outcome.before
      return
    }
    this.pieces.end()
    this.outcome = null
    this.#jobId = null
    this.#guard.forget()
  }

  /** F2: the shipment on screen once more. Whether there is one. */
  readonly askReprint = (): boolean => {
    if (!this.shipment || this.shipment.status === 'CANCELLED') return false
    this.isAskingReason = true
    return true
  }

  /** F4: whether the shipment on screen is to be called off. Whether there is one. */
  readonly askVoid = (): boolean => {
    if (!this.shipment || this.shipment.status === 'CANCELLED') return false
    this.isAskingVoid = true
    return true
  }

  readonly reprint = (reason: string): void => {
    const { shipment } = this
    if (shipment) void this.#turns.take(() => this.#look(shipment.shipmentId, reason))
  }

  /** The same code once more, as if it were new: after a failure, a fetched label, a booking that came through. */
  readonly again = async (): Promise<void> => {
    const code = this.outcome?.code
    if (code !== undefined && this.pending === null) await this.#look(code)
  }

  /** One of several shipments that have the code. */
  readonly choose = ({ shipmentId }: Shipment): void => {
    void this.#turns.take(() => this.#look(shipmentId))
  }

  /** The band follows the new job when the one it shows is printed again. */
  readonly act = async (job: PrintJob, action: Exclude<JobAction, 'move'>): Promise<void> => {
    const next = await this.queue.act(job, action)
    if (next && this.outcome && 'job' in this.outcome && job.jobId === this.#jobId) {
      this.#jobId = next.jobId
      this.outcome = { ...this.outcome, job: next }
    }
  }

  /** Asks the service to cancel the shipment on screen; its labels that have not begun are dropped. Whether it was taken. */
  readonly voidShipment = async (submissionId: string, reason: string): Promise<boolean> => {
    const [shipment, code] = [this.shipment, this.outcome?.code]
    if (!shipment || code === undefined) return false
    const { shipmentId } = shipment
    const change = await requestVoid(this.#app, this.queue, { shipmentId, submissionId, reason })
    if (!change) return false
    this.isAskingVoid = false
    this.pieces.drop()
    this.#show({ kind: 'void', code, shipment, change })
    void this.#followOutcome()
    return true
  }

  /** A cancellation under way, and a hold tag's booking, move on while they are on screen. */
  async #followOutcome(): Promise<void> {
    const shown = this.outcome
    if (!shown) return
    const next = await this.#app.toasts.attempt(async () =>
      shown.kind === 'void'
        ? followedVoid(this.#app.station, shown)
        : shown.kind === 'not-booked'
          ? followedBooking(this.#app.station, shown)
          : null,
    )
    if (!next) return
    // Another answer came first, perhaps an older one: look once more.
    if (this.outcome !== shown) return this.outcome?.kind === shown.kind ? this.#followOutcome() : undefined
    const before = this.band?.word
    this.outcome = next
    if (!this.band || this.band.word === before) return
    this.history.add(next, this.band)
    this.sound(this.band.tone === 'bad' ? 'bad' : 'good')
  }
}
