import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src-main/kernel/sqlite/database.ts'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { STARTS } from './desktop-app.ts'
import { describeInChromium } from './in-chromium.ts'
import { text } from '../support/text.ts'

describeInChromium('the window before the station', {}, ({ start }) => {
  test('is there at once, waits with its screens, and opens them when the station is open', async () => {
    const dataDir = tempDir()
    writeFileSync(join(dataDir, 'ledger.db'), 'no database')
    const desktop = start({
      dataDir,
      answers: [
        { text: "This folder's records", button: null },
        { text: 'Start with empty records', button: 'Start with empty records' },
      ],
    })
    const page = await desktop.page()
    await desktop.note('box')
    await page.getByRole('status').getByText(text('frame.opening.repair'), { exact: false }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    desktop.order({ do: 'press', button: 'Start with empty records' })
    await page.getByRole('navigation').first().waitFor()
    desktop.order({ do: 'quit' })
    expect(await desktop.ended).toBe(0)
  })

  test('says that records are brought to this version before it does so', STARTS, async () => {
    const dataDir = tempDir()
    const migrations = LEDGER_MIGRATIONS.slice(0, -1)
    const file = join(dataDir, 'ledger.db')
    const old = await openDatabase({ file, migrations, synchronous: 'FULL', checkPages: false })
    old.close()
    for (const journal of ['-wal', '-shm']) rmSync(file + journal, { force: true })
    const desktop = start({ dataDir })
    const isMigration = (value: unknown) => JSON.stringify(value).includes('"step":"migration"')
    await desktop.note('told', ({ what, value }) => what === 'send' && isMigration(value))
    const page = await desktop.page()
    await page.getByRole('navigation').first().waitFor()
    desktop.order({ do: 'quit' })
    expect(await desktop.ended).toBe(0)
  })
})
