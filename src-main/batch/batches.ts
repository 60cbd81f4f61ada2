import type { Address } from '../../src-shared/freight/address.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { Batch, BatchRowQuery, BatchRules, BatchState, BatchSuggestion } from '../../src-shared/station/batch.ts'
import type { ColumnMap, SavedColumnMap } from '../../src-shared/station/batch-field.ts'
import { StationError, type StationErrorData } from '../../src-shared/station/error.ts'
import type { Quote } from '../../src-shared/station/quote.ts'
import type { Submission } from '../booking/submission.ts'
import type { Clock } from '../clock.ts'
import { asData } from '../fault.ts'
import type { Ids } from '../ids.ts'
import { examineFile } from '../records/encoding.ts'
import type { BatchRowStore } from '../store/ledger/batch-rows.ts'
import type { BatchStore, LedgerBatch } from '../store/ledger/batches.ts'
import type { ColumnMapStore } from '../store/ledger/batch-maps.ts'
import { checkMap, checkRows } from './check.ts'
import type { BatchFiles } from './files.ts'
import { receiver } from './receive.ts'
import {
  answerNeeded,
  changedFile,
  formOf,
  hasErrors,
  INTERRUPTED,
  localDay,
  otherService,
  restored,
  wrongState,
} from './refusals.ts'
import { resultsDesk } from './results-desk.ts'
import type { RowContext } from './row.ts'
import { runRows, type RunEnd } from './run.ts'
import { suggestMap } from './suggest.ts'
import { createTurns } from './turns.ts'

export interface BatchesOptions {
  batches: BatchStore
  rows: BatchRowStore
  maps: ColumnMapStore
  files: BatchFiles
  /** An address of the address book as the wire has it; null when there is none. */
  savedAddress: (addressId: string) => Address | null
  submit: (submission: Submission) => Promise<{ bookingId: string }>
  /** Asks the service and keeps the quote. */
  quote: (request: QuoteRequest) => Promise<Quote>
  /** The service in use. */
  environment: () => string
  language: () => Promise<'en' | 'es'>
  clock: Clock
  ids: Ids
  onChange: (batchId: string) => void
  onFault: (error: unknown) => void
}

/** A screen hears of a batch's progress at most this often. */
const TELL_EVERY_MS = 500

export type Batches = ReturnType<typeof createBatches>

