import { describe, expect, it } from 'vitest'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { scan } from './typing.ts'
import { full } from '../support/full.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`The inbox ${why}`.trim(), full('tests/inbox proves what is kept and who ended it'), () => {
  it('gets what the packing station tells the office, counts it in the top bar, and keeps who ended it', async () => {
    const app = await openApp(await testSandbox())
    const { page, station, goTo, complaints } = app
    const dialog = page.getByRole('dialog')
    await goTo('Pack')
    await scan(page, 'NO-SUCH-ORDER')
    await page.getByRole('button', { name: 'Tell the office' }).last().click()
    await dialog.getByText('About NO-SUCH-ORDER').waitFor()
    await dialog.getByRole('button', { name: 'Tell', exact: true }).click()
    await dialog.locator('[aria-invalid="true"]:focus').waitFor()
    await dialog.getByLabel('What is wrong?').fill('No such order, the box is here')
    await dialog.getByRole('button', { name: 'Tell', exact: true }).click()
    await page.getByText('The office is told').waitFor()

    await page.getByRole('link', { name: 'Inbox: 1 open' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'NO-SUCH-ORDER: No such order, the box is here' })
    await row.getByText('Nobody').waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await station.run('settings.update', { theme })
      await page.locator(`html[data-theme="${theme}"]`).waitFor()
      expect({ theme, findings: await findings(page) }).toEqual({ theme, findings: [] })
    }
    await row.getByRole('button', { name: "I'll do it" }).click()
    await row.getByRole('button', { name: 'Give it back' }).waitFor()
    await row.getByRole('button', { name: 'Give to' }).click()
    await dialog.getByLabel('Name').fill('Ana Ruiz')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Ana Ruiz').waitFor()
    await row.getByRole('button', { name: 'End' }).click()
    await dialog.getByLabel('What was done').fill('keyed by hand')
    await dialog.getByRole('button', { name: 'End' }).click()
    await page.getByText('Nothing needs a person').waitFor()
    await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Ended' }).click()
    await page.getByText('Ended by Station 1', { exact: false }).waitFor()
    await page.getByText('keyed by hand').waitFor()

    await goTo('Settings')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('checkbox', { name: 'E-mail' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid="true"]:focus').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('checkbox', { name: 'E-mail' }).uncheck()
    await page.getByRole('checkbox', { name: 'Quiet hours' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    const { rules } = await station.run('inbox.rules', {})
    expect(rules).toMatchObject({ quiet: { from: '18:00', until: '07:00' }, mail: null })
    expect(complaints).toEqual([])
  })

  it('cancels a shipment that was paid for twice in its row', async () => {
    const sandbox = await testSandbox()
    const app = await openApp(sandbox)
    const { page, station, complaints } = app
    const quote = await station.run('quotes.request', palletsToChicago())
    const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-TWICE' }))
    await station.until('BOOKED', async () => (await station.run('bookings.get', { bookingId })).shipmentId)
    const second = await bookedElsewhere(sandbox, 'PO-TWICE')
    await station.run('tracking.sync', {})
    await page.getByRole('link', { name: 'Inbox: 1 open' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Paid twice?' })
    await row.getByRole('button', { name: 'Cancel the shipment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Booked twice' }).click()
    await dialog.getByRole('button', { name: 'Cancel 1 shipment' }).click()
    await dialog.getByText('Cancellation asked for').waitFor()
    expect(await findings(page)).toEqual([])
    await dialog.getByText('Close', { exact: true }).click()
    const [change] = await station.run('bookings.changes', { shipmentId: second })
    expect(change?.change).toMatchObject({ kind: 'cancel', reason: 'Booked twice', refundRequested: true })
    await station.run('tracking.sync', {})
    await page.getByText('Nothing needs a person').waitFor()
    expect(complaints).toEqual([])
  })
})
