import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import { pieceCode } from '../../src-shared/freight/piece-code.ts'
import { browserPath } from '../support/browser.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { freePort } from '../support/free-port.ts'
import { openApp, type App } from './app.ts'
import { expectUsable, findings } from './findings.ts'
import { pressByHand, scan } from './typing.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

/** Books two pallets and waits until the label is kept here. */
async function book({ station }: App, reference: string): Promise<Booking> {
  const quote = await station.run('quotes.request', palletsToChicago())
  const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference }))
  return station.until('the label', async () => {
    const booking = await station.run('bookings.get', { bookingId })
    return booking.hasLabel ? booking : null
  })
}

/**
 * Scans in one go inside the page: a scanner's pace must not depend on how busy this machine is, so each key says itself
 * when it was pressed. A number among the keys of a code is a pause in milliseconds.
 */
async function scanAtOnce(page: Page, codes: readonly (string | (string | number)[])[]): Promise<void> {
  await page.evaluate(`(async () => {
    let pressedAt = 0
    for (const code of ${JSON.stringify(codes)}) {
      pressedAt = Math.max(pressedAt, performance.now())
      for (const key of [...code, 'Enter']) {
        if (typeof key === 'number') {
          pressedAt += key
          await new Promise((resolve) => setTimeout(resolve, key))
          continue
        }
        const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        Object.defineProperty(press, 'timeStamp', { value: (pressedAt += 2) })
        const isLeftAlone = (document.activeElement ?? document.body).dispatchEvent(press)
        // As in a browser: the character lands where the focus is after the key was seen.
        const field = document.activeElement
        if (!isLeftAlone || !(field instanceof HTMLInputElement)) continue
        if (key === 'Enter') field.form?.requestSubmit()
        else if (key.length === 1) {
          field.value += key
          field.dispatchEvent(new Event('input', { bubbles: true }))
        }
      }
      // The page gets round to emptying the field, as it does between two pulls of a trigger.
      await new Promise((resolve) => setTimeout(resolve))
    }
  })()`)
}

