import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { expectUsable, findings } from './findings.ts'
import { text } from '../support/text.ts'

const HOUR = 60 * 60_000
const why = browserPath() === null ? 'skipped: no browser' : ''

const acme = {
  name: 'Acme Machine',
  address: {
    companyName: 'Acme Machine',
    address1: '1201 Santa Maria Ave',
    city: 'Laredo',
    state: 'TX',
    postalCode: '78040',
    country: 'US' as const,
  },
}
const globex = {
  name: 'Globex Corporation',
  address: {
    companyName: 'Globex Corporation',
    address1: '200 N LaSalle St',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60601',
    country: 'US' as const,
  },
  dock: { needsLiftgate: true },
}

describe.skipIf(why !== '')(`the quote screen ${why}`.trim(), () => {
  it('quotes from the address book, voids on edit, survives a reload, and quotes again with the difference', async () => {
    const sandbox = await testSandbox()
    const opened = await openApp(sandbox)
    const { page, station } = opened
    const saved = await station.run('addressBook.save', acme)
    if (saved.kind !== 'saved') throw new Error('the address book was not empty')
    await station.run('addressBook.setDefault', { addressId: saved.address.addressId })
    await station.run('addressBook.save', globex)
    await opened.goTo(text('rail.quote'))
    const [from, to] = [page.locator('form section').nth(0), page.locator('form section').nth(1)]

    // The default shipper is there; the consignee is found by two letters, and brings what its dock needs.
    await from.getByText('Acme Machine · Laredo, TX 78040').waitFor()
    await to.getByLabel(text('address.company')).pressSequentially('gl')
    await page.getByRole('option', { name: /Globex Corporation/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await to.getByLabel(text('address.zip')).inputValue()).toBe('60601')
    expect(await page.getByLabel(text('accessorial.LIFTGATE_DELIVERY')).isChecked()).toBe(true)
    await page
      .getByText(text('party.needs', { name: 'Globex Corporation', services: text('accessorial.LIFTGATE_DELIVERY') }))
      .waitFor()

    // The beginning of a ZIP finds the place; the check shows what the post would write.
    await to.getByLabel(text('address.zip')).fill('')
    await to.getByLabel(text('address.zip')).pressSequentially('7520')
    await page.getByRole('option', { name: /75201 Dallas, TX/ }).click()
    expect(await to.getByLabel(text('address.city')).inputValue()).toBe('Dallas')
    expect(await to.getByLabel(text('address.state'), { exact: true }).inputValue()).toBe('TX')
    await to.getByRole('button', { name: text('addressCheck.ask') }).click()
    await to.getByRole('button', { name: text('addressCheck.take') }).waitFor()
    await expectUsable(opened)
    await to.getByRole('button', { name: text('addressCheck.keep') }).click()
    await to.getByText(text('addressCheck.state.kept')).waitFor()
    expect(await to.getByLabel(text('address.zip')).inputValue()).toBe('75201')

    // What is missing is said beside its field, and the first one has the focus.
    await page.keyboard.press('Control+Enter')
    await page.getByText(/fields to fix/).waitFor()
    expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('button', { name: text('cargo.typeIn.metric') }).click()
    for (const [name, value] of [
      ['length', '122'],
      ['width', '102'],
      ['height', '91'],
      ['weight', '227'],
    ] as const) {
      await page.getByLabel(text(`cargo.${name}`), { exact: true }).fill(value)
    }
    await page.getByLabel(text('cargo.description')).fill('Machine parts')
    await page
      .getByText(text('cargo.byDensityClass', { freightClass: '12.5 lb/ft³ (12 to under 15): class 85' }), {
        exact: false,
      })
      .waitFor()
    await page.keyboard.press('Control+Enter')
    const rates = page.locator('tr[data-rate]')
    await rates.first().waitFor()
    // Also in Spanish, whose prices are longer, no mark of a rate is cut.
    const isWide = () =>
      page.evaluate(`(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(
      document.querySelector('table[role="treegrid"]').parentElement)`)
    expect(await isWide()).toBe(false)
    await station.run('settings.update', { language: 'es' })
    await page.getByText('Entrega', { exact: true }).waitFor()
    expect(await isWide()).toBe(false)
    await station.run('settings.update', { language: 'en' })
    await page.getByText(text('rate.delivery'), { exact: true }).waitFor()
    await expectUsable(opened)

    // The same freight in other units holds; another weight does not.
    await page.getByRole('button', { name: text('cargo.typeIn.imperial') }).click()
    await page.getByText(/^Expires/).waitFor()
    await page.getByLabel(text('cargo.weight')).fill('900')
    await page.getByText(text('quote.void.edited')).waitFor()
    await station.until('the draft', async () => {
      const { draft } = await station.run('drafts.get', { form: 'quote', key: 'domestic' })
      return JSON.stringify(draft?.body ?? '').includes('"weight":"900"') ? true : null
    })
    await page.reload()
    await page.getByText(text('quote.void.edited')).waitFor()
    expect(await page.getByLabel(text('cargo.weight')).inputValue()).toBe('900')
    await page.getByRole('button', { name: text('quote.again') }).click()
    await page.getByText(/^Expires/).waitFor()

    // From the history: asked again, and what it costs now beside what it did.
    await page.getByRole('button', { name: text('history.button') }).click()
    const history = page.getByRole('dialog')
    await history.getByRole('listitem').nth(1).waitFor()
    await history.getByRole('searchbox').fill('nowhere')
    await history.getByText(text('history.nothingFound')).waitFor()
    // Escape takes back what is looked for, and only then the sheet.
    await page.keyboard.press('Escape')
    expect(await history.getByRole('searchbox').inputValue()).toBe('')
    await history.getByRole('listitem').nth(1).waitFor()
    await history.getByRole('searchbox').fill('dallas')
    await history.getByRole('listitem').nth(1).waitFor()
    await expectUsable(opened)
    await history
      .getByRole('listitem')
      .nth(1)
      .getByRole('button', { name: /Laredo/ })
      .click()
    await history.waitFor({ state: 'hidden' })
    await expect
      .poll(async () => Number(await page.getByLabel(text('cargo.weight')).inputValue()))
      .toBeCloseTo(500.45, 1)
    await page.clock.install({ time: sandbox.clock.now() })
    await page.clock.fastForward(2 * HOUR)
    await page.getByText(text('quote.void.expired'), { exact: true }).waitFor()
    await page.getByRole('button', { name: text('quote.again') }).click()
    await page.getByText(text('rate.change.same')).first().waitFor()
    // The button is gone with its note: the keys are among the rates.
    await page.locator('tr[data-rate]:focus').waitFor()

    // Nobody goes there: an answer with its reasons.
    await page.getByLabel(text('cargo.weight')).fill('44000')
    await page.keyboard.press('Control+Enter')
    await page.getByText(text('error.NO_RATES_AVAILABLE'), { exact: true }).waitFor()
    await page
      .getByText(/may weigh at most|at most .* lb/)
      .first()
      .waitFor()

    // A slow service: how long it takes so far, and a way out. Nothing of the form is gone.
    await page.getByLabel(text('cargo.weight')).fill('800')
    await sandbox.fault({ path: '/quote', delayMs: 600_000 })
    await page.keyboard.press('Control+Enter')
    await page.getByText(text('quote.asking')).first().waitFor()
    await page.clock.fastForward(4_000)
    await page.getByText(/^[4-9]\d* s$/).waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: text('common.cancel'), exact: true }).click()
    await page.getByText(/^[4-9]\d* s$/).waitFor({ state: 'detached' })

    // Starting over can be taken back.
    await page.getByRole('button', { name: text('doc.startOver') }).click()
    expect(await page.getByLabel(text('cargo.weight')).inputValue()).toBe('')
    await page.getByRole('button', { name: text('rules.undo') }).click()
    expect(await page.getByLabel(text('cargo.weight')).inputValue()).toBe('800')
    // What was typed since stays.
    await page.getByRole('button', { name: text('doc.startOver') }).click()
    await page.getByLabel(text('cargo.weight')).fill('950')
    await page.getByRole('button', { name: text('rules.undo') }).click()
    await page.getByText(text('toast.notUndone')).waitFor()
    expect(await page.getByLabel(text('cargo.weight')).inputValue()).toBe('950')
    expect(opened.complaints).toEqual([])
  })
})

