import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  afterRestore as restored,
  holds,
  IN_FLIGHT,
  isAskable,
  isOnItsWay,
  isOut,
  isStale,
  isTooOld,
  isUnproved,
  MAY_HAVE_COME_OUT,
  mayBeSent,
  mayMove,
  maySendAgain,
  moved,
  ON_ITS_WAY,
  OPEN,
  OUT,
  QUEUED,
  UNDER_WAY,
  UNPROVED,
  WAITING,
  type PrintJobMove,
  type SendEnd,
} from '../../src-shared/machine/print-job.ts'
import { isLabel, PRINT_PURPOSES, type PrintJob } from '../../src-shared/station/printing/printing.ts'
import { afterRestore } from '../../src-main/data/backup/after-restore.rows.ts'
import { openLedger, type Ledger } from '../../src-main/data/ledger/ledger.ts'
import {
  IS_IN_FLIGHT,
  ALL_ON_ITS_WAY,
  IS_OPEN,
  IS_QUEUED,
  jobsThat,
  labelsOf,
} from '../../src-main/printing/queue/print-job-sql.rows.ts'
import { printJobStore, type PrintJobStore } from '../../src-main/printing/queue/print-jobs.rows.ts'
import { printerStore } from '../../src-main/printing/printers/printers.rows.ts'
import { FakeClock } from '../support/fake-clock.ts'
import fc from '../support/fast-check.ts'
import { newStores } from '../support/new-stores.ts'

const STALE_MS = 30 * 60_000
const ERROR = { code: 'PRINTER_UNREACHABLE', message: 'It is off.', retryable: true, details: {} }
const CONDITIONS = { OPEN, WAITING, UNDER_WAY, ON_ITS_WAY, IN_FLIGHT, QUEUED, UNPROVED, OUT, MAY_HAVE_COME_OUT }
const idsSchema = z.array(z.string())

const clock = new FakeClock()
let ledger: Ledger
let jobs: PrintJobStore
beforeEach(async () => {
  ledger = await openLedger(newStores(), clock)
  jobs = printJobStore(ledger.db, clock, { staleMs: () => STALE_MS })
})
afterEach(() => ledger.close())

/** What a walk does next; `which` picks a job of it, when it has any. */
type Step =
  | { kind: 'add' }
  | { kind: 'take' }
  | { kind: 'wait' }
  | { kind: 'adopt' }
  | {
      kind: 'retry' | 'retryByItself' | 'cancel' | 'printNow' | 'confirm' | 'prove' | 'reprint' | 'forget'
      which: number
    }
  | { kind: 'settle'; which: number; end: SendEnd }

const anyEnd: fc.Arbitrary<SendEnd> = fc.oneof(
  fc.constantFrom<SendEnd>(
    { to: 'SENT', bytesSent: 3, detail: 'handed-over' },
    { to: 'PRINTED', bytesSent: 3, proof: { kind: 'receipt' } },
    { to: 'UNKNOWN', bytesSent: 1, error: ERROR },
  ),
  fc
    .constantFrom(null, '2026-11-21T16:00:00.000Z')
    .map((nextTryAt): SendEnd => ({ to: 'FAILED', error: ERROR, nextTryAt })),
)
const which = fc.nat(7)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Step>({ kind: 'add' }, { kind: 'take' }, { kind: 'take' }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'wait' }, { kind: 'adopt' }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('settle' as const), which, end: anyEnd }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'retry' as const,
        'retryByItself' as const,
        'cancel' as const,
        'printNow' as const,
        'confirm' as const,
        'prove' as const,
        'reprint' as const,
        'forget' as const,
      ),
      which,
    }),
  },
)

let walks = 0

/** One walk beside the ledger: what the machine alone says of each job. */
class Walk {
  readonly model: PrintJob[] = []
  /** By job id: from when on its age counts. */
  readonly freshAt = new Map<string, string>()
  readonly printerId: string
  readonly #name: string

  constructor() {
    walks += 1
    this.#name = `w${walks}`
    this.printerId = `prn_${this.#name}`
  }

