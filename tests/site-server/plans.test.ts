import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { siteApprovals } from '../../src-main/site-server/approvals.rows.ts'
import { siteBookings } from '../../src-main/booking/bookings.site.rows.ts'
import { siteBookingsByCode } from '../../src-main/booking/by-code.site.rows.ts'
import { siteChanges } from '../../src-main/booking/changes/changes.site.rows.ts'
import { siteFeed } from '../../src-main/site-server/feed.rows.ts'
import { siteLabels } from '../../src-main/labels/labels.site.rows.ts'
import { openNotices } from '../../src-main/site-server/notices.rows.ts'
import { siteRetentionRows } from '../../src-main/site-server/retention.rows.ts'
import { sitePrints } from '../../src-main/site-server/prints.rows.ts'
import { missingHere } from '../../src-main/site-server/receive/compare.rows.ts'
import { receiveBooking } from '../../src-main/site-server/receive/receive-booking.rows.ts'
import { heldChange } from '../../src-main/site-server/receive/receive-change.rows.ts'
import { openPendingResults } from '../../src-main/site-server/sender/pending-results.ts'
import { createFencingTokens } from '../../src-main/site-server/sender/fencing-tokens.ts'
import { createLeaderLease } from '../../src-main/site-server/sender/leader-lease.rows.ts'
import type { SiteDatabase, SiteQueries } from '../../src-main/site-server/site-database.ts'
import { mustReadSite } from '../../src-main/site-server/site-row.rows.ts'
import { newBooking } from '../support/bookings.ts'
import { palletsToChicago } from '../support/freight.ts'
import { hasPostgres, siteRow, testDatabase, testSiteStation } from '../support/postgres.ts'
import { tempDir } from '../support/temp-dir.ts'
import { bodyOf } from '../support/site-body.ts'
import { printClaim } from '../support/test-site.ts'
import { ENVIRONMENT } from './engines.ts'

/** What grows with the years. Of stations there are some hundred, of what is pending what 20 ms bring. */
const GROWS =
  /Seq Scan on (booking|shipment_change|audit|feed|print_claim|label|label_missing|document_bytes|act|approval|shared_edit|notice)\b/
const planSchema = z.array(z.object({ 'QUERY PLAN': z.string() }))

/** The same database; what it is asked is noted. */
function noting(db: SiteDatabase, asked: Map<string, unknown[]>): SiteDatabase {
  const of = (queries: SiteQueries): SiteQueries => ({
    all: (sql, ...values) => {
      asked.set(sql, values)
      return queries.all(sql, ...values)
    },
    one: (sql, ...values) => {
      asked.set(sql, values)
      return queries.one(sql, ...values)
    },
    run: (sql, ...values) => {
      asked.set(sql, values)
      return queries.run(sql, ...values)
    },
  })
  return { ...db, ...of(db), transaction: (work) => db.transaction((tx) => work(of(tx))) }
}

