import { describe, expect, it } from 'vitest'
import { blankBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { fillRectangle } from '../../src-labels/bitmap/transform.ts'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const DAY = 24 * 60 * 60 * 1000

/** Two bars, as a PNG file. */
function logoFile(): Buffer {
  const logo = blankBitmap(240, 60)
  fillRectangle(logo, 0, 0, 240, 20, 'black')
  fillRectangle(logo, 0, 40, 120, 20, 'black')
  return Buffer.from(encodePng(logo))
}

describe.skipIf(why !== '')(`the station's own papers ${why}`.trim(), full('tests/packing proves the papers'), () => {
  it('are laid out beside their picture; a consignee is written to, and what was delivered is sent back', async () => {
    const sandbox = await testSandbox({ settings: { fates: 'smooth' } })
    const app = await openApp(sandbox)
    const { page, station, goToSettings, complaints } = app
    await goToSettings(text('settings.place.papers'))
    const slip = page.getByRole('img', { name: text('papers.preview') })
    await slip.waitFor()
    const before = await slip.getAttribute('src')
    await page.getByLabel(text('papers.company')).fill('Acme Machine Works')
    await page.getByLabel(text('papers.note')).fill('Thank you, {consigne}')
    await page.getByRole('button', { name: text('common.save') }).click()
    await page.locator('[aria-invalid="true"]:focus').waitFor()
    await page.getByLabel(text('papers.note')).fill('Thank you, {consignee}')
    await expect.poll(() => slip.getAttribute('src'), { timeout: 20_000 }).not.toBe(before)
    const files = page.locator('input[type="file"]')
    await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await page.getByText(text('papers.logo.wrong')).waitFor()
    await files.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logoFile() })
    await page.getByRole('img', { name: text('papers.logo') }).waitFor()
    await page.getByRole('button', { name: text('common.save') }).click()
    await page.getByText(text('book.saved')).waitFor()
    expect((await station.run('station.state', {})).settings.papers?.texts.en.note).toBe('Thank you, {consignee}')
    await expectUsable({ page, station })

    // Some come back by themselves, undelivered: one of these is delivered.
    for (const reference of ['PO-1', 'PO-2', 'PO-3', 'PO-4']) {
      const quote = await station.run('quotes.request', palletsToChicago())
      const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference }))
      await station.until('the booking', async () =>
        (await station.run('bookings.get', { bookingId })).shipmentId === null ? null : true,
      )
    }
    await sandbox.jump(60 * DAY)
    await station.run('tracking.sync', {})
    const { rows } = await station.run('shipments.search', { text: 'PO-', status: 'DELIVERED' })
    const outward = rows[0]?.shipmentId ?? ''
    await page.goto(`${page.url().split('#')[0] ?? ''}#/track?shipment=${outward}`)
    const drawer = page.getByRole('complementary')
    await drawer.getByRole('button', { name: text('mail.button') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(text('mail.text')).waitFor()
    expect(await dialog.getByRole('link', { name: text('mail.open') }).getAttribute('href')).toMatch(
      /^mailto:\?subject=Your%20order%20PO-/,
    )
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('Write permission denied.'))`)
    await dialog.getByRole('button', { name: text('mail.copy') }).click()
    await page.getByRole('alert').getByText(text('error.INTERNAL')).waitFor()
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: text('common.more') }).click()
    await page.getByRole('menuitem', { name: text('return.button') }).click()
    await page.getByText(text('return.quoted')).first().waitFor()
    await page.locator('tr[data-rate]').first().waitFor()
    expect(complaints).toEqual([])
  })
})
