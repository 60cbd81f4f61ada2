import { z } from 'zod'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { every, sleep } from '../../src-node/runtime/wait.ts'
import type { EmergencySendingInput, EmergencySendingStatus } from '../../src-shared/station/site/emergency-sending.ts'
import { StationError, wrongState } from '../../src-shared/station/error.ts'
import { currentUser } from '../kernel/current-user.ts'
import { isReferenceUsed, type CandidateGuard } from '../booking/reconcile/match-shipment.ts'
import { reconcile } from '../booking/reconcile/reconcile.ts'
import { precheck } from '../booking/outbox/precheck.ts'
import { createSendBackoff } from '../booking/outbox/send-backoff.ts'
import { send } from '../booking/outbox/send.ts'
import { createWorkerPool } from '../kernel/worker-pool.ts'
import type { Clock } from '../kernel/clock.ts'
import type { FreightClient } from '../freight/client.ts'
import { concernsAll, FreightError } from '../freight/http/failure.ts'
import type { StoredSecret } from '../kernel/secrets/stored-secret.ts'
import type { LedgerBooking } from '../booking/booking-row.rows.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import type { EmergencySendingStore } from './emergency-sending.rows.ts'
import type { Reach, SiteLink } from './link/site-link.ts'
import type { Membership } from './membership.ts'

export interface EmergencySendingPorts {
  membership: Membership
  store: EmergencySendingStore
  settings: SettingStore
  key: StoredSecret
  /** The freight service itself, under this key and past the site. */
  clientFor: (baseUrl: string, apiKey: () => Promise<string | null>) => FreightClient
  guard: CandidateGuard
  link: Pick<SiteLink, 'reach' | 'onReach'>
  clock: Clock
  /** What the site receives from now on. */
  upload: { kick: () => void }
  onBooking: (bookingId: string) => void
  /** The service has it: its label is wanted here, now. */
  onBooked: (booking: LedgerBooking, client: FreightClient) => void
  /** Labels of booked shipments that could not be fetched before. */
  fetchMissingLabels: (client: FreightClient) => Promise<void>
  onChange: () => void
  inBackground: (work: Promise<unknown>) => void
  onFault: (error: unknown) => void
}

const LOOK_MS = 250
const MOST_LOOKS = 60
/** A label that was not ready is fetched again so often. */
const LABELS_MS = 60_000
const SETTING = 'site.glass'
const openedSchema = z.object({ since: z.string(), person: z.string().nullable(), reason: z.string() })
type Opened = z.infer<typeof openedSchema>

export type EmergencySender = ReturnType<typeof createEmergencySending>

/**
 * A station sends directly while its site is offline, on a supervisor's decision. It sends only what the site has
 * surely never heard of, and does not upload what it is sending before the outcome is known: so no booking can go out
 * from both. Before each send the service is checked. What the site has, or may have, waits for the site.
 */
