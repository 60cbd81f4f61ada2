import { dirname, join } from 'node:path'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { after, monotonic, nextTurn } from '../../src-node/runtime/wait.ts'
import type { NeededAnswer } from '../../src-shared/site/forgotten.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Cache } from '../data/cache/cache.ts'
import { forgetInCache } from '../data/forget/forget-cache.rows.ts'
import { createBlanker, type ForgottenKey } from '../data/forget/blank.ts'
import { blankOnWrite } from '../data/forget/on-write.ts'
import { forgetInSite } from './forget/forget-site.rows.ts'
import { siteForgotten, type ForgettingStatus } from './forget/forgotten.rows.ts'
import { openForgottenTo } from './forget/forgotten-to.ts'
import type { SiteDatabase } from './site-database.ts'

export interface SiteForgettingPorts {
  db: SiteDatabase
  cache: Cache
  /** Is this the process of the site that sends, and looks through its rows? */
  isSender: () => boolean
  onFault: (error: unknown) => void
}

/** Persons still needed, and those reported to another process of the site, are looked for again after this long. */
const AGAIN_MS = 10 * 60_000
const STILL_NEEDED_MS = 3_600_000
/** Of its time a process uses at most one part in five for it. */
const REST_TIMES = 4

export type SiteForgetting = Awaited<ReturnType<typeof createSiteForgetting>>

/**
 * Forgets at the site whom a station has forgotten: in its rows, once for all of its processes, and in each process's
 * copy of the service's data. It looks again whenever a station is done, for that station's earlier reports may name
 * them; what is still needed is left, and checked again later.
 * @throws StationError DATABASE_AWAY
 */
export async function createSiteForgetting({ db, cache, isSender, onFault }: SiteForgettingPorts) {
  const list = siteForgotten(db)
  const ofCache = forgetInCache(cache.db)
  const rows = forgetInSite(db, ofCache)
  const everybody = createBlanker([])
  const looked = openForgottenTo(join(dirname(cache.db.name), 'forgotten-to'))
  let known = { timeline: '', upTo: 0 }
  let working: Promise<void> | undefined
  let timer: Timer | undefined
  let restUntil = 0
  let isWanted = false
  let isClosed = false

  /** The site's own rows. @returns whether nothing of them is left */
  async function lookThroughRows(dueFrom: number, asked: number): Promise<boolean> {
    const blanker = createBlanker(await list.since(dueFrom - 1))
    const counts: Record<string, number> = {}
    let needed = 0
    for await (const named of rows.walk(blanker)) {
      if (named.count > 0) counts[named.place] = (counts[named.place] ?? 0) + named.count
      needed += named.needed
      if (isClosed) return false
      await nextTurn()
    }
    if (needed > 0) return false
    const isLast = await list.end(asked, counts)
    if (!isLast) isWanted = true
    return isLast
  }

  async function lookThroughCache(keys: readonly ForgottenKey[]): Promise<boolean> {
    for await (const _ of ofCache.walk(createBlanker(keys), { isDry: false })) {
      await nextTurn()
      if (isClosed) return false
    }
    ofCache.emptyJournal()
    return true
  }

  /** @returns after how long it is to be looked again at the latest */
  async function look(): Promise<number> {
    const { dueFrom, asked, upTo, timeline } = await readList()
    const isDone = dueFrom === null || (isSender() && (await lookThroughRows(dueFrom, asked)))
    if (!isDone) return isSender() ? STILL_NEEDED_MS : AGAIN_MS
    // What is on its way is read there until it is no longer needed.
    const from = looked.upTo(timeline)
    if (from < upTo && (await lookThroughCache(await list.since(from)))) looked.note(timeline, upTo)
    return AGAIN_MS
  }

  async function work(): Promise<void> {
    isWanted = false
    const startedAt = monotonic()
    let againMs = AGAIN_MS
    try {
      againMs = await look()
    } catch (error) {
      // The database is unavailable, and will be back online.
      if (!(error instanceof StationError)) onFault(error)
    }
    const restMs = REST_TIMES * (monotonic() - startedAt)
    restUntil = monotonic() + restMs
    working = undefined
    if (!isClosed) timer = after(isWanted ? restMs : Math.max(restMs, againMs), kick, { isBackground: true })
  }

  function kick(): void {
    isWanted = true
    if (isClosed || working) return
    timer?.cancel()
    const restMs = restUntil - monotonic()
    if (restMs > 0) timer = after(restMs, kick, { isBackground: true })
    else working = work()
  }

  async function readList(): Promise<ForgettingStatus> {
    const current = await list.status()
    const { timeline, upTo } = current
    if (known.timeline !== timeline || known.upTo < upTo) {
      everybody.add(await list.since(known.timeline === timeline ? known.upTo : 0))
      known = { timeline, upTo }
    }
    return current
  }

  blankOnWrite(cache.db, everybody)
  await readList()
  return {
    list,

    needed: async (keys: readonly ForgottenKey[]): Promise<NeededAnswer['needed']> =>
      (await rows.needed(createBlanker(keys))).map(({ need, what }) => ({ need, what: what.slice(0, 400) })),

    /** A person was reported, or a station is done. */
    kick,

    close: async (): Promise<void> => {
      isClosed = true
      timer?.cancel()
      await working
    },
  }
}