  async begin(): Promise<void> {
    await printerStore(ledger.db, clock, () => {
      throw new Error('there is a printer')
    }).add({
      printerId: this.printerId,
      name: this.#name,
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'tcp', uri: 'tcp://127.0.0.1:9' },
    })
  }

  #put(job: PrintJob): void {
    const at = this.model.findIndex(({ jobId }) => jobId === job.jobId)
    if (at < 0) this.model.push(job)
    else this.model[at] = job
  }

  /** A step that the ledger takes when the machine lets it, and refuses when not. */
  async #try(job: PrintJob, move: PrintJobMove, isAllowed: boolean, act: () => Promise<unknown>): Promise<void> {
    if (!isAllowed || !mayMove(job, move)) {
      await expect(act()).rejects.toMatchObject({ code: 'WRONG_STATE' })
      return
    }
    await act()
    const now = clock.now().toISOString()
    this.#put(moved(job, move, now))
    if (move.to === 'QUEUED' && move.isFresh) this.freshAt.set(job.jobId, now)
  }

  async #add(): Promise<void> {
    const jobId = `${this.#name}-${this.model.length}`
    const added = await jobs.add({
      jobId,
      printerId: this.printerId,
      title: 'PO-1',
      purpose: 'label',
      reason: null,
      shipmentId: `shp_${this.#name}`,
      copies: 1,
      document: Buffer.from('^XA'),
      labels: 1,
    })
    this.freshAt.set(jobId, added.createdAt)
    this.#put(added)
  }

  async take(step: Step): Promise<void> {
    clock.advance(1_000)
    const now = clock.now().toISOString()
    if (step.kind === 'add') return this.#add()
    if (step.kind === 'take') return this.#take(now)
    if (step.kind === 'wait') return clock.advance(STALE_MS + 1)
    if (step.kind === 'adopt') {
      await jobs.adoptInterrupted(ERROR, this.printerId)
      for (const job of this.model.filter((one) => holds(IN_FLIGHT, one))) {
        this.#put(moved(job, { to: 'UNKNOWN', bytesSent: job.bytesSent, error: ERROR }, now))
      }
      return
    }
    const job = this.model[step.which]
    if (!job) return
    const { jobId, bytesSent } = job
    switch (step.kind) {
      case 'settle':
        return this.#try(job, step.end, true, () => jobs.settle(jobId, step.end, { takeNext: false }))
      case 'retry':
        return this.#try(job, { to: 'QUEUED', isFresh: true }, maySendAgain(job), () => jobs.retry(jobId))
      case 'retryByItself':
        if (job.nextTryAt === null) {
          expect(await jobs.retryByItself(jobId)).toBeNull()
          return
        }
        return this.#try(job, { to: 'QUEUED', isFresh: false }, true, () => jobs.retryByItself(jobId))
      case 'cancel':
        return this.#try(job, { to: 'CANCELLED' }, true, () => jobs.cancel(jobId))
      case 'forget':
        return this.#try(job, { to: 'CANCELLED', isPrinterGone: true }, true, () => jobs.forget(jobId))
      case 'confirm':
        return this.#try(job, { to: 'PRINTED', bytesSent, proof: { kind: 'operator' } }, isAskable(job), () =>
          jobs.confirm(jobId, `rest_${jobId}`).then(({ confirmed }) => confirmed),
        )
      case 'prove':
        await jobs.prove([jobId], { kind: 'status-twice' })
        if (isUnproved(job)) this.#put(moved(job, { to: 'PRINTED', bytesSent, proof: { kind: 'status-twice' } }, now))
        return
      case 'printNow': {
        if (!isStale(job)) {
          await expect(jobs.printNow(jobId)).rejects.toMatchObject({ code: 'WRONG_STATE' })
          return
        }
        this.#put(await jobs.printNow(jobId))
        this.freshAt.set(jobId, now)
        return
      }
      case 'reprint': {
        const newId = `${this.#name}-${this.model.length}`
        const error = { code: 'PRINTER_INTERRUPTED', message: job.error?.message ?? '', retryable: false, details: {} }
        await this.#try(job, { to: 'FAILED', error, replacedBy: newId }, isAskable(job), async () => {
          const { added, replaced } = await jobs.reprint(jobId, newId)
          expect(replaced.error?.details).toMatchObject({ reprintedAs: newId })
          this.freshAt.set(newId, added.createdAt)
          this.model.push(added)
        })
        // Its reason is the ledger's own sentence.
        const kept = await jobs.get(jobId)
        if (mayMove(job, { to: 'FAILED', error, replacedBy: newId }))
          this.#put({ ...moved(job, { to: 'FAILED', error, replacedBy: newId }, now), error: kept.error })
        return
      }
    }
  }

  /** The oldest that waits for nobody, unless one before it is tried again later; those that are too old ask instead. */
  async #take(now: string): Promise<void> {
    const taken = await jobs.takeNext(this.printerId)
    const stale: string[] = []
    for (;;) {
      const next = this.model.find(mayBeSent)
      const isHeldBack = this.model
        .slice(0, next ? this.model.indexOf(next) : 0)
        .some(({ nextTryAt }) => nextTryAt !== null)
      if (!next || isHeldBack) break
      if (!isTooOld(this.freshAt.get(next.jobId) ?? '', clock.now(), STALE_MS)) {
        const sending = moved(next, { to: 'SENDING' }, now)
        this.#put(sending)
        expect(taken.next?.job).toEqual(sending)
        expect(taken.next?.printer?.printer.printerId).toBe(this.printerId)
        expect(taken.passedOver).toEqual(stale)
        return
      }
      this.#put({ ...next, question: 'stale' })
      stale.push(next.jobId)
    }
    expect([taken.next, taken.passedOver]).toEqual([null, stale])
  }

  /** The ledger has every job as the machine has it, and every condition names the same ones in SQL and in code. */
  async compare(): Promise<void> {
    for (const job of this.model) expect(await jobs.get(job.jobId)).toEqual(job)
    for (const [name, condition] of Object.entries(CONDITIONS)) {
      const inSql = idsSchema.parse(
        ledger.db
          .prepare(`SELECT job_id FROM print_job WHERE ${jobsThat(condition)} AND printer_id = ? ORDER BY seq`)
          .pluck()
          .all(this.printerId),
      )
      expect([name, inSql]).toEqual([name, this.model.filter((job) => holds(condition, job)).map(({ jobId }) => jobId)])
    }
    const { onItsWay, lastOut, timesOut, newestAt } = await jobs.status(`shp_${this.#name}`)
    const newestFirst = this.model.toReversed()
    expect(onItsWay).toEqual(newestFirst.find(isOnItsWay) ?? null)
    expect(lastOut).toEqual(onItsWay ? null : (newestFirst.find(isOut) ?? null))
    expect([timesOut, newestAt]).toEqual([this.model.filter(isOut).length, newestFirst[0]?.createdAt ?? null])
  }
}

