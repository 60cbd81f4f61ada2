import { describe, expect, it } from 'vitest'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { orderRetention } from '../../src-main/imports/orders/retain-orders.rows.ts'
import { orderFileStore } from '../../src-main/imports/orders/order-files.rows.ts'
import { orderStore, type NewOrder } from '../../src-main/imports/orders/orders.rows.ts'
import type { Slice, Sweep } from '../../src-main/kernel/sqlite/slice.ts'
import { quoteRequestSchema } from '../../src-shared/freight/quote.ts'
import { newBooking } from '../support/bookings.ts'
import { palletsToChicago } from '../support/freight.ts'
import { testLedger } from '../support/ledger.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

const DAY = 24 * 60 * 60 * 1000
const NAME = 'Xóchitl Quetzalwomack'

const order = (reference: string, hash = `hash of ${reference}`): NewOrder => ({
  reference,
  hash,
  content: {
    request: quoteRequestSchema.parse(palletsToChicago()),
    rateRule: 'cheapest',
    instructions: '',
    pickupDate: '2026-11-23',
    labelFormat: 'ZPL',
  },
})

async function grown() {
  const { clock, db } = await testLedger({ at: '2026-11-21T15:00:00.000Z' })
  const orders = orderStore(db, clock, () => 'embedded')
  const files = orderFileStore(db, clock)
  const bookings = bookingStore(db, clock)
  let ids = 0
  const take = (...all: NewOrder[]) =>
    orders.take(all, { origin: 'folder', source: 'orders.csv' }, () => `ord_${ids++}`)
  const state = (bookingId: string, to: string) =>
    db.prepare('UPDATE booking SET state = ? WHERE booking_id = ?').run(to, bookingId)
  const references = () => db.prepare('SELECT reference FROM feed_order ORDER BY seq').pluck().all()
  const walk = async (sweep: Sweep): Promise<Slice[]> => {
    const slices: Slice[] = []
    for await (const slice of orderRetention(db).letGo(sweep)) slices.push(slice)
    return slices
  }
  return { clock, db, orders, files, bookings, take, state, references, walk }
}
const countOf = (slices: readonly Slice[]) => slices.reduce((sum, { count }) => sum + count, 0)

describe('orders and their files', () => {
  it('go by age once they are booked or dismissed, and what is open, asks or waits for its booking stays', async () => {
    const { clock, orders, files, bookings, take, state, references, walk } = await grown()
    await take(...['OPEN', 'DISMISSED', 'ASKS'].map((name) => order(name)))
    await take(order('PO-BOOKED'), order('PO-WAITS'))
    for (const name of ['BOOKED', 'WAITS']) await bookings.submit(newBooking(name))
    state('bkg_BOOKED', 'BOOKED')
    await orders.dismiss('ord_1', true)
    await orders.dismiss('ord_2', true)
    await take(order('ASKS', 'another content'))
    for (const [fileId, end] of [
      ['ofl_done', 'done'],
      ['ofl_failed', 'failed'],
      ['ofl_reading', null],
    ] as const) {
      await files.begin({ fileId, name: `${fileId}.csv`, sha256: fileId, bytes: 10 })
      if (end)
        await files.end(fileId, { state: end, added: 0, same: 0, asked: 0, refused: 0, problems: [], error: null })
    }
    const began = clock.now()
    clock.advance(400 * DAY)
    await take(order('YOUNG'))
    await orders.dismiss('ord_5', true)

    expect(countOf(await walk({ before: began, isDry: false }))).toBe(0)
    const before = new Date(began.getTime() + DAY)
    const look = await walk({ before, isDry: true })
    expect(references()).toHaveLength(6)
    const gone = await walk({ before, isDry: false })
    expect(gone).toEqual(look)
    // DISMISSED, PO-BOOKED and two files.
    expect(countOf(gone)).toBe(4)
    expect(references()).toEqual(['OPEN', 'ASKS', 'PO-WAITS', 'YOUNG'])
    expect((await files.newest(10)).map(({ fileId }) => fileId)).toEqual(['ofl_reading'])
    expect(countOf(await walk({ before, isDry: true }))).toBe(0)

    // One that was booked and comes again is not open: nobody books it a second time.
    await take(order('PO-BOOKED'))
    expect(await orders.ofReference('po-booked')).toMatchObject({ state: 'booked', bookingId: 'bkg_BOOKED' })
  })

  it('go in slices of fifty rows, and another round goes on where one was broken off', async () => {
    const { clock, db, take, walk, references } = await grown()
    const names = Array.from({ length: 350 }, (_, index) => `SO-${index}`)
    await take(...names.map((name) => order(name)))
    db.exec(`UPDATE feed_order SET state = 'dismissed'`)
    clock.advance(DAY)
    const sweep = { before: clock.now(), isDry: false }
    for await (const slice of orderRetention(db).letGo(sweep)) {
      expect(slice.count).toBe(50)
      break
    }
    expect(references()).toHaveLength(300)
    expect((await walk(sweep)).map(({ count }) => count)).toEqual([50, 50, 50, 50, 50, 50, 0, 0])
    expect(references()).toEqual([])
  })

  it('are among what Settings keeps: told before, and rules of before orders keep them for two years', async () => {
    const { run } = await testStation(await testSandbox(), { background: false })
    const rules = { labels: 730, events: 1095, documents: 365, quotes: 90, requests: 30 }
    const { keep } = await run('settings.update', { keep: rules })
    expect(keep).toEqual({ ...rules, orders: 730 })
    const { removed } = await run('maintenance.lookAtAge', { rules: { ...rules, orders: 30 } })
    expect(removed).toContainEqual({ kind: 'orders', count: 0, bytes: 0 })
    await expect(run('settings.update', { keep: { ...rules, orders: 7 } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  it('name nobody who was forgotten, and such an order is the same when it comes again', async () => {
    const sandbox = await testSandbox()
    const { run, station } = await testStation(sandbox, { background: false })
    const request = palletsToChicago()
    const input = {
      ...request,
      reference: 'WMS-1',
      instructions: `Call ${NAME}`,
      destinationAddress: { ...request.destinationAddress, companyName: `${NAME} Home`, contactName: NAME },
    }
    await run('orders.add', { orders: [input] })
    const { rows } = await run('orders.list', { show: 'open' })
    const { orderId = '' } = rows[0] ?? {}
    await run('orders.dismiss', { orderId, isDismissed: true })
    const person = { names: [NAME], phones: [], emails: [], others: [] }
    await run('maintenance.forgetPerson', { person, reason: 'Asked by letter', isCertain: true })
    const found = JSON.stringify(await run('orders.get', { orderId }))
    expect(found).toContain('WMS-1')
    expect(found).not.toContain('Quetzalwomack')
    const kept = station.stores.ledger.db.prepare('SELECT * FROM feed_order').all()
    expect(JSON.stringify(kept)).not.toContain('Quetzalwomack')
    expect(await run('orders.add', { orders: [input] })).toEqual({ added: 0, same: 1, asked: 0 })
  })
})
