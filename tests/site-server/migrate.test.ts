import { describe, expect, it } from 'vitest'
import { migrateSite, SITE_MIGRATIONS } from '../../src-main/site-server/migrate.ts'
import { openSiteDatabase } from '../../src-main/site-server/site-database.ts'
import { hasPostgres, testDatabase, testSiteStation } from '../support/postgres.ts'

describe.skipIf(!hasPostgres)("a site's tables", () => {
  it('are made by one of several that start together, and by the others found made', async () => {
    const { url, db } = await testDatabase({ isEmpty: true })
    const others = Array.from({ length: 4 }, () => openSiteDatabase(url, { connections: 1 }))
    const done = await Promise.all(others.map((other) => migrateSite(other)))
    expect(done.map(({ to }) => to)).toEqual(done.map(() => SITE_MIGRATIONS.length))
    expect(await db.all('SELECT version FROM site_migration ORDER BY version')).toHaveLength(SITE_MIGRATIONS.length)
    await Promise.all(others.map((other) => other.close()))
  })

  it('go from a version to the next while others use them, and a step that fails leaves nothing', async () => {
    const { db } = await testDatabase()
    const next = [...SITE_MIGRATIONS, 'ALTER TABLE station ADD COLUMN colour text;\nSELECT 1/0;']
    await expect(migrateSite(db, next)).rejects.toThrow(/division by zero/)
    await expect(db.all('SELECT colour FROM station')).rejects.toThrow(/colour/)
    const users = Array.from({ length: 20 }, () => db.transaction((tx) => tx.all('SELECT * FROM station')))
    const sound = [...SITE_MIGRATIONS, 'ALTER TABLE station ADD COLUMN colour text;']
    const [made] = await Promise.all([migrateSite(db, sound), ...users])
    expect(made).toEqual({ from: SITE_MIGRATIONS.length, to: SITE_MIGRATIONS.length + 1 })
    expect(await db.all('SELECT colour FROM station')).toEqual([])
  })

  it('gain a column under a process that goes on with the questions it has asked before', async () => {
    const { db } = await testDatabase()
    const ask = () => db.all('SELECT * FROM station')
    const askInside = () => db.transaction((tx) => tx.all('SELECT * FROM station'))
    // Every connection of the process has prepared them.
    await Promise.all(Array.from({ length: 10 }, () => [ask(), askInside()]).flat())
    await migrateSite(db, [...SITE_MIGRATIONS, 'ALTER TABLE station ADD COLUMN colour text;'])
    await testSiteStation(db, 'stn_1')
    const answers = await Promise.all(Array.from({ length: 10 }, () => [ask(), askInside()]).flat())
    expect(answers.map((rows) => rows.length)).toEqual(answers.map(() => 1))
    expect(answers[0]).toMatchObject([{ station_id: 'stn_1', colour: null }])
  })

  it('of a newer version are left alone', async () => {
    const { db } = await testDatabase()
    await db.run('INSERT INTO site_migration VALUES (99, now())')
    await expect(migrateSite(db)).rejects.toMatchObject({ code: 'DATABASE_FROM_FUTURE' })
  })
})