/** Bookings from a file: received, looked at, submitted row by row. See BATCH_TRANSITIONS for the states. */
export function createBatches(options: BatchesOptions) {
  const { batches, rows, maps, files, clock, ids, onChange, onFault } = options
  const desk = receiver({ batches, files, ids })
  const results = resultsDesk({ batches, rows, files, clock })
  const turns = createTurns()
  let toldAt = 0

  const tell = (batchId: string) => {
    toldAt = clock.now().getTime()
    onChange(batchId)
  }
  const tellProgress = (batchId: string) => {
    if (Math.abs(clock.now().getTime() - toldAt) >= TELL_EVERY_MS) tell(batchId)
  }

  async function view({
    lastChunk: _,
    sha256: _hash,
    environment: _environment,
    ...batch
  }: LedgerBatch): Promise<Batch> {
    return {
      ...batch,
      counts: await rows.counts(batch.batchId),
      bookings: await rows.bookings(batch.batchId),
      checking: turns.checking(batch.batchId),
    }
  }

  /** The file as it was when it was received, or nothing is done with it. @throws StationError UNREADABLE_FILE */
  async function assertUnchanged(batch: LedgerBatch): Promise<void> {
    const path = files.input(batch.batchId)
    const found = await examineFile(path).catch(() => null)
    if (found?.sha256 !== batch.sha256) throw changedFile(batch, found ? 'changed' : 'gone')
  }

  const contextOf = (headers: readonly string[], map: ColumnMap): RowContext => {
    const known = new Map<string, Address | null>()
    return {
      map,
      headers,
      today: localDay(clock.now()),
      savedAddress: (addressId) => {
        const before = known.get(addressId)
        if (before !== undefined) return before
        const found = options.savedAddress(addressId)
        known.set(addressId, found)
        return found
      },
    }
  }

  async function check(batchId: string, map: ColumnMap, rules: BatchRules): Promise<Batch> {
    const batch = await batches.get(batchId)
    const { state } = batch
    const form = formOf(batch)
    if (state !== 'RECEIVING' && state !== 'CHECKED') {
      throw wrongState(batch, `Batch ${batch.name} is ${state}; only one that was never run can be checked.`)
    }
    checkMap(map, form)
    const checked = await turns.alone(batch, async (turn) => {
      await assertUnchanged(batch)
      if (state === 'CHECKED') await batches.move(batchId, state, 'RECEIVING', { actor: 'operator' })
      await rows.clear(batchId)
      turn.checking = 0
      await checkRows(
        files.input(batchId),
        form,
        contextOf(form.headers, map),
        (window) => rows.add(batchId, window),
        (count) => {
          turn.checking = count
          tellProgress(batchId)
          return !turn.isStopped
        },
      )
      if (turn.isStopped) throw wrongState(batch, `The check of batch ${batch.name} was broken off.`)
      return batches.move(batchId, 'RECEIVING', 'CHECKED', { actor: 'operator', map, rules })
    })
    tell(batchId)
    return view(checked)
  }

  async function run(batchId: string, isComparedWithService: boolean): Promise<Batch> {
    const batch = await batches.get(batchId)
    const { state, map, rules } = batch
    if (state === 'RUNNING') return view(batch)
    const form = formOf(batch)
    if (!map || (state !== 'CHECKED' && state !== 'PAUSED' && state !== 'DONE')) {
      throw wrongState(batch, `Batch ${batch.name} is ${state} and cannot be run.`)
    }
    const counts = await rows.counts(batchId)
    if (counts.waiting === 0) throw wrongState(batch, `No row of batch ${batch.name} waits to be booked.`)
    if (rules.onError === 'stop-all' && counts.errors > 0) {
      throw hasErrors(batch, counts.errors)
    }
    if (!isComparedWithService && (await batches.wasRestoredSince(batch))) throw restored(batch)
    if (batch.environment !== null && batch.environment !== options.environment()) throw otherService(batch)
    turns.assertIdle(batch)
    const started = Promise.withResolvers<LedgerBatch>()
    const work = turns.alone(batch, async (turn) => {
      const running = await setRunning(batch, isComparedWithService)
      started.resolve(running)
      const end = await runRows({
        batchId,
        path: files.input(batchId),
        form,
        context: contextOf(form.headers, map),
        rules,
        rows,
        submit: options.submit,
        quote: options.quote,
        mayGoOn: () => !turn.isStopped && options.environment() === running.environment,
        onProgress: () => tellProgress(batchId),
      }).catch((error: unknown): RunEnd => {
        if (!(error instanceof StationError)) onFault(error)
        return { kind: 'failed', reason: asData(error) }
      })
      await finish(running, end, turn.isStopped)
    })
    // What fails before the batch runs is the caller's to hear; what fails later is nobody's call.
    let isStarted = false
    void work.catch((error: unknown) => (isStarted ? onFault(error) : started.reject(error))).then(() => tell(batchId))
    const running = await started.promise
    isStarted = true
    tell(batchId)
    return view(running)
  }

  async function setRunning(batch: LedgerBatch, isComparedWithService: boolean): Promise<LedgerBatch> {
    await assertUnchanged(batch)
    return batches.move(batch.batchId, batch.state, 'RUNNING', {
      actor: 'operator',
      environment: options.environment(),
      detail: isComparedWithService ? { isComparedWithService } : {},
    })
  }

  /** A run that somebody stopped was moved by them. */
  async function finish(batch: LedgerBatch, end: RunEnd, isStopped: boolean): Promise<void> {
    const { batchId } = batch
    if (isStopped) return
    const pause = async (reason: StationErrorData) => {
      await batches.move(batchId, 'RUNNING', 'PAUSED', { reason })
    }
    if (end.kind === 'failed') return pause(end.reason)
    if (end.kind === 'stopped') return pause(otherService(batch).toData())
    const { unanswered } = await rows.counts(batchId)
    if (unanswered > 0) return pause(answerNeeded(unanswered))
    await batches.move(batchId, 'RUNNING', 'DONE')
  }

  /** Stops what works on a batch and waits until it has; then moves it. */
  async function stop(batchId: string, to: 'PAUSED' | 'CANCELLED'): Promise<Batch> {
    const before = await batches.get(batchId)
    if (to === 'PAUSED' && turns.checking(batchId) !== null) {
      await turns.stop(batchId)
      tell(batchId)
      return view(await batches.get(batchId))
    }
    if (to === 'PAUSED' && before.state !== 'RUNNING') throw wrongState(before, `Batch ${before.name} does not run.`)
    await turns.stop(batchId)
    const { state } = await batches.get(batchId)
    const moved = await batches.move(batchId, state, to, { actor: 'operator' })
    tell(batchId)
    return view(moved)
  }

  return {
    begin: async (name: string) => view(await desk.begin(name)),
    append: async (batchId: string, index: number, bytes: Uint8Array): Promise<Batch> =>
      // Two chunks at once would write over one another in the file.
      view(await turns.alone(await batches.get(batchId), () => desk.append(batchId, index, bytes))),

    /** The file is complete: what it looks like, and the map that its headers suggest. */
    finish: async (batchId: string): Promise<BatchSuggestion> => {
      const batch = await turns.alone(await batches.get(batchId), () => desk.finish(batchId))
      const form = formOf(batch)
      const fitting = (await maps.list()).filter(({ map }) =>
        map.columns.every(({ header }) => form.headers.includes(header)),
      )
      tell(batchId)
      return {
        batch: await view(batch),
        map: fitting[0]?.map ?? suggestMap(form.headers, await options.language(), form.delimiter),
        fitting: fitting.map(({ mapId }) => mapId),
      }
    },

    /** A file of this machine, for programs on it: never reached by a screen. The batch is then ready for `finish`. */
    openFile: async (path: string, name: string): Promise<Batch> => view(await desk.openFile(path, name)),

    check,
    setRules: async (batchId: string, rules: BatchRules): Promise<Batch> => {
      turns.assertIdle(await batches.get(batchId))
      const batch = await batches.setRules(batchId, rules)
      tell(batchId)
      return view(batch)
    },
    run,
    pause: (batchId: string) => stop(batchId, 'PAUSED'),
    /** Rows that were submitted stay; the others are not sent. */
    cancel: (batchId: string) => stop(batchId, 'CANCELLED'),

    get: async (batchId: string) => view(await batches.get(batchId)),
    list: async (limit: number) => Promise.all((await batches.list(limit)).map(view)),
    rows: (query: BatchRowQuery) => rows.list(query),

    answer: async (batchId: string, which: readonly number[] | undefined, answer: 'skip' | 'create') => {
      await batches.get(batchId)
      await rows.answer(batchId, which, answer)
      tell(batchId)
      return view(await batches.get(batchId))
    },

    /** Failed rows wait again, for the next run. */
    retryFailed: async (batchId: string): Promise<Batch> => {
      const batch = await batches.get(batchId)
      const allowed: readonly BatchState[] = ['PAUSED', 'DONE']
      if (!allowed.includes(batch.state))
        throw wrongState(batch, `Batch ${batch.name} is ${batch.state}; pause it first.`)
      await rows.retryFailed(batchId)
      tell(batchId)
      return view(batch)
    },

    remove: async (batchId: string): Promise<void> => {
      turns.assertIdle(await batches.get(batchId))
      await batches.remove(batchId)
      await files.remove(batchId)
      tell(batchId)
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

    /** At start: a batch that ran when the station ended waits for a person, and then goes on where it stopped. */
    start: async (): Promise<void> => {
      await batches.adoptInterrupted(INTERRUPTED)
    },

    /** Ends between two rows; what is left goes on after the next start. */
    close: turns.close,
  }
}
