import { SITE_GETS, SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import { MOST_APPROVALS, type ApprovalDecision, type SiteApproval } from '../../src-shared/site/approval.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { currentSitePerson } from '../kernel/current-user.ts'
import { oneAtATime } from '../kernel/one-at-a-time.ts'
import type { ApprovalStore } from '../people/approvals.rows.ts'
import type { SiteClient } from './link/site-client.ts'

export interface SiteApprovalPorts {
  client: Pick<SiteClient, 'get' | 'post'>
  store: Pick<ApprovalStore, 'toReport' | 'noteHeard' | 'noteKnown'>
  /** A question asked while the site is offline stays this station's own until it is back online. */
  isOffline: () => boolean
  /** The status of questions at the site. */
  onHeard: (approvals: SiteApproval[]) => Promise<void>
  onFault: (error: unknown) => void
}

/**
 * Questions to supervisors, which a supervisor at any station answers. A question from here is sent to the site, and
 * from then on the site decides whose answer is the first; one that was never sent is answered here alone, and sent
 * with its answer.
 */
export function createSiteApprovals({ client, store, isOffline, onHeard, onFault }: SiteApprovalPorts) {
  let isClosed = false

  async function report(): Promise<boolean> {
    for (let hasReported = false; ; hasReported = true) {
      const asked = await store.toReport(MOST_APPROVALS)
      if (asked.length === 0) return hasReported
      await client.post(SITE_POSTS.reportApprovals, { asked })
      await store.noteHeard(asked.map(({ itemId }) => itemId))
    }
  }

  /** What a fail-over took from the site is found missing by the first round, and sent again by the second. */
  const look = oneAtATime(async () => {
    if (isClosed) return
    for (let round = 1; round <= 2; round++) {
      const hasReported = await report()
      if (round === 2 && !hasReported) return
      const { approvals } = await client.get(SITE_GETS.approvals)
      if (isClosed) return
      await onHeard(approvals)
      await store.noteKnown(approvals)
    }
  })

  return {
    /** Reports this station's questions, and receives questions and answers from elsewhere. */
    lookSoon: (): void => {
      if (isClosed || isOffline()) return
      look().catch((error: unknown) => {
        // The site is offline, or does not know of approvals yet: the next heartbeat asks again.
        if (!(error instanceof StationError)) onFault(error)
      })
    },

    /** @returns its status then @throws StationError SITE_UNREACHABLE, NOT_FOUND */
    answer: async (decision: Omit<ApprovalDecision, 'person'>): Promise<SiteApproval> => {
      const reported = { ...decision, person: currentSitePerson() }
      try {
        return await client.post(SITE_POSTS.answerApproval, reported)
      } catch (error) {
        if (!(error instanceof StationError) || error.code !== 'NOT_FOUND') throw error
        // It did not arrive, or a fail-over took it: it is sent first.
        await look()
        return client.post(SITE_POSTS.answerApproval, reported)
      }
    },

    close: async (): Promise<void> => {
      isClosed = true
      await look().catch(() => undefined)
    },
  }
}
