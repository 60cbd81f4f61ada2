import { SITE_POSTS } from '../../../src-shared/site/endpoints.ts'
import { MOST_UPLOADED, type UploadItem } from '../../../src-shared/site/upload.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { delayAfter } from '../../kernel/backoff.ts'
import { createWorkerPool } from '../../kernel/worker-pool.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { UploadEffect, UploadStore } from '../uploads.rows.ts'
import { isRefusal, type SiteClient } from '../link/site-client.ts'
import type { SiteLink } from '../link/site-link.ts'

export interface HandOverPorts {
  store: UploadStore
  client: SiteClient
  link: SiteLink
  clock: Clock
  /** The site's timeline as far as this station is in step with it; null: it was never. */
  timeline: () => Promise<string | null>
  onEffect: (effect: UploadEffect) => void
  /** These wait because the site does not let this station in. */
  onRefused: (bookingIds: string[]) => void
  /** Some wait that did not before, or wait no more. */
  onWaiting: () => void
  onFault: (error: unknown) => void
}

/**
 * Seconds to wait after each further try in a row that the site did not answer or accept. The last repeats for ever.
 */
const AGAIN_S = [1, 2, 5, 10, 15, 30, 60] as const
/** A body may hold this much; one item above it is sent alone, and the site decides. */
const MOST_BYTES = 3_500_000

export type Upload = ReturnType<typeof createUpload>

/**
 * Uploads to the site what is recorded for it: in order, with the same content, until the site has answered for each.
 * The site treats a repeated id as one, so that a lost answer costs nothing.
 */
export function createUpload(ports: HandOverPorts) {
  const { store, client, link, clock, timeline, onEffect, onRefused, onWaiting, onFault } = ports
  let refusals = 0

  const pool = createWorkerPool<UploadItem[]>({
    // One call at a time: uploads keep their order.
    width: 1,
    now: () => clock.now(),
    onFault,
    recover: async () => undefined,
    // An offline station tries nothing: what the site never heard of stays so, and the heartbeat finds out when it is
    // back online.
    nextDueAt: async () => (link.isOffline() ? null : store.nextDueAt()),
    take: async () => {
      const reach = link.reach()
      if (reach.kind === 'refused') onRefused(await store.sayWhy(reach.error))
      if (link.isOffline()) return []
      const known = await timeline()
      if (known === null) return []
      const items = fitting(await store.take(known, MOST_UPLOADED))
      return items.length === 0 ? [] : [items]
    },
    work: async (items) => {
      await upload(items)
      return true
    },
  })

  /** @returns whether the site answered */
  async function upload(items: UploadItem[]): Promise<boolean> {
    const ids = items.map(idOf)
    const again = () => {
      const tries = Math.max(link.failures(), refusals) - 1
      return new Date(clock.now().getTime() + delayAfter(AGAIN_S, Math.max(tries, 0)) * 1000)
    }
    let isAnswered = true
    try {
      const { timeline, answers } = await client.post(SITE_POSTS.upload, { items })
      refusals = answers.some((one) => one.answer === 'refused' && one.error.retryable) ? refusals + 1 : 0
      onEffect(await store.settle(ids, { reported: answers, timeline }, again()))
    } catch (error) {
      if (!(error instanceof StationError)) throw error
      isAnswered = false
      refusals += 1
      // A refusal of all of it (a revoked station, a site that cannot be read) may not last. One that did not let this
      // station in has taken nothing.
      const isUnsent = error.details['isUnsent'] === true || isRefusal(error)
      await store.postpone(ids, again(), error.toData(), { isUnsent })
      onEffect({ bookings: [], changes: [] })
    }
    onWaiting()
    return isAnswered
  }

  return {
    kick: pool.kick,
    isBusy: pool.isBusy,
    close: pool.close,

    /** The site is back online: everything is due now. */
    hasten: async (): Promise<void> => {
      refusals = 0
      await store.hasten()
      pool.kick()
    },

    /**
     * Uploads all that waits, now. What is put off meanwhile has its turn when it is due.
     * @returns whether the site answered each: false, and what it did not hear of may be what it lost
     */
    drain: async (): Promise<boolean> => {
      await store.hasten()
      let isAnswered = true
      for (;;) {
        const known = await timeline()
        const items = known === null ? [] : fitting(await store.take(known, MOST_UPLOADED))
        if (items.length === 0) break
        isAnswered = (await upload(items)) && isAnswered
      }
      pool.kick()
      return isAnswered
    },
  }
}

const idOf = (item: UploadItem): string => (item.kind === 'booking' ? item.booking.bookingId : item.change.changeId)

/** As many as a body may hold, the first ones first. */
function fitting(items: UploadItem[]): UploadItem[] {
  let bytes = 0
  const most = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item))
    return bytes > MOST_BYTES
  })
  return most <= 0 ? items.slice(0, most === 0 ? 1 : items.length) : items.slice(0, most)
}
