import { SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import type { SiteManifest } from '../../src-shared/site/closing.ts'
import type { Manifest } from '../../src-shared/station/documents/endofday.ts'
import { addDays, dayAt } from '../../src-shared/station/day.ts'
import { currentSitePerson } from '../kernel/current-user.ts'
import type { Clock } from '../kernel/clock.ts'
import { unlessNotFound } from '../kernel/fault.ts'
import type { SiteManifestStore } from './site-manifests.rows.ts'
import type { SiteClient } from './link/site-client.ts'

export interface ClosingsPorts {
  client: SiteClient
  store: SiteManifestStore
  clock: Clock
  /** @throws StationError SITE_NEEDED */
  assertReached: () => void
}

/** A manifest that the site gives its number. */
export interface WantedManifest {
  follows: string | null
  manifest: Omit<Manifest, 'number' | 'createdAt' | 'voidedAt' | 'voidReason'>
}

/** Closings of this many days may be lost in a fail-over of the site. */
const REPORTED_DAYS = 30

export type SiteClosings = ReturnType<typeof createSiteClosings>

/** Closing a day at a station of a site: the site decides who is first, and every station has what was closed. */
export function createSiteClosings({ client, store, clock, assertReached }: ClosingsPorts) {
  async function keep(manifests: readonly SiteManifest[]): Promise<Manifest[]> {
    await store.keep(manifests)
    return manifests.map(({ manifest }) => manifest)
  }

  return {
    /** @throws StationError DAY_CLOSED, WRONG_STATE, SITE_NEEDED, SITE_UNREACHABLE */
    close: async (submissionId: string, wanted: readonly WantedManifest[]): Promise<Manifest[]> => {
      assertReached()
      const request = { submissionId, manifests: [...wanted], person: currentSitePerson() }
      const { manifests } = await client.post(SITE_POSTS.closeDay, request)
      return keep(manifests)
    },

    /** @returns null: the site has no such manifest, it is this station's own from before it joined */
    void: async (manifestId: string, reason: string): Promise<Manifest | null> => {
      assertReached()
      const answer = await unlessNotFound(
        client.post(SITE_POSTS.voidManifest, { manifestId, reason, person: currentSitePerson() }),
      )
      const [voided] = answer ? await keep(answer.manifests) : []
      return voided ?? null
    },

    /** The site may not know of them: its database went back, or they are from before this station joined. */
    reportAgain: async (): Promise<void> => {
      const day = addDays(dayAt(clock.now()), -REPORTED_DAYS)
      for (let after = ''; ;) {
        const manifests = await store.since(day, after)
        const last = manifests.at(-1)
        if (last === undefined) return
        await client.post(SITE_POSTS.reportManifests, { manifests })
        after = last.manifest.manifestId
      }
    },
  }
}
