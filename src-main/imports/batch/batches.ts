import { sleep } from '../../../src-node/runtime/wait.ts'
import type { Address } from '../../../src-shared/freight/address.ts'
import {
  isDone,
  isReceiving,
  isRunning,
  mayBeChecked,
  mayBeRun,
  mayRetryRows,
} from '../../../src-shared/machine/batch.ts'
import {
  MOST_UNASKED_BOOKINGS,
  type Batch,
  type BatchCounts,
  type BatchEstimate,
  type BatchFix,
  type BatchOrders,
  type BatchRowFix,
  type BatchForm,
  type BatchOpening,
  type BatchRowQuery,
  type BatchRules,
  type BatchSuggestion,
  type ColumnErrors,
  type RowCell,
} from '../../../src-shared/station/batch/batch.ts'
import type { OrdersTaken } from '../../../src-shared/station/orders/order.ts'
import type { ColumnMap, SavedColumnMap } from '../../../src-shared/station/batch/batch-field.ts'
import type { SpendLimits } from '../../../src-shared/station/app/spend-limits.ts'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import { areSameSums, type Money } from '../../../src-shared/station/money.ts'
import type { Submission } from '../../booking/submit/submission.ts'
import { asData } from '../../kernel/fault.ts'
import type { Ids } from '../../kernel/ids.ts'
import { examineFile } from '../csv/encoding.ts'
import type { BatchFixStore } from './batch-fixes.rows.ts'
import type { BatchRowStore } from './batch.rows.ts'
import type { BatchStore, LedgerBatch } from './batches.rows.ts'
import type { Spending } from '../../booking/spending.rows.ts'
import type { RestorationStore } from '../../data/backup/restorations.rows.ts'
import type { ColumnMapStore } from './batch-maps.rows.ts'
import { checkMap, checkRows } from './check.ts'
import type { BatchFiles } from './files.ts'
import { cellsToFix, fixCells, fixRow, type FixTools } from './fix.ts'
import { receiver } from './receive.ts'
import {
  answerNeeded,
  changedFile,
  formOf,
  handedInBefore,
  manyBookings,
  hasErrors,
  INTERRUPTED,
  otherService,
  quotesNeeded,
  restored,
  totalNotAgreed,
  batchInWrongState,
} from './refusals.ts'
import { AFTER_FAULT_MS } from '../../kernel/wake-timers.ts'
import { resultsController } from './results-controller.ts'
import type { PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import type { RowContext } from '../rows/row.ts'
import { quoteRows, rowOffers, type OffersOptions } from './offers.ts'
import { runRows, type RunEnd } from './run.ts'
import { rowsToOrders, type ToOrdersOptions } from './to-orders.ts'
import { numberSample } from '../rows/number-sample.ts'
import { suggestMap } from '../rows/suggestion.ts'
import { csvFileRows } from '../sheets/rows-in-thread.ts'
import { batchSpend } from './spend.ts'
import { createTurns } from './turns.ts'

export interface BatchesOptions extends OffersOptions {
  batches: BatchStore
  rows: BatchRowStore
  fixes: BatchFixStore
  maps: ColumnMapStore
  files: BatchFiles
  /** An address of the address book as the wire has it; null when there is none. */
  savedAddress: (addressId: string) => Address | null
  pickups?: () => Promise<PickupTermsOf>
  submit: (submission: Submission) => Promise<{ bookingId: string }>
  /** Takes rows in as orders. @param source the file's name */
  takeOrders: (orders: Parameters<ToOrdersOptions['take']>[0], source: string) => Promise<OrdersTaken>
  freeReference: ToOrdersOptions['freeReference']
  /** Does a shipment at the service carry this reference? @throws FreightError when it cannot be asked */
  isUsedAtService: (reference: string) => Promise<boolean>
  /** Is an order of this reference known under Track, and not booked here? */
  isBookedElsewhere: (reference: string) => Promise<boolean>
  spending: Spending
  /** What batches may spend unasked. */
  limits: () => Promise<SpendLimits>
  restorations: Pick<RestorationStore, 'newest'>
  language: () => Promise<'en' | 'es'>
  ids: Ids
  onChange: (batchId: string) => void
  onFault: (error: unknown) => void
}

/** A screen hears of a batch's progress at most this often. */
const REPORT_EVERY_MS = 500
const COMPARED_FOR_MS = 30 * 24 * 60 * 60 * 1000

/** A person's confirmations before a run. */
export interface RunConfirmations {
  /** The ledger was restored after the batch was begun: the person has compared it with the service. */
  isComparedWithService: boolean
  /** This very file was uploaded before, and is to be booked again. */
  isSameFileMeant: boolean
  /** The confirmed number of bookings. */
  agreedBookings?: number | undefined
  /** The sums that they saw, one a currency. */
  agreedTotals?: readonly Money[] | undefined
  /** Who approves that it spends more than Settings allow, and what rules want approved. */
  approvedBy?: string | undefined
}

/** The maximum number of bookings of a run, under any rules and answers. */
const mostBookings = ({ waiting, ok, duplicates }: BatchCounts): number => Math.min(waiting, ok + duplicates)

export type Batches = ReturnType<typeof createBatches>

/** Bookings from a file: received, looked at, submitted row by row. Its states are those of machine/batch.ts. */
export function createBatches(options: BatchesOptions) {
  const { batches, rows, quotes, fixes, maps, files, clock, ids, onChange, onFault } = options
  const upload = receiver({ batches, files, ids })
  const results = resultsController({ batches, rows, fixes, files, clock })
  const turns = createTurns()
  const spend = batchSpend(options)
  const offers = rowOffers(options)
  let reportedAt = 0

  const report = (batchId: string) => {
    reportedAt = clock.now().getTime()
    onChange(batchId)
  }
  const reportProgress = (batchId: string) => {
    if (Math.abs(clock.now().getTime() - reportedAt) >= REPORT_EVERY_MS) report(batchId)
  }

  async function view({
    lastChunk: _,
    sha256: _hash,
    environment: _environment,
    ...batch
  }: LedgerBatch): Promise<Batch> {
    return {
      ...batch,
      ...(await rows.sums(batch.batchId)),
      spent: (await options.spending.ofBatch(batch.batchId))[0] ?? null,
      checking: turns.checking(batch.batchId),
      quoting: turns.quoting(batch.batchId),
      prices: mayBeRun(batch) ? await spend.prices(batch) : null,
    }
  }

  /** The file as it was when it was received, or nothing is done with it. @throws StationError UNREADABLE_FILE */
  async function assertUnchanged(batch: LedgerBatch): Promise<void> {
    const path = files.input(batch.batchId)
    const found = await examineFile(path).catch(() => null)
    if (found?.sha256 !== batch.sha256) throw changedFile(batch, found ? 'changed' : 'gone')
  }

  const contextOf = async (
    batchId: string,
    headers: readonly string[],
    map: ColumnMap,
    { isForOrders }: Pick<BatchRules, 'isForOrders'> = {},
  ): Promise<RowContext> => {
    const known = new Map<string, Address | null>()
    return {
      map,
      headers,
      now: clock.now(),
      fixed: await fixes.of(batchId),
      needsReference: isForOrders,
      pickups: await options.pickups?.(),
      savedAddress: (addressId) => {
        const before = known.get(addressId)
        if (before !== undefined) return before
        const found = options.savedAddress(addressId)
        known.set(addressId, found)
        return found
      },
    }
  }

  const sampleOf = (batchId: string, form: BatchForm, map: ColumnMap) =>
    numberSample(csvFileRows(files.input(batchId), form), map)

  async function check(batchId: string, asked: ColumnMap, rules: BatchRules): Promise<Batch> {
    const batch = await batches.get(batchId)
    const { state } = batch
    const form = formOf(batch)
    // Cells with types were written so; a map saved for another file may differ.
    const map: ColumnMap = form.isTyped ? { ...asked, numbers: 'unsure' } : asked
    if (!mayBeChecked(batch)) {
      throw batchInWrongState(batch, `Batch ${batch.name} is ${state}; only a batch that has never run can be checked.`)
    }
    checkMap(map, form, rules)
    const checked = await turns.alone(batch, async (turn) => {
      await assertUnchanged(batch)
      if (!isReceiving(batch)) await batches.move(batchId, state, { to: 'RECEIVING' }, { actor: 'operator' })
      await rows.clear(batchId)
      turn.checking = 0
      await checkRows(files.input(batchId), form, await contextOf(batchId, form.headers, map, rules), {
        add: (window) => rows.add(batchId, window),
        isUsed: options.isBookedElsewhere,
        onProgress: (count) => {
          turn.checking = count
          reportProgress(batchId)
          return !turn.isStopped
        },
      })
      if (turn.isStopped) throw batchInWrongState(batch, `The check of batch ${batch.name} was interrupted.`)
      await files.dropOriginal(batchId)
      return batches.move(batchId, 'RECEIVING', { to: 'CHECKED', map, rules }, { actor: 'operator' })
    })
    report(batchId)
    return view(checked)
  }

  /** The prices of a run's bookings; those still valid are not requested again. */
  async function quote(batchId: string): Promise<Batch> {
    const batch = await batches.get(batchId)
    const { name, state, map } = batch
    const form = formOf(batch)
    if (!map || !mayBeRun(batch)) throw batchInWrongState(batch, `Batch ${name} is ${state} and has no prices to get.`)
    assertSameService(batch)
    await turns
      .alone(batch, async (turn) => {
        await assertUnchanged(batch)
        turn.quoting = 0
        await quoteRows({
          of: spend.rowsOf(batch),
          path: files.input(batchId),
          form,
          context: await contextOf(batchId, form.headers, map),
          quotes,
          offers,
          now: clock.now(),
          onProgress: (count) => {
            turn.quoting = count
            reportProgress(batchId)
            return !turn.isStopped
          },
        })
      })
      .finally(() => report(batchId))
    return view(await batches.get(batchId))
  }

  /** The rows without errors become orders; what is left of the batch stays. */
  async function toOrders(batchId: string): Promise<BatchOrders> {
    const batch = await batches.get(batchId)
    const { name, state, map } = batch
    const form = formOf(batch)
    if (!map || !mayBeRun(batch))
      throw batchInWrongState(batch, `Batch ${name} is ${state} and has no rows for Orders.`)
    const taken = await turns.alone(batch, async () => {
      await assertUnchanged(batch)
      const made = await rowsToOrders({
        ...{ batchId, form, rows, path: files.input(batchId), context: await contextOf(batchId, form.headers, map) },
        take: (orders) => options.takeOrders(orders, name),
        freeReference: options.freeReference,
      })
      const { waiting } = await rows.counts(batchId)
      if (waiting === 0 && !isDone(batch)) await batches.move(batchId, state, { to: 'DONE' }, { actor: 'operator' })
      return made
    })
    report(batchId)
    return { ...taken, batch: await view(await batches.get(batchId)) }
  }

  async function run(
    batchId: string,
    { isComparedWithService, isSameFileMeant, agreedBookings, agreedTotals, approvedBy }: RunConfirmations,
  ): Promise<Batch> {
    const batch = await batches.get(batchId)
    const { state, map, rules } = batch
    if (isRunning(batch)) return view(batch)
    const form = formOf(batch)
    if (!map || !mayBeRun(batch)) {
      throw batchInWrongState(batch, `Batch ${batch.name} is ${state} and cannot be run.`)
    }
    const counts = await rows.counts(batchId)
    if (counts.waiting === 0) throw batchInWrongState(batch, `Batch ${batch.name} has no rows left to book.`)
    if (rules.onError === 'stop-all' && counts.errors > 0) {
      throw hasErrors(batch, counts.errors)
    }
    // A resumed run was agreed to when it began.
    const many = mostBookings(counts)
    if (state === 'CHECKED' && many > MOST_UNASKED_BOOKINGS && agreedBookings !== many) throw manyBookings(batch, many)
    if (!isComparedWithService && (await batches.wasRestoredSince(batch))) throw restored(batch)
    // Asked once: a resumed run has its answer.
    const before = isSameFileMeant || counts.submitted > 0 ? null : await sameFile(batch)
    if (before) throw handedInBefore(batch, before)
    assertSameService(batch)
    const { missing, totals, isAgreed } = await spend.prices(batch)
    if (missing > 0) throw quotesNeeded(batchId, missing)
    if ((!isAgreed || agreedTotals) && !areSameSums(totals, agreedTotals ?? [])) {
      throw totalNotAgreed(batch, totals, agreedTotals)
    }
    const refusal = approvedBy === undefined ? (await estimate(batchId)).refusal : null
    if (refusal) throw StationError.from(refusal)
    turns.assertIdle(batch)
    const started = Promise.withResolvers<LedgerBatch>()
    const work = turns.alone(batch, async (turn) => {
      const confirmations = { isComparedWithService, isSameFileMeant, agreedBookings, agreedTotals, approvedBy }
      const running = await setRunning(batch, confirmations)
      started.resolve(running)
      const end = await runRows({
        batchId,
        path: files.input(batchId),
        form,
        context: await contextOf(batchId, form.headers, map),
        rules,
        rows,
        submit: options.submit,
        offers,
        carrierRules: options.carrierRules,
        approvedBy,
        isUsedAtService: (await isAfterRestore()) ? options.isUsedAtService : async () => false,
        mayGoOn: () => !turn.isStopped && options.environment() === running.environment,
        isOverLimit: approvedBy === undefined ? spend.overWhileRunning(batchId) : async () => null,
        onProgress: () => reportProgress(batchId),
      }).catch((error: unknown): RunEnd => {
        if (!(error instanceof StationError)) onFault(error)
        return { kind: 'failed', reason: asData(error) }
      })
      await untilWritten(() => finish(running, end, turn.isStopped), turn)
    })
    // A failure before the batch runs is reported to the caller; a later one belongs to no call.
    let isStarted = false
    void work
      .catch((error: unknown) => (isStarted ? onFault(error) : started.reject(error)))
      .then(() => report(batchId))
    const running = await started.promise
    isStarted = true
    report(batchId)
    return view(running)
  }

  async function estimate(batchId: string): Promise<BatchEstimate> {
    const batch = await batches.get(batchId)
    const { map, reason } = batch
    if (!map) throw batchInWrongState(batch, `Batch ${batch.name} has not been checked yet.`)
    const estimated = await spend.estimate(batch, mostBookings(await rows.counts(batchId)))
    return { ...estimated, refusal: estimated.refusal ?? (reason?.code === 'APPROVAL_NEEDED' ? reason : null) }
  }

  /** @throws StationError WRONG_STATE */
  function assertSameService(batch: LedgerBatch): void {
    if (batch.environment !== null && batch.environment !== options.environment()) throw otherService(batch)
  }

  /** For this long after a restore a row may have been booked before it, from any file. */
  async function isAfterRestore(): Promise<boolean> {
    const restoration = await options.restorations.newest()
    return restoration !== null && clock.now().getTime() - Date.parse(restoration.at) < COMPARED_FOR_MS
  }

  /** Earlier uploads of this very file: a batch of this ledger, or one that only its file is left of. */
  async function sameFile({ batchId, sha256, bytes }: LedgerBatch): Promise<{ name: string; at: string } | null> {
    if (sha256 === null) return null
    const known = await batches.withFile(sha256, batchId)
    if (known) return { name: known.name, at: known.createdAt }
    const left = await files.sameAs({ sha256, bytes }, batches.has)
    return left && { name: left.name, at: left.at.toISOString() }
  }

  async function setRunning(batch: LedgerBatch, confirmations: RunConfirmations): Promise<LedgerBatch> {
    await assertUnchanged(batch)
    await quotes.agree(spend.rowsOf(batch))
    return batches.move(
      batch.batchId,
      batch.state,
      { to: 'RUNNING', environment: options.environment() },
      { actor: 'operator', detail: Object.fromEntries(Object.entries(confirmations).filter(([, isSaid]) => isSaid)) },
    )
  }

  /** A batch whose end could not be written down, on a full disk for instance, must not look as if it ran for ever. */
  async function untilWritten(write: () => Promise<void>, turn: { isStopped: boolean }): Promise<void> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (error instanceof StationError || turn.isStopped) throw error
        onFault(error)
        await sleep(AFTER_FAULT_MS, { isBackground: true })
      }
    }
  }

  /** A run that a person stopped was already moved. */
  async function finish(batch: LedgerBatch, end: RunEnd, isStopped: boolean): Promise<void> {
    const { batchId } = batch
    if (isStopped) return
    const pause = async (reason: StationErrorData) => {
      await batches.move(batchId, 'RUNNING', { to: 'PAUSED', reason })
    }
    if (end.kind === 'failed') return pause(end.reason)
    if (end.kind === 'stopped') return pause(otherService(batch).toData())
    const { unanswered } = await rows.counts(batchId)
    if (unanswered > 0) return pause(answerNeeded(unanswered))
    await batches.move(batchId, 'RUNNING', { to: 'DONE' })
  }

  /** Stops what works on a batch and waits until it has; then moves it. */
  async function stop(batchId: string, to: 'PAUSED' | 'CANCELLED'): Promise<Batch> {
    const before = await batches.get(batchId)
    if (to === 'PAUSED' && (turns.checking(batchId) ?? turns.quoting(batchId)) !== null) {
      await turns.stop(batchId)
      report(batchId)
      return view(await batches.get(batchId))
    }
    if (to === 'PAUSED' && !isRunning(before)) throw batchInWrongState(before, `Batch ${before.name} is not running.`)
    await turns.stop(batchId)
    const { state } = await batches.get(batchId)
    const move = to === 'PAUSED' ? { to, reason: null } : { to }
    const moved = await batches.move(batchId, state, move, { actor: 'operator' })
    report(batchId)
    return view(moved)
  }

  const fixTools = ({ batchId, rules }: Pick<LedgerBatch, 'batchId' | 'rules'>): FixTools => ({
    path: files.input(batchId),
    fixes,
    contextOf: (headers, map) => contextOf(batchId, headers, map, rules),
    isUsed: options.isBookedElsewhere,
    reopen: async (batch) =>
      isDone(batch) && batches.move(batchId, 'DONE', { to: 'PAUSED', reason: null }, { actor: 'operator' }),
  })

  async function fixed(batchId: string, fix: (batch: LedgerBatch, tools: FixTools) => Promise<void>): Promise<Batch> {
    const batch = await batches.get(batchId)
    await turns.alone(batch, async () => {
      await assertUnchanged(batch)
      await fix(batch, fixTools(batch))
    })
    report(batchId)
    return view(await batches.get(batchId))
  }

  return {
    begin: async (name: string) => view(await upload.begin(name)),
    append: async (batchId: string, index: number, bytes: Uint8Array): Promise<Batch> =>
      // Two chunks at once would write over one another in the file.
      view(await turns.alone(await batches.get(batchId), () => upload.append(batchId, index, bytes))),

    /** The file is complete: its preview, and the map that its headers suggest. */
    finish: async (batchId: string, opening: BatchOpening = {}): Promise<BatchSuggestion> => {
      const batch = await turns.alone(await batches.get(batchId), () => upload.finish(batchId, opening))
      const form = formOf(batch)
      const fitting = (await maps.list()).filter(({ map }) =>
        map.columns.every(({ header }) => form.headers.includes(header)),
      )
      report(batchId)
      const map = fitting[0]?.map ?? suggestMap(form.headers, await options.language())
      const { numbers = 'unsure', unsure = null } = map && !form.isTyped ? await sampleOf(batchId, form, map) : {}
      return {
        batch: await view(batch),
        map: map && (map.numbers === 'unsure' ? { ...map, numbers } : map),
        unsureNumber: map?.numbers === 'unsure' ? unsure : null,
        fitting: fitting.map(({ mapId }) => mapId),
      }
    },

    /** A file of this machine, for programs on it: never reached by a screen. The batch is then ready for `finish`. */
    openFile: async (path: string, name: string): Promise<Batch> => view(await upload.openFile(path, name)),

    check,
    setRules: async (batchId: string, rules: BatchRules): Promise<Batch> => {
      turns.assertIdle(await batches.get(batchId))
      const batch = await batches.setRules(batchId, rules)
      report(batchId)
      return view(batch)
    },
    quote,
    toOrders,
    run,
    estimate,
    pause: (batchId: string) => stop(batchId, 'PAUSED'),
    /** Rows that were submitted stay; the others are not sent. */
    cancel: (batchId: string) => stop(batchId, 'CANCELLED'),

    get: async (batchId: string) => view(await batches.get(batchId)),
    list: async (limit: number) => Promise.all((await batches.list(limit)).map(view)),
    rows: (query: BatchRowQuery) => rows.list(query),

    answer: async (batchId: string, which: readonly number[] | undefined, answer: 'skip' | 'create') => {
      await batches.get(batchId)
      await rows.answer(batchId, which, answer)
      report(batchId)
      return view(await batches.get(batchId))
    },

    cells: async (batchId: string, row: number): Promise<RowCell[]> => {
      const batch = await batches.get(batchId)
      await assertUnchanged(batch)
      return cellsToFix(batch, row, fixTools(batch))
    },
    fix: (wanted: BatchFix) => fixed(wanted.batchId, (batch, tools) => fixCells(batch, wanted, tools)),
    fixRow: (wanted: BatchRowFix) => fixed(wanted.batchId, (batch, tools) => fixRow(batch, wanted, tools)),
    errorColumns: async (batchId: string): Promise<ColumnErrors[]> => {
      await batches.get(batchId)
      return fixes.columns(batchId)
    },

    /** Failed rows wait again, for the next run: those that the same data may not fail again. @throws StationError WRONG_STATE */
    retryFailed: async (batchId: string): Promise<Batch> => {
      const batch = await batches.get(batchId)
      if (!mayRetryRows(batch)) throw batchInWrongState(batch, `Batch ${batch.name} is ${batch.state}; pause it first.`)
      if ((await rows.retryFailed(batchId)) === 0) {
        throw batchInWrongState(batch, `Fix the failed rows of ${batch.name}, or upload a corrected file.`)
      }
      report(batchId)
      return view(batch)
    },

    remove: async (batchId: string): Promise<void> => {
      turns.assertIdle(await batches.get(batchId))
      await batches.remove(batchId)
      await files.remove(batchId)
      report(batchId)
    },

    ...results,

    maps: {
      list: () => maps.list(),
      save: async (name: string, map: ColumnMap): Promise<SavedColumnMap[]> => {
        await maps.save(ids.next('map'), name, map)
        return maps.list()
      },
      remove: async (mapId: string): Promise<SavedColumnMap[]> => {
        await maps.remove(mapId)
        return maps.list()
      },
    },

    /** At start: a batch that ran when the station ended waits for a person, and then continues where it stopped. */
    start: async (): Promise<void> => {
      await batches.adoptInterrupted(INTERRUPTED)
    },

    /** Ends between two rows; the rest continues after the next start. */
    close: turns.close,
  }
}
