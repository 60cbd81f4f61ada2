import { isCancelled } from '../../../src-shared/machine/shipment.ts'
import type { Booking } from '../../../src-shared/station/booking/booking.ts'
import { failuresOf, nameOf } from '../../../src-shared/station/printing/print-list.ts'
import { isOurBadge } from '../../../src-shared/station/app/people.ts'
import type { PrintList } from '../../../src-shared/station/printing/printer-settings.ts'
import type { CommandInput } from '../../../src-shared/station/commands.ts'
import { answeredTo } from '../../../src-shared/station/printing/label-question.ts'
import type { PrintJob } from '../../../src-shared/station/printing/printing.ts'
import { choicesOf, type ScanChoice } from '../../../src-shared/station/printing/scan-choice.ts'
import type { ScanCommand } from '../../../src-shared/station/printing/scan-command.ts'
import type { Shipment } from '../../../src-shared/station/tracking/shipment.ts'
import type { AppContext } from '../../app-context.ts'
import { errorData } from '../../error-data.ts'
import { bannerFor, type Outcome } from './result/banner.ts'
import { pausedBanner } from './result/job-banner.ts'
import { reprintBanner } from './result/side-banners.ts'
import type { Banner, ShownBanner } from './result/banner-look.ts'
import { manyLabels } from '../../ui/document/many-labels.ts'
import { followedBooking, followedVoid } from './result/follow-outcome.ts'
import { actionsOf, type JobAction } from './queue/job-actions.ts'
import { obey } from './scan/obey-command.ts'
import { PieceController } from './pieces/piece-controller.svelte.ts'
import { ProblemList } from './result/problem-list.svelte.ts'
import { Scale } from '../../live/scale.svelte.ts'
import { QueueController } from './queue/queue-controller.svelte.ts'
import { RepeatGuard } from './scan/repeat-guard.ts'
import type { WantedVoid } from './result/wanted-void.ts'
import { scanCommandOf } from './scan/scan-command.ts'
import { ScanHistory } from './scan/scan-history.svelte.ts'
import { ScanTurns } from './scan/scan-turns.ts'
import { playTone, type Sound } from './scan/tones.ts'

/** A person's answers that go with a code. */
interface ScanAnswers {
  reprintReason?: string
  /** Keys of questions that were answered with yes. */
  despite?: readonly string[]
  agreedLabels?: number
  /** Its weight when the question was asked, in grams. */
  weighedGrams?: number | undefined
  /** The label of this piece only. */
  piece?: number | undefined
  /** Which of several that carry the code. */
  chosen?: string | undefined
  /** What people know it by, where the code is an id of ours. */
  said?: string
  /** The same keys on a US keyboard. */
  asUsKeys?: string | undefined
}

const REPRINT_REASONS = ['reason.damaged', 'reason.lost', 'reason.unreadable', 'reason.jam'] as const
const WEIGHT_REASONS = [
  'reason.weight.right',
  'reason.weight.told',
  'reason.weight.part',
  'reason.weight.office',
] as const

/** The services that the packing station uses. */
type PackContext = Pick<AppContext, 'station' | 'store' | 'preferences' | 'locale' | 'toasts'>

/** How many codes a sentence names; the list on screen has them all. */
const CODES_SHOWN = 5

/** The packing station at work: one scan at a time, its print job as it moves, and what still needs a person. */
export class PackController {
  readonly #app: PackContext
  readonly #play: (sound: Sound) => void
  readonly #guard = new RepeatGuard()
  readonly queue: QueueController
  readonly scale: Scale
  readonly history = new ScanHistory()
  readonly problems = new ProblemList()
  readonly pieces: PieceController
  outcome = $state.raw<Outcome | null>(null)
  /** The reason for reprinting the label on screen is being asked. */
  isAskingReason = $state(false)
  /** Which label is printed again: a piece's, or all; null: not chosen. */
  chosenPiece = $state<number | 'all' | null>(null)
  /** Whether to cancel the shipment on screen is being asked. */
  isAskingVoid = $state(false)
  /** Codes that the service is asked about; other scans do not wait for them. */
  asked = $state.raw<readonly Extract<Outcome, { kind: 'asking' }>[]>([])
  /** The code being looked up. */
  pending = $state<string | null>(null)
  /** The visual twin of the last sound: rises with each. */
  signal = $state.raw<{ sound: Sound; count: number } | null>(null)
  #jobId = $state<string | null>(null)
  /** Esc was pressed while the code was being looked up. */
  #isClearWanted = false
  /** Why the code on screen was to be printed again, and for which piece. */
  #answers: Pick<ScanAnswers, 'reprintReason' | 'piece' | 'chosen'> = {}
  readonly #turns = new ScanTurns()
  /** Keys of the questions about the shipment on screen that were answered with yes. */
  #despite: readonly string[] = []
  /** What lay on the scale when the code on screen was scanned. */
  #weighedGrams: number | undefined

