import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../support/temp-dir.ts'
import { Disk } from './disk.ts'

describe('the disk of a world', () => {
  it.each([0, 1, 3, 99])('loses the last %i commits of a journal with the power, and no more', (lost) => {
    const disk = new Disk(tempDir())
    const dir = disk.make('station')
    const db = new Database(join(dir, 'cache.db'))
    db.pragma('journal_mode = WAL')
    db.exec('CREATE TABLE row (n INTEGER)')
    db.pragma('wal_checkpoint(TRUNCATE)')
    for (let n = 1; n <= 5; n += 1) db.prepare('INSERT INTO row VALUES (?)').run(n)
    const after = disk.afterPowerCut(dir, 'station', { 'cache.db': lost })
    db.close()
    const kept = new Database(join(after, 'cache.db'))
    expect(kept.prepare('SELECT count(*) FROM row').pluck().get()).toBe(Math.max(0, 5 - lost))
    expect(kept.pragma('integrity_check', { simple: true })).toBe('ok')
    kept.close()
  })

  it('keeps every commit over a kill', () => {
    const disk = new Disk(tempDir())
    const dir = disk.make('station')
    const db = new Database(join(dir, 'ledger.db'))
    db.pragma('journal_mode = WAL')
    db.exec('CREATE TABLE row (n INTEGER); INSERT INTO row VALUES (1)')
    const kept = new Database(join(disk.afterKill(dir, 'station'), 'ledger.db'))
    expect(kept.prepare('SELECT count(*) FROM row').pluck().get()).toBe(1)
    kept.close()
    db.close()
  })
})
