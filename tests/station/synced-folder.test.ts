import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { syncedBy } from '../../src-main/app/synced-folder.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'

describe('a data folder that another program copies to other machines', () => {
  it.each([
    ['OneDrive', 'OneDrive'],
    ['OneDrive - Acme Freight', 'OneDrive'],
    ['Dropbox (Acme)', 'Dropbox'],
    ['Google Drive', 'Google Drive'],
    ['Mobile Documents', 'iCloud Drive'],
  ])('is known by the name of a folder above: %s', (name, program) => {
    expect(syncedBy(join(tempDir(), name, 'work', 'Waybill'))).toBe(program)
  })

  it('is known by what the program leaves there, and any other folder is none', () => {
    const dir = tempDir()
    const dataDir = join(dir, 'shared', 'Waybill')
    mkdirSync(dataDir, { recursive: true })
    expect(syncedBy(dataDir)).toBe(null)
    expect(syncedBy(join(dir, 'Boxes and dropboxes'))).toBe(null)
    for (const name of ['constructor', 'toString']) mkdirSync(join(dir, name))
    expect(syncedBy(dataDir)).toBe(null)
    mkdirSync(join(dir, 'shared', '.stfolder'))
    expect(syncedBy(dataDir)).toBe('Syncthing')
  })

  it('is told of until a person has taken note, and not again', async () => {
    const sandbox = await testSandbox()
    const dataDir = join(tempDir(), 'OneDrive', 'Waybill')
    const codes = async (station: Awaited<ReturnType<typeof testStation>>) =>
      (await station.run('station.state', {})).notices.map(({ code }) => code)
    const first = await testStation(sandbox, { dataDir, background: false })
    expect(await codes(first)).toEqual(['DATA_FOLDER_SYNCED'])
    await first.close()
    const second = await testStation(sandbox, { dataDir, background: false })
    expect(await codes(second)).toEqual(['DATA_FOLDER_SYNCED'])
    await second.run('station.dismissNotice', { code: 'DATA_FOLDER_SYNCED' })
    await second.close()
    expect(await codes(await testStation(sandbox, { dataDir, background: false }))).toEqual([])
  })
})
