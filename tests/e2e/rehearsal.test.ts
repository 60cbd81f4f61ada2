import { describe, expect, it } from 'vitest'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { openPalette, scan } from './typing.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`a rehearsal on screen ${why}`.trim(), full('tests/rehearsal proves each scene'), () => {
  it('stages an outage and a printer without paper, cannot be mistaken, and puts everything back', async () => {
    const app = await openApp(await testSandbox({ samples: true }))
    const { page, station, goTo, picture, complaints } = app
    const quote = await station.run('quotes.request', palletsToChicago())
    await openPalette(page)
    await page.keyboard.type('rehears')
    await page.getByRole('option', { name: text('rehearsal.title'), exact: true }).click()
    const card = (name: string) => page.getByRole('article', { name })
    await card(text('scene.outage.title'))
      .getByRole('button', { name: text('rehearsal.stage') })
      .click()
    await card(text('scene.outage.title')).getByText(text('rehearsal.on')).waitFor()
    await page.getByText('Offline since', { exact: false }).first().waitFor()
    const banner = page.getByRole('region', { name: text('rehearsal.title') })
    await banner.getByText(text('rehearsal.bannerText')).waitFor()
    await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))
    await page.getByRole('link', { name: text('frame.notSent', { count: '1' }) }).waitFor()
    await expectUsable({ page, station })
    await picture('rehearsal')
    const responseVariant = page.getByRole('radio', { name: /^Minimal/ })
    await responseVariant.check()
    await station.until('the manner', async () =>
      (await station.run('rehearsal.state', {})).responseVariant === 'bare' ? true : null,
    )
    await responseVariant.scrollIntoViewIfNeeded()
    await page.getByRole('radio', { name: /^As documented/ }).check()
    await card(text('scene.outage.title'))
      .getByRole('button', { name: text('scene.outage.clear') })
      .click()
    await page.getByRole('link', { name: text('frame.notSent', { count: '1' }) }).waitFor({ state: 'hidden' })
    const [booking] = await station.run('bookings.list', {})
    expect(booking).toMatchObject({ reference: 'PO-1', state: 'BOOKED' })

    await card(text('scene.paper-out.title'))
      .getByRole('button', { name: text('rehearsal.stage') })
      .click()
    await card(text('scene.paper-out.title')).getByText(text('rehearsal.on')).waitFor()
    await goTo(text('rail.pack'))
    await scan(page, 'PO-1')
    await station.until('the refusal', async () => {
      const [job] = await station.run('jobs.list', {})
      return job?.error?.code === 'PRINTER_NOT_READY' ? job : null
    })
    await banner.getByRole('link', { name: text('rehearsal.show') }).click()
    await card(text('scene.paper-out.title'))
      .getByRole('button', { name: text('scene.paper-out.clear') })
      .click()
    await card(text('scene.paper-out.title'))
      .getByRole('button', { name: text('rehearsal.stage') })
      .waitFor()
    await banner.getByRole('button', { name: text('rehearsal.end') }).click()
    await banner.waitFor({ state: 'hidden' })
    expect(await station.run('rehearsal.state', {})).toMatchObject({ since: null })
    expect((await station.run('printers.list', {})).find(({ isDefault }) => isDefault)?.connection.kind).toBe('virtual')
    expect(complaints).toEqual([])
  })
})
