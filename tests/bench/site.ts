import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src-main/kernel/clock.ts'
import { siteBookings } from '../../src-main/booking/bookings.site.rows.ts'
import { migrateSite } from '../../src-main/site-server/migrate.ts'
import { receiveBooking } from '../../src-main/site-server/receive/receive-booking.rows.ts'
import { openPendingResults } from '../../src-main/site-server/sender/pending-results.ts'
import { createFencingTokens } from '../../src-main/site-server/sender/fencing-tokens.ts'
import { createLeaderLease } from '../../src-main/site-server/sender/leader-lease.rows.ts'
import { openSiteDatabase } from '../../src-main/site-server/site-database.ts'
import { beginSite } from '../../src-main/site-server/site-row.rows.ts'
import { newBooking } from '../support/bookings.ts'
import { bodyOf } from '../support/site-body.ts'
import type { BenchDatabase } from './database.ts'
import type { BenchResult, Sizes } from './ratio.ts'

interface SiteSizes {
  /** Stations, and takers of what is to be sent. */
  takers: number
  rows: number
}

export const SITE: Sizes<SiteSizes> = { full: { takers: 50, rows: 2_000 }, short: { takers: 5, rows: 50 } }

async function perSecond(rows: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return rows / ((performance.now() - startedAt) / 1_000)
}

/** A site's PostgreSQL: claims and hand-overs beside bare inserts. */
export async function benchSite(
  { takers, rows }: SiteSizes,
  openDatabase: () => Promise<BenchDatabase>,
): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-site-'))
  const database = await openDatabase()
  const db = openSiteDatabase(database.url, { connections: takers })
  try {
    await migrateSite(db)
    const { timeline } = await beginSite(db, { siteId: 'site', siteName: 'Bench', environment: 'embedded' })
    for (let at = 0; at < takers; at++) {
      await db.run(
        `INSERT INTO station (station_id, name, token_hash, synced_to, enrolled_at) VALUES ($1, $1, $1, $2, now())`,
        `stn_${at}`,
        timeline,
      )
    }
    await db.run('CREATE TABLE bare (id text PRIMARY KEY, body text NOT NULL, at timestamptz NOT NULL)')
    const each = (work: (at: number) => Promise<unknown>) =>
      Promise.all(
        Array.from({ length: takers }, async (_, taker) => {
          for (let at = taker; at < rows; at += takers) await work(at)
        }),
      )
    const body = JSON.stringify(newBooking('x').request)
    const inserts = await perSecond(rows, () =>
      each((at) => db.run('INSERT INTO bare VALUES ($1, $2, now())', String(at), body)),
    )
    const now = systemClock.now()
    const uploads = await perSecond(rows, () =>
      each((at) =>
        receiveBooking(db, `stn_${at % takers}`, {
          kind: 'booking',
          triedUnder: timeline,
          booking: bodyOf(newBooking(String(at)), now),
          known: null,
        }),
      ),
    )
    const lease = createLeaderLease(db, 'bench')
    await lease.take()
    const kept = openPendingResults(join(folder, 'unsettled'))
    const bookings = siteBookings(db, {
      lease,
      fencingTokens: createFencingTokens(),
      kept,
      now: () => systemClock.now(),
    })
    const leasedUntil = new Date(now.getTime() + 300_000)
    let claimed = 0
    const claims = await perSecond(rows, () =>
      Promise.all(
        Array.from({ length: takers }, async () => {
          for (;;) {
            const taker = { lease: 'bench', leasedUntil, most: 4, isReady: () => true }
            const taken = await bookings.takeToSend('embedded', taker)
            claimed += taken.length
            if (claimed >= rows) return
          }
        }),
      ),
    )
    const said = (what: string, rate: number) => `${Math.round(rate)}/s beside ${Math.round(inserts)}/s ${what}`
    return [
      {
        name: `site: claims by ${takers} takers / bare inserts`,
        figures: said('inserts', claims),
        measured: [claims, inserts],
        ratio: claims / inserts,
        aim: { words: '>= 0.5', met: claims / inserts >= 0.5 },
      },
      {
        name: `site: hand-overs of ${takers} stations / bare inserts`,
        figures: said('inserts', uploads),
        measured: [uploads, inserts],
        ratio: uploads / inserts,
        aim: null,
      },
    ]
  } finally {
    await db.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
