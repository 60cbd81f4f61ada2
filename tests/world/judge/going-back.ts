import { z } from 'zod'
import type { Invokes } from '../processes/handle.ts'
import type { StationResult } from '../processes/protocol.ts'
import { readJobs, type PrintsBefore } from './facts.ts'
import type { SimulatedPrinter } from '../in-process/printers.ts'
import type { SimulatedStation } from '../in-process/station.ts'

const stateSchema = z.looseObject({ backups: z.array(z.looseObject({ name: z.string() })) })
const jobSchema = z.looseObject({ jobId: z.string() })
const answerSchema = z.looseObject({ bookingId: z.string(), answer: z.looseObject({ answer: z.string() }) })
const cancelSchema = z.looseObject({
  bookingId: z.string(),
  change: z.looseObject({ kind: z.literal('cancel'), refundRequested: z.boolean().optional() }),
})
const NEWEST = 'SELECT at FROM restoration ORDER BY seq DESC LIMIT 1'

/** Restores of the ledger, and what a judge must know that a restored ledger does not tell. */
export class GoingBack {
  restores = 0
  /** What was on paper, and asked for, when the ledger last went back. */
  before: PrintsBefore = { papers: 0, sent: [], sends: new Map() }
  /** How often a person said "send again", by booking: the audit of a restored ledger has forgotten some. */
  readonly sentAgain = new Map<string, number>()
  readonly printedByWord = new Set<string>()
  /** Bookings that a person called off without asking for the money: a restored ledger has forgotten some, the service none. */
  readonly unpaidCancels = new Set<string>()
  #isPlanned = false
  #newest = ''

  /** A supervisor puts one of the newest backups in the place of the ledger. Gives whether it comes at the next start. */
  async plan(station: Invokes, pick: (below: number) => number): Promise<boolean> {
    const state = await station.invoke('maintenance.state', {})
    if (!state?.ok) return false
    const { backups } = stateSchema.parse(state.value)
    const chosen = backups[pick(Math.min(backups.length, 12))]
    if (!chosen) return false
    const planned = await station.invoke('maintenance.planRestore', { name: chosen.name })
    this.#isPlanned ||= planned?.ok === true
    return planned?.ok === true
  }

  noteCommand(name: string, input: unknown, answer: StationResult | null): void {
    // Without an answer it may have been taken.
    if (answer?.ok === false) return
    const job = jobSchema.safeParse(input)
    if (job.success && (name === 'jobs.retry' || name === 'jobs.answer')) this.printedByWord.add(job.data.jobId)
    if (name === 'bookings.requestChange') {
      const cancel = cancelSchema.safeParse(input).data
      if (cancel && cancel.change.refundRequested !== true) this.unpaidCancels.add(cancel.bookingId)
    }
    if (name !== 'bookings.answer') return
    const said = answerSchema.safeParse(input)
    if (!said.success || said.data.answer.answer !== 'send-again') return
    const { bookingId } = said.data
    this.sentAgain.set(bookingId, (this.sentAgain.get(bookingId) ?? 0) + 1)
  }

  /** The station has opened with these notices. @returns "silent": it went back, or should have, and says nothing */
  noteOpened(
    codes: readonly string[],
    { stores }: Pick<SimulatedStation, 'stores'>,
    { paper, sent }: Pick<SimulatedPrinter, 'paper' | 'sent'>,
  ): 'restored' | 'silent' | null {
    if (!stores) return null
    const wasPlanned = this.#isPlanned
    this.#isPlanned = false
    const newest = z.string().nullish().parse(stores.ledger.db.prepare(NEWEST).pluck().get())
    const isNew = newest != null && newest !== this.#newest
    this.#newest = newest ?? ''
    if (isNew ? !codes.includes('RESTORED_OPEN_WORK') : wasPlanned) return 'silent'
    if (!isNew) return null
    this.restores += 1
    const sends = new Map(readJobs(stores.ledger.db).map((job) => [job.job_id, job.sends]))
    this.before = { papers: paper.length, sent: sent.map(({ text }) => text), sends }
    return 'restored'
  }
}
