import { after, monotonic } from '../../../src-node/runtime/wait.ts'
import type { Timer } from '../../../src-node/runtime/timers.ts'
import { CALL_FAMILIES, SANDBOX_LIMITS, type CallFamily } from '../../../src-shared/freight/limits.ts'
import {
  CALL_PRIORITIES,
  type CallPriority,
  type FamilyRateLimit,
} from '../../../src-shared/station/app/call-priority.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { RateLimitHeaders } from './rate-limit-headers.ts'
import { CallWindow } from './window.ts'
import { FreightError } from '../http/failure.ts'

/** Leave to send one request. Exactly one of the two must be called when it is over. */
export interface Ticket {
  /** It was answered, or null: it is unknown whether the service counted it. */
  settle(reported: RateLimitHeaders | null): void
  /** It has surely not left. */
  giveBack(): void
}

/** The limits of one key at one service, shared by all who call it. */
export interface RateLimit {
  /**
   * Waits for leave to send. Waiting calls start in the order of their priority, and within one in the order they came; a
   * call that would wait longer than `longestWaitMs` fails instead. `group` names the endpoint's: a service may give those of
   * one family limits of their own.
   * @throws FreightError RATE_LIMIT_ERROR (unsent, with retryAfterMs), CONNECTION_LOST (unsent) when `signal` aborts
   */
  take(
    family: CallFamily,
    priority: CallPriority,
    patience: { longestWaitMs: number; signal?: AbortSignal | undefined; group?: string | undefined },
  ): Promise<Ticket>
  view(): FamilyRateLimit[]
}

interface Waiting {
  priority: CallPriority
  giveUpAt: number
  start(): void
  fail(error: FreightError): void
}

interface Lane {
  family: CallFamily
  /** Null: of the whole family. */
  group: string | null
  window: CallWindow
  /** By priority, then by arrival. */
  queue: Waiting[]
  timer: Timer | undefined
}

export interface RateLimitOptions {
  clock: Clock
  /** Milliseconds of a clock that only goes forward; the wall clock may be set back. */
  now?: () => number
}

const LONGEST_TIMER_MS = 2 ** 31 - 1
const rank = (priority: CallPriority) => CALL_PRIORITIES.indexOf(priority)