  constructor(app: PackContext, play = playTone) {
    this.#app = app
    this.#play = play
    this.scale = new Scale(app)
    this.queue = new QueueController(app, () => this.sound('bad'))
    // Without an answer the scans are counted, without further feedback.
    this.pieces = new PieceController(
      this.problems,
      async (shipmentId) =>
        (await app.toasts.attempt(() => app.station.invoke('labels.pieceCodes', { shipmentId })))?.codes ?? [],
    )
  }

  /** Refreshes the screen's data. Returns the function that stops it, fit for onMount. */
  follow(): () => void {
    const { station } = this.#app
    const ends = [
      this.queue.follow(),
      this.scale.follow(),
      station.watch(['bookings.changed', 'shipments.changed'], () => void this.#followOutcome()),
    ]
    return () => ends.forEach((end) => end())
  }

  get isSoundOn(): boolean {
    return this.#app.store.value?.settings.sounds ?? true
  }

  readonly sound = (sound: Sound): void => {
    this.signal = { sound, count: (this.signal?.count ?? 0) + 1 }
    if (this.isSoundOn) this.#play(sound)
  }

  /** The current print job of the outcome. */
  get job(): PrintJob | null {
    const fresh = this.queue.jobs.value?.find((job) => job.jobId === this.#jobId)
    return fresh ?? (this.outcome && 'job' in this.outcome ? this.outcome.job : null)
  }

  get banner(): ShownBanner | null {
    const banner = this.#bannerOfOutcome
    return this.outcome && this.isAskingReason && banner?.asks !== 'reason' ? reprintBanner(this.outcome.code) : banner
  }

  get #bannerOfOutcome(): Banner | null {
    const { outcome, job } = this
    if (!outcome) return null
    const isPrint = outcome.kind === 'printing' || outcome.kind === 'in-queue'
    const paused = isPrint && job ? pausedBanner(job, this.queue.watch.of(job.printerId)) : null
    return paused ?? bannerFor(outcome, job, this.#app.locale)
  }

  /** Does the banner, or a dialog over it, wait for an answer? */
  get isAsking(): boolean {
    return this.isAskingReason || this.isAskingVoid || (this.banner?.asks ?? null) !== null
  }

  get shipment(): Shipment | null {
    const shown = this.outcome?.kind === 'repeat' ? this.outcome.before : this.outcome
    return shown && 'shipment' in shown ? shown.shipment : null
  }

  /** The booking of a hold tag: goods that must not leave yet. */
  get booking(): Booking | null {
    return this.outcome?.kind === 'not-booked' ? this.outcome.booking : null
  }

  /** A code from a scanner or typed by hand. */
  readonly scan = (code: string, asUsKeys?: string): Promise<void> => {
    const at = Date.now()
    return this.#turns.take(() => this.#take(code, at, asUsKeys))
  }

  async #take(scanned: string, at: number, asUsKeys?: string): Promise<void> {
    const code = scanned.trim()
    const command = scanCommandOf(code)
    if (command) return obey(this, command)
    const count = this.pieces.take(code, at)
    if (count) return this.#show({ kind: 'piece', code, shipment: count.shipment, count }, this.#jobId)
    const since = this.#guard.notice(code, at)
    const before = this.outcome
    if (since !== null && before?.kind === 'repeat') return this.sound('bad')
    if (since !== null && before && ['printing', 'in-queue', 'already-printed', 'asks'].includes(before.kind)) {
      // The question is open already: a second scan is no answer to it.
      if (before.kind === 'already-printed' || before.kind === 'asks') return this.sound('bad')
      return this.#show({ kind: 'repeat', code, milliseconds: since, before }, this.#jobId)
    }
    await this.#look(code, { asUsKeys })
  }

  /** Asks the station about a code, which prints its label. */
  async #look(code: string, answers: ScanAnswers = {}): Promise<void> {
    const { reprintReason, despite = [], agreedLabels, piece, chosen, said = code, asUsKeys } = answers
    // A yes was to the weight in the question, not to the scale's current one.
    const weighedGrams = answers.weighedGrams ?? this.scale.grams ?? undefined
    this.#weighedGrams = weighedGrams
    if (this.#app.store.value?.signIn && isOurBadge(code)) return this.#switchPerson(code)
    this.#keepProblem()
    this.#despite = despite
    const wasAsking = this.isAskingReason
    this.isAskingReason = false
    this.isAskingVoid = false
    this.pending = code
    this.#isClearWanted = false
    this.#answers = {
      ...(reprintReason !== undefined && { reprintReason }),
      ...(piece !== undefined && { piece }),
      ...(chosen !== undefined && { chosen }),
    }
    try {
      const printerId = this.queue.chosenPrinterId ?? undefined
      const input = {
        code,
        ...(chosen === undefined ? {} : { chosen }),
        printerId,
        reprintReason,
        ...(despite.length > 0 ? { despite: [...despite] } : {}),
        agreedLabels,
        weighedGrams,
        piece,
      }
      const answer = await this.#app.station.invoke('pack.scan', { ...input, hereOnly: true })
      // Caps Lock made small letters of a command, and nothing here is called so.
      const command = answer.kind === 'elsewhere' && asUsKeys !== undefined ? scanCommandOf(asUsKeys) : null
      if (command) {
        this.isAskingReason = wasAsking
        this.pending = null
        return await obey(this, command)
      }
      if (answer.kind === 'elsewhere') void this.#askService(input, said, asUsKeys)
      else this.#show({ ...answer, code: said })
    } catch (error) {
      this.#show({ kind: 'error', code: said, error: errorData(error) })
    }
    this.pending = null
    if (this.#isClearWanted && this.#isPlainlyPrinting) this.acknowledge()
    void this.queue.jobs.refresh()
  }

  /** A code that is not here, looked up at the service; later scans continue meanwhile. */
  async #askService(input: CommandInput<'pack.scan'>, said: string, asUsKeys?: string): Promise<void> {
    const asking = { kind: 'asking', code: said } as const
    // The same code is asked about once at a time.
    if (this.asked.some(({ code }) => code === said)) return
    this.asked = [...this.asked, asking]
    this.#jobId = null
    this.outcome = asking
    const outcome = await this.#answerOf(input, said, asUsKeys)
    this.asked = this.asked.filter((one) => one !== asking)
    void this.queue.jobs.refresh()
    if (this.outcome === asking) {
      this.#show(outcome)
      if (this.#isClearWanted && this.#isPlainlyPrinting) this.acknowledge()
      return
    }
    // Another scan is on screen by now: successful prints are listed, problems stay in sight.
    const banner = bannerFor(outcome, 'job' in outcome ? outcome.job : null, this.#app.locale)
    this.history.add(outcome, banner)
    if (banner.asks !== null) this.problems.add(said, banner)
    this.sound(banner.asks === null ? 'good' : 'bad')
  }

  async #answerOf(input: CommandInput<'pack.scan'>, said: string, asUsKeys?: string): Promise<Outcome> {
    try {
      const answer = await this.#app.station.invoke('pack.scan', input)
      const isOtherLayout = asUsKeys?.toLowerCase() !== input.code.toLowerCase()
      if (answer.kind === 'not-found') return { ...answer, code: said, ...(isOtherLayout && { asUsKeys }) }
      return answer.kind === 'elsewhere' ? { kind: 'not-found', code: said } : { ...answer, code: said }
    } catch (error) {
      return { kind: 'error', code: said, error: errorData(error) }
    }
  }

  /** A badge signs its person in, wherever it is scanned. It is no code of freight, and never shown. */
  async #switchPerson(badge: string): Promise<void> {
    const { station, store, toasts } = this.#app
    const state = await toasts.attempt(() => station.invoke('people.signIn', { badge }))
    this.sound(state ? 'good' : 'bad')
    if (state) store.accept(state)
  }

