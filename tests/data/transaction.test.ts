import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src-main/kernel/sqlite/database.ts'
import { inTransaction } from '../../src-main/kernel/sqlite/transaction.ts'
import { tempDir } from '../support/temp-dir.ts'

async function open() {
  const db = await openDatabase({
    file: join(tempDir(), 'a.db'),
    migrations: ['CREATE TABLE note (words TEXT NOT NULL UNIQUE) STRICT;'],
    synchronous: 'FULL',
    checkPages: false,
  })
  onTestFinished(() => void db.close())
  const add = (words: string) => db.prepare('INSERT INTO note VALUES (?)').run(words)
  const all = () => db.prepare('SELECT words FROM note ORDER BY words').pluck().all()
  return { db, add, all }
}

describe('works of one turn', () => {
  it('are committed together, and each fails alone', async () => {
    const { db, add, all } = await open()
    const results = await Promise.allSettled([
      inTransaction(db, () => add('one')),
      inTransaction(db, () => {
        add('half of two')
        throw new Error('two failed')
      }),
      inTransaction(db, () => add('three')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(all()).toEqual(['one', 'three'])
  })

  it('are all rejected, and none has happened, when SQLite rolls everything back', async () => {
    const { db, add, all } = await open()
    db.exec(`CREATE TRIGGER full BEFORE INSERT ON note WHEN new.words = 'the last straw'
      BEGIN SELECT raise(ROLLBACK, 'disk full'); END`)
    const results = await Promise.allSettled([
      inTransaction(db, () => add('one')),
      inTransaction(db, () => add('the last straw')),
      inTransaction(db, () => add('three')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(all()).toEqual([])
    await inTransaction(db, () => add('afterwards'))
    expect(all()).toEqual(['afterwards'])
  })

  it('see what the works before them did', async () => {
    const { db, add, all } = await open()
    const [, seen] = await Promise.all([inTransaction(db, () => add('one')), inTransaction(db, all)])
    expect(seen).toEqual(['one'])
  })
})
