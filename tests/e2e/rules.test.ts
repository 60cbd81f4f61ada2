import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`Carrier rules ${why}`.trim(), full('tests/rules proves what is chosen'), () => {
  it('are made, tried on what was quoted, choose on Quote with their price, and ask for the name of who approves', async () => {
    const app = await openApp(await testSandbox())
    const { page, station, goTo, complaints } = app
    const dialog = page.getByRole('dialog')
    const clean = async (place: string) =>
      expect({ place, findings: await findings(page) }).toEqual({ place, findings: [] })
    await station.run('settings.update', { operatorName: 'Marta Ruiz' })
    const quote = await station.run('quotes.request', palletsToChicago())
    const second = quote.rates.find(({ provider }) => provider !== quote.rates[0]?.provider)
    if (!second) throw new Error('a second carrier was expected')

    await goTo('Settings')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Carrier rules' }).click()
    await page.getByText('No rules yet').waitFor()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await dialog.getByLabel('Name').fill('Our partner to Globex')
    await dialog.getByLabel('What it does').click()
    await page.getByRole('option', { name: 'Prefer a carrier' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('[aria-invalid="true"]:focus').waitFor()
    await dialog.getByLabel('Carrier', { exact: true }).fill(second.provider)
    await dialog.getByLabel('Consignee begins with').fill('globex')
    await dialog.getByRole('button', { name: /Try on last month/ }).click()
    await dialog.getByText('Of 1 quote of the last 31 days, 0 booked', { exact: false }).waitFor()
    await clean('rule form')
    await dialog.getByLabel('The rule is on').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Our partner to Globex' }).getByText('Marta Ruiz').waitFor()
    await station.run('rules.save', {
      name: 'Ask',
      isOn: true,
      does: { kind: 'approve', above: { minor: 0, currency: 'USD' } },
    })
    await page.reload()
    await page.getByRole('listitem').filter({ hasText: 'A supervisor approves above' }).waitFor()
    await page.getByRole('button', { name: 'Ask: one up' }).click()
    await page.getByRole('button', { name: 'Ask: one up' }).and(page.locator(':disabled')).waitFor()
    await clean('rules')

    await page.evaluate(`location.hash = '#/quote?quote=${quote.id}'`)
    const chosen = page.locator('tr[data-rate][aria-selected="true"]')
    await chosen.getByText('by rule: +', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Why this carrier?' }).click()
    await dialog.getByText('chose the rate').waitFor()
    await clean('why this carrier')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await chosen.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Reference', { exact: true }).fill('PO-RULE')
    await page.getByText('A supervisor approves this by name: rule Ask.', { exact: false }).waitFor()
    await clean('booking with a rule')
    await page.getByRole('button', { name: /^Confirm/ }).click()
    await page.getByText("A rule of this site wants a supervisor's approval", { exact: false }).waitFor()
    await page.getByLabel('Approved by').fill('Marta Ruiz')
    await page.getByRole('button', { name: /^Confirm/ }).click()
    await page.getByText('PO-RULE').first().waitFor()
    const [booking] = await station.run('bookings.list', {})
    expect(booking).toMatchObject({
      reference: 'PO-RULE',
      byRule: { name: 'Our partner to Globex', madeBy: 'Marta Ruiz' },
    })
    expect(complaints).toEqual([])
  })
})
