import { BOOKING_STATES } from '../../../src-shared/machine/booking.ts'
import { CHANGE_STATES } from '../../../src-shared/machine/change.ts'
import { SITE_POSTS } from '../../../src-shared/site/endpoints.ts'
import { MOST_COMPARED, syncRequestSchema } from '../../../src-shared/site/upload.ts'
import type { UploadStore } from '../uploads.rows.ts'
import type { SiteLinkStore } from '../site-link.rows.ts'
import type { SiteClient } from '../link/site-client.ts'
import type { Upload } from './upload.ts'

export interface SyncPorts {
  store: UploadStore
  followed: SiteLinkStore
  client: SiteClient
  upload: Pick<Upload, 'drain'>
  /** Notifies again what came out of the printers here. */
  reportPrints: () => Promise<void>
  /** Reports closings again, whichever station made them. */
  reportClosings: () => Promise<void>
}

const CLOCKS_DIFFER_MS = 24 * 60 * 60_000

/**
 * The site's timeline changed: its database went back, or a standby took over, and it may have lost uploads. The
 * station names what the site had of it, uploads again what the site asks for, and is in step with the new timeline.
 * @returns whether it is in step; false: the site asks for more, or cannot be reached, and it is tried again
 */
export async function syncWithSite(
  timeline: string,
  { store, followed, client, upload, reportPrints, reportClosings }: SyncPorts,
): Promise<boolean> {
  const ask = (rows: { kind: 'booking' | 'change'; id: string; state: string }[], isLast: boolean) =>
    client.post(
      SITE_POSTS.sync,
      syncRequestSchema.parse({
        timeline,
        bookings: rows
          .filter(({ kind, state }) => kind === 'booking' && BOOKING_STATES.some((known) => known === state))
          .map(({ id, state }) => ({ bookingId: id, state })),
        changes: rows
          .filter(({ kind, state }) => kind === 'change' && CHANGE_STATES.some((known) => known === state))
          .map(({ id, state }) => ({ changeId: id, state })),
        isLast,
      }),
    )

  const { since: reported } = await ask([], false)
  // The site's moment, by the station's clock, which may be behind.
  const since = reported === null ? null : new Date(Date.parse(reported) - CLOCKS_DIFFER_MS).toISOString()
  for (let after = 0; ;) {
    const rows = await store.taken(since, after, MOST_COMPARED)
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.seq
    const { wantedBookings, wantedChanges } = await ask(rows, false)
    await store.handAgain([...wantedBookings, ...wantedChanges])
  }
  // Uploads under way when the timeline changed finish first: until the site has all that it may have lost, it sends nothing.
  if (!(await upload.drain())) return false
  await reportPrints()
  await reportClosings()
  const { isSynced, timeline: now } = await ask([], true)
  if (!isSynced || now !== timeline) return false
  await followed.write({ timeline })
  return true
}