export function createRateLimit({ clock, now = monotonic }: RateLimitOptions): RateLimit {
  const lanes = new Map<string, Lane>()
  // The lowest limits that the interface names, until the first answer reports the real ones.
  for (const family of CALL_FAMILIES) addLane(family, null, SANDBOX_LIMITS[family])
  /** The limit last reported at an endpoint of a group. */
  const reportedLimits = new Map<string, number>()
  /** Families for which the service has reported different limits. */
  const split = new Set<CallFamily>()

  function addLane(family: CallFamily, group: string | null, limit: number): Lane {
    const lane: Lane = { family, group, window: new CallWindow(limit), queue: [], timer: undefined }
    lanes.set(nameOf(family, group), lane)
    return lane
  }

  function laneOf(family: CallFamily, group: string | null): Lane {
    const own = split.has(family) ? group : null
    const lane = lanes.get(nameOf(family, own))
    return lane ?? addLane(family, own, reportedLimits.get(nameOf(family, own)) ?? SANDBOX_LIMITS[family])
  }

  /** Two groups of one family reported limits of their own, twice: from now on each is counted separately. */
  function hearLimit(family: CallFamily, group: string | null, limit: number | null): void {
    if (group === null || limit === null) return
    const name = nameOf(family, group)
    const isStable = reportedLimits.get(name) === limit
    reportedLimits.set(name, limit)
    const others = [...reportedLimits].filter(([other]) => other !== name && other.startsWith(nameOf(family, '')))
    if (isStable && others.some(([, reported]) => reported !== limit)) split.add(family)
  }

  /** Starts all that may start, rejects those who would wait too long, and sets the alarm for the next look. */
  function dispatch(lane: Lane): void {
    lane.timer?.cancel()
    const { window, queue } = lane
    // The first that may not start holds back all behind it: their reserves are not smaller.
    for (let head = queue[0]; head && window.canStart(head.priority, now()); head = queue[0]) {
      queue.shift()
      head.start()
    }
    refuseTheLate(lane)
    const [head] = queue
    if (!head) return
    const wait = window.wait(head.priority, 0, now())
    const patience = Math.min(...queue.map(({ giveUpAt }) => giveUpAt)) - now()
    const next = wait > 0 ? Math.min(wait, patience) : patience
    lane.timer = after(Math.min(LONGEST_TIMER_MS, Math.max(1, Math.ceil(next))), () => dispatch(lane))
  }

  function refuseTheLate({ window, queue, family }: Lane): void {
    let ahead = 0
    for (const waiting of [...queue]) {
      const wait = window.wait(waiting.priority, ahead, now())
      if (now() < waiting.giveUpAt && now() + wait <= waiting.giveUpAt) {
        ahead += 1
        continue
      }
      queue.splice(queue.indexOf(waiting), 1)
      waiting.fail(tooManyCalls(family, Math.max(1000, Math.ceil(wait))))
    }
  }

  function ticket(lane: Lane, group: string | null, startedAt: number): Ticket {
    return {
      settle: (reported) => {
        hearLimit(lane.family, group, reported?.limit ?? null)
        lane.window.settle(now(), reported)
        dispatch(lane)
      },
      giveBack: () => {
        lane.window.giveBack(startedAt)
        dispatch(lane)
      },
    }
  }

  function enqueue(lane: Lane, waiting: Waiting): void {
    const behind = lane.queue.findIndex(({ priority }) => rank(priority) > rank(waiting.priority))
    lane.queue.splice(behind === -1 ? lane.queue.length : behind, 0, waiting)
  }

  return {
    take: (family, priority, { longestWaitMs, signal, group = null }) =>
      new Promise((resolve, reject) => {
        const lane = laneOf(family, group)
        const forget = () => signal?.removeEventListener('abort', onAbort)
        const waiting: Waiting = {
          priority,
          giveUpAt: now() + longestWaitMs,
          start: () => {
            forget()
            const startedAt = now()
            lane.window.start(priority, startedAt)
            resolve(ticket(lane, group, startedAt))
          },
          fail: (error) => {
            forget()
            reject(error)
          },
        }
        function onAbort(): void {
          lane.queue.splice(lane.queue.indexOf(waiting), 1)
          reject(closed())
          dispatch(lane)
        }
        if (signal?.aborted) return reject(closed())
        signal?.addEventListener('abort', onAbort, { once: true })
        enqueue(lane, waiting)
        dispatch(lane)
      }),

    view: () => CALL_FAMILIES.map(viewOf),
  }

  /** A family; one that is split by its group with the least left. */
  function viewOf(family: CallFamily): FamilyRateLimit {
    const at = now()
    const ofFamily = [...lanes.values()].filter((lane) => lane.family === family)
    const shown = split.has(family) ? ofFamily.filter(({ group }) => group !== null) : ofFamily
    const [tightest] = (shown.length > 0 ? shown : ofFamily).toSorted(
      (a, b) => a.window.remaining(at) - b.window.remaining(at),
    )
    const remaining = tightest?.window.remaining(at) ?? Infinity
    const wholeAt = tightest?.window.wholeAt(at) ?? null
    return {
      family,
      limit: tightest?.window.limit() ?? null,
      remaining: Number.isFinite(remaining) ? remaining : null,
      resetAt: wholeAt === null ? null : new Date(clock.now().getTime() + (wholeAt - at)).toISOString(),
      waiting: ofFamily.reduce((sum, { queue }) => sum + queue.length, 0),
    }
  }
}

const nameOf = (family: CallFamily, group: string | null) => (group === null ? family : `${family}/${group}`)

function tooManyCalls(family: CallFamily, retryAfterMs: number): FreightError {
  return new FreightError(
    'unsent',
    {
      code: 'RATE_LIMIT_ERROR',
      message: `The service's rate limit for ${family} is reached; the next call is possible in ${Math.ceil(retryAfterMs / 1000)} s. Nothing was sent.`,
      retryable: true,
      details: { family, retryAfterMs },
    },
    retryAfterMs,
  )
}

function closed(): FreightError {
  return new FreightError('unsent', {
    code: 'CONNECTION_LOST',
    message: 'The station is closing. Nothing was sent.',
    retryable: true,
    details: { reason: 'closing' },
  })
}
