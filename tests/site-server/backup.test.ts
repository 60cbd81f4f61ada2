import { readFileSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createSiteBackups } from '../../src-main/site-server/back-up-site.ts'
import { examineSite } from '../../src-main/site-server/doctor.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { backUpSite, proveSiteBackup, restoreSite } from '../../src-main/site-server/backup.rows.ts'
import { createLeaderLease } from '../../src-main/site-server/sender/leader-lease.rows.ts'
import { readSite } from '../../src-main/site-server/site-row.rows.ts'
import { newBooking } from '../support/bookings.ts'
import { hasPostgres, testDatabase } from '../support/postgres.ts'
import { tempDir } from '../support/temp-dir.ts'
import { ENVIRONMENT, postgresEngine, takeOne } from './engines.ts'

const HOUR = 60 * 60 * 1000

describe.skipIf(!hasPostgres)('a backup of a site', () => {
  it('holds all rows, and put back it is another past: what is open is looked for', async () => {
    const engine = await postgresEngine()
    await engine.add(newBooking('a', { reference: 'PO-ñ "1"' }))
    await engine.add(newBooking('b'))
    await takeOne(engine)
    const shipment = { shipmentId: 'SHP-1', trackingNumber: null, proNumber: null }
    await engine.bookings.move('bkg_a', 'SENDING', { to: 'BOOKED', shipment, charged: null })
    const bytes = Buffer.from([0, 255, 10, 34])
    await engine.labels.keep(ENVIRONMENT, 'SHP-1', [{ documentId: 'D', format: 'PNG', bytes }])
    const path = join(tempDir(), 'site.backup')
    const rows = await backUpSite(engine.db, path)

    const { db } = await testDatabase({ isEmpty: true })
    expect(await restoreSite(db, path)).toBe(rows)
    const same = async (sql: string) => expect(await db.all(sql)).toEqual(await engine.db.all(sql))
    await same('SELECT * FROM booking ORDER BY seq')
    await same('SELECT * FROM audit ORDER BY seq')
    await same('SELECT * FROM document_bytes')
    const before = await readSite(db)
    const lease = createLeaderLease(db, 'after')
    expect(await lease.followTimeline()).toBe(true)
    expect((await readSite(db))?.timeline).not.toBe(before?.timeline)
    expect(await db.all('SELECT booking_id, state FROM booking ORDER BY seq')).toEqual([
      { booking_id: 'bkg_a', state: 'BOOKED' },
      { booking_id: 'bkg_b', state: 'UNKNOWN' },
    ])
    await db.run(`INSERT INTO audit (at, actor, subject_kind, subject_id, action, detail)
      VALUES (now(), 'station', 'booking', 'bkg_a', 'looked', '{}')`)
  })

  it('of an older version is put back: what was added since begins as it begins there', async () => {
    const engine = await postgresEngine()
    await engine.add(newBooking('a'))
    const path = join(tempDir(), 'site.backup')
    await backUpSite(engine.db, path)
    const lines = gunzipSync(readFileSync(path))
      .toString('utf8')
      .replace(/"version":\d+/, '"version":5')
      .replaceAll(/,"(?:forgotten_to|forget_from|forget_asked)":(?:\d+|null)/g, '')
    expect(lines).not.toMatch(/forget/)
    writeFileSync(path, gzipSync(lines))
    const { db } = await testDatabase({ isEmpty: true })
    expect(await restoreSite(db, path)).toBeGreaterThan(0)
    expect(await db.all('SELECT forgotten_to FROM station')).toEqual([{ forgotten_to: 0 }])
    expect(await db.all('SELECT forget_asked FROM sender')).toEqual([{ forget_asked: 0 }])
  })

  it('goes to a second place by the clock, and the doctor reports the newest; put back, it is the site', async () => {
    const engine = await postgresEngine()
    await engine.add(newBooking('a'))
    const clock = new FakeClock(new Date(2026, 9, 21, 15).toISOString())
    const folder = join(tempDir(), 'second')
    const thrown: unknown[] = []
    let isSender = false
    const backups = () =>
      createSiteBackups({
        ...{ db: engine.db, folder, clock, mayBegin: () => isSender, onFault: (error: unknown) => thrown.push(error) },
      })
    const seen = async () => (await examineSite(engine.db, tempDir(), clock)).find(({ check }) => check === 'backups')
    await backups().tick()
    expect(await seen()).toMatchObject({ result: 'warning', detail: expect.stringContaining('--backup-to') })
    isSender = true
    await backups().tick()
    await backups().tick()
    expect(await readdir(folder)).toHaveLength(1)
    expect(await seen()).toMatchObject({ result: 'ok', detail: expect.stringContaining('read back') })
    // Each night one more, and the oldest beyond two weeks go; so does what a try that was broken off left.
    writeFileSync(join(folder, 'site-2026-10-20T15-00-00Z.backup.part'), 'half')
    for (let night = 0; night < 16; night++) {
      clock.advance((night === 0 ? 11 : 24) * HOUR)
      await backups().tick()
    }
    const kept = (await readdir(folder)).sort()
    expect(kept).toHaveLength(14)
    const { db } = await testDatabase({ isEmpty: true })
    expect(await restoreSite(db, join(folder, kept.at(-1) ?? ''))).toBeGreaterThan(0)
    expect(await db.all('SELECT booking_id FROM booking')).toEqual([{ booking_id: 'bkg_a' }])
    // The second place is gone: the newest stays known, and what is wrong is said.
    await rm(folder, { recursive: true })
    writeFileSync(folder, '')
    clock.advance(24 * HOUR)
    await backups().tick()
    expect(thrown).toHaveLength(1)
    expect(await seen()).toMatchObject({ result: 'failed', detail: expect.stringMatching(/newest try failed/) })
  })

  it('is put back whole or not at all, and into an empty database alone', async () => {
    const engine = await postgresEngine()
    await engine.add(newBooking('a'))
    const path = join(tempDir(), 'site.backup')
    await backUpSite(engine.db, path)
    await expect(restoreSite(engine.db, path)).rejects.toMatchObject({ code: 'DATABASE_UNFIT' })
    const { db } = await testDatabase({ isEmpty: true })
    const cut = join(tempDir(), 'cut.backup')
    writeFileSync(cut, readFileSync(path).subarray(0, -40))
    await expect(restoreSite(db, cut)).rejects.toMatchObject({ code: 'BACKUP_UNSOUND' })
    const damaged = join(tempDir(), 'damaged.backup')
    writeFileSync(damaged, readFileSync(path).fill(7, 40, 60))
    await expect(restoreSite(db, damaged)).rejects.toMatchObject({ code: 'BACKUP_UNSOUND' })
    // A folder of another machine that is gone in the middle of it: an error, and not the end of the site's process.
    await expect(proveSiteBackup(tempDir())).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(proveSiteBackup(join(tempDir(), 'gone'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await db.all('SELECT * FROM booking')).toEqual([])
    expect(await restoreSite(db, path)).toBeGreaterThan(0)
  })
})
