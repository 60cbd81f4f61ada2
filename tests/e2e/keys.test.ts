import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { batchCells, batchCsv, handIn } from '../support/batch-files.ts'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp } from './app.ts'
import { expectUsable, findings } from './findings.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

const acme = {
  name: 'Acme Machine',
  address: {
    address1: '1201 Santa Maria Ave',
    city: 'Laredo',
    state: 'TX',
    postalCode: '78040',
    country: 'US' as const,
  },
}
const globex = {
  name: 'Globex Corporation',
  address: { address1: '200 N LaSalle St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' as const },
}

/** A keyboard that counts: every letter, and every key that is held down with another. */
function counted(page: Page) {
  let keys = 0
  return {
    type: async (text: string) => {
      keys += text.length
      await page.keyboard.type(text)
    },
    press: async (key: string) => {
      keys += key.split('+').length
      await page.keyboard.press(key)
    },
    /** How many since it was asked before. */
    count: () => {
      const since = keys
      keys = 0
      return since
    },
  }
}

describe.skipIf(why !== '')(`how many keys a job takes ${why}`.trim(), () => {
  it('quotes in one line, asks about what is not certain, brings a line back, and books', async () => {
    const sandbox = await testSandbox()
    const opened = await openApp(sandbox)
    const { page, station } = opened
    const saved = await station.run('addressBook.save', acme)
    if (saved.kind !== 'saved') throw new Error('the address book was not empty')
    await station.run('addressBook.setDefault', { addressId: saved.address.addressId })
    await station.run('addressBook.save', globex)
    await station.run('presets.save', {
      name: 'Euro pallet',
      cargo: [{ quantity: 1, weight: 600, length: 47.2, width: 31.5, height: 60, description: 'Pump housings' }],
    })
    const keyboard = counted(page)
    const line = page.getByLabel(text('line.title'), { exact: true }).and(page.locator('input'))

    // A consignee that nobody knows yet, from the default shipper.
    await opened.goTo(text('rail.quote'))
    await page.locator('#quick-line:focus').waitFor()
    await keyboard.type('1801 n yale ave 74115 2plt 500lb ea 48x40x52 parts')
    await keyboard.press('Control+Enter')
    await page.locator('tr[data-rate]:focus').waitFor()
    expect(keyboard.count()).toBeLessThanOrEqual(60)
    expect(await page.getByLabel(text('cargo.weight')).inputValue()).toBe('500')
    await page.getByText('1801 n yale ave', { exact: true }).waitFor()
    expect(await findings(page)).toEqual([])

    // Booked, the reference being where the keys are.
    await keyboard.press('Enter')
    await page.getByLabel(text('shipment.reference'), { exact: true }).and(page.locator(':focus')).waitFor()
    await keyboard.type('P-1')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: text('booking.BOOKED') }).waitFor()
    expect(keyboard.count()).toBeLessThanOrEqual(5)

    // A known one, by its name and a preset's.
    await opened.goTo(text('rail.quote'))
    await line.fill('')
    await keyboard.type('globex 2 euro pallet')
    await keyboard.press('Control+Enter')
    await page.getByText('Globex Corporation · Chicago, IL 60601').waitFor()
    await page.locator('tr[data-rate]:focus').waitFor()
    expect(keyboard.count()).toBeLessThanOrEqual(25)

    // The same lane once more, on another day: the line comes back.
    await station.until('the lines that were asked', async () => {
      const { draft } = await station.run('drafts.get', { form: 'quote', key: 'lines' })
      return JSON.stringify(draft?.body ?? '').includes('globex 2 euro pallet') ? true : null
    })
    await page.reload()
    // The same screen is there again, and a click on its link would take the keys away from the line.
    await line.focus()
    await keyboard.press('ArrowUp')
    // The lines that were asked are read meanwhile: a key that seemed to be lost may still count, and is taken back.
    await expect
      .poll(async () => {
        const shown = await line.inputValue()
        if (shown !== 'globex 2 euro pallet') await line.press(shown === '' ? 'ArrowUp' : 'ArrowDown')
        return line.inputValue()
      })
      .toBe('globex 2 euro pallet')
    await keyboard.press('Control+Enter')
    await page.locator('tr[data-rate]:focus').waitFor()
    expect(keyboard.count()).toBeLessThanOrEqual(3)

    // What is not certain is amber, and settled in its place; a word that is not understood is named.
    await line.fill('acme chicago 2 pallets 500 lb 48x40x52 machine parts flurble tomorrow liftgate')
    const unclear = page.getByRole('list', { name: text('line.unclear') })
    await unclear.getByText('“flurble”: not understood').waitFor()
    await expectUsable({ page, station })
    await unclear.getByRole('button', { name: '500 lb total' }).click()
    await page.getByText('“500 lb”: each, or total?').waitFor({ state: 'detached' })
    expect(await page.getByLabel(text('cargo.weight')).inputValue()).toBe('250')
    expect(await page.getByLabel(text('accessorial.LIFTGATE_DELIVERY')).isChecked()).toBe(true)
    expect(opened.complaints).toEqual([])
  })

  it('puts a row of a batch right in the grid', full('one journey by keys is walked in the default run'), async () => {
    const sandbox = await testSandbox()
    const opened = await openApp(sandbox)
    const { page, station } = opened
    const { batch, map } = await handIn(
      station.run,
      batchCsv([
        batchCells('PO-2', { 'Consignee zip': '6060' }),
        batchCells('PO-3', { Quantity: 'two' }),
        batchCells('PO-4', { Quantity: 'two' }),
      ]),
    )
    if (!map) throw new Error('no map was suggested')
    const { batchId } = batch
    await station.run('batches.check', { batchId, map })
    await page.goto(`${page.url().split('#')[0] ?? ''}#/batch?batch=${batchId}`)
    const keyboard = counted(page)
    const cell = (name: string) => page.locator(`input:focus[aria-label="${name}"]`)

    // The first cell that is wrong has the keys; Enter keeps it, its row is checked again, and the next one has them.
    await cell(text('batch.fix.cell', { column: 'Consignee zip', row: '2' })).waitFor()
    await keyboard.type('60601')
    await keyboard.press('Enter')
    await cell(text('batch.fix.cell', { column: 'Quantity', row: '3' })).waitFor()
    expect(keyboard.count()).toBeLessThanOrEqual(6)
    expect((await station.run('batches.get', { batchId })).counts).toMatchObject({ ok: 1, errors: 2 })
    expect(await findings(page)).toEqual([])

    // Filled down to those below with an error in the same column.
    await keyboard.type('2')
    await keyboard.press('Control+d')
    await page.getByRole('button', { name: text('batch.toOrders', { count: 3 }) }).waitFor()
    expect(keyboard.count()).toBeLessThanOrEqual(6)
    expect((await station.run('batches.get', { batchId })).counts).toMatchObject({ ok: 3, errors: 0 })
    expect(opened.complaints).toEqual([])
  })

  it('reaches the rows of Track with one Tab', full('one journey by keys is walked in the default run'), async () => {
    const opened = await openApp(await testSandbox({ samples: true }))
    const { page } = opened
    await opened.goTo(text('rail.track'))
    await page.getByRole('grid').getByRole('row').nth(1).waitFor()
    const keyboard = counted(page)
    await keyboard.press('Tab')
    const grid = page.locator('[role="grid"]:focus')
    await grid.waitFor()
    expect(keyboard.count()).toBe(1)
    const first = await grid.getAttribute('aria-activedescendant')
    await keyboard.press('j')
    await expect.poll(() => grid.getAttribute('aria-activedescendant')).not.toBe(first)
    await keyboard.press('k')
    await expect.poll(() => grid.getAttribute('aria-activedescendant')).toBe(first)
    await keyboard.press('/')
    await page.locator('main input[type="search"]:focus').waitFor()
    expect(await findings(page)).toEqual([])
    expect(opened.complaints).toEqual([])
  })
})
