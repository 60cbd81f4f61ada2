import { runtime } from '../../src-node/runtime/runtime.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { after } from '../../src-node/runtime/wait.ts'
import type { Hook, HookInput } from '../../src-shared/station/app/connections.ts'
import { notFound } from '../../src-shared/station/error.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { WebhookSecrets } from '../secrets/webhook-secrets.ts'
import { eventOf, type HookRow, type HookStore, type NewDelivery } from '../store/ledger/connections/hooks.ts'
import type { HookFacts } from './hook-facts.ts'
import { postEvent } from './hook-post.ts'

/** Seconds after a failed try, and after each further one in a row; the last for ever: nothing is given up. */
const BACKOFF_S = [5, 15, 60, 300, 900, 3600] as const
const LAST_BACKOFF_S = 3600
const SECRET_BYTES = 32

export interface HookPorts {
  rows: HookStore
  secrets: WebhookSecrets
  facts: HookFacts
  clock: Clock
  ids: Ids
  onChange: () => void
  inBackground: (work: Promise<unknown>) => void
}

export type Hooks = ReturnType<typeof createHooks>

/** Tells other systems what happened, signed, each event until it is taken. */
export function createHooks({ rows, secrets, facts, clock, ids, onChange, inBackground }: HookPorts) {
  const closing = new AbortController()
  const sending = new Map<string, Promise<void>>()
  let gathering: Promise<void> | null = null
  let isAskedAgain = false
  let isStarted = false
  let timer: Timer | null = null

  const wants = (hook: HookRow, event: string | null) => hook.events.some((one) => one === event)

  /** Events of the audit log and of shipments go into the queues. */
  async function gather(): Promise<void> {
    const active = (await rows.list()).filter(({ isActive }) => isActive)
    if (active.length === 0) return
    for (const hook of active) {
      for (let readTo = hook.readTo, isAll = false; !isAll && !closing.signal.aborted;) {
        const slice = await rows.happened(readTo)
        const told = slice.rows.filter((row) => wants(hook, eventOf(row)))
        const deliveries: NewDelivery[] = []
        for (const row of told) {
          const data = await facts.of(row)
          deliveries.push({ eventId: `evt_${row.id}`, eventType: eventOf(row) ?? '', at: row.at, data })
        }
        if (slice.readTo > readTo) await rows.enqueue(hook.hookId, deliveries, slice.readTo)
        ;({ readTo, isAll } = slice)
      }
    }
    await gatherExceptions(active.filter((hook) => wants(hook, 'exception')))
  }

  async function gatherExceptions(hooks: readonly HookRow[]): Promise<void> {
    if (hooks.length === 0) return
    const fresh = await rows.newExceptions(await facts.exceptions())
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

  /** Sends what is due to one hook, one event after the other. @returns when it is to be looked at again; null: when kicked */
  async function sendAll(hookId: string): Promise<Date | null> {
    while (!closing.signal.aborted) {
      const hook = await rows.get(hookId)
      if (hook === null || !hook.isActive) return null
      if (hook.dueAt !== null && new Date(hook.dueAt) > clock.now()) return new Date(hook.dueAt)
      const secret = (await secrets.all())[hookId]
      const next = await rows.next(hookId)
      if (secret === undefined || next === null) return null
      const error = await postEvent(hook.url, next, secret, closing.signal)
      if (closing.signal.aborted) return null
      const waitS = BACKOFF_S[hook.failures] ?? LAST_BACKOFF_S
      const dueAt = error === null ? null : new Date(clock.now().getTime() + waitS * 1000)
      await rows.tried(hookId, next.deliveryId, error, dueAt)
      onChange()
    }
    return null
  }

  function send(hookId: string): void {
    if (sending.has(hookId)) return
    const work = sendAll(hookId)
      .then((again) => {
        if (again !== null) lookAgain(again)
      })
      .finally(() => sending.delete(hookId))
    sending.set(hookId, work)
    inBackground(work)
  }

  function lookAgain(at: Date): void {
    timer?.cancel()
    timer = after(Math.max(1_000, at.getTime() - clock.now().getTime()), kick, { isBackground: true })
  }

  async function turn(): Promise<void> {
    do {
      isAskedAgain = false
      await gather()
    } while (isAskedAgain && !closing.signal.aborted)
    for (const { hookId, isActive } of await rows.list()) if (isActive) send(hookId)
  }

  /** Something happened, or is due. */
  function kick(): void {
    if (!isStarted || closing.signal.aborted) return
    if (gathering) {
      isAskedAgain = true
      return
    }
    gathering = turn().finally(() => {
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
    secretsAreKept: secrets.areKept,

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
      if (hookId !== undefined) await mustGet(hookId)
      const id = hookId ?? ids.next('hok')
      const secret =
        hookId === undefined || hasNewSecret ? runtime().random.bytes(SECRET_BYTES).toString('base64url') : null
      if (secret !== null) await secrets.set(id, secret)
      // What is in an exception already is no news to a hook that begins.
      if (hookId === undefined) await seedExceptions()
      await rows.save(id, hook)
      onChange()
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
      timer?.cancel()
      await gathering
      await Promise.all(sending.values())
    },
  }

  async function seedExceptions(): Promise<void> {
    if ((await rows.list()).some((hook) => hook.isActive && wants(hook, 'exception'))) return
    const fresh = await rows.newExceptions(await facts.exceptions())
    const none = { eventId: '', eventType: 'exception', at: '', data: {} }
    await rows.enqueueExceptions(
      [],
      fresh.map((shipmentId) => ({ shipmentId, ...none })),
    )
  }
}