describe.skipIf(why !== '')(`rates by two ZIP codes ${why}`.trim(), () => {
  it('need no street and no weight of one piece; the street is asked for when a rate is booked', async () => {
    const sandbox = await testSandbox()
    const opened = await openApp(sandbox)
    const { page } = opened
    await opened.goTo(text('rail.quote'))
    const [from, to] = [page.locator('form section').nth(0), page.locator('form section').nth(1)]
    for (const [end, zip, city] of [
      [from, '78040', 'Laredo'],
      [to, '60601', 'Chicago'],
    ] as const) {
      await end.getByLabel(text('address.zip')).pressSequentially(zip)
      await expect.poll(() => end.getByLabel(text('address.city')).inputValue()).toBe(city)
    }
    await page.getByRole('button', { name: text('preset.button') }).click()
    await page.getByRole('button', { name: text('preset.size.pallet-48x48') }).click()
    await page.getByLabel(text('cargo.height'), { exact: true }).fill('50')
    await page.getByLabel(text('cargo.pieces')).fill('4')
    await page.getByRole('button', { name: text('cargo.enterTotal') }).click()
    await page.getByLabel(text('cargo.totalWeight')).fill('2000')
    await page.getByLabel(text('cargo.description')).fill('Paper')
    await page.keyboard.press('Control+Enter')
    const rates = page.locator('tr[data-rate]')
    await rates.nth(1).waitFor()
    expect(await findings(page)).toEqual([])

    // The second rate: what is missing has the focus, and the same carrier is chosen once the street is there.
    const carrier = await rates.nth(1).locator('td').first().innerText()
    await rates.nth(1).click()
    await page.getByRole('button', { name: /^Book / }).click()
    await page.locator(':focus[aria-invalid="true"]').waitFor()
    await page.getByText(text('quote.streetToBook')).first().waitFor()
    await from.getByLabel(text('address.street')).fill('1201 Santa Maria Ave')
    await to.getByLabel(text('address.street')).fill('200 N LaSalle St')
    await page.keyboard.press('Control+Enter')
    await page.getByText(text('quote.void.edited')).waitFor({ state: 'detached' })
    expect(await page.locator('tr[data-rate][aria-selected="true"]').innerText()).toContain(carrier.split('\n')[0])
    await page.getByRole('button', { name: /^Book / }).click()
    await page.getByText('200 N LaSalle St', { exact: false }).first().waitFor()
    expect(opened.complaints).toEqual([])
  })

  it('offers the freight that a consignee got last, until cargo is typed', async () => {
    const opened = await openApp(await testSandbox())
    const { page, station } = opened
    const quote = await station.run('quotes.request', palletsToChicago({ destinationAddress: globex.address }))
    const { bookingId } = await station.run('bookings.submit', { kind: 'quote', ...bookingOf(quote) })
    await station.until('the shipment', async () => (await station.run('bookings.get', { bookingId })).shipmentId)
    await station.station.services.shippedTo.work()
    await opened.goTo(text('rail.quote'))
    await page.locator('form section').nth(1).getByLabel(text('address.company')).pressSequentially('gl')
    await page.getByRole('option', { name: /Globex Corporation/ }).click()
    const again = page.getByRole('button', { name: text('cargo.asLastTime', { pieces: '2 pieces', weight: '1,000' }) })
    await again.click()
    await again.waitFor({ state: 'detached' })
    expect(await page.getByLabel(text('cargo.weight')).inputValue()).toBe('500')
    await opened.picture('quote-as-last-time')
    expect(opened.complaints).toEqual([])
    await opened.close()
  })
})
