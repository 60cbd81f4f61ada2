import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { describe, expect, it } from 'vitest'
import type { DirectBooking } from '../../src-shared/freight/booking.ts'
import { addDays } from '../../src-shared/station/day.ts'
import { localToday } from '../../src-renderer/locale/format.ts'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'

const DAY = 24 * 60 * 60_000
const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`the outbox on screen ${why}`.trim(), () => {
  async function open() {
    const sandbox = await testSandbox()
    const opened = await openApp(sandbox)
    const { page, station } = opened
    const quote = await station.run('quotes.request', palletsToChicago())
    const tomorrow = addDays(localToday(sandbox.clock.now()), 1)
    const pickupDate = addDays(tomorrow, 1)
    return {
      ...opened,
      sandbox,
      quote,
      tomorrow,
      pickupDate,
      submit: (reference: string) =>
        station.run(
          'bookings.submit',
          bookingOf(quote, { reference, pickupDate, consigneeInfo: { companyName: 'Globex' } }),
        ),
      /** Without the rail: as a link from another screen. */
      go: (route: string) => page.evaluate(`location.hash = ${JSON.stringify(`#/book${route}`)}`),
      tile: (name: string) => page.getByRole('group', { name: 'Show bookings' }).getByRole('button', { name }),
      row: (reference: string) => page.getByRole('listitem').filter({ hasText: reference }),
      heading: (name: string) => page.getByRole('heading', { name, exact: true }),
      button: (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }),
    }
  }
  type Desk = Awaited<ReturnType<typeof open>>

  async function holdSendChangeAndCallOff({ page, station, quote, tomorrow, go, button, heading }: Desk) {
    const rate = quote.rates[0]
    if (!rate) throw new Error('no rate')

    // A reload in the middle of the form loses nothing that was typed.
    await go(`?quote=${quote.id}&rate=${encodeURIComponent(rate.rateId)}`)
    await page.getByLabel('Reference', { exact: true }).fill('PO-HOLD')
    await page.getByLabel('Pickup date').fill(addDays(tomorrow, 1))
    await page.getByLabel('Hold until').fill(addDays(tomorrow, 2))
    await button(/^Confirm/).click()
    await page.getByText('Must not be after the pickup date').waitFor()
    await page.getByLabel('Hold until').and(page.locator(':focus')).waitFor()
    await page.getByLabel('Hold until').fill(tomorrow)
    await station.until('the draft', async () => {
      const { draft } = await station.run('drafts.get', { form: 'booking', key: `${quote.id} ${rate.rateId}` })
      return JSON.stringify(draft?.body ?? '').includes(`"holdUntil":"${tomorrow}"`) ? draft : null
    })
    await page.reload()
    expect(await page.getByLabel('Reference', { exact: true }).inputValue()).toBe('PO-HOLD')
    await button(/^Confirm/).dblclick()

    await heading('On hold').waitFor()
    await page.getByText('you can send it now', { exact: false }).waitFor()
    expect(await station.run('bookings.list', {})).toHaveLength(1)
    await button('Print hold tag').click()
    await page.getByText('The hold tag goes to', { exact: false }).waitFor()

    await button('Change…').click()
    await page.getByLabel('Instructions for the carrier').fill('Dock 4')
    await button('Save').click()
    await page.getByText('Instructions: Dock 4').waitFor()
    await button('Send now').click()
    await heading('Booked').waitFor()
    await page.getByText('its label is kept here', { exact: false }).waitFor()

    await button('Change…').click()
    await page.getByRole('dialog').getByLabel('Contact').fill('Ann Lee')
    expect(await findings(page)).toEqual([])
    await button('Send the change').click()
    await page.getByRole('listitem').filter({ hasText: 'Consignee: Ann Lee' }).getByText('Done').waitFor()

    await button('Cancel the shipment…').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the shipment' }).click()
    await page.getByRole('dialog').getByText('Required').waitFor()
    await button('Customer called it off').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the shipment' }).click()
    await heading('Canceled').waitFor()
    await page.getByText('being paid back', { exact: false }).waitFor()
    const [booking] = await station.run('bookings.list', {})
    expect(booking?.cancellation).toMatchObject({ reason: 'Customer called it off', refund: rate.total })

    // The same again: at today's price, with the same words.
    await button('Book again').click()
    await button(/^Confirm/).waitFor()
    expect(await page.getByLabel('Reference', { exact: true }).inputValue()).toBe('PO-HOLD')
    await page.getByText('this one will be PO-HOLD-2', { exact: false }).waitFor()
    await button(/^Confirm/).click()
    await heading('Booked').waitFor()
  }

  async function answerAndPutRight({ sandbox, page, station, quote, submit, goTo, tile, row, heading, button }: Desk) {
    const refusal = {
      kind: 'status',
      when: 'before',
      status: 402,
      code: 'INSUFFICIENT_FUNDS',
      message: 'Too low',
    } as const
    const lost = { kind: 'drop', when: 'before' } as const

    await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: refusal })
    await submit('PO-NO')
    await goTo('Book')
    await tile('Rejected').getByText('1').waitFor()

    // Nobody knows of this one: looked for until a person is asked.
    await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: lost })
    const { bookingId } = await submit('PO-WHERE')
    await station.until('UNKNOWN', async () => {
      const { state } = await station.run('bookings.get', { bookingId })
      return state === 'UNKNOWN' ? state : null
    })
    await station.until('the question', async () => {
      const { question } = await station.run('bookings.check', { bookingId })
      return question
    })

    // Two that are alike at the service, made past this station.
    const { originAddress, destinationAddress, cargo } = palletsToChicago()
    const { provider = '', service = '' } = quote.rates[0] ?? {}
    const request: DirectBooking = {
      originAddress,
      destinationAddress,
      cargo,
      service: { provider, service },
      reference: 'PO-TWICE',
    }
    for (const label of ['first', 'second']) {
      const made = await fetch(`${sandbox.baseUrl}/book-shipment`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(request),
      })
      expect({ label, status: made.status }).toEqual({ label, status: 201 })
    }
    await sandbox.fault({ method: 'POST', path: '/book-shipment', fault: lost })
    await station.run('bookings.submit', { kind: 'direct', submissionId: 'direct-form-1', request })
    await tile('Need your decision').getByText('2').waitFor()
    expect(await findings(page)).toEqual([])

    await tile('Need your decision').click()
    await row('PO-WHERE').getByText('Was it booked?', { exact: false }).waitFor()
    await row('PO-TWICE').getByRole('button', { name: 'Answer' }).click()
    await heading('Which shipment is this booking?').waitFor()
    const keep = page.locator('thead').getByRole('radio')
    expect(await keep.count()).toBe(2)
    expect(await page.locator('form input:checked').count()).toBe(0)
    await button('Answer').click()
    await page.getByText('Choose the shipment to keep', { exact: false }).waitFor()
    await keep.first().check()
    await station.run('settings.update', { theme: 'dark' })
    await page.locator('html[data-theme="dark"]').waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('radio', { name: 'Cancel the other one' }).check()
    await button('Keep this one, cancel the rest').click()
    await heading('Booked').waitFor()
    await station.until('the other one to be cancelled', async () => {
      const listed = JSON.stringify(await sandbox.get('/shipments?reference=PO-TWICE'))
      return listed.split('"CANCELLED"').length === 2 ? listed : null
    })

    // Sending again is never chosen for the person, and looks once more first.
    await row('PO-WHERE').getByRole('link').click()
    await page.getByRole('radio', { name: 'It was not booked: send it again' }).check()
    await button('Send it again').click()
    await heading('Booked').waitFor()
    await tile('Need your decision').getByText('0').waitFor()

    await tile('Rejected').click()
    await row('PO-NO').getByRole('link').click()
    await button('Put right and book').click()
    await page.getByLabel('Reference', { exact: true }).fill('PO-YES')
    await button('Book it').click()
    await heading('Booked').waitFor()
  }

  /** A booking whose carrier offers it no more is taken over by another offer. */
  async function bookAnotherOffer({ page, station, quote, pickupDate, go, heading, button }: Desk) {
    const held = bookingOf(quote, { reference: 'PO-GONE', pickupDate, holdUntil: pickupDate })
    const { bookingId } = await station.run('bookings.submit', held)
    const question = { kind: 'rate-gone', offers: quote.rates.length } as const
    const { services, stores } = station.station
    await bookingStore(stores.ledger.db, services.clock).move(bookingId, 'QUEUED', { to: 'NEEDS_DECISION', question })
    await go(`?booking=${bookingId}`)
    await page.getByRole('radio', { name: 'See the other offers' }).check()
    await button('See the other offers').click()
    await heading('Choose an offer').waitFor()
    await page.getByRole('listitem').nth(1).getByRole('link').click()
    await page.getByText('the booking that waits for your answer is given up', { exact: false }).waitFor()
    await button(/^Confirm/).click()
    // Freight like it was booked a moment ago, under another reference than the one that is given up.
    await page.getByText('This freight is booked already').waitFor()
    await page.getByLabel('Book it again: this is a second shipment').check()
    await button(/^Confirm/).click()
    await heading('Booked').waitFor()
    expect((await station.run('bookings.get', { bookingId })).state).toBe('CANCELLED')
  }

  async function bookWithoutAQuote({ page, station, goTo, heading, button }: Desk) {
    // Without a quote, the carrier is suggested from what was booked here.
    await goTo('Book')
    await button('Book without a quote').click()
    await button("Book at the carrier's price").click()
    await page.getByRole('alert').filter({ hasText: /field/ }).waitFor()
    await fillWithoutAQuote(page)
    expect(await findings(page)).toEqual([])
    await page.getByLabel('Reference', { exact: true }).fill('PO-DIRECT')
    await button("Book at the carrier's price").click()
    await heading('Booked').waitFor()
    const booked = await station.run('bookings.list', { text: 'PO-DIRECT' })
    expect(booked).toMatchObject([{ kind: 'direct', state: 'BOOKED' }])

    // The same freight again: it is asked about, and booked where that is meant.
    await goTo('Book')
    await button('Book without a quote').click()
    await fillWithoutAQuote(page)
    await button("Book at the carrier's price").click()
    await page.getByText('This freight is booked already').waitFor()
    await page.getByText('PO-DIRECT', { exact: false }).first().waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByLabel('Book it again: this is a second shipment').check()
    await button("Book at the carrier's price").click()
    await heading('Booked').waitFor()
  }

  async function fillWithoutAQuote(page: Desk['page']) {
    await page.getByLabel('Carrier', { exact: true }).fill('')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option').first().click()
    expect(await page.getByLabel('Service', { exact: true }).inputValue()).not.toBe('')
    for (const [side, [company, street, zip, city, state]] of [
      ['Shipper', ['Acme Machine', '1201 Santa Maria Ave', '78040', 'Laredo', 'TX']],
      ['Consignee', ['Globex Corporation', '200 N LaSalle St', '60601', 'Chicago', 'IL']],
    ] as const) {
      const end = page.getByRole('region', { name: side })
      await end.getByLabel('Company').fill(company)
      await end.getByLabel('Street').fill(street)
      await end.getByLabel('City').fill(city)
      await end.getByLabel('State', { exact: true }).fill(state)
      await end.getByLabel('ZIP').fill(zip)
    }
    for (const [name, value] of [
      ['L in', '48'],
      ['W in', '40'],
      ['H in', '36'],
      ['lb each', '500'],
      ['Description', 'Machine parts'],
    ] as const) {
      await page.getByLabel(name, { exact: true }).fill(value)
    }
  }

  /** What the carrier has picked up is told plainly. */
  async function changeTooLate({ sandbox, page, row, button }: Desk) {
    await row('PO-HOLD-2').getByRole('link').click()
    await sandbox.jump(6 * DAY)
    await button('Change…').click()
    await page.getByLabel('Instructions for the carrier').fill('Too late')
    await button('Send the change').click()
    await page.getByText('The carrier picked it up on', { exact: false }).first().waitFor()
  }

  it('holds, sends, changes and calls off; asks before anything is paid twice', async () => {
    const desk = await open()
    await holdSendChangeAndCallOff(desk)
    await answerAndPutRight(desk)
    await bookAnotherOffer(desk)
    await changeTooLate(desk)
    expect(desk.complaints).toEqual([])
  })

  it('books without a quote', full('tests/booking proves it at the station'), async () => {
    const desk = await open()
    await desk.submit('PO-1')
    await bookWithoutAQuote(desk)
    expect(desk.complaints).toEqual([])
  })
})