async function planOf(db: SiteDatabase, sql: string, values: unknown[]): Promise<string> {
  return db.transaction(async (tx) => {
    // An index that could be taken is taken, however few rows the test has.
    await tx.run('SET LOCAL enable_seqscan = off')
    const rows = planSchema.parse(await tx.all(`EXPLAIN ${sql}`, ...values))
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

describe.skipIf(!hasPostgres)('what a site asks its database', () => {
  it('is found by an index, however many years it holds', async () => {
    const { db: bare } = await testDatabase()
    await siteRow(bare, ENVIRONMENT)
    await testSiteStation(bare, 'stn_1')
    const asked = new Map<string, unknown[]>()
    const db = noting(bare, asked)
    const now = new Date('2026-10-21T20:00:00.000Z')
    const leaderLease = createLeaderLease(db, 'test')
    await leaderLease.take()
    const kept = openPendingResults(join(tempDir(), 'results'))
    const bookings = siteBookings(db, {
      lease: leaderLease,
      fencingTokens: createFencingTokens(),
      kept,
      now: () => now,
    })
    const { timeline } = await mustReadSite(db)
    const { provider, service } = { provider: 'Northline Freight', service: 'LTL_STANDARD' }
    const origin = { kind: 'domestic' as const, request: palletsToChicago(), provider, service, scac: null }
    for (const id of ['a', 'b']) {
      await receiveBooking(db, 'stn_1', {
        kind: 'booking',
        triedUnder: timeline,
        booking: bodyOf({ ...newBooking(id), origin }, now),
        known: null,
        isFirst: true,
      })
    }
    const lease = { lease: 'mine', leasedUntil: now }
    await bookings.takeToSend(ENVIRONMENT, { ...lease, most: 1, isReady: () => true })
    await bookings.takeToSend(ENVIRONMENT, { ...lease, most: 1, isReady: () => false })
    const shipment = { shipmentId: 'SHP-1', trackingNumber: 'TRK-1', proNumber: null }
    await bookings.move('bkg_a', 'SENDING', { to: 'BOOKED', shipment, charged: null })
    await bookings.takeToLook(ENVIRONMENT, lease)
    for (const work of ['send', 'look'] as const) await bookings.nextDueAt(ENVIRONMENT, work)
    await bookings.adoptInterrupted({ except: [], lease: 'mine' })
    await bookings.hasten(ENVIRONMENT)
    await bookings.findByShipment(ENVIRONMENT, 'SHP-1')
    await bookings.isClaimed(ENVIRONMENT, 'SHP-1')
    await bookings.edit('bkg_b', { reference: 'PO-9' })
    const changes = siteChanges(db, leaderLease)
    const change = { kind: 'cancel', reason: 'Not needed', refundRequested: true } as const
    const of = { environment: ENVIRONMENT, bookingId: 'bkg_a', shipmentId: 'SHP-1' }
    await changes.add({ ...of, changeId: 'chg_1', submissionId: 'change-1', change })
    await changes.take(ENVIRONMENT, [])
    await changes.move('chg_1', 'SENDING', { to: 'DONE', cancellation: null })
    await changes.nextDueAt(ENVIRONMENT, [])
    await changes.adoptInterrupted([])
    await changes.hasten(ENVIRONMENT)
    await heldChange(db, { changeId: 'chg_1', submissionId: 'change-1' })
    const labels = siteLabels(db)
    await labels.missing(ENVIRONMENT)
    await labels.keep(ENVIRONMENT, 'SHP-1', [{ documentId: 'D', format: 'ZPL', bytes: Buffer.from('^XA^XZ') }])
    await labels.of(ENVIRONMENT, 'SHP-1')
    await sitePrints(db).claim('stn_1', { ...printClaim('claim-no-1'), shipmentId: 'SHP-2' })
    const feed = siteFeed(db)
    await feed.number()
    await feed.page(0)
    await feed.last()
    await feed.beginning()
    await siteBookingsByCode(db, ENVIRONMENT, 'TRK-1')
    await missingHere(db, { bookings: [{ bookingId: 'bkg_a', state: 'BOOKED' }], changes: [] })
    await openNotices(db, 50)
    const approvals = siteApprovals(db)
    const question = { itemId: 'inb_1', person: 'prs_1', name: 'Ana', command: 'bookings.submit', text: 'PO-1' }
    await approvals.reported('stn_1', [{ ...question, at: '2026-10-21T20:00:00.000Z', answer: null }])
    await approvals.answer('stn_1', { itemId: 'inb_1', isApproved: true, by: 'Sue', note: null, person: null })
    await approvals.page()
    const retention = siteRetentionRows(db)
    const sweeps = [retention.feed(), retention.ids(), retention.labels(now, async () => ['SHP-1'])]
    for (const sweep of sweeps) for await (const _ of sweep) continue
    await retention.ended({ labels: 1 })
    await leaderLease.followTimeline()
    expect(asked.size).toBeGreaterThan(40)
    for (const [sql, values] of asked) {
      if (/pg_notify|pg_advisory|nextval/.test(sql)) continue
      const plan = await planOf(bare, sql, values)
      expect(plan, sql).not.toMatch(GROWS)
    }
    // The test sees one that has no index.
    expect(await planOf(bare, `SELECT 1 FROM booking WHERE kind = 'quote'`, [])).toMatch(GROWS)
  })
})
