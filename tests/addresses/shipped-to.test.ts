import { describe, expect, it } from 'vitest'
import { personSchema } from '../../src-shared/station/app/forget.ts'
import type { BookingInput } from '../../src-shared/station/booking/booking.ts'
import { newStores } from '../support/new-stores.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const at = (companyName: string | undefined, address1: string) => ({
  ...(companyName !== undefined && { companyName }),
  ...{ address1, city: 'Tulsa', state: 'OK', postalCode: '74103', country: 'US' as const },
})
const freightTo = (companyName: string | undefined, address1: string) =>
  palletsToChicago({ destinationAddress: at(companyName, address1) })

/** Books from the form of the Book screen. */
async function book(
  { run }: Pick<TestStation, 'run'>,
  request: ReturnType<typeof palletsToChicago>,
  consigneeInfo: BookingInput['consigneeInfo'] = {},
  change: Partial<BookingInput> = {},
): Promise<void> {
  const quote = await run('quotes.request', request)
  await run('bookings.submit', { kind: 'quote', ...bookingOf(quote, { consigneeInfo, ...change }) })
}

/** When all is booked and nothing is left to look for: the names in the book. */
const names = ({ run, station, until }: TestStation): Promise<string[]> =>
  until('the consignees to be kept', async () => {
    const bookings = await run('bookings.list', { limit: 100 })
    if (!bookings.every(({ state }) => state === 'BOOKED' || state === 'CANCELLED')) return null
    // In its own time it comes within seconds.
    await station.services.shippedTo.work()
    return (await run('addressBook.list', { limit: 100 })).map(({ name }) => name).sort()
  })

