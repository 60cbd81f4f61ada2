import { describe, expect, it } from 'vitest'
import { nextTurn } from '../../src-node/runtime/wait.ts'
import { openSiteDatabase } from '../../src-main/site-server/site-database.ts'
import { freePort } from '../support/free-port.ts'
import { hasPostgres, testDatabase } from '../support/postgres.ts'
import { until } from '../support/until.ts'

const why = hasPostgres ? '' : 'skipped: no PostgreSQL'

/** How often a channel was told to be lost, once whatever the connection still says has been said. */
async function lostAfterRefusal(url: string): Promise<number> {
  const db = openSiteDatabase(url)
  let lost = 0
  const listening = db.listen(
    'news',
    () => undefined,
    () => void (lost += 1),
  )
  await expect(listening).rejects.toThrow()
  for (let turn = 0; turn < 50; turn += 1) await nextTurn()
  await db.close()
  return lost
}

describe.skipIf(why !== '')(`listening to the database of a site ${why}`.trim(), () => {
  // Told twice, each try is followed by two: they doubled until the database had no connection left.
  it('that refuses is told by the error alone', async () => {
    const { url } = await testDatabase()
    const gone = new URL(url)
    gone.pathname = '/there_is_none'
    expect(await lostAfterRefusal(gone.href)).toBe(0)
    expect(await lostAfterRefusal(`postgresql://waybill@127.0.0.1:${await freePort()}/waybill`)).toBe(0)
  })

  it('that ends the connection is told once, and not when it was closed here', async () => {
    const { url, db } = await testDatabase()
    const other = openSiteDatabase(url, { name: 'listener' })
    let lost = 0
    const ended = await other.listen(
      'news',
      () => undefined,
      () => void (lost += 1),
    )
    await db.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listener' AND datname = current_database()",
    )
    await until('the loss', async () => (lost > 0 ? true : null))
    await ended.close()
    const closed = await other.listen(
      'news',
      () => undefined,
      () => void (lost += 1),
    )
    await closed.close()
    for (let turn = 0; turn < 50; turn += 1) await nextTurn()
    await other.close()
    expect(lost).toBe(1)
  })
})