test('whatever is done to print jobs in whatever order, the ledger has them as their machine says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const walk = new Walk()
      await walk.begin()
      for (const step of steps) await walk.take(step)
      await walk.compare()
    }),
    { numRuns: 60 },
  )
})

test('a restore makes of every job in the ledger what the machine says', async () => {
  const walk = new Walk()
  await walk.begin()
  const steps = fc.sample(anyStep, { numRuns: 90, seed: 1 })
  for (const step of steps) await walk.take(step)
  const before = await jobs.list(10_000)
  expect(new Set(before.map(({ state }) => state)).size).toBeGreaterThan(5)
  clock.advance(1_000)
  afterRestore(ledger.db, { now: clock.now(), backupAt: '2026-11-21T14:00:00.000Z' })
  const at = clock.now().toISOString()
  for (const job of before) {
    const after = await jobs.get(job.jobId)
    expect(after).toEqual(restored(job, after.error ?? ERROR, at))
    expect(after.error?.code === 'LEDGER_RESTORED').toBe(isOnItsWay(job))
  }
})

describe('however many jobs lie behind, SQLite', () => {
  const planOf = (sql: string): string =>
    z
      .array(z.object({ detail: z.string() }))
      .parse(ledger.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())
      .map(({ detail }) => detail)
      .join('; ')

  test('has the partial indexes with the very conditions of the machine', () => {
    const sql = z
      .string()
      .parse(ledger.db.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'print_job_open'`).pluck().get())
    expect(sql.replace(/\s+/g, ' ')).toContain(`WHERE ${IS_OPEN}`)
  })

  test.each([
    ['what is open', `SELECT * FROM print_job WHERE ${IS_OPEN}`, /print_job_open/],
    ['what waits for its printer', `SELECT printer_id FROM print_job WHERE ${IS_QUEUED}`, /print_job_open/],
    ['what is being sent', `SELECT * FROM print_job WHERE ${IS_IN_FLIGHT} ORDER BY seq`, /print_job_open/],
    ['which printers try again', 'SELECT printer_id FROM print_job WHERE next_try_at IS NOT NULL', /print_job_retry/],
    ['what may still come out', `SELECT * FROM print_job WHERE ${ALL_ON_ITS_WAY}`, /print_job_open.*print_job_retry/],
    [
      'what was printed of a shipment',
      `SELECT count(*) FILTER (WHERE ${jobsThat(OUT)}) FROM print_job WHERE shipment_id = 'shp_1'`,
      /print_job_shipment/,
    ],
  ])('finds %s by an index', (_what, sql, index) => {
    expect(planOf(sql)).toMatch(index)
    expect(planOf(sql)).not.toMatch(/SCAN print_job(?! USING)/)
  })
})

test('a job is a label in SQL where it is in code', () => {
  const inSql = ledger.db.prepare(`SELECT ${labelsOf('j')} FROM (SELECT ? AS purpose) j`).pluck()
  for (const purpose of PRINT_PURPOSES)
    expect([purpose, inSql.get(purpose)]).toEqual([purpose, isLabel({ purpose }) ? 1 : 0])
})
