import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { batchCells, batchCsv } from '../support/batch-files.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { until } from '../support/until.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const order = (reference: string, weight = '500') =>
  batchCells(reference, { Provider: '', Service: '', 'Pickup date': '', 'Weight each': weight })

describe.skipIf(why !== '')(
  `Orders of an ERP ${why}`.trim(),
  full('files are waited for; tests/imports proves folder and scan'),
  () => {
    it('come from an empty folder to a printed label, by Settings and a scan', async () => {
      const folder = join(tempDir(), 'orders')
      mkdirSync(folder)
      const app = await openApp(await testSandbox())
      const { page, station, goTo, goToSettings, picture, complaints } = app
      const dialog = page.getByRole('dialog')
      const clean = async (place: string) => {
        await expectUsable({ page, station }, place)
        await picture(place)
      }

      await goToSettings(text('settings.place.connections'))
      await page.getByRole('checkbox', { name: text('feed.isOn') }).check()
      await page.getByLabel(text('feed.folder'), { exact: true }).fill('orders')
      await page.getByRole('button', { name: text('feed.columns') }).click()
      await page.getByText('must be a full path', { exact: false }).first().waitFor()
      await page.getByLabel(text('feed.folder'), { exact: true }).fill(folder)
      await page.getByRole('button', { name: text('feed.columns') }).click()
      await page.getByText(text('feed.noFile')).waitFor()
      // As a program writes it: under another name first.
      writeFileSync(
        join(folder, 'erp.csv.part'),
        batchCsv([order('SO-7001'), order('SO-7002'), order('SO-7003', 'heavy')]),
      )
      renameSync(join(folder, 'erp.csv.part'), join(folder, 'erp.csv'))
      await page.getByRole('button', { name: text('feed.columns') }).click()
      await page.getByText(text('feed.newest', { name: 'erp.csv' })).waitFor()
      await page.getByRole('listitem').filter({ hasText: 'SO-7001' }).waitFor()
      await page.getByRole('listitem').filter({ hasText: 'Row 4' }).getByText(text('shipment.weight')).waitFor()
      await clean('feed-columns')
      // On a wide screen the columns have the width of two cards, so that no heading is broken.
      await page.setViewportSize({ width: 1920, height: 1080 })
      expect((await page.locator('[data-columns]').boundingBox())?.width).toBeGreaterThan(1200)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('checkbox', { name: text('feed.scanBooks') }).check()
      await page.getByLabel(text('feed.most'), { exact: true }).fill('1')
      await page
        .getByRole('button', { name: text('common.save') })
        .first()
        .click()
      await page.getByText(text('feed.state.watching')).waitFor()
      const read = page.getByRole('listitem').filter({ hasText: 'erp.csv' })
      await read.getByText('2 new orders').waitFor()
      await read.getByText(text('feed.refused', { count: 1 })).click()
      await clean('feed-files')
      expect(readdirSync(join(folder, 'done'))).toEqual(['erp.csv'])

      await goTo(text('rail.pack'))
      await page.getByRole('heading', { name: text('order.open') }).waitFor()
      await clean('pack-orders')
      await page.keyboard.type('SO-7001')
      await page.keyboard.press('Enter')
      await page.getByText('a scan books up to 1 USD', { exact: false }).waitFor()
      await page.getByRole('button', { name: text('order.quote'), exact: true }).click()
      await page.getByRole('button', { name: text('order.bookAndPrint') }).waitFor()
      await clean('pack-order-offer')
      await page.getByRole('button', { name: text('order.bookAndPrint') }).click()
      await page.getByText(text('job.PRINTED'), { exact: true }).first().waitFor()

      // From now on a scan does it alone.
      const { settings } = await station.run('orders.feed', {})
      await station.run('orders.configureFeed', {
        ...settings,
        scanRule: { most: { minor: 500_000, currency: 'USD' } },
      })
      await page.keyboard.press('Escape')
      await page.keyboard.type('SO-7002')
      await page.keyboard.press('Enter')
      await until('two bookings', async () => ((await station.run('bookings.list', {})).length === 2 ? true : null))
      await page.getByText('SO-7002').first().waitFor()
      await page.getByText(text('job.PRINTED'), { exact: true }).first().waitFor()

      // The same order with other content is a question in the inbox.
      writeFileSync(join(folder, 'again.csv'), batchCsv([order('SO-7004')]))
      const names = () => readdirSync(join(folder, 'done'))
      await until('the first content', async () => (names().includes('again.csv') ? true : null))
      writeFileSync(join(folder, 'more.csv'), batchCsv([order('SO-7004', '650')]))
      await until('the second content', async () => (names().includes('more.csv') ? true : null))
      await page.getByRole('link', { name: /^Inbox/ }).click()
      const item = page.getByRole('listitem').filter({ hasText: 'SO-7004' })
      await item.getByRole('button', { name: text('inbox.kind.order') }).click()
      await dialog.getByText('2 × 650 lb', { exact: false }).waitFor()
      await clean('inbox-order')
      await dialog.getByRole('button', { name: text('order.take') }).click()
      await item.waitFor({ state: 'detached' })

      await goTo(text('rail.orders'))
      await page.getByRole('row', { name: 'SO-7004', exact: false }).click()
      const drawer = page.getByRole('complementary', { name: text('orders.detail') })
      await drawer.getByText(text('orders.origin.folder'), { exact: false }).waitFor()
      expect(complaints).toEqual([])
    }, 240_000)
  },
)
