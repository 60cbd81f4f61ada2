import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { z } from 'zod'
import { siteBookings } from '../../src-main/booking/bookings.site.rows.ts'
import { siteBookingsByCode } from '../../src-main/booking/by-code.site.rows.ts'
import { siteLabels } from '../../src-main/labels/labels.site.rows.ts'
import { siteFeed } from '../../src-main/site-server/feed.rows.ts'
import { migrateSite } from '../../src-main/site-server/migrate.ts'
import { sitePrints } from '../../src-main/site-server/prints.rows.ts'
import { missingHere } from '../../src-main/site-server/receive/compare.rows.ts'
import { receiveBooking } from '../../src-main/site-server/receive/receive-booking.rows.ts'
import { siteRetentionRows } from '../../src-main/site-server/retention.rows.ts'
import { createFencingTokens } from '../../src-main/site-server/sender/fencing-tokens.ts'
import { createLeaderLease } from '../../src-main/site-server/sender/leader-lease.rows.ts'
import { openPendingResults } from '../../src-main/site-server/sender/pending-results.ts'
import { openSiteDatabase, type SiteDatabase } from '../../src-main/site-server/site-database.ts'
import { beginSite, mustReadSite } from '../../src-main/site-server/site-row.rows.ts'
import { newBooking } from '../support/bookings.ts'
import { palletsToChicago } from '../support/freight.ts'
import { bodyOf } from '../support/site-body.ts'
import type { BenchDatabase } from './database.ts'
import { elapsed, median, type BenchResult, type Sizes } from './ratio.ts'

interface SiteYearSizes {
  /** Bookings of the site when it is small, and when it is large. */
  bookings: readonly [number, number]
  rounds: number
}

export const SITE_YEARS: Sizes<SiteYearSizes> = {
  full: { bookings: [10_000, 300_000], rounds: 31 },
  short: { bookings: [20, 40], rounds: 1 },
}

const ENVIRONMENT = 'embedded'
const FIVE_YEARS = 5 * 365 * 2_000
/** Labels are kept for two years after delivery, what stations read of each other for 60 days. */
const WITH_LABEL = 2 * 365 * 2_000
const FED = 60 * 2_000
const MOST_BYTES = 15e9
const MOST_GROWTH = 2
/** What a ZPL label of the embedded service takes; as letters that do not compress. */
const LABEL_BYTES = 1_200
/** Booked whole by the site's own functions; all others are copies of theirs. */
const TEMPLATES = 20

const KEPT = ['booking', 'audit', 'print_claim'] as const
const WITH_LABELS = ['label', 'document_bytes'] as const
const sizeSchema = z.object({ bytes: z.int() })
const columnsSchema = z.array(z.object({ name: z.string() }))

