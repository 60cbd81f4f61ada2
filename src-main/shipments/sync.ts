import { z } from 'zod'
import { after, monotonic as steadyNow } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import type { SyncState } from '../../src-shared/station/tracking/sync.ts'
import type { Clock } from '../kernel/clock.ts'
import type { TrackingLink } from './client-for.ts'
import { FreightError } from '../freight/http/failure.ts'
import type { ShipmentStore } from './shipments.rows.ts'
import type { SyncCursorStore } from './sync-cursor.rows.ts'
import type { QuarantineStore } from './quarantine.rows.ts'
import type { ServiceFacts } from './service-facts.rows.ts'
import { DEEP_OVERLAP_MS, OVERLAP_MS } from './cursor.ts'
import { paceAfter, paceAfterFailure } from './pace.ts'
import { createReader, type Reading } from './reader.ts'
import { createDetails } from './details.ts'
import { createFailsAlone } from './fails-alone.ts'
import { createExclusiveSection } from './exclusive-section.ts'
import { syncStateOf, type SyncStatePorts } from './sync-state.ts'
import { retryQuarantined } from './retry-quarantined.ts'

export interface SyncOptions extends Pick<SyncStatePorts, 'staleHours'> {
  shipments: ShipmentStore
  source: SyncCursorStore
  quarantine: QuarantineStore
  facts: ServiceFacts
  link: () => TrackingLink
  clock: Clock
  /** Shipments of which something new is known. */
  onChange: (shipmentIds: string[]) => void
  /** Phase, progress or next turn have changed. */
  onState?: () => void
  /** After each sync that reached the service. */
  onSynced: () => void
  /** A failure that is no failed call. */
  onFault: (error: unknown) => void
  /** False: another process follows the service for now, and no turn begins. Requested shipments are still asked for. */
  mayTurn?: () => boolean
  /** How many times longer than usual it waits between turns. */
  slower?: number | undefined
  /** Milliseconds of a clock that no one can set; timers are measured with it. */
  monotonic?: () => number
}

/** Pages of the past in one turn: some seconds, then news is looked for again. */
const FILL_PAGES_A_TURN = 50
const DEEP_LOOK_AFTER_MS = 60 * 60 * 1000
const WORDS_A_BATCH = 2_000

export type Sync = ReturnType<typeof createSync>

/**
 * Keeps the cache in sync with the service. A turn fetches news, then details of changed shipments, then fetches a
 * part of the past, newest first, from where the last turn (or the last run) stopped.
 */
