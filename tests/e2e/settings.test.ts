import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { until } from '../support/until.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(
  `Settings on screen ${why}`.trim(),
  full('every setting with samples in two themes; tests/station proves them'),
  () => {
    it('keeps names, thresholds and webhooks, shows calls and audit, backs up and plans a restore', async () => {
      const app = await openApp(await testSandbox({ samples: true }))
      const { page, station, goToSettings, complaints } = app
      const isUsableByAll = (place: string, isDarkToo = true) => expectUsable(app, place, isDarkToo)
      const open = async (place: string) => {
        await page
          .getByRole('navigation', { name: text('rail.settings') })
          .getByRole('link', { name: place })
          .click()
      }
      const settings = async () => (await station.run('station.state', {})).settings

      await goToSettings(text('settings.place.service'))
      await page.getByRole('button', { name: text('booking.check') }).click()
      await page.getByRole('rowheader', { name: 'GET /shipments', exact: true }).waitFor()
      await isUsableByAll('service check')
      await open(text('settings.place.station'))
      await page.getByLabel(text('settings.operatorName')).fill('Ana')
      await page.getByLabel(text('settings.operatorName')).press('Tab')
      await page.getByRole('radio', { name: /^Supervisor/ }).check()
      await expect.poll(async () => (await settings()).role).toBe('supervisor')
      await open(text('settings.place.rules'))
      const stale = page.getByLabel(text('rules.staleHours'))
      await stale.fill('1,5')
      await stale.press('Tab')
      await page.getByText('Must be a number', { exact: false }).waitFor()
      await app.picture('settings-limits')
      // What has to be corrected keeps nothing else from being saved.
      const increase = page.getByLabel(text('rules.priceTolerance'))
      await increase.fill('2.5')
      await increase.press('Tab')
      await page.getByText('Saved (was 0)').waitFor()
      await stale.fill('24')
      await stale.press('Enter')
      await page.getByText('Saved (was 48)').waitFor()
      await page.getByRole('button', { name: text('rules.undo') }).click()
      await expect.poll(async () => (await settings()).thresholds?.staleHours).toBe(48)
      await stale.fill('24')
      await stale.press('Tab')
      await expect.poll(async () => (await settings()).thresholds?.staleHours).toBe(24)
      expect(await settings()).toMatchObject({
        operatorName: 'Ana',
        role: 'supervisor',
        thresholds: { staleHours: 24, lateHours: 0, riskDays: 1 },
        priceTolerance: 2.5,
      })
      await isUsableByAll('set-up')

      await open(text('settings.place.service'))
      const profile = page.getByRole('region', { name: text('profile.title') })
      const envelope = profile.getByText(text('profile.envelopeFull'))
      await envelope.waitFor()
      await isUsableByAll('service profile', false)
      expect(await page.getByRole('button', { name: text('environment.use') }).isEnabled(), 'it is in use').toBe(false)
      await profile.getByRole('button', { name: text('profile.forget') }).click()
      await envelope.waitFor({ state: 'hidden' })

      await open(text('settings.place.webhooks'))
      const apply = page.getByRole('button', { name: text('receiver.apply') })
      await page.getByLabel(text('receiver.enabled')).check()
      await page.getByLabel(text('receiver.enabled')).uncheck()
      expect(await apply.isEnabled(), 'there is nothing to apply').toBe(false)
      await page.getByLabel(text('receiver.enabled')).check()
      await page.getByLabel(text('receiver.port')).fill('0')
      await apply.click()
      await page.getByText('Listening on port', { exact: false }).waitFor()
      await expect.poll(() => apply.isEnabled(), { message: 'it is applied' }).toBe(false)
      await page.getByRole('button', { name: text('webhooks.add') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('common.save') })
        .click()
      const row = page.getByRole('listitem').filter({ hasText: 'http://127.0.0.1' })
      await row.getByRole('button', { name: text('webhooks.test') }).click()
      await row.getByText(text('webhooks.delivered', { status: '200' })).waitFor()
      await page
        .getByRole('row')
        .filter({ hasText: text('received.taken') })
        .waitFor()
      await isUsableByAll('webhooks')

      await open(text('settings.place.calls'))
      await page.getByLabel(text('calls.path')).fill('/webhooks')
      await page.getByLabel(text('calls.path')).press('Enter')
      await page.getByRole('button', { name: /^POST \/webhooks\/.*test$/ }).click()
      const detail = page.getByRole('complementary', { name: text('calls.detail') })
      await detail.getByText('req_', { exact: false }).first().waitFor()
      await isUsableByAll('calls')

      await open(text('settings.place.audit'))
      await page.getByLabel(text('audit.who'), { exact: true }).fill('ana')
      await page.getByRole('button', { name: text('endofday.show'), exact: true }).click()
      await page
        .getByRole('row')
        .filter({ hasText: text('rules.staleHours') })
        .first()
        .waitFor()
      const [csv] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: text('track.export.title') }).click(),
      ])
      expect(csv.suggestedFilename()).toMatch(/^waybill-audit-.*\.csv$/)
      await isUsableByAll('audit', false)

      writeFileSync(join(station.dataDir, 'backups', 'ledger-2099-01-01T00-00-00-000Z.db'), '')
      await open(text('settings.place.data'))
      await page.getByRole('button', { name: text('data.backUp') }).click()
      await page.getByText(text('data.backedUp')).waitFor()
      // Read back, and still on this disk alone.
      await page.getByText(text('data.oneDisk'), { exact: true }).waitFor()
      await page.getByRole('listitem').filter({ hasText: 'No bookings, last entry' }).first().waitFor()
      const broken = page.getByRole('listitem').filter({ hasText: text('data.unsound.empty') })
      await broken.getByText(text('data.unsound')).waitFor()
      await broken.getByText(text('data.fromAhead')).waitFor()
      expect(await broken.getByRole('button').count()).toBe(0)
      await page
        .getByRole('button', { name: /^Restore / })
        .first()
        .click()
      await page.getByRole('button', { name: text('data.restoreAtStart') }).click()
      await page.getByText('will be restored at the next start', { exact: false }).waitFor()
      await isUsableByAll('data')
      expect((await station.run('maintenance.state', {})).restoreNext).not.toBe(null)
      await page.getByRole('button', { name: text('data.callOff') }).click()
      await page.getByText('will be restored at the next start', { exact: false }).waitFor({ state: 'hidden' })
      expect((await station.run('maintenance.state', {})).restoreNext).toBe(null)

      await open(text('settings.place.support'))
      await page.getByText(text('support.figure.proven')).waitFor()
      await page.getByText(text('support.figure.hold')).waitFor()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: text('support.save') }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^waybill-support-.*\.zip$/)
      await page.getByRole('button', { name: 'With labels and addresses' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('common.cancel') })
        .click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await isUsableByAll('support')

      await open(text('settings.place.about'))
      await page.getByText('GeoNames', { exact: false }).waitFor()
      // The last place of the list is in sight, and marked.
      await page.setViewportSize({ width: 1280, height: 800 })
      const last = await page
        .locator('nav [aria-current="page"]', { hasText: text('settings.place.about') })
        .boundingBox()
      expect((last?.y ?? 800) + (last?.height ?? 0)).toBeLessThanOrEqual(800)
      await page.getByPlaceholder(text('about.search')).fill('better-sqlite')
      await page.getByRole('cell', { name: 'better-sqlite3', exact: true }).waitFor()
      await isUsableByAll('about', false)
      expect(complaints).toEqual([])
    })

    it('writes a fault of a screen into the log', async () => {
      const app = await openApp(await testSandbox())
      const { page, station, goTo } = app
      await goTo(text('rail.settings'))
      await page.evaluate(() => void Promise.reject(new TypeError('nothing is there')))
      const logs = join(station.dataDir, 'logs')
      await until('the line', () => {
        const reported = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))
        return reported.some((text) => text.includes('error of a screen')) ? true : null
      })
    })
  },
)
