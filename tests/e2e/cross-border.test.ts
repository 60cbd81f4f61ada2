import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

/** Company, street and postal code: the city and the state come by themselves. */
async function fillEnd(page: Page, index: number, [company, street, postalCode, city]: readonly string[]) {
  const end = page.locator('form section').nth(index)
  await end.getByLabel(text('address.company')).fill(company ?? '')
  await end.getByLabel(text('address.street')).fill(street ?? '')
  await end.getByLabel(/^(ZIP|Postal code)$/).fill(postalCode ?? '')
  await expect.poll(() => end.getByLabel(text('address.city')).inputValue()).toBe(city)
}

/** No number is cut by its unit, and what is to be known before booking is above the foot that books. */
async function expectWhole(page: Page) {
  const cut = await page
    .locator('.product input.number')
    .evaluateAll(
      (inputs: { scrollWidth: number; clientWidth: number }[]) =>
        inputs.filter((input) => input.scrollWidth > input.clientWidth).length,
    )
  expect(cut).toBe(0)
  const foot = await page.getByRole('button', { name: /^Book Standard/ }).boundingBox()
  const caution = await page.getByText(text('border.caution.notInsured')).boundingBox()
  expect((caution?.y ?? Infinity) + (caution?.height ?? 0)).toBeLessThan(foot?.y ?? 0)
}

describe.skipIf(why !== '')(
  `over the border ${why}`.trim(),
  full('tests/renderer/screens/quote/cross-border and tests/quotes prove the form and the load'),
  () => {
    it('quotes pumps from Chicago to Monterrey, survives a reload, and books the load once', async () => {
      const sandbox = await testSandbox()
      const app = await openApp(sandbox)
      const { page, station } = app
      await app.goTo(text('rail.quote'))
      await page.getByRole('button', { name: text('quote.mode.crossborder') }).click()

      // What is missing is told at its field, all at once.
      await page.getByRole('button', { name: text('quote.ask') }).click()
      await page.getByText(text('border.satRequired')).waitFor()
      await page.getByText(text('border.chooseCrossing')).waitFor()
      expect(await page.locator('[aria-invalid="true"]:focus').count()).toBe(1)

      await fillEnd(page, 0, ['Lakeshore Pump & Valve', '2210 S Ashland Ave', '60608', 'Chicago'])
      await fillEnd(page, 1, ['Bombas del Norte', 'Av. Madero 1200', '64000', 'Monterrey'])
      await page.getByText('Laredo – Nuevo Laredo is about', { exact: false }).waitFor()
      expect(await page.getByRole('radio', { name: 'Laredo' }).isChecked()).toBe(true)

      // The Spanish word finds the code, described in both languages.
      await page.getByLabel(text('border.description')).fill('Pumps')
      const sat = page.getByRole('combobox', { name: text('border.sat') })
      await sat.fill('bombas de agua')
      await page.getByRole('option', { name: '40151502' }).waitFor()
      await sat.press('ArrowDown')
      await sat.press('Enter')
      await page.getByText('Water pumps · Bombas de agua').waitFor()
      await page.getByRole('button', { name: text('border.measures.metric') }).click()
      for (const [name, value] of [
        ['cargo.length', '121.92'],
        ['cargo.width', '101.6'],
        ['cargo.height', '121.92'],
        ['cargo.weight', '226.796'],
        ['border.unitQuantity', '2'],
      ] as const) {
        await page.getByLabel(text(name), { exact: true }).fill(value)
      }
      await page.getByText(text('border.totals', { pieces: 2, weight: '453.6 kg' })).waitFor()
      await page.keyboard.press('Control+Enter')

      const rates = page.locator('tr[data-rate]')
      await rates.first().waitFor()
      await page.getByRole('row', { name: /^Border crossing .*Laredo, TX.*Nuevo Laredo, TAM/ }).waitFor()
      await page.getByText(text('border.caution.notInsured')).waitFor()
      await page.getByText(text('border.caution.contact.origin')).waitFor()
      await expectWhole(page)
      await app.picture('crossborder')
      await expectUsable({ page, station })

      // The draft is kept by the station: a reload brings back the form and the rates with what is left of their hour.
      const load = await station.until('the draft', async () => {
        const { draft } = await station.run('drafts.get', { form: 'quote', key: 'crossborder' })
        return JSON.stringify(draft?.body ?? {}).includes('"quoteId":"') ? draft : null
      })
      expect(JSON.stringify(load.body)).toContain('40151502')
      await page.reload()
      await page.getByRole('button', { name: text('quote.mode.crossborder') }).waitFor()
      await rates.first().waitFor()
      await page.getByText('Expires', { exact: false }).first().waitFor()
      expect(await page.getByLabel(text('cargo.weight'), { exact: true }).inputValue()).toBe('226.796')

      // Any edit voids them; the other way round they hold again.
      await page.getByLabel(text('border.pieces'), { exact: true }).fill('3')
      await page.getByText(text('quote.void.edited')).waitFor()
      expect(await page.getByRole('button', { name: /^Book Standard/ }).isDisabled()).toBe(true)
      await page.getByLabel(text('border.pieces'), { exact: true }).fill('1')

      await rates.first().focus()
      await page.keyboard.press('Enter')
      await page.getByLabel(text('shipment.reference'), { exact: true }).fill('PO-MX-1')
      await page.getByRole('button', { name: /^Confirm/ }).dblclick()
      await page.getByRole('heading', { name: text('booking.BOOKED'), exact: true }).waitFor()
      const bookings = await station.run('bookings.list', {})
      expect(bookings).toMatchObject([{ reference: 'PO-MX-1', kind: 'load', state: 'BOOKED' }])

      // A load is booked once; the same asked again is another load, with the difference at each price.
      await app.goTo(text('rail.quote'))
      await page.getByText('is booked as PO-MX-1', { exact: false }).waitFor()
      await page.getByRole('button', { name: text('quote.again') }).click()
      await page.getByText(text('border.changesNone')).waitFor()
      await page.getByRole('button', { name: /^Book Standard/, disabled: false }).waitFor()
      expect(app.complaints).toEqual([])
      await app.close()
    })
  },
)
