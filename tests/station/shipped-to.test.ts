import { describe, expect, it } from 'vitest'
import type { SavedAddress } from '../../src-shared/station/addresses/address-book.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const GLOBEX = { ...palletsToChicago().destinationAddress, companyName: 'Globex Corporation' }

const entries = (app: TestStation, text: string): Promise<SavedAddress[]> =>
  app.run('addressBook.search', { text, limit: 20 })

/** Its own time comes within seconds. */
async function found(app: TestStation, text: string): Promise<SavedAddress | undefined> {
  await app.station.services.shippedTo.work()
  return (await entries(app, text))[0]
}

/** Quotes and books it, and waits for its shipment. */
async function ship(app: TestStation, lane = {}, change: Parameters<typeof bookingOf>[1] = {}): Promise<string> {
  const quote = await app.run('quotes.request', { ...palletsToChicago({ destinationAddress: GLOBEX }), ...lane })
  const { bookingId } = await app.run('bookings.submit', bookingOf(quote, change))
  await app.until('the shipment', async () => (await app.run('bookings.get', { bookingId })).shipmentId)
  return bookingId
}

describe('a consignee who was shipped to', () => {
  it('is in the address book with name, contact, accessorials and dock, once, and as a person changed it', async () => {
    const app = await testStation(await testSandbox())
    const { run } = app
    await ship(
      app,
      { accessorials: ['LIFTGATE_DELIVERY', 'LIFTGATE_PICKUP'] },
      {
        consigneeInfo: { companyName: 'Globex Corporation', contactName: 'Dana Wu', phone: '312-555-0142' },
      },
    )
    const globex = await found(app, 'gl')
    expect(globex).toMatchObject({
      name: 'Globex Corporation',
      roles: ['consignee'],
      address: { ...GLOBEX, contactName: 'Dana Wu', phone: '312-555-0142' },
      accessorials: ['LIFTGATE_DELIVERY'],
      dock: { needsLiftgate: true, hasDock: false },
    })
    if (!globex) throw new Error('it was found')
    // What a person wrote about the place stays; the freight offered is that of the newest booking.
    const { addressId, address } = globex
    await run('addressBook.save', { addressId, name: 'Globex, dock 4', address, roles: ['consignee'] })
    const cargo = palletsToChicago().cargo.map((line) => ({ ...line, quantity: 7 }))
    await ship(app, { cargo }, { reference: 'SECOND' })
    await app.station.services.shippedTo.work()
    expect(await run('addressBook.lastFreight', { addressId })).toMatchObject({ cargo: [{ quantity: 7 }] })
    expect(await entries(app, '')).toMatchObject([{ addressId, name: 'Globex, dock 4', accessorials: [] }])
  })

  it('is kept of an order too, and after the station was closed before it was looked for', async () => {
    const sandbox = await testSandbox()
    const app = await testStation(sandbox)
    await app.run('orders.add', {
      orders: [{ ...palletsToChicago({ destinationAddress: GLOBEX }), reference: 'SO-1' }],
    })
    const [row] = await app.run('orders.rows', {})
    const { quote } = await app.run('orders.quote', { orderId: row?.orderId ?? '' })
    const { bookingId } = await app.run('orders.book', { orderId: row?.orderId ?? '', quoteId: quote.id })
    await app.until('the shipment', async () => (await app.run('bookings.get', { bookingId })).shipmentId)
    await app.close()
    const again = await testStation(sandbox, { dataDir: app.dataDir })
    await again.until('the consignee', async () => (await entries(again, 'globex'))[0] ?? null)
    expect(await entries(again, '')).toHaveLength(1)
  })

  it('is not kept where the booking names no company and no contact', async () => {
    const app = await testStation(await testSandbox())
    const { companyName: _, ...unnamed } = GLOBEX
    await ship(app, { destinationAddress: unnamed }, { consigneeInfo: {} })
    expect(await found(app, '')).toBeUndefined()
  })
})