export function createSync(options: SyncOptions) {
  const { shipments, source, quarantine, facts, link, clock, onChange, onSynced, onFault, onState, mayTurn } = options
  const monotonic = options.monotonic ?? steadyNow
  const { slower = 1 } = options
  let timer: Timer | undefined
  let current: Promise<{ shipments: number; events: number }> | undefined
  let nextSyncAt: string | null = null
  let isPaused = false
  let isFilling = true
  let isClosed = false
  let isStarted = false
  let quietTurns = 0
  let failures = 0
  let deepLookAt = -Infinity
  /** The service asked not to be called before this, by the monotonic clock. */
  let notBefore = -Infinity
  /** Asked for by a webhook or a person while a turn ran. */
  const wanted = new Set<string>()
  let draining: Promise<void> | undefined
  const { run, exclusively, settled } = createExclusiveSection()
  const { failsAlone, askAgain } = createFailsAlone()

  const reader = createReader({
    shipments,
    source,
    quarantine,
    facts,
    clock,
    isClosed: () => isClosed,
    onChange: (shipmentIds) => {
      if (shipmentIds.length > 0) onChange(shipmentIds)
    },
  })

  const details = createDetails({
    ...{ reader, shipments, facts, clock, failsAlone, skippingUnread },
    isClosed: () => isClosed,
  })

  async function turn(): Promise<{ shipments: number; events: number }> {
    const now = link()
    askAgain()
    while (!isClosed && (await shipments.indexWords(WORDS_A_BATCH)) === WORDS_A_BATCH);
    const isDeep = monotonic() - deepLookAt >= DEEP_LOOK_AFTER_MS
    const listed = await reader.newShipments(now)
    const reported = await reader.newEvents(now, isDeep ? DEEP_OVERLAP_MS : OVERLAP_MS)
    if (isDeep) deepLookAt = monotonic()
    const news = [...reported.changed]
    const hasPast = await fill(now, listed, reported)
    const hasSummaries = await details.complete(now, news, !hasPast)
    isFilling = hasPast || hasSummaries
    await retryQuarantined({
      quarantine,
      shipments,
      clock,
      readWhole: (id) => reader.whole(now, id, 'background'),
      failsAlone: (error) => failsAlone(now, error),
      onChange,
    })
    quietTurns = listed.changed.length + reported.changed.length > 0 ? 0 : quietTurns + 1
    await drain()
    await source.advance({ updatedAt: clock.now().toISOString() })
    onSynced()
    return { shipments: listed.listed, events: reported.listed }
  }

  /** Some pages of the past. Shipments come first: they are what the screen shows. */
  async function fill(now: TrackingLink, listed: Reading, reported: Reading): Promise<boolean> {
    let hasShipments = true
    let hasEvents = true
    for (let page = 0; page < FILL_PAGES_A_TURN && hasShipments; page++) {
      hasShipments = await reader.fillShipments(now, listed)
    }
    for (let page = 0; page < FILL_PAGES_A_TURN && hasEvents; page++) hasEvents = await reader.fillEvents(now, reported)
    return hasShipments || hasEvents
  }

  /**
   * A shipment that the service lists and then does not know, answers unreadably about, or fails for, must not stop all
   * others.
   */
  async function skippingUnread(reading: Promise<void>, shipmentId: string): Promise<void> {
    try {
      await reading
    } catch (error) {
      if (!(error instanceof FreightError) || !(await failsAlone(link(), error))) throw error
      await quarantine.keep([{ kind: 'detail', shipmentId, raw: null, issues: issuesOf(error) }], clock.now())
      await shipments.noteChecked(shipmentId, clock.now())
    }
  }

  /** One turn; a call while one runs joins it. @throws FreightError */
  function joinTurn(): Promise<{ shipments: number; events: number }> {
    current ??= run(turn).finally(() => {
      current = undefined
    })
    return current
  }

  async function poll(): Promise<void> {
    if (isClosed) return
    if (mayTurn?.() === false) return schedule(paceAfterFailure(1, null))
    // Whatever failed, also after the turn, the next one comes.
    const delay = await joinTurn().then(afterTurn).catch(afterFailure)
    schedule(delay)
  }

  async function afterTurn(): Promise<number> {
    failures = 0
    isPaused = false
    return paceAfter({ isFilling, hasOpen: await shipments.hasOpen(), quietTurns, slower })
  }

  function afterFailure(error: unknown): number {
    // The connection monitor shows a failed call; anything else is a fault of ours and must surface.
    if (!(error instanceof FreightError)) onFault(error)
    isPaused = true
    failures += 1
    const asked = error instanceof FreightError ? error.retryAfterMs : null
    if (asked !== null) notBefore = monotonic() + asked
    return paceAfterFailure(failures, asked)
  }

  function schedule(delay: number): void {
    timer?.cancel()
    if (isClosed) return
    nextSyncAt = new Date(clock.now().getTime() + delay).toISOString()
    timer = after(
      delay,
      () => {
        nextSyncAt = null
        void poll()
      },
      { isBackground: true },
    )
    onState?.()
  }

  /** Something is happening: back to the short pace, and the next turn soon if it was to come late. */
  function quicken(): void {
    const isLate = quietTurns > 0
    quietTurns = 0
    if (isStarted && isLate && !current && !isAskedToWait()) {
      schedule(paceAfter({ isFilling, hasOpen: true, quietTurns, slower }))
    }
  }

  const isAskedToWait = () => monotonic() < notBefore

  /** What is asked for, without waiting for the next turn. */
  function drainNow(): Promise<void> {
    if (!current) askAgain()
    return drain()
  }

  function drain(): Promise<void> {
    draining ??= drainWanted().finally(() => {
      draining = undefined
    })
    return draining
  }

  async function drainWanted(): Promise<void> {
    for (const shipmentId of wanted) {
      if (isClosed) return
      try {
        // Where it alone fails it is quarantined, and tried again at growing intervals.
        await skippingUnread(reader.whole(link(), shipmentId, 'tracking'), shipmentId)
        wanted.delete(shipmentId)
      } catch (error) {
        // It stays wanted: the next turn that reaches the service asks again.
        if (!(error instanceof FreightError)) onFault(error)
        return
      }
    }
  }

  return {
    /**
     * A whole turn from now on: one that runs already may have asked before the change that the caller knows of.
     * @throws FreightError
     */
    syncNow: async (): Promise<{ shipments: number; events: number }> => {
      await current?.catch(() => undefined)
      return joinTurn()
    },

    /** Asks for one shipment and its events now. @throws FreightError */
    refresh: async (shipmentId: string): Promise<void> => {
      await run(() => reader.whole(link(), shipmentId, 'tracking'))
      quicken()
    },

    /** A person looks at it: its detail is requested now, or by the next turn that reaches the service. */
    opened: async (shipmentId: string): Promise<void> => {
      if (await shipments.hasDetail(shipmentId)) return
      wanted.add(shipmentId)
      if (!isAskedToWait()) await run(drainNow)
    },

    /** Asks for one shipment with the lowest priority, for many at once. @throws FreightError */
    refreshQuietly: (shipmentId: string): Promise<void> => run(() => reader.whole(link(), shipmentId, 'background')),

    /** Fetches the service's records of these tracking numbers, 100 at most. @throws FreightError */
    fetchByNumbers: (trackingNumbers: readonly string[]): Promise<void> =>
      run(async () => {
        await reader.byNumbers(link(), trackingNumbers, 'background')
      }),

    /**
     * The caller knows that these changed: asks the service for them soon, and looks for news at the short pace
     * again. Gives those that could not be asked for yet; the next turn that reaches the service does.
     */
    refreshSoon: async (shipmentIds: readonly string[]): Promise<string[]> => {
      for (const shipmentId of shipmentIds) wanted.add(shipmentId)
      // Nothing changed: the pace grows longer as if there had been no request.
      if (shipmentIds.length > 0) quicken()
      if (!isAskedToWait()) await run(drainNow)
      return shipmentIds.filter((shipmentId) => wanted.has(shipmentId))
    },

    /** When the service was last reached, ISO 8601; null: never. */
    updatedAt: async (): Promise<string | null> => (await source.cursor()).updatedAt,

    /** Unreadable rows of the service, and when they are tried again. */
    quarantine: () => quarantine.list(),

    state: async (): Promise<SyncState> => {
      const cursor = await source.cursor()
      const isDone = cursor.shipmentsFill.isDone && cursor.eventsFill.isDone
      const phase = isPaused ? 'paused' : isDone ? 'following' : 'filling'
      return syncStateOf(options, { phase, total: cursor.shipmentsTotal, nextSyncAt })
    },

    start: (): void => {
      isStarted = true
      void poll()
    },

    /**
     * The network is back online, or another service is in use: do not wait for the next turn, unless the service
     * asked to.
     */
    hasten: (): void => {
      quietTurns = 0
      if (!isStarted || current || isAskedToWait()) return
      timer?.cancel()
      void poll()
    },

    /**
     * Runs this while nothing is fetched, so that data of one service never lands in the cache of another:
     * waits for running calls, and new ones wait for it.
     */
    exclusively,

    close: async (): Promise<void> => {
      isClosed = true
      timer?.cancel()
      await settled()
    },
  }
}

const issuesSchema = z.array(z.object({ path: z.string(), message: z.string() }))

/** What was wrong, from the failure's details. */
function issuesOf({ details, code, message }: FreightError): { path: string; message: string }[] {
  const reported = issuesSchema.safeParse(details['issues'])
  return reported.success && reported.data.length > 0 ? reported.data : [{ path: '', message: `${code}: ${message}` }]
}
