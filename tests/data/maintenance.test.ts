import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { partOf } from '../../src-main/data/disk.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'

describe('the data of a station', () => {
  it('is backed up at once when a person asks, and the audit log says so', async () => {
    const { run, dataDir } = await testStation(await testSandbox())
    const before = await run('maintenance.state', {})
    const after = await run('maintenance.backUp', {})
    expect(after.dataDir).toBe(dataDir)
    expect(before.backups.map(({ name }) => name)).not.toContain(after.backups[0]?.name)
    expect(after.proven?.name).toBe(after.backups[0]?.name)
    expect(after.parts.find(({ part }) => part === 'ledger')?.bytes).toBeGreaterThan(0)
    expect((await run('audit.list', { action: 'backed up' })).rows).toHaveLength(1)
  })

  it('goes back to a chosen backup at the next start, keeps what was there, and says so', async () => {
    const sandbox = await testSandbox()
    const first = await testStation(sandbox)
    await first.run('settings.update', { stationName: 'Before' })
    const [backup] = (await first.run('maintenance.backUp', {})).backups
    await first.run('settings.update', { stationName: 'After' })
    const name = backup?.name ?? ''
    expect(await first.run('maintenance.planRestore', { name })).toMatchObject({ restoreNext: name })
    await first.close()
    const second = await testStation(sandbox, { dataDir: first.dataDir })
    const state = await second.run('station.state', {})
    expect(state.settings.stationName).toBe('Before')
    expect(state.notices).toMatchObject([
      { code: 'LEDGER_RESTORED', details: { backup: name } },
      { code: 'RESTORED_OPEN_WORK' },
      { code: 'RESTORED_SETTINGS' },
    ])
    expect((await second.run('maintenance.state', {})).parts.map(({ part }) => part)).toContain('put-aside')
  })

  it('stays as it is when the restore is called off, or the backup cannot be read', async () => {
    const { run, dataDir } = await testStation(await testSandbox())
    const [backup] = (await run('maintenance.backUp', {})).backups
    const name = backup?.name ?? ''
    await run('maintenance.planRestore', { name })
    expect(await run('maintenance.planRestore', { name: null })).toMatchObject({ restoreNext: null })
    writeFileSync(join(dataDir, 'backups', name), 'damaged '.repeat(4000))
    await expect(run('maintenance.planRestore', { name })).rejects.toMatchObject({
      code: 'BACKUP_UNSOUND',
      details: { name, reason: 'not-a-database' },
    })
    expect((await run('maintenance.state', {})).backups[0]).toMatchObject({
      name,
      unsound: { reason: 'not-a-database' },
      bookings: null,
    })
    await expect(run('maintenance.planRestore', { name: '../ledger.db' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('fetches its copies of shipments anew', async () => {
    const station = await testStation(await testSandbox({ samples: true }))
    await station.run('tracking.sync', {})
    const { total } = await station.run('shipments.search', {})
    await station.run('maintenance.rebuildCache', {})
    await station.until('the shipments', async () => {
      await station.run('tracking.sync', {})
      return (await station.run('shipments.search', {})).total === total ? total : null
    })
    expect(total).toBeGreaterThan(0)
  })

  it('asks the first questions of a new station once, and never again after an answer', async () => {
    const sandbox = await testSandbox()
    const first = await testStation(sandbox, { dataDir: tempDir() })
    expect((await first.run('station.state', {})).settings.firstRun).toBe('due')
    await first.run('settings.update', { language: 'es' })
    expect((await first.run('station.state', {})).settings.firstRun).toBe('due')
    await first.run('settings.update', { firstRun: 'done', role: 'clerk' })
    await first.close()
    const second = await testStation(sandbox, { dataDir: first.dataDir })
    expect((await second.run('station.state', {})).settings).toMatchObject({ firstRun: 'done', role: 'clerk' })
  })

  it('tells its files apart by their names', () => {
    expect(['ledger.db-wal', 'cache.db', 'backups', 'logs', 'cache.db.damaged-2026', 'x'].map(partOf)).toEqual([
      'ledger',
      'cache',
      'backups',
      'logs',
      'put-aside',
      'other',
    ])
  })
})
