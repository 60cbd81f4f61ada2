import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { until } from '../support/until.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(
  `Settings on screen ${why}`.trim(),
  full('every setting with samples in two themes; tests/station proves them'),
  () => {
    it('keeps names, thresholds and webhooks, shows calls and audit, backs up and plans a restore', async () => {
      const app = await openApp(await testSandbox({ samples: true }))
      const { page, station, goTo, complaints } = app
      const isUsableByAll = async (place: string, themes: readonly ('light' | 'dark')[] = ['light']) => {
        for (const theme of themes) {
          await station.run('settings.update', { theme })
          await page.locator(`html[data-theme="${theme}"]`).waitFor()
          // In the dark only the colours differ.
          expect({ place, theme, findings: await findings(page, theme === 'light' ? {} : { only: 'colors' }) }).toEqual(
            {
              place,
              theme,
              findings: [],
            },
          )
        }
        await station.run('settings.update', { theme: 'light' })
      }
      const open = async (place: string) => {
        await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: place }).click()
      }
      const settings = async () => (await station.run('station.state', {})).settings

      await goTo('Settings')
      await page.getByRole('button', { name: 'Check now' }).click()
      await page.getByRole('rowheader', { name: 'GET /shipments', exact: true }).waitFor()
      await isUsableByAll('service check', ['light', 'dark'])
      await page.getByLabel('Who works here').fill('Ana')
      await page.getByLabel('Who works here').press('Tab')
      await page.getByRole('radio', { name: /^Supervision/ }).check()
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').first().getByText('Track').waitFor()
      await open('Thresholds')
      await page.getByLabel('No news for, hours').fill('1,5')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText('Must be a number', { exact: false }).waitFor()
      await page.getByLabel('No news for, hours').and(page.locator(':focus')).waitFor()
      await page.getByLabel('No news for, hours').fill('24')
      await page.getByLabel('A price may rise by, %').fill('2.5')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText('Saved', { exact: true }).waitFor()
      expect(await settings()).toMatchObject({
        operatorName: 'Ana',
        role: 'supervisor',
        thresholds: { staleHours: 24, lateHours: 0, riskDays: 1 },
        priceTolerance: 2.5,
      })
      await isUsableByAll('set-up', ['light', 'dark'])

      await open('Freight service')
      const profile = page.getByRole('region', { name: 'What was learned of this service' })
      const envelope = profile.getByText('Answers come in the envelope that the interface shows.')
      await envelope.waitFor()
      await isUsableByAll('service profile')
      await profile.getByRole('button', { name: 'Forget it' }).click()
      await envelope.waitFor({ state: 'hidden' })

      await open('Webhooks')
      await page.getByLabel('Take webhooks').check()
      await page.getByLabel('Port').fill('0')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('Listens on port', { exact: false }).waitFor()
      await page.getByRole('button', { name: 'Add a subscription' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      const row = page.getByRole('listitem').filter({ hasText: 'http://127.0.0.1' })
      await row.getByRole('button', { name: 'Send a test' }).click()
      await row.getByText('Delivered: answered 200').waitFor()
      await page.getByRole('row').filter({ hasText: 'Taken' }).waitFor()
      await isUsableByAll('webhooks', ['light', 'dark'])

      await open('Calls to the service')
      await page.getByLabel('Path holds').fill('/webhooks')
      await page.getByLabel('Path holds').press('Enter')
      await page.getByRole('button', { name: /^POST \/webhooks\/.*test$/ }).click()
      const detail = page.getByRole('complementary', { name: 'The call' })
      await detail.getByText('req_', { exact: false }).first().waitFor()
      await isUsableByAll('calls', ['light', 'dark'])

      await open('Audit log')
      await page.getByLabel('Who', { exact: true }).fill('ana')
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await page.getByRole('row').filter({ hasText: 'staleHours' }).first().waitFor()
      const [csv] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export as CSV' }).click(),
      ])
      expect(csv.suggestedFilename()).toMatch(/^waybill-audit-.*\.csv$/)
      await isUsableByAll('audit')

      writeFileSync(join(station.dataDir, 'backups', 'ledger-2099-01-01T00-00-00-000Z.db'), '')
      await open('Data and backups')
      await page.getByRole('button', { name: 'Back up now' }).click()
      await page.getByText('Backed up.').waitFor()
      await page.getByRole('listitem').filter({ hasText: 'No bookings, last entry' }).first().waitFor()
      const broken = page.getByRole('listitem').filter({ hasText: 'The file is empty.' })
      await broken.getByText('Cannot be restored').waitFor()
      await broken.getByText('Stamped ahead of the clock').waitFor()
      expect(await broken.getByRole('button').count()).toBe(0)
      await page
        .getByRole('button', { name: /^Go back to/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Restore at the next start' }).click()
      await page.getByText('At the next start the records go back', { exact: false }).waitFor()
      await isUsableByAll('data', ['light', 'dark'])
      expect((await station.run('maintenance.state', {})).restoreNext).not.toBe(null)
      await page.getByRole('button', { name: 'Call it off' }).click()
      await page.getByText('At the next start the records go back', { exact: false }).waitFor({ state: 'hidden' })
      expect((await station.run('maintenance.state', {})).restoreNext).toBe(null)

      await open('Support')
      await page.getByText('Last proven backup').waitFor()
      await page.getByText('Longest hold today').waitFor()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the file' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^waybill-support-.*\.zip$/)
      await page.getByRole('button', { name: 'With labels and addresses' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await isUsableByAll('support', ['light', 'dark'])

      await open('About')
      await page.getByText('GeoNames', { exact: false }).waitFor()
      await page.getByPlaceholder('Find a library or licence').fill('better-sqlite')
      await page.getByRole('cell', { name: 'better-sqlite3', exact: true }).waitFor()
      await isUsableByAll('about')
      expect(complaints).toEqual([])
    })

    it('writes a fault of a screen into the log', async () => {
      const app = await openApp(await testSandbox())
      const { page, station, goTo } = app
      await goTo('Settings')
      await page.evaluate(() => void Promise.reject(new TypeError('nothing is there')))
      const logs = join(station.dataDir, 'logs')
      await until('the line', () => {
        const told = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))
        return told.some((text) => text.includes('error of a screen')) ? true : null
      })
    })
  },
)
