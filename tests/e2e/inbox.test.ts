import { describe, expect, it } from 'vitest'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { inboxRulesSchema } from '../../src-shared/station/inbox/rules.ts'

import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { expectUsable, findings } from './findings.ts'
import { mailServer } from '../support/mail-server.ts'
import { scan } from './typing.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`The inbox ${why}`.trim(), full('tests/inbox proves what is kept and who ended it'), () => {
  it('gets what the packing station tells the office, counts it in the top bar, and keeps who ended it', async () => {
    const app = await openApp(await testSandbox())
    const { page, station, goTo, goToSettings, complaints } = app
    const dialog = page.getByRole('dialog')
    await goTo(text('rail.pack'))
    await scan(page, 'NO-SUCH-ORDER')
    await page
      .getByRole('button', { name: text('notifyOffice.notify') })
      .last()
      .click()
    await dialog.getByText('About NO-SUCH-ORDER').waitFor()
    await dialog.getByRole('button', { name: text('notifyOffice.send'), exact: true }).click()
    await dialog.locator('[aria-invalid="true"]:focus').waitFor()
    await dialog.getByLabel(text('notifyOffice.what')).fill('No such order, the box is here')
    await dialog.getByRole('button', { name: text('notifyOffice.send'), exact: true }).click()
    await page.getByText(text('notifyOffice.sent')).waitFor()

    await page.getByRole('link', { name: text('inbox.countLabel', { count: '1' }) }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'NO-SUCH-ORDER: No such order, the box is here' })
    await row.getByText(text('inbox.nobody')).waitFor()
    await expectUsable({ page, station })
    await row.getByRole('button', { name: text('inbox.take') }).click()
    await row.getByRole('button', { name: text('inbox.giveBack') }).waitFor()
    await row.getByRole('button', { name: text('inbox.give') }).click()
    await dialog.getByLabel(text('inbox.assignee')).fill('Ana Ruiz')
    await dialog.getByRole('button', { name: text('common.save') }).click()
    await row.getByText('Ana Ruiz').waitFor()
    await row.getByRole('button', { name: text('inbox.end') }).click()
    await dialog.getByLabel(text('inbox.endNote')).fill('keyed by hand')
    await dialog.getByRole('button', { name: text('inbox.end') }).click()
    await page.getByText(text('inbox.empty')).waitFor()
    await page.getByRole('link', { name: text('settings.place.inbox'), exact: true }).waitFor()
    await page.getByRole('button', { name: text('inbox.ended') }).click()
    await page.getByText('Resolved by Station 1', { exact: false }).waitFor()
    await page.getByText('keyed by hand').waitFor()

    await goToSettings(text('settings.place.inbox'))
    const mailOn = page.getByRole('checkbox', { name: text('notify.mailOn'), exact: true })
    const save = page.getByRole('button', { name: text('common.save') }).first()
    await mailOn.check()
    await save.click()
    await page.locator('[aria-invalid="true"]:focus').waitFor()
    expect(await findings(page)).toEqual([])
    await mailOn.uncheck()
    await page.getByRole('checkbox', { name: text('notify.quiet') }).check()
    await save.click()
    await page.getByText(text('book.saved')).waitFor()
    const { rules } = await station.run('inbox.rules', {})
    expect(rules).toMatchObject({ quiet: { from: '18:00', until: '07:00' }, mail: null })
    expect(complaints).toEqual([])
  })

  it('has the e-mails to consignees: set up with a preview, chosen on Book, and listed on Track', async () => {
    const server = await mailServer()
    const sandbox = await testSandbox()
    const { page, station, goToSettings, complaints } = await openApp(sandbox)
    await station.run('inbox.setRules', { rules: inboxRulesSchema.parse({ mail: server.mail }) })
    await goToSettings(text('settings.place.inbox'))
    const section = page.getByRole('region', { name: text('consigneeMail.title') })
    await section.getByLabel(text('consigneeMail.on')).check()
    await section.getByText('Your shipment is out for delivery: PO-4711').waitFor()
    const subject = section.getByLabel(text('consigneeMail.subject')).first()
    await subject.fill('Acme {tracing}')
    await section.getByRole('button', { name: text('common.save') }).click()
    await section.getByText(text('consigneeMail.noPlaceholder', { name: '{tracing}' })).waitFor()
    await subject.fill('Acme: {event}')
    await section.getByText('Acme: Your shipment is out for delivery').waitFor()
    await section.getByText('Entrega estimada: 24 de noviembre de 2026').waitFor()
    await expectUsable({ page, station })
    await section.getByRole('button', { name: text('common.save') }).click()
    await page.getByText(text('settings.saved'), { exact: true }).waitFor()

    const rule = { name: 'Tell Chicago', isOn: true, when: { to: 'IL' }, does: { kind: 'mail' as const } }
    await station.run('rules.save', rule)
    const quote = await station.run('quotes.request', palletsToChicago())
    await page.evaluate(`location.hash = '#/book?quote=${quote.id}&rate=${quote.rates[0]?.rateId}'`)
    const choice = page.getByLabel(text('consigneeMail.notify'))
    await page.getByRole('button', { name: text('book.edit', { what: text('book.consignee') }) }).click()
    expect(await choice.count()).toBe(0)
    await page.getByLabel(text('address.email'), { exact: true }).fill('dock@globex.test')
    const byRule = page.getByText(text('consigneeMail.byRule', { rule: rule.name }))
    await byRule.waitFor()
    expect(await choice.isChecked()).toBe(true)
    // The choice is a part of the form: a reload keeps it.
    await choice.uncheck()
    expect(await byRule.count()).toBe(0)
    await station.until('the draft', async () => {
      const key = `${quote.id} ${quote.rates[0]?.rateId}`
      const { draft } = await station.run('drafts.get', { form: 'booking', key })
      return JSON.stringify(draft?.body ?? '').includes('"notifyConsignee":false') ? draft : null
    })
    await page.reload()
    expect(await choice.isChecked()).toBe(false)
    await choice.check()
    await expectUsable({ page, station })
    await page.getByRole('button', { name: /^Confirm/ }).click()
    const shipmentId = await station.until('BOOKED', async () => {
      const [booking] = await station.run('bookings.list', {})
      return booking?.shipmentId ?? null
    })
    const mail = await station.until('the first event', async () => {
      await sandbox.jump(6 * 60 * 60_000)
      await station.run('tracking.sync', {})
      await station.station.services.consigneeMail.work()
      return (await station.run('consigneeMail.list', { shipmentId })).mails[0] ?? null
    })
    await page.evaluate(`location.hash = '#/track?shipment=${shipmentId}'`)
    const drawer = page.getByRole('complementary', { name: text('track.detail') })
    const row = drawer.getByRole('listitem').filter({ hasText: 'dock@globex.test' })
    await row.getByText(text('consigneeMail.state.PRACTICE')).first().waitFor()
    await row
      .getByText(text(`consigneeMail.event.${mail.event}`))
      .first()
      .waitFor()
    await expectUsable({ page, station })
    await drawer.getByRole('button', { name: text('papersMail.open') }).click()
    const papers = page.getByRole('dialog', { name: text('papersMail.title') })
    await papers.getByText(text('papersMail.practice')).waitFor()
    expect(await papers.getByLabel(text('address.email')).inputValue()).toBe('dock@globex.test')
    await expectUsable({ page, station })
    await papers.getByRole('button', { name: text('papersMail.send') }).click()
    await row.getByText(text('consigneeMail.event.papers')).waitFor()
    expect(server.mails.filter((sent) => sent.includes('dock@globex.test'))).toEqual([])
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
    await page.getByRole('link', { name: text('inbox.countLabel', { count: '1' }) }).click()
    const row = page.getByRole('listitem').filter({ hasText: text('inbox.kind.doubled') })
    // The whole row leads to what it is about.
    const box = await row.boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) - 4)
    await page.getByRole('complementary', { name: text('track.detail') }).waitFor()
    await page.goBack()
    await row.getByRole('button', { name: text('cancel.do') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: text('cancel.reason.duplicate') }).click()
    await dialog.getByRole('button', { name: 'Cancel 1 shipment' }).click()
    await dialog.getByText(text('bulk.cancel.done')).waitFor()
    expect(await findings(page)).toEqual([])
    await dialog.getByText(text('common.close'), { exact: true }).click()
    const [change] = await station.run('bookings.changes', { shipmentId: second })
    expect(change?.change).toMatchObject({
      kind: 'cancel',
      reason: text('cancel.reason.duplicate'),
      refundRequested: true,
    })
    await station.run('tracking.sync', {})
    await page.getByText(text('inbox.empty')).waitFor()
    expect(complaints).toEqual([])
  })
})
