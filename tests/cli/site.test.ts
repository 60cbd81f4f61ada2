import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openSite } from '../../src-main/site-server/site.ts'
import { writeRunning } from '../../src-main/site-server/with-site.ts'
import { trialFolder } from '../../src-main/site-server/trial/trial-database.ts'
import { EXIT } from '../../src-main/cli/exit.ts'
import { randomIds } from '../../src-main/kernel/ids.ts'
import { readEnrolCode } from '../../src-shared/site/enrol.ts'
import { join } from 'node:path'
import { hasPostgres, testDatabase } from '../support/postgres.ts'
import { runningClock } from '../support/running-clock.ts'
import { tempDir } from '../support/temp-dir.ts'
import { stationOf, drawnToken } from '../support/test-site.ts'
import { programOf } from '../support/program.ts'
import { waybill } from '../support/waybill.ts'

const WAYBILL = programOf('src-main/cli/waybill.ts')

describe.skipIf(!hasPostgres)('waybill site', () => {
  it('gives codes, lists, revokes, looks and backs up, beside the site that runs', async () => {
    const { url } = await testDatabase()
    const data = tempDir()
    const folder = join(data, 'site')
    const site = await openSite({
      databaseUrl: url,
      folder,
      siteName: 'Laredo',
      environment: 'embedded',
      access: async () => ({ baseUrl: 'http://127.0.0.1:1/api/v1', apiKey: 'key' }),
      host: '127.0.0.1',
      port: 0,
      tls: 'plain',
      priceTolerance: 0,
      clock: runningClock(),
      ids: randomIds,
    })
    onTestFinished(() => site.close())
    const origin = `http://127.0.0.1:${site.port}`
    const env = { WAYBILL_SITE_DATABASE: url }
    const at = ['--data', data, '--json']
    // As a power failure may leave it.
    writeFileSync(join(folder, 'running.json'), '')
    expect(await waybill(['site', 'stations', ...at], env)).toMatchObject({ code: EXIT.done })
    writeRunning(folder, { urls: [origin], fingerprint: null, trialPort: null })
    const { out } = await waybill(['site', 'enrol', ...at], env)
    const { code } = z.object({ code: z.string() }).parse(JSON.parse(out[0] ?? ''))
    const read = readEnrolCode(code)
    expect(read?.urls).toEqual([origin])
    const token = drawnToken()
    const as = stationOf(origin, token)
    await as.post('enrol', { secret: read?.secret ?? '', stationId: 'stn_1', name: 'Dock A', version: '0.0.1', token })
    const listed = (await waybill(['site', 'stations', '--data', data], env)).out.join('\n')
    expect(listed).toMatch(/Dock A +- +0\.0\.1 \(update it\) +never +0 +- +- +in step/)

    // A second one that works: who is signed in, its printers, and the island that it was.
    const again = (await waybill(['site', 'enrol', ...at], env)).out
    const secret = readEnrolCode(z.object({ code: z.string() }).parse(JSON.parse(again[0] ?? '')).code)?.secret ?? ''
    const drawn = drawnToken()
    const second = stationOf(origin, drawn)
    await second.post('enrol', { secret, stationId: 'stn_2', name: 'Dock B', version: '0.1.0', token: drawn })
    const printer = { hasTrouble: false, unknown: 0, problem: null }
    const beat = {
      ...{ version: '0.1.0', waiting: 3, person: 'Ana' },
      printers: [
        { ...printer, printerId: 'prn_1', name: 'Zebra 1', waiting: 2, hasTrouble: true, problem: 'paper out' },
        { ...printer, printerId: 'prn_2', name: 'Zebra 2', waiting: 0, unknown: 1 },
        { ...printer, printerId: 'prn_3', name: 'Zebra 3', waiting: 0 },
      ],
    }
    await second.post('beat', { ...beat, islandSince: '2026-11-23T09:00:00.000Z' })
    await second.post('beat', { ...beat, islandSince: null })
    const [head, , row = ''] = (await waybill(['site', 'stations', '--data', data], env)).out
    expect(head?.split(/ {2,}/)).toEqual([
      'station',
      'person',
      'version',
      'seen',
      'waiting',
      'printers',
      'offline',
      'status',
    ])
    const [name, person, version, seen, waiting, printers, island, status] = row.split(/ {2,}/)
    expect([name, person, version, waiting, status]).toEqual(['Dock B', 'Ana', '0.1.0', '3', 'in step'])
    expect(seen).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(printers).toBe('Zebra 1 (2 wait, paper out); Zebra 2 (1 unknown); Zebra 3')
    expect(island).toMatch(/^offline 2026-11-23T09:00:00.000Z to \d{4}-/)
    const json = (await waybill(['site', 'stations', ...at], env)).out.join('')
    expect(JSON.parse(json)).toMatchObject({ stations: [{ name: 'Dock A', isOutOfDate: true }, { name: 'Dock B' }] })
    const looked = (await waybill(['site', 'doctor', '--data', data], env)).out.join('\n')
    expect(looked).toMatch(/✓ sender +there/)
    expect(looked).toContain('need an update: Dock A')
    expect(looked).not.toContain(new URL(url).password)
    const backup = join(tempDir(), 'site.backup')
    expect((await waybill(['site', 'backup', backup, '--data', data], env)).code).toBe(0)
    expect((await waybill(['site', 'promote', '--without', 'Dock A', ...at], env)).code).toBe(0)
    const revoked = await waybill(['site', 'revoke', 'dock a', '--json', ...at], env)
    expect(JSON.parse(revoked.out.join(''))).toMatchObject({ enrolled: [] })
    await expect(as.state()).rejects.toMatchObject({ code: 'STATION_REFUSED' })
    // One code for two stations, which join by their own command line.
    const several = await waybill(['site', 'enrol', '--stations', '2', '--data', data], env)
    expect(several.out.slice(1)).toEqual(['Valid for 24 hours, for 2 stations.', expect.stringContaining('site join')])
    const codeForTwo = several.out[0] ?? ''
    const joins = (name: string) =>
      waybill(['site', 'join', '--code', codeForTwo, '--name', name, '--data', tempDir()], {})
    expect((await joins('Dock C')).out[0]).toContain('belongs to Laredo as Dock C')
    expect((await joins('Dock D')).code).toBe(0)
    expect((await joins('Dock E')).said[0]).toMatch(/CODE_REFUSED.*already used/)
    const missing = await waybill(['site', 'revoke', 'nobody', '--data', data], env)
    expect(missing).toMatchObject({ code: 1, said: [expect.stringContaining('NOT_FOUND')] })
  })

  it('says what is missing before it starts', async () => {
    const data = ['--data', tempDir()]
    expect((await waybill(['site', 'start', ...data])).said[0]).toMatch(/DATABASE_UNFIT.*--trial/)
    expect((await waybill(['site', 'start', '--database', 'mysql://x', ...data])).code).toBe(2)
    expect((await waybill(['site', 'dance', ...data])).code).toBe(2)
    // Without a reason, without a key, and at a station that belongs to no site.
    expect((await waybill(['site', 'emergency-sending', ...data])).code).toBe(2)
    expect((await waybill(['site', 'emergency-sending', '--reason', 'Fire', ...data])).code).toBe(2)
    expect((await waybill(['site', 'emergency-sending', '--end', ...data])).said[0]).toMatch(/WRONG_STATE/)
    expect((await waybill(['site', 'join', ...data])).code).toBe(2)
    expect((await waybill(['site', 'join', '--code', 'PO-1', ...data])).said[0]).toMatch(/INVALID_INPUT.*site code/)
    expect((await waybill(['site', 'enrol', ...data])).said[0]).toMatch(/DATABASE_UNFIT/)
  })

  it('starts on a fresh machine by one command, again after it was killed, and ends in order on a signal', async () => {
    const data = tempDir()
    onTestFinished(() => rmSync(trialFolder(join(data, 'site')), { recursive: true, force: true }))
    const start = async () => {
      const child = spawn(
        process.execPath,
        [WAYBILL, 'site', 'start', '--trial', '--port', '0', '--json', '--data', data],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      onTestFinished(() => void child.kill('SIGKILL'))
      let text = ''
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        text += chunk.toString('utf8')
        if (text.includes('\n')) break
      }
      return { child, text }
    }
    const killed = (await start()).child
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const { child, text } = await start()
    const started = z.object({ ready: z.literal(true), urls: z.array(z.string()) }).parse(JSON.parse(text))
    const { out } = await waybill(['site', 'enrol', '--data', data, '--json'])
    expect(readEnrolCode(z.object({ code: z.string() }).parse(JSON.parse(out[0] ?? '')).code)?.urls).toEqual(
      started.urls,
    )
    child.kill('SIGTERM')
    const [code] = z.tuple([z.number(), z.null()]).parse(await once(child, 'exit'))
    expect(code).toBe(0)
    expect((await waybill(['site', 'enrol', '--data', data])).said[0]).toMatch(/The trial .* is not running/)
  })
})