describe('A consignee that was shipped to', () => {
  it('is found by two letters with what it needed, booked from the form, from Orders or by another program', async () => {
    const sandbox = await testSandbox()
    const app = await testStation(sandbox)
    const { run, until } = app
    await book(app, freightTo(undefined, '1 Form St'), { companyName: 'Ozark Marine', phone: '918 555 0101' })
    await run('orders.add', { orders: [{ ...freightTo('Hollis Farm', '2 Order St'), reference: 'SO-1' }] })
    const orderIds = (await run('orders.rows', {})).map(({ orderId }) => orderId)
    await run('orders.rate', { orderIds })
    const over = () =>
      until('the end of the run', async () => {
        const { run: current } = await run('orders.board', {})
        return current && !current.isRunning ? current : null
      })
    await over()
    const { totals } = await run('orders.estimate', { orderIds })
    await run('orders.buy', { orderIds, agreedTotals: totals })
    await over()
    const { originAddress, destinationAddress, cargo } = freightTo('Quill Paper', '3 Direct St')
    await run('bookings.submit', {
      kind: 'direct',
      submissionId: 'direct-1',
      request: {
        ...{ originAddress, destinationAddress, cargo },
        service: { provider: 'Northline Freight', service: 'LTL_STANDARD' },
      },
    })
    expect(await names(app)).toEqual(['Hollis Farm', 'Ozark Marine', 'Quill Paper'])
    const needed = { roles: ['consignee'], accessorials: ['LIFTGATE_DELIVERY'] }
    expect(await run('addressBook.search', { text: 'oz' })).toMatchObject([
      { ...needed, address: { address1: '1 Form St', phone: '918 555 0101' }, dock: { needsLiftgate: true } },
    ])
    expect(await run('addressBook.search', { text: 'ho' })).toMatchObject([{ name: 'Hollis Farm', ...needed }])
    expect(app.events).toContainEqual({ name: 'records.changed', payload: { kinds: ['address'] } })
  })

  it('is offered the freight of the newest booking', async () => {
    const app = await testStation(await testSandbox())
    const { run } = app
    await book(app, freightTo('Ozark Marine', '1 Main St'))
    expect(await names(app)).toEqual(['Ozark Marine'])
    const [entry] = await run('addressBook.search', { text: 'oz' })
    const addressId = entry?.addressId ?? ''
    expect((await run('addressBook.lastFreight', { addressId })).cargo).toMatchObject(palletsToChicago().cargo)
    const cargo = palletsToChicago().cargo.map((line) => ({ ...line, quantity: 7 }))
    await book(app, { ...freightTo('Ozark Marine', '1 Main St'), cargo }, {}, { reference: 'SECOND' })
    await names(app)
    expect((await run('addressBook.lastFreight', { addressId })).cargo).toMatchObject(cargo)
    const other = await run('addressBook.save', { name: 'Nobody yet', address: at('Nobody yet', '9 Main St') })
    if (other.kind !== 'saved') throw new Error('not saved')
    const never = await run('addressBook.lastFreight', { addressId: other.address.addressId })
    expect(never).toEqual({ cargo: [], bookedAt: null })
  })

  it('by a person alone is kept under the person, and is not without any name or street', async () => {
    const app = await testStation(await testSandbox())
    await book(app, freightTo(undefined, '1 Nameless St'))
    await book(app, freightTo(undefined, '2 Home St'), { contactName: 'Ana Ruiz' })
    expect(await names(app)).toEqual(['Ana Ruiz'])
  })

  it('whose company is only the town it is in is not kept as a company', async () => {
    const app = await testStation(await testSandbox())
    await book(app, freightTo(' TULSA', '1 Town St'))
    await book(app, freightTo('Tulsa', '2 Town St'), { contactName: 'Ana Ruiz' })
    await book(app, freightTo('Tulsa Marine', '3 Town St'))
    expect(await names(app)).toEqual(['Ana Ruiz', 'Tulsa Marine'])
    expect((await app.run('addressBook.search', { text: 'ana' })).map(({ address }) => address.companyName)).toEqual([
      undefined,
    ])
  })

  it('that is in the book already gets the services it needed only where nobody has said any', async () => {
    const sandbox = await testSandbox()
    let readings = 0
    // Time passes between any two readings.
    const clock = { now: () => new Date(sandbox.clock.now().getTime() + ++readings) }
    const app = await testStation(sandbox, { clock })
    const { run } = app
    const save = (name: string, address1: string, change: object = {}) =>
      run('addressBook.save', { name, address: at(name, address1), notes: 'Ring twice', ...change })
    await save('Untouched', '1 Main Street')
    await save('Said', '2 Main Street', { accessorials: ['INSIDE_DELIVERY'] })
    const edited = await save('Edited', '3 Main Street')
    if (edited.kind !== 'saved') throw new Error('not saved')
    await sandbox.jump(60_000)
    await save('Edited', '3 Main Street', { addressId: edited.address.addressId })
    for (const number of [1, 2, 3]) await book(app, freightTo(`Booked ${number}`, `${number} MAIN ST.`))
    expect(await names(app)).toEqual(['Edited', 'Said', 'Untouched'])
    const entries = await run('addressBook.list', {})
    expect(entries.map(({ uses }) => uses)).toEqual([1, 1, 1])
    const said = Object.fromEntries(entries.map(({ name, accessorials, notes }) => [name, { accessorials, notes }]))
    expect(said).toEqual({
      Edited: { accessorials: [], notes: 'Ring twice' },
      Said: { accessorials: ['INSIDE_DELIVERY'], notes: 'Ring twice' },
      Untouched: { accessorials: ['LIFTGATE_DELIVERY'], notes: 'Ring twice' },
    })
  })

  it('is kept by the next run where the one that booked has ended, and once', async () => {
    const sandbox = await testSandbox()
    const dataDir = newStores()
    const short = await testStation(sandbox, { dataDir, background: false })
    await book(short, freightTo('Ozark Marine', '1 Main St'))
    await short.close()
    const next = await testStation(sandbox, { dataDir })
    expect(await names(next)).toEqual(['Ozark Marine'])
    // As if it had died between the entry and the mark that it was looked at.
    next.station.stores.ledger.db.exec('INSERT INTO shipped_to SELECT booking_id FROM booking')
    await next.close()
    expect(await names(await testStation(sandbox, { dataDir }))).toEqual(['Ozark Marine'])
  })

  it('does not come back by a booking older than the forgetting', async () => {
    const sandbox = await testSandbox()
    const dataDir = newStores()
    const short = await testStation(sandbox, { dataDir, background: false })
    for (const [name, street] of [
      ['Vulpecula Hardware', '1 Main St'],
      ['Vulpecula Hardware', '2 Main St'],
      ['Globex', '3 Main St'],
    ] as const) {
      await book(short, freightTo(name, street), {}, { holdUntil: '2026-11-20' })
    }
    const { db } = short.station.stores.ledger
    for (const { bookingId } of await short.run('bookings.list', {})) await short.run('bookings.cancel', { bookingId })
    const written = db.prepare('SELECT origin, request FROM booking WHERE seq = 1').get()
    await short.run('maintenance.forgetPerson', {
      person: personSchema.parse({ names: ['Vulpecula Hardware'] }),
      reason: 'asked by letter',
      isCertain: true,
    })
    db.exec('INSERT INTO shipped_to SELECT booking_id FROM booking')
    // The second is blanked; the first as if the forgetting had not come to it yet.
    db.prepare('UPDATE booking SET origin = @origin, request = @request WHERE seq = 1').run(written)
    await short.close()
    expect(await names(await testStation(sandbox, { dataDir }))).toEqual(['Globex'])
  })
})
