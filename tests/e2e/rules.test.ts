import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`Carrier rules ${why}`.trim(), full('tests/rules proves what is chosen'), () => {
  it('are made, tried on what was quoted, choose on Quote with their price, and ask for the name of who approves', async () => {
    const app = await openApp(await testSandbox())
    const { page, station, goToSettings, complaints } = app
    const dialog = page.getByRole('dialog')
    const clean = async (place: string) =>
      expect({ place, findings: await findings(page) }).toEqual({ place, findings: [] })
    await station.run('settings.update', { operatorName: 'Marta Ruiz' })
    const quote = await station.run('quotes.request', palletsToChicago())
    const second = quote.rates.find(({ provider }) => provider !== quote.rates[0]?.provider)
    if (!second) throw new Error('a second carrier was expected')

    await goToSettings(text('settings.place.carrierRules'))
    await page.getByText(text('carrierRules.empty')).waitFor()
    await page.getByRole('button', { name: text('carrierRules.add') }).click()
    await dialog.getByLabel(text('carrierRules.name')).fill('Our partner to Globex')
    await dialog.getByLabel(text('carrierRules.kind')).click()
    await page.getByRole('option', { name: text('carrierRules.kind.prefer') }).click()
    await dialog.getByRole('button', { name: text('common.save') }).click()
    await dialog.locator('[aria-invalid="true"]:focus').waitFor()
    await dialog.getByLabel(text('shipment.carrier'), { exact: true }).fill(second.provider)
    await dialog.getByLabel(text('carrierRules.consignee')).fill('globex')
    await dialog.getByRole('button', { name: text('carrierRules.try') }).click()
    await dialog.getByText(text('carrierRules.trial.basis', { quotes: 1, booked: '0' }), { exact: false }).waitFor()
    await clean('rule form')
    await dialog.getByLabel(text('carrierRules.isOn')).check()
    await dialog.getByRole('button', { name: text('common.save') }).click()
    await page.getByRole('listitem').filter({ hasText: 'Our partner to Globex' }).getByText('Marta Ruiz').waitFor()
    await station.run('rules.save', {
      name: 'Ask',
      isOn: true,
      does: { kind: 'approve', above: { minor: 0, currency: 'USD' } },
    })
    await page.reload()
    await page.getByRole('listitem').filter({ hasText: 'Require approval over' }).waitFor()
    await page.getByRole('button', { name: text('carrierRules.up', { name: 'Ask' }) }).click()
    await page
      .getByRole('button', { name: text('carrierRules.up', { name: 'Ask' }) })
      .and(page.locator(':disabled'))
      .waitFor()
    await clean('rules')

    await page.evaluate(`location.hash = '#/quote?quote=${quote.id}'`)
    const chosen = page.locator('tr[data-rate][aria-selected="true"]')
    await chosen.getByText('by rule: +', { exact: false }).waitFor()
    await page.getByRole('button', { name: text('carrierRules.why') }).click()
    await dialog.getByText(text('carrierRules.outcome.chose')).waitFor()
    await clean('why this carrier')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await chosen.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel(text('shipment.reference'), { exact: true }).fill('PO-RULE')
    await page.getByText(text('carrierRules.approvalThis', { rule: 'Ask' }), { exact: false }).waitFor()
    await clean('booking with a rule')
    await page.getByRole('button', { name: /^Confirm/ }).click()
    await page.getByText(text('error.APPROVAL_NEEDED'), { exact: false }).waitFor()
    await page.getByLabel(text('batch.spend.approvedBy')).fill('Marta Ruiz')
    await page.getByRole('button', { name: /^Confirm/ }).click()
    await page.getByText('PO-RULE').first().waitFor()
    const [booking] = await station.run('bookings.list', {})
    expect(booking).toMatchObject({
      reference: 'PO-RULE',
      byRule: { name: 'Our partner to Globex', madeBy: 'Marta Ruiz' },
    })

    // What is over the daily limit asks the same, before a button is pressed.
    for (const { ruleId } of await station.run('rules.list', {})) await station.run('rules.remove', { ruleId })
    await station.run('settings.update', { spendLimits: { perBatch: 0, perDay: 1 } })
    const other = await station.run('quotes.request', palletsToChicago({ shipDate: '2026-10-29' }))
    await page.evaluate(`location.hash = '#/book?quote=${other.id}&rate=${other.rates[0]?.rateId ?? ''}'`)
    await page.getByText(text('error.SPEND_LIMIT')).waitFor()
    await page.getByLabel(text('batch.spend.approvedBy')).waitFor()
    await clean('booking over the daily limit')
    await page.getByLabel(text('shipment.reference'), { exact: true }).fill('PO-DEAR')
    await page.getByRole('button', { name: /^Confirm/ }).click()
    await page.getByRole('alert').getByText(text('error.SPEND_LIMIT')).waitFor()
    await page.getByLabel(text('batch.spend.approvedBy')).fill('Marta Ruiz')
    await page.getByRole('button', { name: /^Confirm/ }).click()
    await page.getByText('PO-DEAR').first().waitFor()
    expect(await station.run('bookings.list', {})).toHaveLength(2)
    expect(complaints).toEqual([])
  })
})
