import { runtime } from '../../src-node/runtime/runtime.ts'
import type { Hook, HookInput } from '../../src-shared/station/app/connections.ts'
import { notFound } from '../../src-shared/station/error.ts'
import { delayAfter } from '../kernel/backoff.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { WebhookSecrets } from '../kernel/secrets/webhook-secrets.ts'
import { AFTER_FAULT_MS, wakeTimers } from '../kernel/wake-timers.ts'
import { eventOf, type Happened, type HookRow, type HookStore, type NewDelivery } from './hooks.rows.ts'
import type { HookFacts } from './hook-facts.ts'
import { isRefusal, postEvent } from './hook-post.ts'

/** Seconds after a failed try, and after each further one in a row; the last for ever: nothing is dropped. */
const BACKOFF_S = [5, 15, 60, 300, 900, 3600] as const
const LONGEST_WAIT_MS = 3600 * 1000
const NO_SECRET = 'its secret is not in the keychain'
const SECRET_BYTES = 32

/** The same each time it is sent. A row's number alone comes again after the restore of an older backup. */
const eventIdOf = ({ id, at }: Pick<Happened, 'id' | 'at'>): string => `evt_${id}_${Date.parse(at)}`

export interface HookPorts {
  rows: HookStore
  secrets: WebhookSecrets
  facts: HookFacts
  clock: Clock
  ids: Ids
  onChange: () => void
  inBackground: (work: Promise<unknown>) => void
  onFault: (error: unknown) => void
}

export type Hooks = ReturnType<typeof createHooks>

