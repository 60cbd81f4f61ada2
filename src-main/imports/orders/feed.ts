import { isAbsolute, join } from 'node:path'
import { rm, stat } from 'node:fs/promises'
import { every, monotonic } from '../../../src-node/runtime/wait.ts'
import type { Timer } from '../../../src-node/runtime/timers.ts'
import { errorData, invalidField, StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import {
  savedFeedSchema,
  type FeedPreview,
  type FeedSettings,
  type FeedState,
  type SavedFeed,
  type OrderFile,
} from '../../../src-shared/station/orders/feed.ts'
import { currentUser } from '../../kernel/current-user.ts'
import { delayAfter } from '../../kernel/backoff.ts'
import type { Clock } from '../../kernel/clock.ts'
import { asData } from '../../kernel/fault.ts'
import type { Ids } from '../../kernel/ids.ts'
import { oneAtATime } from '../../kernel/one-at-a-time.ts'
import { openTable } from '../sheets/table-file.ts'
import type { OrderFileStore } from './order-files.rows.ts'
import type { OrderStore } from './orders.rows.ts'
import { changed } from '../../settings/differences.ts'
import type { SettingStore } from '../../settings/settings.rows.ts'
import { HELD_RETRIES, isHeldFile } from '../../../src-node/rename.ts'
import { asDiskError, isOfMachine } from '../../kernel/sqlite/store-error.ts'
import {
  bringBack,
  codeOf,
  copyAside,
  filesIn,
  hasChanged,
  isSameFile,
  isZeros,
  moveBack,
  moveTo,
  type FoundFile,
} from './folder.ts'
import { previewOf } from './preview.ts'
import { takeFile, type ReadingPorts } from './read-file.ts'

export interface FeedPorts {
  orders: OrderStore
  files: OrderFileStore
  settings: SettingStore
  savedAddress: ReadingPorts['savedAddress']
  pickups: () => Promise<ReadingPorts['pickups']>
  language: () => Promise<'en' | 'es'>
  dataDir: string
  clock: Clock
  ids: Ids
  onChange: () => void
  onFault: (error: unknown) => void
}

const SETTING = 'orderFeed'
/** How often the folder is read. A share sends no file system events. */
const LOOK_MS = 5_000
/** A file is read when its size and its time have not changed for this long. */
const STILL_MS = 4_000
/** Seconds until a file that met a fault of ours is read again: first, second ... try; the last one from then on. */
const READ_AGAIN_S = [5, 15, 60, 300] as const
/** How long a file that was read is watched for appended data. */
const WATCHED_BEHIND_MS = 10 * 60_000
const FILES_SHOWN = 20
/** How many times a file is begun that never ends. */
const MOST_TRIES = 2
const REPORT_EVERY_ROWS = 2_000

export type OrderFeed = Awaited<ReturnType<typeof openOrderFeed>>

/** Watches a folder for files of orders. Read files are moved aside, so that the folder shows the pending ones. */
export async function openOrderFeed(ports: FeedPorts) {
  const { orders, files, settings, savedAddress, pickups, language, dataDir, clock, ids, onChange, onFault } = ports
  let kept: SavedFeed = (await settings.read(SETTING, savedFeedSchema)) ?? savedFeedSchema.parse({})
  const aside = join(dataDir, 'orders')
  /** Since when each file is unchanged. */
  let seen = new Map<string, { file: FoundFile; since: number }>()
  /** Files that were read and could not be moved: they are moved later, and read again only when they change. */
  const stuck = new Map<string, Delayed & { end: OrderFile['state'] }>()
  /** Files that could not be read for no fault of theirs: they stay where they are, and are read again. */
  const unread = new Map<string, Delayed>()
  /** Files that were read and moved, by their paths: a program that still has one open writes on in it. */
  const moved = new Map<string, { file: FoundFile; until: number; error: StationErrorData | null }>()
  let trouble: StationErrorData | null = null
  let lookedAt: string | null = null
  let reading: number | null = null
  let timer: Timer | null = null
  let isClosed = false

  const isReady = (feed: SavedFeed): feed is SavedFeed & { folder: string } => feed.isOn && feed.folder !== null

  function setTrouble(next: StationErrorData | null): void {
    const isNews = trouble?.message !== next?.message
    trouble = next
    if (isNews) onChange()
  }

  async function lookOnce(): Promise<void> {
    if (isClosed || !isReady(kept)) return
    const { folder, map } = kept
    for (const [path, one] of moved) {
      const isChanged = await hasChanged(path, one.file)
      // Read again, with the known rows and the appended ones.
      if (isChanged) one.error = await broughtBack(folder, path, one.file)
      if (one.error === null && (isChanged || monotonic() > one.until)) moved.delete(path)
    }
    const found = await filesIn(folder).catch((cause: unknown) => {
      setTrouble(folderGone(folder, cause))
      return null
    })
    if (!found) return
    lookedAt = clock.now().toISOString()
    for (const one of [unread, stuck]) {
      for (const name of one.keys()) if (!found.some((file) => file.name === name)) one.delete(name)
    }
    setTrouble(troubleOfFiles())
    const now = clock.now().getTime()
    const before = seen
    seen = new Map(
      found.map((file) => {
        const known = before.get(file.name)
        return [file.name, { file, since: known && isSameFile(file, known.file) ? known.since : now }]
      }),
    )
    if (before.size !== seen.size) onChange()
    if (map === null) return
    for (const { file, since } of seen.values()) {
      const waiting = [unread.get(file.name), stuck.get(file.name)].find((one) => isSameFile(file, one?.file))
      if (isClosed || (waiting && monotonic() < waiting.notBefore)) continue
      const read = stuck.get(file.name)
      if (read && read === waiting) await putAside(folder, file, read.end)
      else if (file.cause !== undefined) leave(file, file.cause)
      else if (now - since >= STILL_MS && file.size > 0) await takeIn(folder, file)
    }
  }

  /** Reads one file, and moves it aside. One with which the station ended twice is moved unread: it would end it again. */
  async function takeIn(folder: string, file: FoundFile): Promise<void> {
    const tries = await files.unfinished({ name: file.name, bytes: file.size })
    if (tries >= MOST_TRIES) {
      await failed(file, neverEnded(file.name, tries), ids.next('ofl'))
      return putAside(folder, file, 'failed')
    }
    let copy: string | null = null
    let end: OrderFile['state'] | null = null
    try {
      copy = await copyAside(folder, file, aside)
      // It changed meanwhile, or is gone: it is looked at again.
      if (copy === null) return
      // Its writer has kept the room and not written yet.
      if (await isZeros(copy)) leave(file, zeros(file.name))
      else end = await read(copy, file)
    } catch (cause) {
      leave(file, cause)
    } finally {
      // What is left of it goes at the next start.
      if (copy !== null) await rm(copy, { force: true }).catch(onFault)
    }
    if (end !== null) await putAside(folder, file, end)
  }

  async function putAside(folder: string, file: FoundFile, end: OrderFile['state']): Promise<void> {
    await files.dropUnfinished({ name: file.name, bytes: file.size })
    unread.delete(file.name)
    seen.delete(file.name)
    try {
      const path = await moveTo(folder, file.name, end === 'failed' ? 'failed' : 'done', clock.now())
      moved.set(path, { file, until: monotonic() + WATCHED_BEHIND_MS, error: null })
      stuck.delete(file.name)
    } catch (cause) {
      // Another program took it: its orders are here, and it need not be moved.
      if (codeOf(cause) !== 'ENOENT') {
        const tries = stuck.get(file.name)?.tries ?? 0
        stuck.set(file.name, { ...delayed(file, tries, notMoved(folder, file.name, cause)), end })
      }
    }
    setTrouble(troubleOfFiles())
    onChange()
  }

  /** Puts a file back into the folder that was written to since it was read. @returns why it is not back yet; null: it is, or is gone */
  async function broughtBack(folder: string, path: string, { name }: FoundFile): Promise<StationErrorData | null> {
    try {
      await bringBack(folder, path, name, clock.now())
      return null
    } catch (cause) {
      return codeOf(cause) === 'ENOENT' ? null : notBroughtBack(folder, name, cause)
    }
  }

  /** What lasts: another program may hold a file for a moment. */
  const troubleOfFiles = (): StationErrorData | null => {
    const lasting = [...unread.values()].filter(({ tries, isHeld }) => tries > 1 || !isHeld)
    return [...lasting, ...stuck.values(), ...moved.values()].find(({ error }) => error !== null)?.error ?? null
  }

  async function failed(file: FoundFile, error: StationErrorData, fileId: string): Promise<'failed'> {
    await files.begin({ fileId, name: file.name, sha256: '', bytes: file.size })
    await files.end(fileId, { ...NOTHING, state: 'failed', error })
    return 'failed'
  }

  /** What kept it from being read is no fault of the file: it is reported once, and the file stays where it is. */
  function leave(file: FoundFile, cause: unknown): null {
    const { name } = file
    const known = unread.get(name)
    const tries = known && isSameFile(file, known.file) ? known.tries : 0
    const isHeld = isHeldFile(cause)
    if (tries === 0 && !isOfFile(cause) && !isHeld) onFault(cause)
    const why = asData(asDiskError(cause, dataDir))
    const error = { ...why, message: `${name} stays in the folder and will be read again. ${why.message}` }
    unread.set(name, { ...delayed(file, tries, error), isHeld })
    setTrouble(troubleOfFiles())
    return null
  }

  /** @returns how it ended; null: it was interrupted, and is read again */
  async function read(copy: string, file: FoundFile): Promise<OrderFile['state'] | null> {
    const { map } = kept
    if (map === null) return null
    const fileId = ids.next('ofl')
    // Before it is opened: its contents may end this process.
    await files.begin({ fileId, name: file.name, sha256: '', bytes: file.size })
    let table
    try {
      table = await openTable(
        copy,
        file.name,
        map.columns.map(({ header }) => header),
      )
    } catch (cause) {
      if (!isOfFile(cause)) {
        await files.drop(fileId)
        return leave(file, cause)
      }
      await files.end(fileId, { ...NOTHING, state: 'failed', error: asData(cause) })
      return 'failed'
    }
    const { sha256, bytes } = table
    const isRepeated = await files.wasTaken(sha256)
    await files.identify(fileId, { sha256, bytes })
    if (isRepeated) {
      await files.end(fileId, { ...NOTHING, state: 'repeated' })
      return 'repeated'
    }
    reading = 0
    let reported = 0
    try {
      const { isWhole, ...taken } = await takeFile(table, map, clock.now(), {
        savedAddress,
        pickups: await pickups(),
        isKnown: orders.isKnown,
        take: (slice) => orders.take(slice, { origin: 'folder', source: file.name }, () => ids.next('ord')),
        onProgress: (rows) => {
          reading = rows
          if (rows - reported >= REPORT_EVERY_ROWS) {
            reported = rows
            onChange()
          }
          return !isClosed
        },
      })
      if (!isWhole) {
        await files.drop(fileId)
        return null
      }
      const state = taken.added + taken.same + taken.asked === 0 ? 'failed' : 'done'
      await files.end(fileId, { ...taken, state, error: null })
      return state
    } catch (cause) {
      if (!isOfFile(cause)) {
        leave(file, cause)
        await files.drop(fileId)
        return null
      }
      await files.end(fileId, { ...NOTHING, state: 'failed', error: asData(cause) })
      return 'failed'
    } finally {
      reading = null
    }
  }

  const look = oneAtATime(() => lookOnce().catch(onFault))

  function stateName(): FeedState['state'] {
    if (!kept.isOn) return 'off'
    if (kept.folder === null) return 'no-folder'
    if (trouble) return 'gone'
    if (kept.map === null) return 'no-map'
    return reading === null ? 'watching' : 'reading'
  }

  const state = async (): Promise<FeedState> => ({
    settings: kept,
    state: stateName(),
    error: trouble,
    waiting: seen.size,
    reading,
    lookedAt,
    files: await newest(),
  })

  /** A file that an earlier run began and never ended is no longer being read. */
  const newest = async (): Promise<OrderFile[]> =>
    (await files.newest(FILES_SHOWN)).filter((one) => one.state !== 'reading' || reading !== null)

  return {
    state,
    look,
    settings: (): SavedFeed => kept,

    /** What needs a person: the folder, or a file of the last that failed or has rows that were refused. */
    trouble: async () => ({
      folder: kept.folder,
      error: kept.isOn ? trouble : null,
      files: await newest(),
    }),

    /** @throws StationError INVALID_INPUT */
    configure: async (next: FeedSettings): Promise<FeedState> => {
      if (next.folder !== null) await assertFolder(next.folder)
      const { scanRule } = next
      const before = kept.scanRule
      const isSameRule =
        before !== null && scanRule !== null && JSON.stringify(before.most) === JSON.stringify(scanRule.most)
      const now: SavedFeed = {
        ...next,
        scanRule: isSameRule
          ? before
          : scanRule && { ...scanRule, madeBy: currentUser()?.name ?? null, madeAt: clock.now().toISOString() },
      }
      await settings.write(SETTING, now, changed(kept, now))
      if (now.folder !== kept.folder) seen.clear()
      kept = now
      stuck.clear()
      unread.clear()
      trouble = null
      await look()
      onChange()
      return state()
    },

    preview: async (folder: string, map: FeedSettings['map']): Promise<FeedPreview> => {
      await assertFolder(folder)
      return previewOf({
        ...{ folder, map, aside, savedAddress, now: clock.now() },
        pickups: await pickups(),
        language: await language(),
      })
    },

    /** @throws StationError NOT_FOUND */
    readAgain: async (fileId: string): Promise<FeedState> => {
      const file = await files.get(fileId)
      const { name } = file
      if (kept.folder === null || !(await moveBack(kept.folder, file, clock.now()))) {
        throw new StationError({
          code: 'NOT_FOUND',
          message: `${name} is no longer in the "failed" folder. Put it into the order folder yourself.`,
          details: { name },
        })
      }
      await look()
      onChange()
      return state()
    },

    start: async (): Promise<void> => {
      await rm(aside, { recursive: true, force: true, maxRetries: HELD_RETRIES }).catch(onFault)
      timer = every(LOOK_MS, () => void look(), { isBackground: true })
    },

    close: async (): Promise<void> => {
      isClosed = true
      timer?.cancel()
      await look()
    },
  }
}

/** A file that is tried again, and why it could not be read or moved. */
interface Delayed {
  file: FoundFile
  tries: number
  /** Monotonic. */
  notBefore: number
  error: StationErrorData
  /** Another program had it open. */
  isHeld?: boolean
}

const delayed = (file: FoundFile, tries: number, error: StationErrorData): Delayed => ({
  file,
  tries: tries + 1,
  notBefore: monotonic() + delayAfter(READ_AGAIN_S, tries) * 1_000,
  error,
})

const NOTHING = { added: 0, same: 0, asked: 0, refused: 0, problems: [], error: null }

/** @throws StationError INVALID_INPUT */
async function assertFolder(folder: string): Promise<void> {
  if (!isAbsolute(folder)) throw invalidField('folder', 'must be a full path, starting at the root or the drive')
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw invalidField('folder', 'is not a folder that this computer can reach')
}

/** Is the file's content the cause of the failure? */
const isOfFile = (cause: unknown): boolean => cause instanceof StationError && !isOfMachine(cause)

const neverEnded = (name: string, tries: number): StationErrorData =>
  errorData({
    code: 'UNREADABLE_FILE',
    message: `Waybill stopped ${tries} times while reading ${name}, so it will not read the file again. Check the file, or split it.`,
    details: { name, tries },
  })

const zeros = (name: string): StationError =>
  new StationError({
    code: 'UNREADABLE_FILE',
    message: 'It contains only zeros so far: the program writing it is not done.',
    details: { name },
  })

const folderGone = (folder: string, cause: unknown): StationErrorData =>
  errorData({
    code: 'FOLDER_GONE',
    message: `The order folder cannot be read (${codeOf(cause)}): ${folder}. Retrying.`,
    details: { folder, why: codeOf(cause) },
  })

const notBroughtBack = (folder: string, name: string, cause: unknown): StationErrorData =>
  errorData({
    code: 'FOLDER_GONE',
    message: `${name} changed after it was read, and could not be moved back to ${folder} to be read again (${codeOf(cause)}). Retrying.`,
    details: { folder, name, why: codeOf(cause) },
  })

const notMoved = (folder: string, name: string, cause: unknown): StationErrorData =>
  errorData({
    code: 'FOLDER_GONE',
    message: `${name} was read but could not be moved (${codeOf(cause)}). Retrying. Waybill needs permission to write in ${folder}, and no other program may lock the file.`,
    details: { folder, name, why: codeOf(cause) },
  })
