import { describe, expect, it } from 'vitest'
import { full } from '../support/full.ts'
import { browserPath } from '../support/browser.ts'
import { batchCells, batchCsv } from '../support/batch-files.ts'
import { palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { text } from '../support/text.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const MOST_STEPS = 12

const PLACES = [
  ['Ozark Marine Supply', 'Tulsa', 'OK', '74103'],
  ['Hollis Family Farm', 'Fargo', 'ND', '58102'],
  ['Lakehead Tools', 'Chicago', 'IL', '60601'],
  ['Peachtree Fixtures', 'Atlanta', 'GA', '30303'],
  ['Prairie Dental Group', 'Omaha', 'NE', '68102'],
] as const

/** Orders to several places, whose carrier rules choose. */
const thirty = () =>
  Array.from({ length: 30 }, (_, at) => {
    const [company, city, state, zip] = PLACES[at % PLACES.length] ?? PLACES[0]
    return batchCells(`SO-${20_501 + at}`, {
      ...{ Provider: '', Service: '', 'Rate rule': 'cheapest', 'Weight each': String(180 + 10 * at) },
      ...{ 'Consignee company': company, 'Consignee address': '100 Main St' },
      ...{ 'Consignee city': city, 'Consignee state': state, 'Consignee zip': zip },
    })
  })

describe.skipIf(why !== '')(`Orders on screen ${why}`.trim(), () => {
  it('thirty orders go from a file to their labels in twelve keys and clicks', async () => {
    const app = await openApp(await testSandbox())
    const { page, station } = app
    await app.goTo(text('rail.orders'))
    let steps = 0
    const click = async (name: string | RegExp) => {
      steps += 1
      await page.getByRole('button', { name, disabled: false }).first().click()
    }
    await click(text('orders.import'))
    // The file dialog of the system: to open it, and to choose the file.
    steps += 2
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'monday.csv', mimeType: 'text/csv', buffer: Buffer.from(batchCsv(thirty())) })
    await click(text('batch.check'))
    await click(text('batch.toOrders', { count: 30 }))
    await page.getByText(text('orders.selected', { count: 30 })).waitFor()
    await click(text('orders.rate.rule'))
    const buy = page.getByRole('button', { name: /^Book 30 orders · \$/, disabled: false })
    await buy.waitFor()
    await app.picture('orders-board')
    await expectUsable({ page, station }, 'orders-board')
    steps += 1
    await page.keyboard.press('Control+Enter')
    await page.getByText(text('orders.run.bought', { count: 30 })).waitFor()
    await station.until('thirty shipments', async () => {
      const { rows } = await station.run('orders.list', { show: 'booked', limit: 100 })
      return rows.every(({ booking }) => booking?.state === 'BOOKED') && rows.length === 30 ? true : null
    })
    await click(text('orders.run.print', { count: 30 }))
    steps += 1
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('bulk.print.do') })
      .click()
    await station.until('thirty labels', async () => {
      const jobs = await station.run('jobs.list', { limit: 100 })
      return jobs.filter(({ state }) => state === 'PRINTED').length === 30 ? true : null
    })
    expect(steps).toBeLessThanOrEqual(MOST_STEPS)
    // What is printed says so in the list.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('common.close') })
      .last()
      .click()
    await page.getByRole('button', { name: text('orders.view.booked') }).click()
    await page.getByRole('row', { name: 'SO-20530' }).getByText(text('orders.printed')).waitFor()
    expect(await station.run('bookings.list', { limit: 100 })).toHaveLength(30)
    expect(app.complaints).toEqual([])
    await app.close()
  })

  it(
    'is searched, held with a reason, tagged, corrected, typed and rated by hand',
    full('its commands are proved in tests/imports/order-board.test.ts; the journey of thirty orders uses the screen'),
    async () => {
      const app = await openApp(await testSandbox())
      const { page, station } = app
      await station.run('orders.add', {
        orders: PLACES.map(([companyName, city, state, postalCode], at) => ({
          ...palletsToChicago({
            destinationAddress: { companyName, address1: '100 Main St', city, state, postalCode, country: 'US' },
          }),
          reference: `SO-${at + 1}`,
        })),
      })
      const warehouse = await station.run('addressBook.save', {
        name: 'Acme Machine',
        address: { ...palletsToChicago().originAddress, companyName: 'Acme Machine' },
      })
      if (warehouse.kind !== 'saved') throw new Error('the address book was not empty')
      await station.run('addressBook.setDefault', { addressId: warehouse.address.addressId })
      await app.goTo(text('rail.orders'))
      const grid = page.getByRole('grid', { name: text('orders.grid') })
      const row = (reference: string) => grid.getByRole('row', { name: reference })
      const dialog = page.getByRole('dialog')
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
      const view = (name: string) =>
        page.getByRole('navigation', { name: text('orders.views') }).getByRole('button', { name })
      await row('SO-5').waitFor()

      // Held by key, with the reason in the list; released from the drawer.
      await grid.focus()
      await page.keyboard.press('h')
      await dialog.getByLabel(text('orders.hold.label')).fill('no customs broker')
      await dialog.getByRole('button', { name: text('orders.hold'), exact: true }).click()
      await row('SO-1')
        .getByText(text('orders.state.held', { reason: 'no customs broker' }))
        .waitFor()
      await view(text('orders.view.held')).click()
      await row('SO-2').waitFor({ state: 'detached' })
      expect(await view(text('orders.view.held')).getAttribute('aria-current')).toBe('true')
      await row('SO-1').click()
      const drawer = page.getByRole('complementary', { name: text('orders.detail') })
      // Whole beside the drawer.
      const chip = row('SO-1').getByText(text('orders.state.held', { reason: 'no customs broker' }))
      await expect
        .poll(() =>
          chip.evaluate((one: { scrollWidth: number; clientWidth: number }) => one.scrollWidth <= one.clientWidth),
        )
        .toBe(true)
      await app.picture('orders-held')
      await expectUsable({ page, station }, 'orders-held')
      await drawer.getByRole('button', { name: text('orders.release') }).click()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })

      // A tag narrows the list, and a filter is saved under a name.
      await view(text('orders.view.open')).click()
      await row('SO-2').getByRole('checkbox').click()
      await row('SO-3').getByRole('checkbox').click()
      await button(text('orders.tag')).click()
      await dialog.getByLabel(text('orders.tag.label')).fill('rush')
      await dialog.getByRole('button', { name: text('orders.tag'), exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('searchbox', { name: text('orders.search') }).fill('rush')
      await page.keyboard.press('Enter')
      await row('SO-1').waitFor({ state: 'detached' })
      expect(await grid.getByRole('row').count()).toBe(3)
      await page.getByRole('searchbox', { name: text('orders.search') }).fill('')
      await page.keyboard.press('Enter')
      await row('SO-1').waitFor()

      // Nothing is selected that was not in the list: what was chosen before the search is chosen again.
      await button(text('orders.rate.rule')).waitFor({ state: 'detached' })
      await row('SO-2').getByRole('checkbox').click()
      await row('SO-3').getByRole('checkbox').click()

      // Another rate by hand says what it costs over the rule.
      await button(text('orders.rate.rule')).click()
      await page.getByRole('button', { name: /^Book 2 orders/ }).waitFor()
      await row('SO-2').click()
      const rates = drawer.getByRole('radio')
      await rates.last().waitFor()
      expect(await drawer.getByRole('group').innerText()).toMatch(/^\S.* [A-Z]{4}$/m)
      // The rates are what the drawer is opened for.
      const at = async (one: ReturnType<typeof page.locator>) => (await one.boundingBox())?.y ?? 0
      expect(await at(rates.last())).toBeLessThan(await at(drawer.getByText(text('shipment.shipTo'), { exact: true })))
      await app.picture('orders-rates')
      await rates.last().click()
      await row('SO-2')
        .getByText(/^Your choice, \+\$/)
        .waitFor()
      await page.keyboard.press('Escape')

      // Corrected in the quote form; its rate is gone then.
      await row('SO-3').click()
      await drawer.getByRole('button', { name: text('orders.edit') }).click()
      await page.getByText(text('orders.editTitle', { reference: 'SO-3' })).waitFor()
      await expect.poll(() => page.getByLabel(text('shipment.reference'), { exact: true }).inputValue()).toBe('SO-3')
      await page.getByLabel(text('shipment.reference'), { exact: true }).fill('SO-3B')
      await app.picture('order-edit')
      await expectUsable({ page, station }, 'order-edit')
      await page.getByRole('button', { name: text('orders.save') }).click()
      await row('SO-3B').getByText(text('orders.state.unrated')).waitFor()

      // Removed, and brought back by Undo.
      await row('SO-5').getByRole('checkbox').click()
      await button(text('orders.dismiss')).click()
      await row('SO-5').waitFor({ state: 'detached' })
      await button(text('toast.undo')).click()
      await row('SO-5').waitFor()

      // A new one, typed in one line. It needs the street that a quote does without.
      await page.keyboard.press('n')
      await page.getByText(text('orders.newTitle'), { exact: true }).waitFor()
      const line = page.locator('#quick-line')
      await line.fill('acme 60601 2 pallets 500 lb each 48x40x36 machine parts')
      await line.press('Enter')
      await expect.poll(() => page.getByLabel(text('cargo.weight'), { exact: true }).inputValue()).toBe('500')
      await page.getByLabel(text('shipment.reference'), { exact: true }).fill('TYPED-1')
      await page.getByRole('button', { name: text('orders.save') }).click()
      const street = page.getByLabel(text('address.street'), { exact: true })
      await street.and(page.locator('[aria-invalid="true"]')).waitFor()
      await street.last().fill('200 N LaSalle St')
      await page.getByLabel(text('address.company'), { exact: true }).last().fill('Globex Corporation')
      await page.getByRole('button', { name: text('orders.save') }).click()
      await row('TYPED-1').getByText(text('orders.origin.typed'), { exact: true }).waitFor()
      expect(app.complaints).toEqual([])
      await app.close()
    },
  )

  it('is not saved over what another person corrected meanwhile, and nothing typed is lost', async () => {
    const app = await openApp(await testSandbox())
    const { page, station } = app
    const destinationAddress = { ...palletsToChicago().destinationAddress, companyName: 'Lakehead Tools' }
    const input = { ...palletsToChicago({ destinationAddress }), reference: 'SO-1' }
    await station.run('orders.add', { orders: [input] })
    const [order] = await station.run('orders.rows', {})
    const orderId = order?.orderId ?? ''
    const instructions = page.getByLabel(text('book.instructions'), { exact: true })
    const save = page.getByRole('button', { name: text('orders.save') })
    const correctElsewhere = (words: string) =>
      station.run('orders.save', { orderId, order: { ...input, instructions: words } })
    const savedWords = async () => (await station.run('orders.get', { orderId })).content.instructions
    await app.goTo(text('rail.orders'))
    const edit = async () => {
      await page.getByRole('row', { name: 'SO-1' }).click()
      const drawer = page.getByRole('complementary', { name: text('orders.detail') })
      await drawer.getByRole('button', { name: text('orders.edit') }).click()
      await page.getByText(text('orders.editTitle', { reference: 'SO-1' }), { exact: true }).waitFor()
    }
    await edit()
    await correctElsewhere('Dock 4')
    await instructions.fill('Call first')
    await save.click()
    await page.getByRole('alert').getByText(text('error.WRONG_STATE')).waitFor()
    expect(await savedWords()).toBe('Dock 4')
    await app.picture('order-changed')
    await expectUsable({ page, station }, 'order-changed')
    // A look at the list loses nothing, and what was typed is saved once a person says so.
    await app.goTo(text('rail.orders'))
    await edit()
    await expect.poll(() => instructions.inputValue()).toBe('Call first')
    await correctElsewhere('Dock 5')
    await save.click()
    await page.getByRole('button', { name: text('party.saveAnyway') }).click()
    await page.getByRole('row', { name: 'SO-1' }).waitFor()
    expect(await savedWords()).toBe('Call first')
    // What was typed over another content, unwarned, is dropped with a notice.
    await edit()
    await instructions.fill('Ring twice')
    await app.goTo(text('rail.orders'))
    await correctElsewhere('Dock 6')
    await edit()
    await page.getByText(text('error.WRONG_STATE')).waitFor()
    await expect.poll(() => instructions.inputValue()).toBe('Dock 6')
    await app.picture('order-outdated')
    await expectUsable({ page, station }, 'order-outdated')
    expect(app.complaints).toEqual([])
    await app.close()
  })

  it('is booked under its reference from all rates, also after the page was loaded again', async () => {
    const app = await openApp(await testSandbox())
    const { page, station } = app
    const destinationAddress = { ...palletsToChicago().destinationAddress, companyName: 'Lakehead Tools' }
    const input = { ...palletsToChicago({ destinationAddress }), reference: 'SO-1', instructions: 'Dock 4' }
    await station.run('orders.add', { orders: [input] })
    await app.goTo(text('rail.pack'))
    await page.keyboard.type('SO-1')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: text('order.quote'), exact: true }).click()
    await page.getByRole('button', { name: text('order.allRates') }).click()
    await page.locator('tr[data-rate]').first().waitFor()
    await page.reload()
    await page.locator('tr[data-rate]').first().focus()
    await page.keyboard.press('Enter')
    const reference = page.getByLabel(text('shipment.reference'), { exact: true })
    await expect.poll(() => reference.inputValue()).toBe('SO-1')
    await page.reload()
    await expect.poll(() => reference.inputValue()).toBe('SO-1')
    await page.getByRole('button', { name: /^Confirm/ }).click()
    await station.until('the order to be booked', async () => {
      const { rows } = await station.run('orders.list', { show: 'booked' })
      return rows.length === 1 ? true : null
    })
    expect(app.complaints).toEqual([])
    await app.close()
  })

  it('that was voided is shipped again from its row', async () => {
    const app = await openApp(await testSandbox())
    const { page, station } = app
    const destinationAddress = { ...palletsToChicago().destinationAddress, companyName: 'Lakehead Tools' }
    await station.run('orders.add', { orders: [{ ...palletsToChicago({ destinationAddress }), reference: 'SO-1' }] })
    const [order] = await station.run('orders.rows', {})
    const orderId = order?.orderId ?? ''
    const { quote, rateId } = await station.run('orders.quote', { orderId })
    const { bookingId } = await station.run('orders.book', { orderId, quoteId: quote.id, rateId })
    const ended = (wanted: (booking: Awaited<ReturnType<typeof bookingNow>>) => boolean) =>
      station.until('the booking', async () => wanted(await bookingNow()) || null)
    const bookingNow = () => station.run('bookings.get', { bookingId })
    await ended(({ state }) => state === 'BOOKED')
    const change = { kind: 'cancel' as const, reason: 'the wrong day' }
    await station.run('bookings.requestChange', { submissionId: 'void-form-1', bookingId, change })
    await ended(({ cancellation }) => cancellation !== null)
    await app.goTo(text('rail.orders'))
    const view = (name: string) =>
      page.getByRole('navigation', { name: text('orders.views') }).getByRole('button', { name })
    const row = page.getByRole('row', { name: 'SO-1' })
    await view(text('orders.view.booked')).click()
    await row.getByRole('checkbox').click()
    await row.click()
    const drawer = page.getByRole('complementary', { name: text('orders.detail') })
    await drawer.getByRole('button', { name: text('orders.shipAgain') }).waitFor()
    // Once, beside the one order that is selected; the keys of open orders are not offered.
    expect(await page.getByRole('button', { name: text('orders.shipAgain') }).count()).toBe(1)
    await page.getByText(text('orders.keys'), { exact: true }).waitFor()
    await app.picture('orders-voided')
    await expectUsable({ page, station }, 'orders-voided')
    await drawer.getByRole('button', { name: text('orders.shipAgain') }).click()
    await drawer.getByRole('button', { name: text('orders.rate.rule') }).waitFor()
    await view(text('orders.view.open')).click()
    await row.getByText(text('orders.state.unrated')).waitFor()
    expect(app.complaints).toEqual([])
    await app.close()
  })
})
