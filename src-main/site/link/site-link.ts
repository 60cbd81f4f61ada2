import { after } from '../../../src-node/runtime/wait.ts'
import type { Timer } from '../../../src-node/runtime/timers.ts'
import { SITE_POSTS } from '../../../src-shared/site/endpoints.ts'
import type { BeatRequest, SiteState } from '../../../src-shared/site/state.ts'
import type { StationError, StationErrorData } from '../../../src-shared/station/error.ts'
import { delayAfter } from '../../kernel/backoff.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SiteLinkStore } from '../site-link.rows.ts'
import { createSubscribers } from '../../kernel/subscribers.ts'
import { isRefusal, type SiteClient } from './site-client.ts'

/** Whether the site can be reached, judged by the calls. */
export type Reach =
  /** Nothing has been heard yet in this run. */
  | { kind: 'connecting' }
  | { kind: 'online' }
  /** The station keeps working offline. `since`: ISO 8601. */
  | { kind: 'offline'; since: string; error: StationErrorData }
  /** It answers that it does not know this station, or has revoked it: the station keeps working, until it joins again. */
  | { kind: 'refused'; since: string; error: StationErrorData }

export interface SiteLinkPorts {
  client: SiteClient
  store: SiteLinkStore
  clock: Clock
  /** The station's status, sent with each heartbeat. */
  status: () => Promise<Omit<BeatRequest, 'islandSince'>>
  onFault: (error: unknown) => void
}

/** Since when the station works without its site; null: it does not. */
export const offlineSinceOf = (reach: Reach): string | null => ('since' in reach ? reach.since : null)
const isOffline = (reach: Reach): boolean => offlineSinceOf(reach) !== null

const BEAT_MS = 30_000
/** How often an offline site is tried. */
const LOOK_MS = [500, 1_000, 2_000, 5_000, 10_000, 15_000] as const
/** One call may fail by chance; after this many in a row the station is offline from the site. */
const FAILURES_UNTIL_OFFLINE = 2
const BEAT_TIMEOUT_MS = 5_000

export type SiteLink = ReturnType<typeof createSiteLink>

/**
 * Follows whether the site can be reached, and its status. A month offline is treated like a minute: it keeps trying.
 */
export function createSiteLink({ client, store, clock, status, onFault }: SiteLinkPorts) {
  let reach: Reach = { kind: 'connecting' }
  let failures = 0
  let site: SiteState | null = null
  let timer: Timer | undefined
  let beating: Promise<void> | undefined
  let isClosed = false
  /** Since when the ledger records the site as offline: a station that starts offline has been so for longer. */
  let offlineSince: string | null = null
  const underWay = new Set<Promise<unknown>>()
  const reached = createSubscribers<Reach>()
  const heard = createSubscribers<SiteState>()

  function become(next: Reach): void {
    reach = next
    const since = offlineSinceOf(next)
    if (since !== offlineSince && next.kind !== 'connecting') {
      offlineSince = since
      track(store.write({ islandSince: since }))
    }
    track(reached.report(next))
  }

  /** The station closes when what is written about the site is written. */
  function track(work: Promise<unknown>): void {
    const done = work.catch(onFault).finally(() => underWay.delete(done))
    underWay.add(done)
  }

  function note(failure: StationError | null): void {
    if (isClosed) return
    if (failure === null) {
      failures = 0
      if (reach.kind !== 'online') become({ kind: 'online' })
      return
    }
    const since = offlineSince ?? clock.now().toISOString()
    if (isRefusal(failure)) {
      failures = 0
      if (reach.kind !== 'refused') become({ kind: 'refused', since, error: failure.toData() })
      return
    }
    failures += 1
    if (reach.kind === 'offline' || failures < FAILURES_UNTIL_OFFLINE) return
    become({ kind: 'offline', since, error: failure.toData() })
  }

  async function beat(): Promise<void> {
    // The site hears since when it could not be reached, once.
    const islandSince = reach.kind === 'online' ? null : offlineSince
    const state = await client.post(
      SITE_POSTS.beat,
      { ...(await status()), islandSince },
      { timeoutMs: BEAT_TIMEOUT_MS },
    )
    site = state
    await heard.report(state)
  }

  function beatNow(): void {
    timer?.cancel()
    if (isClosed) return
    beating ??= beat()
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'StationError')) onFault(error)
      })
      .finally(() => {
        beating = undefined
        if (isClosed) return
        const wait = failures === 0 ? BEAT_MS : delayAfter(LOOK_MS, failures - 1)
        timer = after(wait, beatNow, { isBackground: true })
      })
  }

  return {
    reach: (): Reach => reach,
    /** Does the station work without its site, which is offline or refuses it? */
    isOffline: (): boolean => isOffline(reach),
    /** The site's last report; null: none in this run. */
    site: (): SiteState | null => site,
    failures: (): number => failures,
    /** How a call ended; null: the site answered. */
    note: (failure: StationError | null): void => {
      const before = failures
      note(failure)
      // One failure may be chance: it is known at once.
      if (before === 0 && failures === 1) beatNow()
    },
    onReach: reached.subscribe,
    onState: heard.subscribe,
    beatNow,

    start: async (): Promise<void> => {
      offlineSince = (await store.read()).islandSince
      beatNow()
    },

    close: async (): Promise<void> => {
      isClosed = true
      timer?.cancel()
      await beating
      await Promise.all(underWay)
    },
  }
}
