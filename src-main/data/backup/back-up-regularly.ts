import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { sleep } from '../../../src-node/runtime/wait.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { ProvenBackup } from '../../../src-shared/station/app/maintenance.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSubscribers } from '../../kernel/subscribers.ts'
import { anyStep, type AtStep } from '../../kernel/sqlite/at-step.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import type { StoreFiles } from '../../kernel/sqlite/files.ts'
import { asStationError, isDamaged, reasonOf } from '../../kernel/sqlite/store-error.ts'
import { LEDGER_MIGRATIONS } from '../ledger/migrations.ts'
import { backupFailed, ledgerSuspect } from '../../inbox/break-notices.ts'
import { backUp, backupName } from './backups.rows.ts'
import { noteClose, type ChainEnd } from '../increments/chain-end.ts'
import type { CopyLedger } from './copy-ledger.ts'
import {
  encodeIncrement,
  encodeIncrementNow,
  ROLLBACK_MODE,
  ROLLBACK_MODE_AT,
  proveIncrement,
  type IncrementHead,
} from '../increments/cut-file.ts'
import { readIdentity, readReach } from './identity.rows.ts'
import { readUntil } from './inspect.rows.ts'
import type { CapturedPages, PageCapture } from '../increments/page-capture.ts'
import type { LedgerPlace } from './place.ts'

const INCREMENT_EVERY_MS = 15 * 60 * 1000
const FULL_EVERY_MS = 24 * 60 * 60 * 1000
/** What failed is not tried again sooner. */
const AGAIN_MS = 10 * 60 * 1000
/** Changed pages that are held in memory until the next cut; more, and it is made at once. */
const MOST_HELD_BYTES = 8 * 1024 * 1024

const provenSchema = z.object({ name: z.string(), at: z.string() }) satisfies z.ZodType<ProvenBackup>
export interface LedgerBackups {
  /**
   * Does what is due by the clock now, one thing at a time. Never rejects: failures are reported, and retried later.
   */
  tick(): Promise<void>
  /** A full copy, now. @throws StationError DISK_FULL, DATA_FOLDER_READ_ONLY, BACKUP_UNSOUND, BACKUP_FAILED */
  takeFull(): Promise<void>
  /** Null: none was ever proven here. */
  proven(): ProvenBackup | null
  /** Called with the name of each copy that was made and proven. */
  onMade(listener: (name: string) => void): void
  /** Waits for work under way, or aborts it where possible. Nothing is begun afterwards. */
  stop(how: { isPatient: boolean }): Promise<void>
}

export interface BackUpOptions {
  db: SqliteDatabase
  place: LedgerPlace
  files: StoreFiles
  clock: Clock
  capture: PageCapture
  copy: CopyLedger
  /** Where the copies ended when the ledger was closed in order; null: changes since are unknown. */
  end: ChainEnd | null
  /** Throws when the open file is not in its place any more. */
  assertInPlace: () => void
  onTrouble: (error: unknown) => void
  atStep?: AtStep
}

/**
 * Backups by the clock while the ledger is in use: a full copy each day, and each quarter of an hour an increment,
 * the pages that changed since. After an unclean end a full copy comes at once; every page is checked in it, too.
 */
