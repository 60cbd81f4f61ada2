import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { withArchive } from '../../src-main/data/archive/archive-file.rows.ts'
import { auditLog } from '../../src-main/data/audit/audit-log.rows.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { commandLine } from '../cli/run.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testLedger } from '../support/ledger.ts'
import { pictureLabel } from '../support/picture-label.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'
import { archivesOf, bookWithLabel } from './data-care.ts'

const DAY = 24 * 60 * 60 * 1000
const zpl = (text: string) => pictureLabel(text)

/** Three bookings of 2026 with their labels, one of 2027. */
async function grown() {
  const { clock, dataDir: dir, ledger } = await testLedger()
  const labels = labelStore(ledger.db, clock)
  for (const id of ['a', 'b', 'c']) await bookWithLabel(ledger, clock, id, zpl(id))
  clock.advance(60 * DAY)
  await bookWithLabel(ledger, clock, 'd', zpl('d'))
  const open = (atStep?: (name: string) => void) => archivesOf(ledger, dir, clock, atStep)
  return { dir, clock, ledger, labels, open, file: join(dir, 'archives', 'waybill-2026.archive') }
}

describe('a year in a file of its own', () => {
  it('is made, proven, and only then its labels go here; the file gives them back', async () => {
    const { dir, ledger, labels, open, file } = await grown()
    const archives = open()
    await expect(archives.make(2027)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await expect(archives.remove(2026)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await archives.make(2026)).toMatchObject({ bookings: 3, documents: 3, removedAt: null })
    expect(await labels.of('embedded', 'SHP-a')).toHaveLength(1)

    const whole = readFileSync(file)
    const damaged = Buffer.from(whole)
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 5000) ^ 1, damaged.length - 5000)
    writeFileSync(file, damaged)
    await expect(archives.remove(2026)).rejects.toMatchObject({ code: 'ARCHIVE_UNSOUND' })
    expect(await labels.of('embedded', 'SHP-a')).toHaveLength(1)
    writeFileSync(file, whole)

    expect(await archives.holding('2026-12-01T00:00:00.000Z')).toBeNull()
    expect(await archives.remove(2026)).toMatchObject({
      count: 3,
      archive: { removedAt: expect.any(String) as string },
    })
    for (const id of ['a', 'b', 'c']) expect(await labels.of('embedded', `SHP-${id}`)).toEqual([])
    expect(await labels.of('embedded', 'SHP-d')).toHaveLength(1)
    expect(await archives.holding('2026-12-01T00:00:00.000Z')).toBe('waybill-2026.archive')
    // It is the only one now.
    await expect(archives.make(2026)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect(ledger.db.prepare('SELECT count(*) FROM booking').pluck().get()).toBe(4)
    const noted = await auditLog(ledger.db).list({ subjectId: 'archives', limit: 10 })
    expect(noted.rows.map(({ detail }) => detail?.['what'])).toEqual([
      'archive removal ended',
      'archive removal begun',
      'archive made',
    ])

    const cli = commandLine(await testSandbox())
    const to = join(dir, 'unpacked')
    expect((await cli.run('backup', 'archive', file, '--to', to)).out[0]).toMatch(/^✓ 2026: 3 bookings, 3 documents/)
    expect((await cli.run('backup', 'archive', file, '--to', to)).said).toMatch(/^FILE_NOT_WRITTEN/)
    expect(readdirSync(join(to, 'labels'))).toHaveLength(3)
    expect(readFileSync(join(to, 'labels', 'PO-a_bkg_a-1.zpl'))).toEqual(zpl('a'))
    expect(readFileSync(join(to, 'index.csv'), 'utf8').split('\r\n')).toHaveLength(5)
    expect(
      readFileSync(join(to, 'records', 'booking.jsonl'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(3)
    writeFileSync(file, whole.subarray(0, whole.length >> 1))
    expect((await cli.run('backup', 'archive', file)).said).toMatch(/^ARCHIVE_UNSOUND/)
    expect((await cli.run('backup', 'archive')).said).toContain('give the file')
  })

  it.each([
    ['a paper that leads out of the folder', `UPDATE paper SET name = '../../victim' WHERE name LIKE 'labels/PO-a%'`],
    ['a paper of another folder', `UPDATE paper SET name = 'records/booking.jsonl' WHERE name LIKE 'labels/PO-a%'`],
    ['a kind of record that leads out of the folder', `INSERT INTO record VALUES ('../../victim', '1', '{}')`],
    [
      'a view without end in the place of a table',
      `ALTER TABLE record RENAME TO kept;
       CREATE VIEW record AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'booking' kind, i id, '{}' body FROM n`,
    ],
    ['a trigger', `CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM record; END`],
  ])('from elsewhere with %s is none, and writes nothing', async (_what, sql) => {
    const { open, file, dir } = await grown()
    await open().make(2026)
    const evil = new Database(file)
    evil.exec(sql)
    evil.close()
    const cli = commandLine(await testSandbox())
    const to = join(dir, 'deep', 'unpacked')
    expect((await cli.run('backup', 'archive', file, '--to', to)).said).toMatch(/^ARCHIVE_UNSOUND/)
    expect(existsSync(join(dir, 'victim'))).toBe(false)
    expect(existsSync(to)).toBe(false)
  })

  it('broken off at any step loses no label, and is made and removed in the end', async () => {
    const steps: string[] = []
    const first = await grown()
    await first.open((name) => steps.push(name)).make(2026)
    await first.open((name) => steps.push(name)).remove(2026)
    for (const [index, step] of steps.entries()) {
      const { labels, open, file } = await grown()
      let at = 0
      const dying = open(() => {
        if (at++ === index) throw new Error('killed')
      })
      const end = await dying
        .make(2026)
        .then(() => dying.remove(2026))
        .then(
          () => 'ended',
          () => 'killed',
        )
      expect([step, end]).toEqual([step, 'killed'])
      for (const id of ['a', 'b', 'c']) {
        expect((await labels.of('embedded', `SHP-${id}`)).length > 0 || existsSync(file)).toBe(true)
      }
      const archives = open()
      const isPartlyGone = (await labels.of('embedded', 'SHP-b')).length === 0
      // The file that is there is the only one with what is gone.
      if (isPartlyGone) await expect(archives.make(2026)).rejects.toMatchObject({ code: 'WRONG_STATE' })
      else await archives.make(2026)
      await archives.remove(2026)
      expect(withArchive(file, (db) => db.prepare('SELECT count(*) FROM document').pluck().get())).toBe(3)
      expect(await labels.of('embedded', 'SHP-b')).toEqual([])
      expect(readdirSync(join(file, '..'))).toEqual(['waybill-2026.archive'])
    }
  }, 240_000)

  it('is named by a scan of an order whose label is in it', async () => {
    const sandbox = await testSandbox()
    let ahead = 0
    const clock = { now: () => new Date(sandbox.clock.now().getTime() + ahead) }
    const { run, until } = await testStation(sandbox, { clock })
    const quote = await run('quotes.request', palletsToChicago())
    const { bookingId } = await run('bookings.submit', bookingOf(quote, { reference: 'OLD' }))
    await until('the label', async () => ((await run('bookings.get', { bookingId })).hasLabel ? true : null))
    ahead = 400 * DAY
    await run('maintenance.makeArchive', { year: 2026 })
    expect(await run('maintenance.removeArchived', { year: 2026 })).toMatchObject({ count: 2 })
    await sandbox.close()
    expect(await run('pack.scan', { code: 'OLD' })).toMatchObject({ kind: 'no-label', archive: 'waybill-2026.archive' })
  })
})
