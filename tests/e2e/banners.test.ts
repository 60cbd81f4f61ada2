import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'
import { text } from '../support/text.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`the row of banners ${why}`.trim(), () => {
  it('shows the most important alone, the others on request, and that a rehearsal is on', async () => {
    const dataDir = tempDir()
    const sandbox = await testSandbox()
    await (await testStation(sandbox, { dataDir })).close()
    writeFileSync(join(dataDir, 'ledger.db'), 'damaged '.repeat(4000))
    const { page, station, goTo, picture, complaints } = await openApp(sandbox, { dataDir })
    await station.run('rehearsal.stage', { scene: 'slow' })

    const row = page.getByRole('complementary', { name: text('frame.news') })
    const confirm = row.getByRole('button', { name: text('restored.confirm') })
    const damaged = row.getByText('The ledger could not be used', { exact: false })
    const rehearsal = row.getByRole('region', { name: text('rehearsal.title') })
    const tag = row.getByRole('link', { name: text('rehearsal.title'), exact: true })
    await tag.waitFor()
    await confirm.waitFor()
    expect(await damaged.count()).toBe(0)
    expect(await rehearsal.count()).toBe(0)
    await goTo(text('rail.track'))
    await picture('banners')
    expect(await findings(page)).toEqual([])

    await row.getByRole('button', { name: text('frame.moreNews', { count: '3' }) }).focus()
    await page.keyboard.press('Enter')
    await damaged.waitFor()
    expect(await damaged.textContent()).toContain(join(dataDir, 'ledger.db.damaged-'))
    await rehearsal.getByRole('button', { name: text('rehearsal.end') }).waitFor()
    await picture('banners-open')
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await damaged.waitFor({ state: 'hidden' })

    // What is seen to makes room for the next; what came back with the backup is used once a person has confirmed it.
    expect((await station.run('station.state', {})).restored).not.toBeNull()
    await confirm.click()
    await expect.poll(async () => (await station.run('station.state', {})).restored).toBeNull()
    await damaged.waitFor()
    await row.getByRole('button', { name: text('frame.moreNews', { count: '2' }) }).waitFor()
    const understood = row.getByRole('button', { name: text('common.understood') })
    await understood.click()
    await damaged.waitFor({ state: 'hidden' })
    await understood.click()
    await rehearsal.getByRole('button', { name: text('rehearsal.end') }).click()
    await row.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
  })
})