describe.skipIf(why !== '')(`the packing station ${why}`.trim(), () => {
  it('counts pieces, weighs, moves labels off a dead printer, holds what is not booked, and voids by hand only', async () => {
    const sandbox = await testSandbox()
    const open = await openApp(sandbox)
    const { page, station } = open
    const word = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
    const first = await book(open, 'PO-1')
    await book(open, 'PO-2')
    const quote = await station.run('quotes.request', palletsToChicago())

    // A code that nobody knows stays in sight, in one row.
    await page.getByText(text('banner.ready')).first().waitFor()
    await scan(page, 'NO-SUCH-1')
    await word(text('banner.notFound'))

    // A label comes out once, however often the trigger is pulled and wherever the focus is.
    await page.getByRole('link', { name: text('rail.quote') }).focus()
    await scanAtOnce(page, ['PO-1', 'PO-1'])
    await word(text('banner.repeat'))
    await page.keyboard.press('Escape')
    await word(text('banner.printed'))

    // Its pieces are counted by their own codes: the same one again is none, and what stands on every label proves nothing.
    const tracking = first.trackingNumber ?? ''
    await page.getByText('scan the small barcode on each piece', { exact: false }).waitFor()
    await scanAtOnce(page, [pieceCode(tracking, 1), pieceCode(tracking, 1)])
    await word(text('banner.piece.again'))
    await scanAtOnce(page, [tracking])
    await word(text('banner.piece.ofAll'))
    await scanAtOnce(page, [pieceCode(tracking, 2)])
    await word(text('banner.pieces', { pieces: '2' }))

    // The scale is compared with the booking, and the difference is written on the shipment.
    await pressByHand(page, 'F7')
    await page.locator('input[inputmode]:focus').waitFor()
    await page.keyboard.type('1300', { delay: 60 })
    await page.keyboard.press('Enter')
    await page.getByText('300 lb over the booked weight', { exact: false }).waitFor()
    // Another unit makes another weight of the number, which is not checked yet.
    await page.getByRole('radio', { name: 'kg' }).check({ force: true })
    await page.getByText('300 lb over the booked weight', { exact: false }).waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'lb' }).check({ force: true })
    await page.getByText('300 lb over the booked weight', { exact: false }).waitFor()
    // Each of what may be done is above the fold, under an earlier problem.
    const row = await page.getByRole('region', { name: text('pack.problems', { count: 1 }) }).boundingBox()
    expect(row?.height).toBeLessThanOrEqual(48)
    for (const does of ['weight.tell', 'weight.price', 'weight.note'] as const) {
      const box = await page.getByRole('button', { name: text(does), exact: true }).boundingBox()
      expect(box && box.y + box.height, does).toBeLessThan(page.viewportSize()?.height ?? 0)
    }
    await press(text('weight.note'))
    await page.getByText(text('weight.noteText', { weighed: '1,300', booked: '1,000' }), { exact: false }).waitFor()
    await pressByHand(page, 'F9')
    await page.getByText(text('pack.printing', { printer: 'Virtual printer' })).waitFor()
    expect(await findings(page)).toEqual([])

    // A scanned VOID only asks; no scan answers; CANCEL closes the question.
    await scan(page, 'VOID')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    // Watched for from before: it is shown for some seconds only.
    const refused = page.getByText(text('pack.scanRefused', { code: 'PO-2' }), { exact: false }).waitFor()
    await Promise.all([refused, scanAtOnce(page, ['PO-2'])])
    await scanAtOnce(page, ['CANCEL'])
    await dialog.waitFor({ state: 'hidden' })
    await pressByHand(page, 'F4')
    await dialog.getByRole('button', { name: text('void.reason.order') }).click()
    // The refund is asked for unless a hand says otherwise, and its amount is in sight before.
    const refund = dialog.getByLabel(/^Request refund of \$[\d,]+\.\d\d$/)
    expect(await refund.isChecked()).toBe(true)
    await refund.uncheck()
    await dialog.getByText(text('void.noRefund'), { exact: false }).waitFor()
    await refund.check()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: text('void.confirm') }).dblclick()
    await word(text('banner.voided'))
    await page
      .getByText(new RegExp(`PO-1 voided\\. Refund \\$[\\d,]+\\.\\d\\d: ${text('refund.PROCESSING')}`))
      .waitFor()
    const asked = await station.run('bookings.changes', { shipmentId: first.shipmentId ?? '' })
    expect(asked).toMatchObject([{ change: { kind: 'cancel', refundRequested: true } }])

    // A printer that is off: said aloud, and its label moves to one that is on.
    const dock = await station.run('printers.save', {
      name: 'Dock 2',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'tcp', uri: `tcp://127.0.0.1:${await freePort()}` },
    })
    await station.run('printers.setDefault', { printerId: dock.printerId })
    await page
      .getByText(text('banner.ready.text', { printer: 'Dock 2' }))
      .or(page.getByText(text('banner.voided')))
      .first()
      .waitFor()
    await scan(page, 'NEXT')
    await scan(page, 'PO-2')
    await word(text('banner.retrying'))
    await page.getByText(/^OFFLINE: Dock 2 · retrying in \d\d:\d\d · one label waiting$/).waitFor()
    await expectUsable({ page, station })
    await press(text('queue.moveAll', { count: 1 }))
    await dialog.getByRole('button', { name: text('builtInPrinter.Virtual printer') }).click()
    await word(text('banner.printed'))
    await page.getByText(text('banner.printed.printer', { printer: 'Virtual printer' })).waitFor()

    // Freight that is not booked is held by a tag, and let go when its booking comes through.
    await sandbox.close()
    await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-3' }))
    // The dialog that moved the label is on its way out for a moment; keys are its own until then.
    await dialog.waitFor({ state: 'detached' })
    await pressByHand(page, 'F8')
    await dialog.getByRole('button', { name: text('builtInPrinter.Virtual printer') }).click()
    await dialog.waitFor({ state: 'hidden' })
    await scan(page, 'PO-3')
    await word(text('banner.notBooked'))
    await pressByHand(page, 'F6')
    await page.getByText('Hold tag for PO-3 sent to', { exact: false }).waitFor()
    expect(await findings(page)).toEqual([])
    await sandbox.reopen()
    await station.station.services.outbox.hasten()
    await word(text('banner.nowBooked'))
    await press(text('pack.printNow'))
    await word(text('banner.printed'))

    // A slow scanner's first digit is no answer, and an F-key inside a code opens nothing.
    await book(open, '2004417')
    await scan(page, 'NEXT')
    await scan(page, 'PO-3')
    await page.getByRole('button', { name: 'Piece 2 of 2' }).waitFor()
    await scanAtOnce(page, [['2', 180, '0', 60, '0', 60, '4', 60, '4', 60, '1', 'F8', 60, '7', 60]])
    await page.locator('section.card .large').getByText('2004417', { exact: true }).waitFor()
    await word(text('banner.printed'))
    expect((await station.run('jobs.list', {})).filter(({ purpose }) => purpose === 'reprint')).toEqual([])

    // What was scanned stays listed, and sounds can be off.
    await page.getByRole('heading', { name: text('scans.title') }).waitFor()
    await press('Sounds')
    await page.getByRole('button', { name: text('pack.sounds'), pressed: false }).waitFor()
    expect((await station.run('station.state', {})).settings.sounds).toBe(false)
    const jobs = await station.run('jobs.list', {})
    expect(jobs.filter(({ purpose }) => purpose === 'label')).toHaveLength(4)
    expect(jobs.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['hold-tag', 'packing-slip']))
    expect(open.complaints).toEqual([])
  })
})
