import { SITE_GETS, SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import { MOST_FORGOTTEN, type NeededAnswer } from '../../src-shared/site/forgotten.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { currentSitePerson } from '../kernel/current-user.ts'
import type { ForgottenKey } from '../data/forget/blank.ts'
import type { ForgottenStore } from '../data/retention/forgotten.rows.ts'
import type { SiteClient } from './link/site-client.ts'

export interface SiteForgettingPorts {
  client: Pick<SiteClient, 'get' | 'post'>
  store: Pick<ForgottenStore, 'toReport' | 'noteReported'>
  isOffline: () => boolean
  /** The site's timeline as this station last heard it; null: never. */
  timeline: () => string | null
  /** Forgets whom the site names. @returns whether nothing of them is left here */
  hear: (keys: readonly ForgottenKey[], timeline: string) => Promise<boolean>
  onFault: (error: unknown) => void
}

/**
 * Persons who are forgotten at one station are forgotten everywhere: this station's list goes to the site, including
 * those from before it joined, and again where the site may have lost it; persons whom the site names are forgotten
 * here.
 */
export function createSiteForgetting({ client, store, isOffline, timeline, hear, onFault }: SiteForgettingPorts) {
  let working: Promise<void> | undefined
  let isClosed = false

  async function report(known: string, reason: string | null): Promise<void> {
    for (;;) {
      const keys = await store.toReport(known, MOST_FORGOTTEN)
      if (keys.length === 0) return
      await client.post(SITE_POSTS.reportForgotten, { keys, reason, person: currentSitePerson() })
      await store.noteReported(keys, known)
    }
  }

  async function forget(known: string): Promise<void> {
    const keys: ForgottenKey[] = []
    for (let upTo = 0; ;) {
      const page = await client.get(SITE_GETS.forgotten, { after: String(upTo) })
      keys.push(...page.keys)
      upTo = page.next
      if (page.hasMore) continue
      if (!isClosed && (await hear(keys, known))) await client.post(SITE_POSTS.doneForgetting, { upTo })
      return
    }
  }

  function quiet(error: unknown): void {
    // The site is offline, or its version does not know of it: the next heartbeat asks again.
    if (!(error instanceof StationError)) onFault(error)
  }

  return {
    /**
     * Called with each heartbeat. @param mustForget does the site name a person of whom something may be left here?
     */
    lookSoon: (mustForget: boolean): void => {
      const known = timeline()
      if (isClosed || known === null || isOffline()) return
      working ??= report(known, null)
        .then(() => (mustForget ? forget(known) : undefined))
        .catch(quiet)
        .finally(() => {
          working = undefined
        })
    },

    /** What of the site needs them, and who would forget them. @throws StationError SITE_UNREACHABLE */
    askNeeded: (keys: readonly ForgottenKey[]): Promise<NeededAnswer> =>
      client.post(SITE_POSTS.askNeeded, { keys: [...keys] }),

    /** Reports now whom this station has begun to forget; what does not arrive is sent with a later heartbeat. */
    report: async (reason: string): Promise<void> => {
      const known = timeline()
      if (known !== null) await report(known, reason).catch(quiet)
    },

    close: async (): Promise<void> => {
      isClosed = true
      await working
    },
  }
}