  #show(outcome: Outcome, jobId: string | null = null): void {
    this.#jobId = 'job' in outcome ? outcome.job.jobId : jobId
    this.outcome = outcome
    this.chosenPiece = null
    this.isAskingVoid = false
    this.isAskingReason = outcome.kind === 'already-printed' || outcome.kind === 'asks'
    this.#startCount(outcome)
    const banner = this.#bannerOfOutcome ?? bannerFor(outcome, this.job, this.#app.locale)
    this.history.add(outcome, banner)
    this.sound(banner.tone === 'bad' || banner.tone === 'wait' ? 'bad' : 'good')
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

  /** A refusal that was not acknowledged steps aside for the next scan; it does not vanish. A void that was done is none. */
  #keepProblem(): void {
    const { outcome } = this
    const banner = this.#bannerOfOutcome
    if (!outcome || outcome.kind === 'no-target' || banner?.asks !== 'acknowledge') return
    if (outcome.kind !== 'void' || outcome.change.state !== 'DONE') this.problems.add(outcome.code, banner)
  }

  /** A label is on its way, without a question or a message. */
  get #isPlainlyPrinting(): boolean {
    const { outcome, banner } = this
    if (outcome?.kind !== 'printing' || outcome.letGoAt !== undefined || banner?.asks !== null) return false
    return banner.tone === 'good' || banner.tone === 'move'
  }

  /**
   * Esc on the keyboard. While a code is being looked up it is kept for the answer: a successful print is acknowledged in
   * advance; a question, a failure or a warning stays, because it has not been read yet.
   */
  readonly clear = (): void => {
    if (this.pending === null && this.outcome?.kind !== 'asking') this.acknowledge()
    else this.#isClearWanted = true
  }

  /** Esc, NEXT: acknowledged; the screen is free. A repeated scan returns to the outcome of the first one. */
  readonly acknowledge = (): void => {
    // Only the question is closed; the print's outcome stays on screen.
    if (this.isAskingReason && this.outcome?.kind === 'printing') {
      this.isAskingReason = false
      return
    }
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

  /** Pieces to choose one from, where a label is printed again; 1: there is nothing to choose. */
  get piecesToChoose(): number {
    return this.outcome?.kind === 'asks' ? 1 : (this.shipment?.pieces ?? 1)
  }

  /** Why a label is printed again, in the order of the keys 1 to 4. */
  get reasons() {
    return this.outcome?.kind === 'asks' && this.outcome.question.kind === 'weight' ? WEIGHT_REASONS : REPRINT_REASONS
  }

  /** What the banner offers for its job. */
  get jobActions(): Exclude<JobAction, 'move'>[] {
    const { job, banner } = this
    const isOffered = ['printed-or-again', 'retry', 'stale'].includes(banner?.asks ?? '')
    return job && isOffered ? actionsOf(job).filter((action) => action !== 'move') : []
  }

  /** The answers to whether its label came out, each under its digit. */
  get answers(): Exclude<JobAction, 'move'>[] {
    return this.banner?.asks === 'printed-or-again' ? this.jobActions : []
  }

  /**
   * Whether a digit means something now: one of several that carry the code; whether the label came out; a piece (0: all), and
   * then a reason.
   */
  readonly takesDigit = (digit: number): boolean => {
    if (!this.isAskingReason) return (this.choices[digit - 1] ?? this.answers[digit - 1]) !== undefined
    const isChoosing = this.piecesToChoose > 1 && this.chosenPiece === null
    return isChoosing ? digit <= this.piecesToChoose : digit >= 1 && digit <= this.reasons.length
  }

  readonly pressDigit = (digit: number): void => {
    if (!this.takesDigit(digit)) return
    const choice = this.choices[digit - 1]
    if (choice) return this.chooseOne(choice)
    const answer = this.isAskingReason ? undefined : this.answers[digit - 1]
    if (answer && this.job) return void this.act(this.job, answer)
    if (this.piecesToChoose > 1 && this.chosenPiece === null) {
      this.choosePiece(digit === 0 ? 'all' : digit)
      return
    }
    const reason = this.reasons[digit - 1]
    if (reason) this.reprintChosen(this.#app.locale.t(reason))
  }

  /** A piece, or all. Pointing at one asks for its label again. */
  readonly choosePiece = (piece: number | 'all'): void => {
    this.chosenPiece = piece
    this.isAskingReason = true
  }

  readonly reprintChosen = (reason: string): void =>
    this.reprint(reason, typeof this.chosenPiece === 'number' ? this.chosenPiece : undefined)

  /** It can still be labeled or canceled, and no other one is about to take its place on screen. */
  get #mayBeAskedAbout(): boolean {
    return this.shipment !== null && !isCancelled(this.shipment) && this.pending === null
  }

  /** F2: asks to reprint the shipment on screen. @returns whether it may be asked */
  readonly askReprint = (): boolean => {
    if (!this.#mayBeAskedAbout) return false
    this.chosenPiece = null
    this.isAskingReason = true
    return true
  }

  /** F4: asks whether to cancel the shipment on screen. @returns whether it may be asked */
  readonly askVoid = (): boolean => {
    if (!this.#mayBeAskedAbout) return false
    this.isAskingVoid = true
    return true
  }

  /** @param piece one of several; absent: all labels */
  readonly reprint = (reprintReason: string, piece?: number): void => {
    const { shipment, outcome } = this
    // One question after another: a yes to the first stays one, and is none to the next.
    const question = outcome?.kind === 'asks' ? outcome.question : null
    const despite = answeredTo(question, this.#despite)
    const said = outcome?.code ?? shipment?.shipmentId ?? ''
    const weighedGrams = question || this.#despite.length > 0 ? this.#weighedGrams : undefined
    // A person acted in between: the same code after it is not a double trigger.
    this.#guard.forget()
    if (shipment)
      void this.#turns.take(() =>
        this.#look(shipment.shipmentId, {
          ...{ chosen: shipment.shipmentId, reprintReason, despite, piece, said, weighedGrams },
        }),
      )
  }

  /** The same code again, as if it were new: after a failure, a fetched label, a booking that came through. */
  readonly again = async (): Promise<void> => {
    const code = this.outcome?.code
    if (code !== undefined && this.pending === null) await this.#look(code, { chosen: this.#answers.chosen })
  }

  /** The confirmed number of labels: the number in the question, and no other. */
  readonly agreeToMany = async (): Promise<void> => {
    const { outcome } = this
    const many = outcome?.kind === 'error' ? manyLabels(outcome.error) : null
    if (!outcome || !many || this.pending !== null) return
    const weighedGrams = this.#weighedGrams
    await this.#look(outcome.code, {
      ...this.#answers,
      despite: this.#despite,
      agreedLabels: many.labels,
      weighedGrams,
    })
  }

  /** The result of a requested print list: how many are on their way, and which are not. */
  readonly noteList = (list: PrintList): void => {
    const { toasts, locale } = this.#app
    const failed = failuresOf(list)
    const out = list.items.length - failed.length
    this.sound(failed.length > 0 ? 'bad' : 'good')
    const codes = failed.slice(0, CODES_SHOWN).map(nameOf)
    toasts.done(
      failed.length === 0
        ? locale.t('printList.result', { count: out })
        : locale.t('printList.resultFailed', {
            out,
            failed: failed.length,
            codes: codes.join(', ') + (failed.length > codes.length ? ' …' : ''),
          }),
    )
  }

  /** What there is to choose from where several carry the code, in the order of the keys 1 to 9. */
  get choices(): ScanChoice[] {
    return this.outcome?.kind === 'ambiguous' ? choicesOf(this.outcome) : []
  }

  /** One of several that carry the code on screen. */
  readonly chooseOne = ({ chosen }: ScanChoice): void => {
    const code = this.outcome?.code
    if (code !== undefined) void this.#turns.take(() => this.#look(code, { chosen }))
  }

  /** A shipment that a person points at. @param said its name for people */
  readonly choose = (shipmentId: string, said: string): Promise<void> =>
    this.#turns.take(() => this.#look(shipmentId, { chosen: shipmentId, said }))

  /** The banner follows the new job when the one it shows is printed again. */
  readonly act = async (job: PrintJob, action: Exclude<JobAction, 'move'>): Promise<void> => {
    const next = await this.queue.act(job, action)
    if (next && this.outcome && 'job' in this.outcome && job.jobId === this.#jobId) {
      this.#jobId = next.jobId
      this.outcome = { ...this.outcome, job: next }
    }
  }

  /**
   * Asks the service to cancel the shipment on screen; the station drops its labels that have not begun. @returns whether
   * it was accepted
   */
  readonly voidShipment = async (wanted: WantedVoid): Promise<boolean> => {
    const [shipment, code] = [this.shipment, this.outcome?.code]
    if (!shipment || code === undefined) return false
    const { shipmentId } = shipment
    const { submissionId, ...how } = wanted
    const change = await this.#app.station.invoke('bookings.requestChange', {
      ...{ submissionId, shipmentId },
      change: { kind: 'cancel', ...how },
    })
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
    // Another answer came first, perhaps an older one: look again.
    if (this.outcome !== shown) return this.outcome?.kind === shown.kind ? this.#followOutcome() : undefined
    const before = this.#bannerOfOutcome?.word
    this.outcome = next
    const banner = this.#bannerOfOutcome
    if (!banner || banner.word === before) return
    this.history.add(next, banner)
    this.sound(banner.tone === 'bad' ? 'bad' : 'good')
  }
}
