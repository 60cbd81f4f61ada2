import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase, putAside, type DatabaseSpec } from '../../src-main/kernel/sqlite/database.ts'
import { tempDir } from '../support/temp-dir.ts'

const FIRST = 'CREATE TABLE note (id INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT;'
const SECOND = 'ALTER TABLE note ADD COLUMN author TEXT;'

function spec(file: string, change: Partial<DatabaseSpec> = {}): DatabaseSpec {
  return { file, migrations: [FIRST], synchronous: 'FULL', checkPages: true, ...change }
}

describe('a database file', () => {
  it('is opened in WAL mode with the sync that was asked for', async () => {
    const db = await openDatabase(spec(join(tempDir(), 'a.db')))
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    db.close()
  })

  it('keeps its rows over a migration and asks for a backup before it', async () => {
    const file = join(tempDir(), 'a.db')
    const old = await openDatabase(spec(file))
    old.prepare('INSERT INTO note (words) VALUES (?)').run('kept')
    old.close()

    const versions: number[] = []
    const db = await openDatabase(
      spec(file, {
        migrations: [FIRST, SECOND],
        beforeMigration: async (_db, version) => void versions.push(version),
      }),
    )
    expect(db.prepare('SELECT words, author FROM note').get()).toEqual({ words: 'kept', author: null })
    expect(versions).toEqual([1])
    db.close()
  })

  it('is left as it was when a migration fails', async () => {
    const file = join(tempDir(), 'a.db')
    const old = await openDatabase(spec(file))
    old.close()
    const broken = [FIRST, 'CREATE TABLE half (id INTEGER) STRICT; SELECT no_such_function();']
    await expect(openDatabase(spec(file, { migrations: broken }))).rejects.toThrow('no_such_function')
    const db = await openDatabase(spec(file))
    expect(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'half'").get()).toEqual({ n: 0 })
    db.close()
  })

  it('of a newer version stops with a plain sentence and is not changed', async () => {
    const file = join(tempDir(), 'a.db')
    const newer = await openDatabase(spec(file, { migrations: [FIRST, SECOND] }))
    newer.close()
    await expect(openDatabase(spec(file))).rejects.toMatchObject({
      code: 'DATABASE_FROM_FUTURE',
      details: { version: 2, known: 1 },
    })
  })

  it('that is damaged is told as damaged, with its name', async () => {
    const file = join(tempDir(), 'a.db')
    writeFileSync(file, 'this is not a database, but it is long enough to look like one '.repeat(40))
    await expect(openDatabase(spec(file))).rejects.toMatchObject({ code: 'DATABASE_DAMAGED', details: { file } })
  })

  it('in use by another connection is refused at once', async () => {
    const file = join(tempDir(), 'a.db')
    const db = await openDatabase(spec(file))
    db.prepare('INSERT INTO note (words) VALUES (?)').run('mine')
    await expect(openDatabase(spec(file))).rejects.toMatchObject({ code: 'DATA_IN_USE' })
    db.close()
  })

  it('put aside keeps its bytes under another name', () => {
    const file = join(tempDir(), 'a.db')
    writeFileSync(file, 'damaged')
    const target = putAside(file, new Date('2026-11-21T10:00:00Z'))
    expect(existsSync(file)).toBe(false)
    expect(existsSync(target)).toBe(true)
  })
})