/** What a site's database takes after five years of 2,000 bookings a day, and whether what it is asked takes longer then. */
export async function benchSiteYears(
  { bookings: [few, many], rounds }: SiteYearSizes,
  openDatabase: () => Promise<BenchDatabase>,
): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-site-years-'))
  const database = await openDatabase()
  const db = openSiteDatabase(database.url, { queryTimeoutMs: 3_600_000 })
  try {
    await migrateSite(db)
    await beginSite(db, { siteId: 'site_1', siteName: 'Bench', environment: ENVIRONMENT })
    const site = await begun(db, folder)
    await multiply(db, TEMPLATES, few)
    const small = await site.times(rounds)
    await multiply(db, few, many)
    const large = await site.times(rounds)
    const each = async (tables: readonly string[]) => (await sizeOf(db, tables)) / many
    const [kept, label, fed] = [await each(KEPT), await each(WITH_LABELS), await each(['feed'])]
    const bytes = FIVE_YEARS * kept + WITH_LABEL * label + FED * fed
    return [
      {
        name: 'database of a site after 5 years of 2,000 bookings a day, by what one takes here',
        figures: `${(bytes / 1e9).toFixed(1)} GB (a booking ${kept.toFixed(0)} B, its label ${label.toFixed(0)} B, its events ${fed.toFixed(0)} B)`,
        measured: [kept, label, fed],
        ratio: bytes / MOST_BYTES,
        aim: { words: '<= 15 GB', met: bytes <= MOST_BYTES },
      },
      ...small.map(({ name, ms }, at): BenchResult => {
        const then = large[at]?.ms ?? Infinity
        return {
          name: `${name}, ${few} -> ${many} bookings`,
          figures: `${ms.toFixed(2)} -> ${then.toFixed(2)} ms`,
          measured: [ms, then],
          ratio: then / ms,
          aim: { words: `<= ${MOST_GROWTH}`, met: then / ms <= MOST_GROWTH },
        }
      }),
    ]
  } finally {
    await db.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first bookings, from upload to printed label, and what is asked of a site all day. */
async function begun(db: SiteDatabase, folder: string) {
  await db.run(
    `INSERT INTO station (station_id, name, token_hash, synced_to, enrolled_at)
     VALUES ('stn_1', 'Dock', 'hash', site_timeline(), site_now())`,
  )
  const now = new Date('2026-11-21T15:00:00.000Z')
  const lease = createLeaderLease(db, 'bench')
  await lease.take()
  const bookings = siteBookings(db, {
    lease,
    fencingTokens: createFencingTokens(),
    kept: openPendingResults(join(folder, 'results')),
    now: () => now,
  })
  const labels = siteLabels(db)
  const feed = siteFeed(db)
  const { timeline } = await mustReadSite(db)
  const origin = {
    ...{ kind: 'domestic' as const, request: palletsToChicago(), scac: null },
    ...{ provider: 'Northline Freight', service: 'LTL_STANDARD' },
  }
  const upload = (id: string) =>
    receiveBooking(db, 'stn_1', {
      kind: 'booking',
      triedUnder: timeline,
      booking: bodyOf({ ...newBooking(id), origin }, now),
      known: null,
      isFirst: true,
    })
  const claim = (id: string, shipmentId: string) =>
    sitePrints(db).claim('stn_1', {
      claimId: `claim-${id}`,
      shipmentId,
      printerName: 'Zebra',
      reason: null,
      person: null,
    })
  const take = { lease: 'mine', leasedUntil: now, most: 1, isReady: () => true }
  const book = async (id: string) => {
    await upload(id)
    await bookings.takeToSend(ENVIRONMENT, take)
    const shipment = { shipmentId: `SHP-${id}`, trackingNumber: `TRK-${id}`, proNumber: `PRO-${id}` }
    await bookings.move(`bkg_${id}`, 'SENDING', { to: 'BOOKED', shipment, charged: null })
    await labels.keep(ENVIRONMENT, shipment.shipmentId, [
      { documentId: `DOC-${id}`, format: 'ZPL', bytes: Buffer.from(`^XA^GFA,${noise(id, LABEL_BYTES)}^FS^XZ`) },
    ])
    await claim(id, shipment.shipmentId)
    while ((await feed.number())?.hasMore) continue
  }
  for (let at = 0; at < TEMPLATES; at++) await book(`t${at}`)
  const retention = siteRetentionRows(db)
  let made = 0
  const asked: [name: string, ask: () => Promise<unknown>][] = [
    ['upload, send and book one, with its label and print claim', () => book(`n${++made}`)],
    ['what is due', () => bookings.nextDueAt(ENVIRONMENT, 'send')],
    ['a page of news for a station', async () => feed.page((await feed.last()) - 20)],
    ['where a station that joins begins', feed.beginning],
    ['a booking by its tracking number', () => siteBookingsByCode(db, ENVIRONMENT, 'TRK-t1')],
    [
      'what the site has of a station',
      () => missingHere(db, { bookings: [{ bookingId: 'bkg_t1', state: 'BOOKED' }], changes: [] }),
    ],
    [
      'one slice of retention',
      async () => {
        for await (const _ of retention.labels(now, async () => [])) return
      },
    ],
  ]
  return {
    times: async (rounds: number) => {
      await db.run('ANALYZE')
      const found: { name: string; ms: number }[] = []
      for (const [name, ask] of asked) {
        await ask()
        const times: number[] = []
        for (let round = 0; round < rounds; round++) times.push(await elapsed(ask))
        found.push({ name, ms: median(times) })
      }
      return found
    },
  }
}

/** Copies the first bookings, with all that belongs to each, until there are so many. */
async function multiply(db: SiteDatabase, from: number, to: number): Promise<void> {
  const series = `generate_series(${Math.ceil(from / TEMPLATES)}, ${Math.ceil(to / TEMPLATES) - 1}) AS g (n)`
  const other = (column: string) => `t.${column} || '-' || g.n`
  const ids: Record<string, Record<string, string>> = {
    booking: Object.fromEntries(
      ['booking_id', 'submission_id', 'reference', 'shipment_id', 'tracking_number', 'pro_number'].map((name) => [
        name,
        other(name),
      ]),
    ),
    document_bytes: {
      sha256: `encode(sha256(convert_to(${other('sha256')}, 'UTF8')), 'hex')`,
      bytes: `t.bytes || g.n::text::bytea`,
    },
    label: {
      shipment_id: other('shipment_id'),
      sha256: `encode(sha256(convert_to(${other('sha256')}, 'UTF8')), 'hex')`,
    },
    print_claim: { claim_id: other('claim_id'), shipment_id: other('shipment_id') },
    audit: { subject_id: other('subject_id') },
    feed: { key: other('key'), seq: `nextval('feed_seq')` },
  }
  const isTemplate: Record<string, string> = {
    booking: `t.booking_id ~ '^bkg_t\\d+$'`,
    document_bytes: `EXISTS (SELECT 1 FROM label l WHERE l.sha256 = t.sha256 AND l.shipment_id ~ '^SHP-t\\d+$')`,
    label: `t.shipment_id ~ '^SHP-t\\d+$'`,
    print_claim: `t.shipment_id ~ '^SHP-t\\d+$'`,
    audit: `t.subject_id ~ '^(bkg_|SHP-|claim-)t\\d+$'`,
    feed: `t.key ~ '^(bkg_|SHP-|claim-)t\\d+$'`,
  }
  for (const [table, changed] of Object.entries(ids)) {
    const columns = columnsSchema
      .parse(
        await db.all(
          `SELECT column_name AS name FROM information_schema.columns
           WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO'`,
          table,
        ),
      )
      .map(({ name }) => name)
    await db.run(
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${columns.map((name) => changed[name] ?? `t.${name}`).join(', ')} FROM ${table} t, ${series}
       WHERE ${isTemplate[table] ?? 'false'}`,
    )
  }
}

async function sizeOf(db: SiteDatabase, tables: readonly string[]): Promise<number> {
  let sum = 0
  for (const table of tables)
    sum += sizeSchema.parse(await db.one('SELECT pg_total_relation_size($1::regclass)::bigint AS bytes', table)).bytes
  return sum
}

/** Letters that do not compress, the same for a seed. */
function noise(seed: string, bytes: number): string {
  let text = ''
  for (let at = 0; text.length < bytes; at++) text += createHash('sha256').update(`${seed} ${at}`).digest('base64')
  return text.slice(0, bytes)
}