export function backUpRegularly(options: BackUpOptions): LedgerBackups & {
  /** The last cut, before the ledger is closed. */
  endChain(): void
  /** After it was. */
  noteClosed(): void
} {
  const { db, place, files, clock, capture, copy, end, assertInPlace, onTrouble, atStep = anyStep } = options
  const dir = place.backupDir
  const made = createSubscribers<string>()
  const stopping = new AbortController()
  const pageSize = z.int().parse(db.pragma('page_size', { simple: true }))
  let backupChain = end === null || end.base === null ? null : { base: end.base, last: end.last }
  let lastIncrementAt = clock.now().getTime()
  let notBefore = -Infinity
  let proven = readProven()
  let working: Promise<unknown> = Promise.resolve()
  let isBusy = false
  let isGone = false
  let atClose: Omit<ChainEnd, 'size' | 'modifiedMs'> | null = null
  if (backupChain !== null) capture.begin({ fromStart: true })

  function readProven(): ProvenBackup | null {
    try {
      return provenSchema.parse(JSON.parse(files.read(place.proven).toString('utf8')))
    } catch {
      return null
    }
  }

  async function prove(name: string, at: Date): Promise<void> {
    proven = { name, at: at.toISOString() }
    await files.later.write(place.proven, [Buffer.from(JSON.stringify(proven))])
  }

  /** One thing at a time, in the order in which it was asked for. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const mine = working.then(async () => {
      isBusy = true
      try {
        await work()
      } finally {
        isBusy = false
      }
    })
    working = mine.catch(() => undefined)
    return mine
  }

  function due(): 'full' | 'cut' | null {
    const now = clock.now().getTime()
    if (stopping.signal.aborted || Math.abs(now - notBefore) < AGAIN_MS) return null
    if (backupChain === null || !files.exists(join(dir, backupChain.base))) return 'full'
    if (Math.abs(now - stampOf(backupChain.base)) >= FULL_EVERY_MS) return 'full'
    const isTime = Math.abs(now - lastIncrementAt) >= INCREMENT_EVERY_MS
    return isTime || capture.bytes() >= MOST_HELD_BYTES ? 'cut' : null
  }

  /** Once: what was committed is safe nowhere else than in a copy. */
  async function secure(gone: unknown): Promise<void> {
    if (isGone) return
    isGone = true
    onTrouble(gone)
    await takeIncrement()
  }

  const whyGone = (): unknown => {
    try {
      assertInPlace()
      return null
    } catch (error) {
      return error
    }
  }

  async function tick(): Promise<void> {
    await inTurn(async () => {
      const gone = whyGone()
      if (gone === null) isGone = false
      const what = due()
      if (what === null && gone === null) return
      try {
        if (gone !== null) await secure(gone)
        else if (what === 'cut') await takeIncrement()
        else await takeFull()
        notBefore = -Infinity
      } catch (error) {
        if (stopping.signal.aborted) return
        notBefore = clock.now().getTime()
        onTrouble(failure(error))
      }
    })
  }

  const failure = (error: unknown) =>
    error instanceof StationError && error.code === 'LEDGER_SUSPECT'
      ? error
      : backupFailed(reasonOf(asStationError(error, dir)))

  function headOf(base: string, previous: string | null, { pageCount }: CapturedPages): IncrementHead {
    const { generation, position } = readIdentity(db)
    return {
      base,
      previous,
      generation,
      version: LEDGER_MIGRATIONS.length,
      at: clock.now().toISOString(),
      position,
      bookings: readReach(db).bookings,
      until: readUntil(db),
      pageSize,
      pageCount,
    }
  }

  /** What changed since the last copy goes into a file of its own; nothing, and the last copy holds everything still. */
  async function takeIncrement(): Promise<void> {
    if (backupChain === null) return
    const now = clock.now()
    const captured = capture.take()
    lastIncrementAt = now.getTime()
    if (captured.pages.size === 0) {
      await prove(backupChain.last ?? backupChain.base, now)
      return
    }
    const head = headOf(backupChain.base, backupChain.last, captured)
    const name = backupName(now, head.position, 'cut')
    const before = backupChain
    // Its pages are forgotten already: when it cannot be written, the next copy is a full one.
    backupChain = null
    const path = join(dir, name)
    atStep('cut begun')
    await files.later.write(`${path}.making`, await encodeIncrement(head, captured.pages))
    await proveIncrement(`${path}.making`)
    atStep('cut written')
    await files.later.rename(`${path}.making`, path)
    atStep('cut named')
    backupChain = { base: before.base, last: name }
    await prove(name, now)
    void made.report(name)
  }

  async function takeFull(): Promise<void> {
    // The copies so far hold everything up to here, even if this one fails.
    if (backupChain !== null) await takeIncrement()
    const now = clock.now()
    let name: string
    try {
      name = await fullCopy(now)
    } catch (error) {
      if (!isDamage(error)) throw error
      // The disk of the backups may be the damaged one: checked again.
      try {
        name = await fullCopy(now)
      } catch (again) {
        if (!isDamage(again)) throw again
        await files.later.write(place.suspect, [Buffer.from(reasonOf(again))])
        throw ledgerSuspect(reasonOf(again))
      }
    }
    backupChain = { base: name, last: null }
    lastIncrementAt = now.getTime()
    await prove(name, now)
    void made.report(name)
  }

  /** Everything that changes from here on is kept: changes during the copy go on top of it. */
  const fullCopy = (now: Date): Promise<string> => {
    const isSmall =
      pageSize * z.int().parse(db.pragma('page_count', { simple: true })) <= runtime().processes.smallBytes
    if (backupChain === null) capture.begin({ fromStart: false })
    return backUp({ db, dir, files, now, atStep, ...(!isSmall && { copy: copyLive }) })
  }

  /**
   * The file is copied while it changes: what changed meanwhile is known page by page, and laid on top, so that the copy is
   * the ledger as it is at that moment.
   */
  async function copyLive(making: string): Promise<void> {
    for (let look = 0; !capture.checkpoint(); look++) {
      if (look > 100) throw new Error('the journal could not be checkpointed while a long list was being read')
      await sleep(50)
    }
    atStep('copy begun')
    await copy(place.file, making, stopping.signal)
    atStep('copy by its process')
    const { pages, pageCount } = capture.take()
    // What was taken is in this copy alone: should it not become one, the next is a full one as well.
    backupChain = null
    if (pages.size === 0) return
    const file = await open(making, 'r+')
    try {
      for (const [page, bytes] of pages) await file.write(bytes, 0, bytes.length, (page - 1) * pageSize)
      await file.truncate(pageCount * pageSize)
      await file.write(ROLLBACK_MODE, 0, ROLLBACK_MODE.length, ROLLBACK_MODE_AT)
      await file.sync()
    } finally {
      await file.close()
    }
    atStep('copy laid on')
  }

  return {
    tick,
    takeFull: () =>
      inTurn(async () => {
        await takeFull()
        notBefore = -Infinity
      }),
    proven: () => proven,
    onMade: (listener) => made.subscribe(listener),
    stop: async ({ isPatient }) => {
      if (isPatient) await working
      stopping.abort()
      await working
    },

    endChain: () => {
      const { generation, position } = readIdentity(db)
      atClose = { base: null, last: null, generation, position }
      if (backupChain === null || isBusy) return
      const captured = capture.take()
      if (captured.pages.size > 0) {
        const head = headOf(backupChain.base, backupChain.last, captured)
        const name = backupName(clock.now(), position, 'cut')
        const path = join(dir, name)
        files.write(`${path}.making`, Buffer.concat(encodeIncrementNow(head, captured.pages)))
        atStep('close cut written')
        files.rename(`${path}.making`, path)
        atStep('close cut named')
        backupChain = { base: backupChain.base, last: name }
        proven = { name, at: clock.now().toISOString() }
        files.write(place.proven, Buffer.from(JSON.stringify(proven)))
      }
      atClose = { ...backupChain, generation, position }
    },
    noteClosed: () => {
      if (atClose !== null) noteClose(place, files, atClose)
    },
  }
}

const isDamage = (error: unknown): boolean =>
  isDamaged(error) ||
  (error instanceof StationError && error.code === 'BACKUP_UNSOUND' && error.details['reason'] === 'damaged')

/** `ledger-2026-11-22T18-15-00-000Z-12.db` -> its time in ms. */
function stampOf(name: string): number {
  const [, day = '', hours, minutes, seconds, ms] =
    /(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z/.exec(name) ?? []
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`)
}
