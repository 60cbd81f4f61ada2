import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { COMMAND_NAMES } from '../../src-shared/station/commands.ts'
import { openStation } from '../../src-main/app/station.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'

describe('the station', () => {
  it('never throws, whatever it is called with', async () => {
    const { station } = await testStation(await testSandbox())
    const inputs = [undefined, null, 7, 'x', [], { __proto__: null }, { text: 'x'.repeat(1_000_000) }]
    for (const name of [...COMMAND_NAMES, 'no.such.command', '__proto__', 'constructor']) {
      if (name === 'environment.use') continue
      // Side by side: a look for printers listens for seconds.
      const results = await Promise.all(inputs.map((input) => station.invoke(name, input)))
      expect(results.map(({ ok }) => typeof ok)).toEqual(inputs.map(() => 'boolean'))
    }
  })

  it('refuses a wrong key without keeping it, and stays with the service it has', async () => {
    const sandbox = await testSandbox()
    const station = await testStation(sandbox)
    const other = await testSandbox()
    await expect(
      station.run('environment.use', { kind: 'service', baseUrl: other.baseUrl, apiKey: 'wrong' }),
    ).rejects.toMatchObject({ code: 'AUTHENTICATION_ERROR' })
    expect((await station.run('station.state', {})).environment).toMatchObject({ kind: 'embedded' })
  })

  it('uses another service with its key in memory where there is no keychain, and never shows or stores the key', async () => {
    const sandbox = await testSandbox()
    const station = await testStation(sandbox)
    const other = await testSandbox({ samples: true })
    const state = await station.run('environment.use', {
      kind: 'service',
      baseUrl: `${other.baseUrl}/`,
      apiKey: other.apiKey,
    })
    expect(state).toMatchObject({ environment: { kind: 'service', baseUrl: other.baseUrl }, keyStorage: 'memory' })
    expect(JSON.stringify(state)).not.toContain(other.apiKey)
    await station.run('tracking.sync', {})
    expect((await station.run('shipments.search', {})).total).toBeGreaterThan(0)
    await station.close()
    for (const name of readdirSync(station.dataDir).filter((entry) => entry.includes('.db'))) {
      expect(readFileSync(join(station.dataDir, name)).includes(other.apiKey)).toBe(false)
    }
    const reopened = await openStation({
      dataDir: station.dataDir,
      clock: sandbox.clock,
      openKeychain: async () => ({ available: false, get: async () => null, set: async () => undefined }),
      background: false,
    })
    const again = await reopened.invoke('environment.test', {})
    expect(again).toMatchObject({ ok: false, error: { code: 'NO_API_KEY' } })
    await reopened.close()
  })

  it('goes on with the service it has where the switch to another cannot be written down', async () => {
    const sandbox = await testSandbox()
    const station = await testStation(sandbox)
    const other = await testSandbox()
    const { db } = station.station.stores.ledger
    db.exec(`CREATE TEMP TRIGGER unwritable BEFORE INSERT ON setting WHEN NEW.name = 'environment'
      BEGIN SELECT RAISE(FAIL, 'the disk is full'); END`)
    const use = { kind: 'service', baseUrl: other.baseUrl, apiKey: other.apiKey } as const
    await expect(station.run('environment.use', use)).rejects.toThrow()
    expect((await station.run('station.state', {})).environment).toEqual({ kind: 'embedded', baseUrl: sandbox.baseUrl })
    // Nor is its own ended.
    await station.run('environment.test', {})
    db.exec('DROP TRIGGER unwritable')
    expect((await station.run('environment.use', use)).environment).toMatchObject({ baseUrl: other.baseUrl })
  })

  it.each([
    ['ftp://freight.example/api/v1', /https/],
    ['http://freight.example/api/v1', /https/],
    ['https://user:secret@freight.example/api/v1', /user name/],
    ['https://freight.example/', /end in \/api\/v1/],
    ['not a url', /base URL/],
  ])('refuses the base URL %s and says what would be right', async (baseUrl, message) => {
    const station = await testStation(await testSandbox())
    await expect(station.run('environment.use', { kind: 'service', baseUrl, apiKey: 'k' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(message),
    })
  })

  it('starts with a damaged cache, says so, and fills it again', async () => {
    const sandbox = await testSandbox({ samples: true })
    const dataDir = tempDir()
    writeFileSync(join(dataDir, 'cache.db'), 'damaged '.repeat(4000))
    const station = await testStation(sandbox, { dataDir })
    const state = await station.run('station.state', {})
    expect(state.notices).toMatchObject([{ code: 'DATABASE_DAMAGED' }])
    expect(state.notices[0]?.message).toContain('cache.db')
    await station.run('tracking.sync', {})
    expect((await station.run('shipments.search', {})).total).toBeGreaterThan(0)
    expect((await station.run('station.dismissNotice', { code: 'DATABASE_DAMAGED' })).notices).toEqual([])
  })

  it('refuses to open a folder that another station has open', async () => {
    const sandbox = await testSandbox()
    const station = await testStation(sandbox)
    await expect(testStation(sandbox, { dataDir: station.dataDir })).rejects.toMatchObject({
      code: 'DATA_IN_USE',
      message: expect.stringContaining('by another Waybill'),
    })
  })

  it('says that another program holds the ledger, which is not another Waybill', async () => {
    const sandbox = await testSandbox()
    const station = await testStation(sandbox)
    await station.close()
    const reader = new Database(join(station.dataDir, 'ledger.db'))
    reader.exec('BEGIN EXCLUSIVE')
    await expect(testStation(sandbox, { dataDir: station.dataDir })).rejects.toMatchObject({
      code: 'DATA_IN_USE',
      message: expect.stringMatching(/^ledger\.db in .* is locked by another program/),
    })
    reader.close()
  })

  it('opens while the embedded service cannot start, and says why', async () => {
    const sandbox = await testSandbox()
    const station = await testStation(sandbox, {
      startEmbedded: async () => {
        throw new Error('its data folder is read-only')
      },
    })
    await expect(station.run('tracking.sync', {})).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      message: 'The embedded service did not start: its data folder is read-only',
    })
    expect((await station.run('printers.list', {})).length).toBe(1)
  })
})
