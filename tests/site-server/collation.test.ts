import { describe, expect, it } from 'vitest'
import { examineSite } from '../../src-main/site-server/doctor.ts'
import { migrateSite, SITE_MIGRATIONS } from '../../src-main/site-server/migrate.ts'
import { receiveBooking } from '../../src-main/site-server/receive/receive-booking.rows.ts'
import type { SiteDatabase } from '../../src-main/site-server/site-database.ts'
import { mustReadSite } from '../../src-main/site-server/site-row.rows.ts'
import { newBooking } from '../support/bookings.ts'
import { hasPostgres, siteRow, testDatabase, testSiteStation } from '../support/postgres.ts'
import { TEST_START } from '../support/running-clock.ts'
import { bodyOf } from '../support/site-body.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testSite } from '../support/test-site.ts'
import { ENVIRONMENT } from './engines.ts'

const now = new Date(TEST_START)
/** The migration that makes order a matter of bytes, and those before it. */
const BEFORE = SITE_MIGRATIONS.findIndex((script) => script.includes('COLLATE "C"'))

/** Unique indexes that the order of the database's locale is part of. */
const byLocale = async (db: SiteDatabase) =>
  db.all(
    `SELECT c.relname AS index FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND 100 = ANY (i.indcollation) ORDER BY 1`,
  )

async function receive(db: SiteDatabase, id: string, reference: string) {
  const { timeline } = await mustReadSite(db)
  const booking = { ...bodyOf(newBooking(id), now), reference }
  return receiveBooking(db, 'stn_1', { kind: 'booking', triedUnder: timeline, booking, known: null })
}

describe.skipIf(!hasPostgres)('a database that sorts text as its locale does', () => {
  it('keeps what is unique by its bytes, from the update on and with what it had', async () => {
    const { db } = await testDatabase({ locale: 'en-US' })
    await migrateSite(db, SITE_MIGRATIONS.slice(0, BEFORE))
    expect((await byLocale(db)).length).toBeGreaterThan(15)
    // As docs/site.md shows it: an update must not fail for it.
    await db.run('CREATE PUBLICATION site_reader FOR TABLE booking, station (station_id, name, version, enrolled_at)')
    await siteRow(db, ENVIRONMENT)
    await testSiteStation(db, 'stn_1', 'Dock Ñ')
    expect(await receive(db, 'a', 'É-1')).toMatchObject({ answer: 'taken' })
    await migrateSite(db)
    // Of drawn ids, in letters and digits.
    expect(await byLocale(db)).toEqual([
      { index: 'errand_pkey' },
      { index: 'errand_station_pkey' },
      { index: 'station_pkey' },
    ])
    // Case is folded as before.
    expect(await receive(db, 'b', 'é-1')).toMatchObject({ answer: 'reference-taken', free: 'é-1-2' })
    await expect(testSiteStation(db, 'stn_2', 'dock ñ')).rejects.toThrow(/station_name/)
    const plan = await db.transaction(async (tx) => {
      await tx.run('SET LOCAL enable_seqscan = off')
      return tx.all(
        `EXPLAIN SELECT 1 FROM booking WHERE environment = 'x' AND lower(booking.reference) COLLATE "C" = lower('É-1')`,
      )
    })
    expect(JSON.stringify(plan)).toMatch(/booking_reference.*lower\(reference\)/)
  })

  it('says at the start, and to the doctor, that the order is another than when it was made, and what to do', async () => {
    const database = await testDatabase({ locale: 'en-US' })
    await migrateSite(database.db)
    const finding = async () =>
      (await examineSite(database.db, tempDir(), { now: () => now })).find(({ check }) => check === 'collation')
    const { site, another } = await testSite({}, undefined, database)
    expect(site.warning).toBeNull()
    expect(await finding()).toMatchObject({ result: 'ok' })
    await database.db.run(`UPDATE pg_database SET datcollversion = '1.0' WHERE datname = current_database()`)
    const { warning } = await another()
    expect(warning).toMatch(/\(1\.0\).*REINDEX DATABASE "test_\w+", then ALTER DATABASE "test_\w+" REFRESH COLLATION/)
    expect(await finding()).toEqual({ check: 'collation', result: 'warning', detail: warning })
  })
})
