import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTrialDatabase } from '../../src-main/site-server/trial/trial-database.ts'
import { openSiteDatabase } from '../../src-main/site-server/site-database.ts'
import { hasPostgres } from '../support/postgres.ts'
import { tempDir } from '../support/temp-dir.ts'

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe.skipIf(!hasPostgres)('a trial', () => {
  it('ends the PostgreSQL that a killed one left, and goes on with its data; one that is used it leaves alone', async () => {
    const folder = tempDir()
    // Nobody of this process ends it: it is left as by a process that was killed.
    const left = await openTrialDatabase(folder)
    onTestFinished(left.close)
    const site = openSiteDatabase(left.url, { connections: 1 })
    await site.run('CREATE TABLE kept (word text)')
    // As each site has one, from its start to its end.
    const listening = await site.listen(
      'any',
      () => undefined,
      () => undefined,
    )
    await expect(openTrialDatabase(folder)).rejects.toMatchObject({
      code: 'DATABASE_UNFIT',
      message: expect.stringContaining('already running'),
      details: { reason: 'in use' },
    })
    expect(await site.all('SELECT * FROM kept')).toEqual([])
    await listening.close()
    await site.close()

    const next = await openTrialDatabase(folder)
    onTestFinished(next.close)
    expect(isThere(left.pid)).toBe(false)
    const db = openSiteDatabase(next.url, { connections: 1 })
    expect(await db.all('SELECT * FROM kept')).toEqual([])
    await db.close()
  })

  it('ends no process that has the number of its PostgreSQL and is another', async () => {
    const folder = tempDir()
    const first = await openTrialDatabase(folder)
    const file = join(folder, 'data', 'postmaster.pid')
    const lock = readFileSync(file, 'utf8').split('\n')
    await first.close()
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' })
    onTestFinished(() => void stranger.kill('SIGKILL'))
    await once(stranger, 'spawn')
    const pid = stranger.pid ?? 0
    writeFileSync(file, [pid, ...lock.slice(1)].join('\n'))
    await expect(openTrialDatabase(folder)).rejects.toMatchObject({
      code: 'DATABASE_UNFIT',
      message: expect.stringContaining(`${pid}, by ${file}`),
      details: { reason: 'left over' },
    })
    // Also not where another PostgreSQL answers at its port.
    const other = await openTrialDatabase(tempDir())
    onTestFinished(other.close)
    writeFileSync(file, [pid, ...lock.slice(1, 3), other.port, ...lock.slice(4)].join('\n'))
    await expect(openTrialDatabase(folder)).rejects.toMatchObject({ details: { reason: 'left over' } })
    expect([isThere(pid), isThere(other.pid)]).toEqual([true, true])
  })
})