/** Notifies other systems what happened, signed, each event until it is taken. */
export function createHooks({ rows, secrets, facts, clock, ids, onChange, inBackground, onFault }: HookPorts) {
  const closing = new AbortController()
  const sending = new Map<string, Promise<void>>()
  /** Hooks that their worker is to look at again. */
  const kicked = new Set<string>()
  let gathering: Promise<void> | null = null
  let isAskedAgain = false
  let isStarted = false
  /** No hook wants anything, as far as is known: an event of the station then costs nothing here. */
  let showsNothing = false
  /** Each hook has its own: one that is tried in an hour must not put off one that is tried in seconds. */
  const retries = wakeTimers(async (hookId) => send(hookId), onFault)
  const afterFault = wakeTimers(async () => kick(), onFault)

  const wants = (hook: HookRow, event: string | null) => hook.events.some((one) => one === event)

  /** Events of the audit log and of shipments go into the queues. @returns the hooks that are on */
  async function gather(): Promise<HookRow[]> {
    const active = (await rows.list()).filter(({ isActive }) => isActive)
    for (const hook of active) {
      for (let readTo = hook.readTo, isAll = false; !isAll && !closing.signal.aborted;) {
        const slice = await rows.happened(readTo)
        const reported = slice.rows.filter((row) => wants(hook, eventOf(row)))
        const deliveries: NewDelivery[] = []
        for (const row of reported) {
          const data = await facts.of(row)
          deliveries.push({ eventId: eventIdOf(row), eventType: eventOf(row) ?? '', at: row.at, data })
        }
        if (slice.readTo > readTo) await rows.enqueue(hook.hookId, deliveries, slice.readTo)
        ;({ readTo, isAll } = slice)
      }
    }
    await gatherExceptions(active.filter((hook) => wants(hook, 'exception')))
    return active
  }

  const newExceptions = async () => rows.newExceptions(await facts.exceptions(await rows.reported()))

  async function gatherExceptions(hooks: readonly HookRow[]): Promise<void> {
    if (hooks.length === 0) return
    const fresh = await newExceptions()
    if (fresh.length === 0) return
    const at = clock.now().toISOString()
    const deliveries = []
    for (const shipmentId of fresh) {
      const { data, lastEventId } = await facts.ofException(shipmentId)
      deliveries.push({ shipmentId, eventId: `evt_${shipmentId}_${lastEventId}`, eventType: 'exception', at, data })
    }
    await rows.enqueueExceptions(
      hooks.map(({ hookId }) => hookId),
      deliveries,
    )
  }

  /**
   * Sends due events to one hook, one event after the other. @returns after how many ms it is to be checked again;
   * null: when kicked
   */
  async function sendAll(hookId: string): Promise<number | null> {
    while (!closing.signal.aborted) {
      const hook = await rows.get(hookId)
      if (hook === null || !hook.isActive) return null
      const waitMs = hook.dueAt === null ? 0 : Date.parse(hook.dueAt) - clock.now().getTime()
      const next = await rows.next(hookId)
      if (next === null) return null
      // The receiver is there and refuses another event: this one is not held up by it.
      const isFree = next.attempts === 0 && hook.lastError !== null && isRefusal(hook.lastError)
      // One that is later than the longest wait was written by a clock that has been set back since.
      if (waitMs > 0 && waitMs <= LONGEST_WAIT_MS && !isFree) return waitMs
      const secret = (await secrets.all())[hookId]
      const error = secret === undefined ? NO_SECRET : await postEvent(hook.url, next, secret, closing.signal)
      if (closing.signal.aborted) return null
      const waitS = delayAfter(BACKOFF_S, hook.failures)
      const dueAt = error === null ? null : new Date(clock.now().getTime() + waitS * 1000)
      await rows.tried(hookId, next.deliveryId, error, dueAt)
      onChange()
    }
    return null
  }

  /** Has this hook's queue sent; a call while its worker runs makes it check again. */
  function send(hookId: string): void {
    if (closing.signal.aborted) return
    kicked.add(hookId)
    if (sending.has(hookId)) return
    const work = run(hookId)
    sending.set(hookId, work)
    inBackground(work)
  }

  async function run(hookId: string): Promise<void> {
    try {
      while (kicked.delete(hookId) && !closing.signal.aborted) {
        const waitMs = await sendAll(hookId)
        if (waitMs !== null) retries.set(hookId, Math.max(1_000, waitMs))
      }
    } catch (error) {
      retries.set(hookId, AFTER_FAULT_MS)
      throw error
    } finally {
      // In the same turn as the last look at `kicked`, so that no kick falls in between.
      sending.delete(hookId)
    }
  }

  async function turn(): Promise<void> {
    let active: HookRow[]
    do {
      isAskedAgain = false
      active = await gather()
    } while (isAskedAgain && !closing.signal.aborted)
    showsNothing = active.length === 0
    for (const { hookId } of active) send(hookId)
  }

  /** Something happened, or is due. */
  function kick(): void {
    if (!isStarted || showsNothing || closing.signal.aborted) return
    if (gathering) {
      isAskedAgain = true
      return
    }
    gathering = turn()
      .catch((error: unknown) => {
        afterFault.set('gather', AFTER_FAULT_MS)
        throw error
      })
      .finally(() => {
        gathering = null
        if (isAskedAgain) kick()
      })
    inBackground(gathering)
  }

  const mustGet = async (hookId: string): Promise<HookRow> => {
    const hook = await rows.get(hookId)
    if (hook === null) throw notFound('webhook', { hookId })
    return hook
  }

  return {
    kick,
    start: (): void => {
      isStarted = true
      kick()
    },
    /** Queued events are due now. */
    hasten: async (): Promise<void> => {
      await rows.hasten()
      kick()
    },
    secretsAreStored: secrets.areStored,

    list: async (): Promise<Hook[]> => {
      const known = await secrets.all()
      const hooks = []
      for (const { readTo: _, ...hook } of await rows.list()) {
        hooks.push({ ...hook, hasSecret: known[hook.hookId] !== undefined, waiting: await rows.waiting(hook.hookId) })
      }
      return hooks
    },

    /** @returns the secret of a new one, or the new secret. @throws StationError NOT_FOUND, KEYCHAIN_FAILED */
    save: async ({ hookId, hasNewSecret, ...hook }: HookInput): Promise<string | null> => {
      const before = hookId === undefined ? null : await mustGet(hookId)
      // A secret belongs to the receiver it was issued for.
      const isMoved = before !== null && new URL(before.url).origin !== new URL(hook.url).origin
      const id = hookId ?? ids.next('hok')
      const secret =
        hookId === undefined || hasNewSecret || isMoved
          ? runtime().random.bytes(SECRET_BYTES).toString('base64url')
          : null
      if (secret !== null) await secrets.set(id, secret)
      // Shipments already in an exception are no news to a hook that begins to hear of them.
      if (before === null || !before.isActive || !wants(before, 'exception')) await seedExceptions()
      await rows.save(id, hook)
      onChange()
      showsNothing = false
      kick()
      return secret
    },

    /** @throws StationError NOT_FOUND, KEYCHAIN_FAILED */
    remove: async (hookId: string): Promise<void> => {
      await mustGet(hookId)
      await rows.remove(hookId)
      await secrets.remove(hookId)
      onChange()
    },

    /** @throws StationError NOT_FOUND */
    tryNow: async (hookId: string): Promise<void> => {
      await mustGet(hookId)
      const eventId = ids.next('evt')
      await rows.tryNow(hookId, { eventId, eventType: 'test', at: clock.now().toISOString(), data: {} })
      kick()
    },

    close: async (): Promise<void> => {
      closing.abort()
      retries.close()
      afterFault.close()
      await Promise.allSettled([gathering, ...sending.values()])
    },
  }

  async function seedExceptions(): Promise<void> {
    if ((await rows.list()).some((hook) => hook.isActive && wants(hook, 'exception'))) return
    const fresh = await newExceptions()
    const none = { eventId: '', eventType: 'exception', at: '', data: {} }
    await rows.enqueueExceptions(
      [],
      fresh.map((shipmentId) => ({ shipmentId, ...none })),
    )
  }
}