export function createEmergencySending(ports: EmergencySendingPorts) {
  const { membership, store, settings, key, link, clock, guard, upload, onFault } = ports
  const { environment, siteId } = membership
  let opened: Opened | null = null
  let client: FreightClient | null = null
  let labelTimer: Timer | null = null
  /** Left for the site in this run. */
  const left = new Set<string>()
  let sent = 0
  const backoff = createSendBackoff(clock, () => pool.kick())
  const tools = { clock, backoff, guard }
  const mayGo = () => opened !== null && client !== null && link.reach().kind === 'offline'

  const pool = createWorkerPool<LedgerBooking>({
    // One at a time: each is looked at with the one before it at the service.
    width: 1,
    now: () => clock.now(),
    onFault,
    recover: store.adoptInterrupted,
    nextDueAt: async () =>
      mayGo() ? backoff.notBefore(environment, await store.nextDueAt(environment, [...left])) : null,
    take: async () => {
      if (!mayGo() || backoff.until(environment)) return []
      const found = await store.next(environment, [...left])
      return found === null ? [] : [found]
    },
    work: async (booking) => {
      if (client === null) return false
      if (booking.state === 'UNKNOWN') await look(booking, client)
      else await lookAndSend(booking, client)
      ports.onBooking(booking.bookingId)
      ports.onChange()
      upload.kick()
      return true
    },
  })

  async function look(booking: LedgerBooking, by: FreightClient): Promise<void> {
    const moved = await store.move(booking, await reconcile(booking, by.at('booking'), tools))
    if (moved === null || moved.state !== 'UNKNOWN') left.add(booking.bookingId)
    if (moved?.state === 'BOOKED') ports.onBooked(moved, by)
  }

  async function lookAndSend(booking: LedgerBooking, by: FreightClient): Promise<void> {
    const { bookingId, reference } = booking
    const asking = by.at('booking')
    try {
      const isTaken =
        precheck(booking, clock.now()) !== null ||
        (await store.isElsewhere(environment, reference)) ||
        (await isReferenceUsed(asking, reference))
      if (isTaken) return void left.add(bookingId)
    } catch (error) {
      if (!(error instanceof FreightError)) throw error
      if (concernsAll(error)) backoff.note(environment, error)
      else left.add(bookingId)
      return
    }
    // The site may be back by now: then it is the site's.
    if (!mayGo()) return
    const sending = await store.begin(booking)
    if (sending === null) return
    ports.onBooking(bookingId)
    const outcome = await send(sending, asking, tools).catch((error: unknown) => {
      onFault(error)
      return { to: 'UNKNOWN', attempts: 0, checks: 0, dueAt: clock.now() } as const
    })
    const moved = await store.move(sending, outcome)
    if (moved?.state !== 'BOOKED') return
    sent += 1
    ports.onBooked(moved, by)
  }

  async function mend(why: 'site is back' | 'by hand' | 'left the site' | 'no key any more'): Promise<void> {
    if (opened === null) return
    opened = null
    client = null
    await key.set('')
    await settings.write(SETTING, null, {})
    await store.note(siteId, 'glass-mended', { why, sent })
    left.clear()
    sent = 0
    ports.onChange()
    upload.kick()
  }

  link.onReach(async ({ kind }) => {
    if (kind === 'online' || kind === 'refused') await mend('site is back')
    // It has just started, and learns only now that the site is offline.
    if (kind === 'offline') pool.kick()
  })

  /** A station that has just started does not know yet. */
  async function knownReach(): Promise<Reach> {
    for (let looks = 0; looks < MOST_LOOKS && link.reach().kind === 'connecting'; looks++) await sleep(LOOK_MS)
    return link.reach()
  }

  function fetchMissingLabels(): void {
    if (client !== null && mayGo()) ports.inBackground(ports.fetchMissingLabels(client))
  }

  const clientOf = (): FreightClient => ports.clientFor(environment, async () => (await key.get()) || null)

  return {
    /** @throws StationError WRONG_STATE, STATION_REFUSED, FreightError when the service refuses the key */
    open: async ({ apiKey, reason }: EmergencySendingInput): Promise<void> => {
      const reach = await knownReach()
      if (reach.kind === 'refused') throw StationError.from(reach.error)
      if (reach.kind !== 'offline') {
        throw wrongState(`${membership.siteName} is online and sends what stations upload.`, { siteId })
      }
      if (!/^https?:/.test(environment)) {
        throw wrongState("A trial's freight service runs inside its site, and is offline with it.", { environment })
      }
      if (opened !== null) throw wrongState('Emergency sending is already on.', { since: opened.since })
      // One real call: a key that is refused is not kept.
      await ports.clientFor(environment, async () => apiKey).listShipments({ limit: 1 })
      const person = currentUser()?.name ?? null
      await key.set(apiKey)
      const next: Opened = { since: clock.now().toISOString(), person, reason }
      await settings.write(SETTING, next, { reason })
      await store.note(siteId, 'glass-broken', { reason, islandSince: reach.since })
      opened = next
      client = clientOf()
      ports.onChange()
      pool.kick()
    },

    /** The supervisor ends it. @throws StationError WRONG_STATE */
    close: async (): Promise<void> => {
      if (opened === null) throw wrongState('Emergency sending is not on.', { siteId })
      await mend('by hand')
    },

    /** The station leaves the site: what is on its way is answered, and the key is given back. */
    leave: async (): Promise<void> => {
      await pool.close()
      await mend('left the site')
    },

    status: async (): Promise<EmergencySendingStatus | null> =>
      opened && { ...opened, ...(await store.counts(environment)), left: left.size },

    kick: pool.kick,

    start: async (): Promise<void> => {
      labelTimer = every(LABELS_MS, fetchMissingLabels, { isBackground: true })
      await store.adoptInterrupted()
      opened = await settings.read(SETTING, openedSchema.nullable())
      if (opened === null) return
      // Without a keychain the key ended with the last run.
      if (((await key.get()) ?? '') === '') return mend('no key any more')
      client = clientOf()
      pool.kick()
    },

    end: (): Promise<void> => {
      labelTimer?.cancel()
      return pool.close()
    },
  }
}
