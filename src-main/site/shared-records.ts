import { SITE_GETS, SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import { MOST_EDITS, type EditAnswer, type SharedEdit } from '../../src-shared/site/shared-record.ts'
import type { SiteState } from '../../src-shared/site/state.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { delayAfter } from '../kernel/backoff.ts'
import { createWorkerPool } from '../kernel/worker-pool.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { SharedEffect } from './merge-remote.ts'
import type { SharedRecordStore } from './shared-records.rows.ts'
import type { SiteLinkStore } from './site-link.rows.ts'
import type { SiteClient } from './link/site-client.ts'

export interface SharedRecordsPorts {
  client: SiteClient
  store: SharedRecordStore
  followed: SiteLinkStore
  stationId: string
  clock: Clock
  ids: Ids
  /** Another here since, or in question. */
  onChange: (effects: SharedEffect[]) => void
  onFault: (error: unknown) => void
}

const AGAIN_S = [1, 2, 5, 10, 15, 30, 60] as const
const MOST_PUT_OFF_MS = 60_000

/** What all stations share: read once, followed by the feed, and edits sent on the version that they were made on. */
export function createSharedRecords(ports: SharedRecordsPorts) {
  const { client, store, followed, stationId, clock, ids, onChange, onFault } = ports
  let reading: Promise<void> | undefined
  let failures = 0
  let notBefore = new Date(0)

  /** Not when the clock was set back since: nothing is put off for longer than that. */
  const isPutOff = (): boolean => {
    const leftMs = notBefore.getTime() - clock.now().getTime()
    return leftMs > 0 && leftMs <= MOST_PUT_OFF_MS
  }

  const reported = (effects: SharedEffect[]): void => {
    if (effects.length > 0) onChange(effects)
  }

  const pool = createWorkerPool<SharedEdit[]>({
    // One call at a time: what is sent keeps its order.
    width: 1,
    now: () => clock.now(),
    onFault,
    recover: async () => undefined,
    nextDueAt: async () => {
      if ((await followed.read()).recordsTimeline === null) return null
      return (await store.isWaiting()) ? (isPutOff() ? notBefore : clock.now()) : null
    },
    take: async () => {
      // Nothing is sent before all that the site has was read: it may have the same already.
      if ((await followed.read()).recordsTimeline === null || isPutOff()) return []
      const edits = await store.take(MOST_EDITS, ids)
      return edits.length === 0 ? [] : [edits]
    },
    work: async (edits) => {
      try {
        const { recordsTimeline: timeline } = await followed.read()
        const { answers } = await client.post(SITE_POSTS.editRecords, { edits })
        failures = 0
        for (const { error } of answers.filter(isUntakable)) onFault(StationError.from(error))
        reported(await store.settle(edits, answers, { timeline: timeline ?? '', stationId }))
      } catch (error) {
        if (!(error instanceof StationError)) throw error
        failures += 1
        notBefore = new Date(clock.now().getTime() + delayAfter(AGAIN_S, failures - 1) * 1000)
      }
      return true
    },
  })

  async function readAll(timeline: string): Promise<void> {
    for (let after = 0; ;) {
      const page = await client.get(SITE_GETS.records, { after: String(after) })
      // The next heartbeat reports which one it is now.
      if (page.timeline !== timeline) return
      reported(await store.merge(page.records, { timeline, stationId }))
      after = page.next
      if (!page.hasMore) break
    }
    await store.allRead({ timeline, stationId })
  }

  return {
    kick: pool.kick,

    /** The site reported its status: after a change of timeline, all that it has is read again. */
    follow: async ({ timeline }: Pick<SiteState, 'timeline'>): Promise<void> => {
      if ((await followed.read()).recordsTimeline === timeline) return
      reading ??= readAll(timeline)
        .catch((error: unknown) => {
          // The next heartbeat asks for it again.
          if (!(error instanceof StationError)) onFault(error)
        })
        .finally(() => {
          reading = undefined
          pool.kick()
        })
    },

    /** The site can be reached again. */
    hasten: (): void => {
      failures = 0
      notBefore = new Date(0)
      pool.kick()
    },

    /** @throws StationError NOT_FOUND, WRONG_STATE */
    bringBack: async (auditId: number): Promise<void> => {
      onChange([await store.bringBack(auditId)])
      pool.kick()
    },

    close: async (): Promise<void> => {
      await Promise.all([pool.close(), reading])
    },
  }
}

/** What the site cannot accept as it is; all else is sent again automatically. */
function isUntakable(answer: EditAnswer): answer is Extract<EditAnswer, { answer: 'refused' }> {
  return answer.answer === 'refused' && !['NOT_FOUND', 'SUBMISSION_DIFFERS'].includes(answer.error.code)
}
