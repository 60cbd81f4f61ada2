import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
/** Another disk than that of the test's data, where there is one. */
const SHM = '/dev/shm'
const hasOtherDisk = statSync(SHM, { throwIfNoEntry: false })?.dev !== statSync(tmpdir()).dev

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
      await goTo('Settings')
      const settings = page.getByRole('navigation', { name: 'Settings' })
      await settings.getByRole('link', { name: 'Data and backups' }).click()
      const find = async (name: string) => {
        await page.getByLabel('Names').fill(name)
        await page.getByRole('button', { name: 'Find', exact: true }).click()
      }
      await find('Ana Lopez')
      await page.getByText('Still needed here').waitFor()
      await page.getByRole('button', { name: '956 555 0182' }).click()
      expect(await page.getByLabel('Phone numbers').inputValue()).toBe('956 555 0182')
      await page.getByRole('heading', { name: 'Forget a person' }).scrollIntoViewIfNeeded()
      expect(await findings(page)).toEqual([])
      await page.getByLabel('Phone numbers').fill('')
      await find('Bea Ruiz')
      await page.getByRole('button', { name: 'Forget…' }).click()
      await page.getByRole('button', { name: 'Forget for good' }).click()
      await page.getByText('Required').waitFor()
      await page.getByLabel('Reason').fill('asked by letter')
      await page.getByRole('button', { name: 'Forget for good' }).click()
      await page.getByText('They were blanked').waitFor()
      expect(await station.run('addressBook.search', { text: 'Ruiz' })).toEqual([])
    }, 120_000)

    it.skipIf(!hasOtherDisk)(
      'keeps the copies at a second place under a passphrase',
      async () => {
        const folder = mkdtempSync(join(SHM, 'waybill-second-'))
        try {
          const app = await openApp(await testSandbox())
          const { page, station, goTo } = app
          await station.run('maintenance.useSecondPlace', { folder })
          await goTo('Settings')
          const settings = page.getByRole('navigation', { name: 'Settings' })
          await settings.getByRole('link', { name: 'Data and backups' }).click()
          await page.getByText('Readable by anybody').waitFor()
          await page.getByLabel('Passphrase', { exact: true }).fill('correct horse battery')
          await page.getByLabel('Once more').fill('correct horse')
          await page.getByRole('button', { name: 'Use this passphrase' }).click()
          await page.getByText('Not the same as the first').waitFor()
          await page.getByLabel('Once more').fill('correct horse battery')
          await page.getByRole('heading', { name: 'A second place' }).scrollIntoViewIfNeeded()
          await page.getByRole('button', { name: 'Use this passphrase' }).click()
          await page.getByText('Under a passphrase', { exact: true }).waitFor()
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
