import { describe, expect, it } from 'vitest'
import { full } from '../support/full.ts'
import { browserPath } from '../support/browser.ts'
import { palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { text } from '../support/text.ts'
import { openApp } from './app.ts'
import { expectUsable, findings } from './findings.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`what was typed ${why}`.trim(), () => {
  it('into an address stays when another entry and another screen are opened', async () => {
    const { page, station, goTo, complaints } = await openApp(await testSandbox())
    const address = { address1: '200 N LaSalle St', city: 'Chicago', state: 'IL', postalCode: '60601' }
    await station.run('addressBook.save', { name: 'Globex', address: { ...address, country: 'US' } })
    const company = page.getByLabel(text('address.company'))
    const street = page.getByLabel(text('address.street'), { exact: true })
    await goTo(text('rail.addresses'))
    await page.getByRole('button', { name: text('contacts.new') }).click()
    await company.fill('Initech')
    await page.getByRole('button', { name: /^Globex/ }).click()
    await page.getByRole('heading', { name: 'Globex' }).waitFor()
    await street.fill('222 N LaSalle St')
    await goTo(text('rail.quote'))
    await goTo(text('rail.addresses'))
    await page.getByRole('button', { name: text('contacts.new') }).click()
    await expect.poll(() => company.inputValue()).toBe('Initech')
    await page.getByRole('button', { name: /^Globex/ }).click()
    await expect.poll(() => street.inputValue()).toBe('222 N LaSalle St')

    // What was saved leaves nothing behind.
    await page.getByRole('button', { name: text('contacts.facts') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('common.save'), exact: true })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const drafts = await station.run('drafts.list', { form: 'address' })
    await expect.poll(async () => (await station.run('drafts.list', { form: 'address' })).length).toBe(1)
    expect(drafts.map(({ key }) => key)).toContain('new')
    expect(complaints).toEqual([])
  })

  it('into a booking that was left is a draft in the list, until it is discarded or booked', async () => {
    const app = await openApp(await testSandbox())
    const { page, station, goTo, complaints } = app
    const quote = await station.run('quotes.request', palletsToChicago())
    await page.evaluate(`location.hash = '#/book?quote=${quote.id}&rate=${quote.rates[0]?.rateId}'`)
    const reference = page.getByLabel(text('shipment.reference'), { exact: true })
    await reference.fill('PO-LATER')
    await goTo(text('rail.book'))
    const drafts = page.getByRole('list', { name: text('outbox.draft') })
    await drafts.getByRole('link', { name: /PO-LATER/ }).waitFor()
    await app.picture('book-draft')
    await expectUsable({ page, station }, 'book-draft')
    await drafts.getByRole('link').click()
    await expect.poll(() => reference.inputValue()).toBe('PO-LATER')
    await goTo(text('rail.book'))
    await drafts.getByRole('button', { name: `${text('dialog.leave')}: PO-LATER` }).click()
    await drafts.waitFor({ state: 'detached' })
    expect(await station.run('drafts.list', { form: 'booking' })).toEqual([])
    expect(complaints).toEqual([])
  })

  it(
    'into a rule and a new person stays when another screen is opened, but never a PIN',
    full('the address and the booking above prove what keeps typed work'),
    async () => {
      const { page, station, goToSettings, complaints } = await openApp(await testSandbox())
      const when = { consignee: '', from: '', to: '', fromLb: null, toLb: null }
      await station.run('rules.save', { name: 'Cheap', isOn: false, when, does: { kind: 'cheapest', days: 3 } })
      const dialog = page.getByRole('dialog')
      const kept = async () => {
        const drafts = await station.run('drafts.list', {})
        return drafts.filter(({ form }) => form === 'rule' || form === 'person')
      }
      /** To another screen and back, with the dialog open. */
      const away = async () => {
        await page.goBack()
        await dialog.waitFor({ state: 'hidden' })
        await page.goForward()
      }

      await goToSettings(text('settings.place.carrierRules'))
      const name = dialog.getByLabel(text('carrierRules.name'))
      const add = page.getByRole('button', { name: text('carrierRules.add') })
      const edit = page.getByRole('button', { name: text('people.edit') })
      await add.click()
      await name.fill('No Globex by air')
      await away()
      await edit.click()
      await name.fill('Cheap and slow')
      await away()
      await add.click()
      await expect.poll(() => name.inputValue()).toBe('No Globex by air')
      await dialog.getByRole('button', { name: text('common.cancel') }).click()
      await edit.click()
      await expect.poll(() => name.inputValue()).toBe('Cheap and slow')
      await dialog.getByRole('button', { name: text('common.save'), exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
      // What was saved or canceled leaves nothing behind.
      await expect.poll(kept).toEqual([])

      await goToSettings(text('people.title'))
      const person = dialog.getByLabel(text('people.name'))
      const pin = dialog.getByLabel(text('people.pin'), { exact: true })
      await page.getByRole('button', { name: text('people.add') }).click()
      await person.fill('Maria Lopez')
      await pin.fill('481516')
      await away()
      await page.getByRole('button', { name: text('people.add') }).click()
      await expect.poll(() => person.inputValue()).toBe('Maria Lopez')
      expect(await pin.inputValue()).toBe('')
      expect(JSON.stringify(await kept())).not.toContain('481516')
      // Discarded on purpose, it does not come back.
      await person.fill('Maria')
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: text('dialog.leave') }).click()
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(kept).toEqual([])
      expect(complaints).toEqual([])
    },
  )

  it('into an address does not come back over a newer one, and its notes are not closed away', async () => {
    const { page, station, goTo, complaints } = await openApp(await testSandbox())
    const address = { address1: '200 N LaSalle St', city: 'Chicago', state: 'IL', postalCode: '60601' }
    const entry = { name: 'Globex', address: { ...address, country: 'US' } } as const
    const saved = await station.run('addressBook.save', entry)
    if (saved.kind !== 'saved') throw new Error('the address book was not empty')
    const { addressId } = saved.address
    const company = page.getByLabel(text('address.company'))
    const street = page.getByLabel(text('address.street'), { exact: true })
    await goTo(text('rail.addresses'))
    await page.getByRole('button', { name: /^Globex/ }).click()
    await company.fill('Globex Corporation')
    await goTo(text('rail.quote'))
    await expect.poll(async () => (await station.run('drafts.list', { form: 'address' })).length).toBe(1)
    await station.run('addressBook.save', {
      ...{ ...entry, addressId },
      address: { ...entry.address, address1: '222 N LaSalle St' },
    })
    await goTo(text('rail.addresses'))
    await page.getByRole('button', { name: /^Globex/ }).click()
    await page.getByText(text('error.WRONG_STATE')).waitFor()
    expect([await company.inputValue(), await street.inputValue()]).toEqual(['Globex', '222 N LaSalle St'])
    await expect.poll(async () => (await station.run('drafts.list', { form: 'address' })).length).toBe(0)

    await page.getByRole('button', { name: text('contacts.facts') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('party.notes')).fill('ring at door 3')
    await page.keyboard.press('Alt+1')
    await page.keyboard.press('Escape')
    await dialog.getByText(text('dialog.discard')).waitFor()
    await dialog.getByRole('button', { name: text('dialog.stay') }).click()
    expect(await dialog.getByLabel(text('party.notes')).inputValue()).toBe('ring at door 3')
    expect(complaints).toEqual([])
  })

  it('into an order takes no place of a quote, and is asked about before the page goes', async () => {
    const { page, station, goTo, complaints } = await openApp(await testSandbox())
    const what = page.getByLabel(text('cargo.description'))
    const kept = async () => JSON.stringify((await station.run('drafts.get', { form: 'quote', key: 'domestic' })).draft)
    const mayGo = () => page.evaluate<boolean>(`window.dispatchEvent(new Event('beforeunload', { cancelable: true }))`)
    await goTo(text('rail.quote'))
    await what.fill('Pumps for Dallas')
    await expect.poll(kept).toContain('Pumps for Dallas')
    expect(await mayGo()).toBe(true)
    await goTo(text('rail.orders'))
    await page.keyboard.press('n')
    await page.getByText(text('orders.newTitle'), { exact: true }).waitFor()
    await expect.poll(() => what.inputValue()).toBe('')
    await what.fill('Valves for Reno')
    expect(await mayGo()).toBe(false)
    await goTo(text('rail.addresses'))
    await goTo(text('rail.quote'))
    await expect.poll(() => what.inputValue()).toBe('Pumps for Dallas')
    expect(await kept()).toContain('Pumps for Dallas')
    expect(await kept()).not.toContain('Valves')
    expect(complaints).toEqual([])
  })

  it('into a form of a dialog is not closed away by Esc, the cross or a click beside it', async () => {
    const { page, goTo, complaints } = await openApp(await testSandbox())
    await goTo(text('rail.settings'))
    await page
      .getByRole('navigation', { name: text('rail.settings') })
      .getByRole('link', { name: text('people.title') })
      .click()
    const add = page.getByRole('button', { name: text('people.add') })
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel(text('people.name'))
    const question = dialog.getByText(text('dialog.discard'))

    // Nothing typed: Esc closes.
    await add.click()
    await name.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await add.click()
    await name.fill('Maria Lopez')
    await page.keyboard.press('Escape')
    await question.waitFor()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: text('common.close') }).click()
    await question.waitFor()
    await dialog.getByRole('button', { name: text('dialog.stay') }).click()
    await page.mouse.click(5, 5)
    await question.waitFor()
    expect(await name.inputValue()).toBe('Maria Lopez')
    await dialog.getByRole('button', { name: text('dialog.leave') }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
  })
})
