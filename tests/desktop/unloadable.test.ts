import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { brokenShell, seededDataDir, STARTS } from './desktop-app.ts'
import { describeInChromium } from './in-chromium.ts'

describeInChromium('a new version whose own files cannot be loaded', STARTS, (app) => {
  test('says so, counts as one that did not start, and at the third start the one before is back in its place', async () => {
    const [dataDir, place] = [seededDataDir(), tempDir()]
    const [appImage, kept] = [join(place, 'Waybill.AppImage'), join(place, 'kept.AppImage')]
    writeFileSync(appImage, 'new')
    writeFileSync(kept, 'old')
    const sha512 = createHash('sha512').update('old').digest('base64')
    const step = {
      ...{ from: '1.0.0', to: '1.1.0', records: LEDGER_MIGRATIONS.length },
      kept: { version: '1.0.0', file: kept, sha512 },
    }
    mkdirSync(join(dataDir, 'window'))
    writeFileSync(join(dataDir, 'window', 'updates.json'), JSON.stringify({ step }))
    const env = { APPIMAGE: appImage }
    const main = brokenShell()
    const start = () => app.start({ dataDir, version: '1.1.0', env, main })

    for (let time = 0; time < 2; time++) {
      const failing = start()
      expect((await failing.note('box')).text).toContain('missing.js')
      expect(await failing.ended).toBe(1)
      expect(readFileSync(appImage, 'utf8')).toBe('new')
    }
    const third = start()
    expect(await third.note('relaunch')).toMatchObject({ execPath: appImage })
    expect(await third.ended).toBe(0)
    expect(third.notes.filter(({ kind }) => kind === 'box')).toEqual([])
    expect(readFileSync(appImage, 'utf8')).toBe('old')
  })
})
