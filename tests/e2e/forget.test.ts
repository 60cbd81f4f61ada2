import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../scripts/project.ts'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
/** A folder on another disk than that of the test's data, where there is one. */
const otherDisk = ['/dev/shm', join(projectRoot, 'node_modules')].find((folder) => {
  const { dev } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  return dev !== undefined && dev !== statSync(tmpdir()).dev
})

describe.skipIf(why !== '')(
  `Data on screen ${why}`.trim(),
  full('tests/data/forgetting.test.ts proves what goes'),
  () => {
    it('finds a person, says why they are still needed, and forgets another for a reason', async () => {
      const app = await openApp(await testSandbox({ samples: true }))
      const { page, station, goTo } = app
      const quote = await station.run('quotes.request', palletsToChicago())
      const consigneeInfo = { contactName: 'Ana Lopez', phone: '956 555 0182', email: 'ana@example.com' }
      await station.run('bookings.submit', bookingOf(quote, { consigneeInfo }))
      await station.run('addressBook.save', {
        name: 'Bea',
        address: {
          ...{ contactName: 'Bea Ruiz', address1: '1 A St', city: 'Laredo' },
          ...{ state: 'TX', postalCode: '78040', country: 'US' },
        },
      })
      await goTo(text('rail.settings'))
      const settings = page.getByRole('navigation', { name: text('rail.settings') })
      await settings.getByRole('link', { name: text('settings.place.data') }).click()
      const find = async (name: string) => {
        await page.getByLabel(text('forget.names')).fill(name)
        await page.getByRole('button', { name: text('forget.find'), exact: true }).click()
      }
      await find('Ana Lopez')
      await page.getByText(text('forget.needed')).waitFor()
      await page.getByRole('button', { name: '956 555 0182' }).click()
      expect(await page.getByLabel(text('forget.phones')).inputValue()).toBe('956 555 0182')
      await page.getByRole('heading', { name: text('forget.title') }).scrollIntoViewIfNeeded()
      expect(await findings(page)).toEqual([])
      await page.getByLabel(text('forget.phones')).fill('')
      await find('Bea Ruiz')
      await page.getByRole('button', { name: text('forget.forget') }).click()
      await page.getByRole('button', { name: text('forget.confirm') }).click()
      await page.getByText(text('field.required')).waitFor()
      await page.getByLabel(text('forget.reason')).fill('asked by letter')
      await page.getByRole('button', { name: text('forget.confirm') }).click()
      await page.getByText(text('forget.done')).waitFor()
      expect(await station.run('addressBook.search', { text: 'Ruiz' })).toEqual([])
    }, 120_000)

    it.skipIf(otherDisk === undefined)(
      'keeps the copies at a second place under a passphrase',
      async () => {
        const folder = mkdtempSync(join(otherDisk ?? '', 'waybill-second-'))
        try {
          const app = await openApp(await testSandbox())
          const { page, station, goTo } = app
          await station.run('maintenance.useSecondPlace', { folder })
          await goTo(text('rail.settings'))
          const settings = page.getByRole('navigation', { name: text('rail.settings') })
          await settings.getByRole('link', { name: text('settings.place.data') }).click()
          await page.getByText(text('data.isPlain')).waitFor()
          await page.getByLabel(text('data.passphrase'), { exact: true }).fill('correct horse battery')
          await page.getByLabel(text('data.passphraseAgain')).fill('correct horse')
          await page.getByRole('button', { name: text('data.seal') }).click()
          await page.getByText(text('data.passphraseDiffers')).waitFor()
          await page.getByLabel(text('data.passphraseAgain')).fill('correct horse battery')
          await page.getByRole('heading', { name: text('data.second') }).scrollIntoViewIfNeeded()
          await page.getByRole('button', { name: text('data.seal') }).click()
          await page.getByText(text('data.isSealed'), { exact: true }).waitFor()
          expect(await findings(page)).toEqual([])
          expect((await station.run('maintenance.state', {})).secondPlace).toMatchObject({
            isSealed: true,
            failure: null,
          })
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      },
      120_000,
    )
  },
)
