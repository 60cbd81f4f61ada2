import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { openPalette } from './typing.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

const lasalle = {
  address1: '200 N LaSalle St',
  city: 'Chicago',
  state: 'IL',
  postalCode: '60601',
  country: 'US' as const,
}

describe.skipIf(why !== '')(
  `the address book ${why}`.trim(),
  full('tests/addresses proves the book, quote and pack its use'),
  () => {
    it('is found by two letters, changed, made one of two, removed and brought back, taken in and given out', async () => {
      const opened = await openApp(await testSandbox())
      const { page, station } = opened
      const acme = await station.run('addressBook.save', {
        name: 'Acme Machine',
        address: { ...lasalle, address1: '1201 Santa Maria Ave', city: 'Laredo', state: 'TX', postalCode: '78040' },
      })
      if (acme.kind !== 'saved') throw new Error('the address book was not empty')
      await station.run('addressBook.save', { name: 'Globex', address: { ...lasalle, phone: '+1 312 555 0100' } })
      const double = { name: 'Globex Corp', address: { ...lasalle, address1: '200 North LaSalle Street' } }
      await station.run('addressBook.save', { ...double, accessorials: ['LIFTGATE_DELIVERY'], evenIfSimilar: true })

      // Two letters, anywhere.
      await openPalette(page)
      await page.keyboard.type('ac')
      await page.getByRole('option', { name: /Acme Machine/ }).click()
      await page.getByRole('heading', { name: 'Acme Machine' }).waitFor()
      expect(await findings(page)).toEqual([])

      // Its street is put right, and the entry stays one.
      await page.getByLabel(text('address.street'), { exact: true }).fill('1203 Santa Maria Ave')
      await page.getByRole('button', { name: text('contacts.facts') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(text('accessorial.LIFTGATE_DELIVERY')).waitFor()
      await dialog.getByRole('button', { name: text('common.save'), exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByText('1203 Santa Maria Ave', { exact: false }).first().waitFor()

      // Doubles are seen and made one, which knows what both knew.
      await page.getByLabel(text('contacts.search')).fill('gl')
      await page.getByRole('button', { name: /^Globex 200/ }).click()
      await page.getByText(text('contacts.similar')).waitFor()
      expect(await findings(page)).toEqual([])
      await page.getByRole('button', { name: text('contacts.merge') }).click()
      await page.getByText(text('contacts.merged', { name: 'Globex' })).waitFor()
      await page.getByText(text('contacts.similar')).waitFor({ state: 'detached' })
      const [globex, none] = await station.run('addressBook.search', { text: 'globex' })
      expect(none).toBeUndefined()
      expect(globex).toMatchObject({ accessorials: ['LIFTGATE_DELIVERY'], address: { phone: '+1 312 555 0100' } })

      // What was removed can be brought back.
      await page.getByRole('button', { name: text('contacts.removedOnes'), exact: true }).click()
      await page.getByRole('button', { name: /Globex Corp/ }).click()
      expect(await findings(page)).toEqual([])
      await page.getByRole('button', { name: text('contacts.restore') }).click()
      await page.getByText(text('contacts.restored', { name: 'Globex Corp' })).waitFor()

      // In and out as CSV.
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: text('spend.export') }).click()
      expect((await download).suggestedFilename()).toBe('addresses.csv')
      await page.locator('input[type="file"]').setInputFiles({
        name: 'more.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'name,address1,city,state,postalCode,country\nInitech,4120 Freidrich Ln,Austin,TX,78744,US\nBad,,,,,\n',
        ),
      })
      await page.getByText(text('contacts.imported', { added: '1', known: '0', problems: '1' })).waitFor()
      await station.run('settings.update', { theme: 'dark', language: 'es' })
      await page.getByRole('button', { name: 'Nueva dirección' }).waitFor()
      expect(await findings(page, { only: 'colors' })).toEqual([])
      expect(opened.complaints).toEqual([])
    })
  },
)
