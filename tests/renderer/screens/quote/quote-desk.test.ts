import { describe, expect, test } from 'vitest'
import { QuoteDesk } from '../../../../src-renderer/screens/quote/quote-desk.svelte.ts'
import { quoteFormOf } from '../../../../src-renderer/screens/quote/quote-form.ts'
import { quoteKeeperOf } from '../../../../src-renderer/screens/quote/quote-keeper.ts'
import { createStation } from '../../../../src-renderer/station.ts'
import { fakeTransport, type FakeHandlers } from '../../../../src-renderer/transports/fake.ts'
import { localToday } from '../../../../src-renderer/locale/format.ts'
import { dockSchema, type SavedAddress } from '../../../../src-shared/station/address-book.ts'
import { StationError } from '../../../../src-shared/station/error.ts'
import type { Quote } from '../../../../src-shared/station/quote.ts'
import { aQuote } from '../../builders.ts'

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const fresh = (change: Partial<Quote> = {}) => aQuote({ expiresAt: inAnHour(), ...change })
const request = { ...aQuote().request, shipDate: localToday() }

function stationWith(handlers: FakeHandlers) {
  const calls: string[] = []
  const transport = fakeTransport(handlers)
  const station = createStation({
    ...transport,
    invoke: (name, input) => {
      calls.push(name)
      return transport.invoke(name, input)
    },
  })
  return { station, calls }
}

function deskWith(handlers: FakeHandlers) {
  const { station, calls } = stationWith(handlers)
  const desk = new QuoteDesk(station)
  desk.form = quoteFormOf(request, localToday(), 'imperial')
  return { desk, calls }
}

const globex: SavedAddress = {
  addressId: 'adr_1',
  name: 'Globex',
  address: { address1: '200 N LaSalle St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' },
  roles: ['consignee'],
  accessorials: [],
  dock: dockSchema.parse({ needsLiftgate: true }),
  notes: '',
  isDefaultShipper: true,
  uses: 3,
  usedAt: null,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  removedAt: null,
}

describe('the desk of a quote', () => {
  test('asks once for two quick clicks, and its rates hold until the form says something else', async () => {
    const { desk, calls } = deskWith({ 'quotes.request': () => fresh() })
    await Promise.all([desk.ask(), desk.ask()])
    expect(calls).toEqual(['quotes.request'])
    expect(desk.voidReason).toBeNull()
    desk.switchMeasures()
    expect(desk.voidReason).toBeNull()
    desk.form.destinationAddress.postalCode = '60602'
    expect(desk.voidReason).toBe('edited')
  })

  test('asks the same again for the difference, and anew once the form was edited', async () => {
    const change = { provider: 'A', service: 'B', carrierName: 'C', was: null, now: null, difference: null }
    const { desk, calls } = deskWith({
      'quotes.request': () => fresh({ request }),
      'quotes.again': () => ({ quote: fresh({ id: 'Q-2', request }), changes: [change] }),
    })
    await desk.ask()
    await desk.askAgain()
    expect(desk.quote?.id).toBe('Q-2')
    expect(desk.changes).toEqual([change])
    desk.form.insuranceAmount = '100'
    await desk.askAgain()
    expect(desk.changes).toEqual([])
    expect(calls).toEqual(['quotes.request', 'quotes.again', 'quotes.request'])
  })

  test('shows no answer that nobody waits for any more', async () => {
    let answer: (quote: Quote) => void = () => undefined
    const { desk } = deskWith({ 'quotes.request': () => new Promise<Quote>((resolve) => (answer = resolve)) })
    const asking = desk.ask()
    desk.stopAsking()
    answer(fresh())
    await asking
    expect(desk.quote).toBeNull()
    expect(desk.isAsking).toBe(false)
  })

  test('keeps why there are no rates, and knows when the form has changed since', async () => {
    const { desk } = deskWith({
      'quotes.request': () => {
        throw new StationError({ code: 'NO_RATES_AVAILABLE', message: 'none', details: { reason: 'too far' } })
      },
    })
    await desk.ask()
    expect(desk.failure?.code).toBe('NO_RATES_AVAILABLE')
    expect(desk.isEdited).toBe(false)
    desk.form.accessorials = ['WHITE_GLOVE']
    expect(desk.isEdited).toBe(true)
  })

  test('tells a refused field where it is, when the form has it', async () => {
    let field = 'shipDate'
    const { desk } = deskWith({
      'quotes.request': () => {
        throw new StationError({ code: 'INVALID_REQUEST', message: 'no', details: { field } })
      },
    })
    await desk.ask()
    expect(desk.errors).toEqual({ shipDate: { key: 'quote.refusedField' } })
    field = 'cargo.7.weight'
    await desk.ask()
    expect(desk.errors).toEqual({})
  })

  test('asks for what a chosen party needs, and starts over from the same origin', () => {
    const { desk } = deskWith({})
    desk.chooseParty('destinationAddress', globex)
    expect(desk.form.accessorials).toEqual(['LIFTGATE_DELIVERY'])
    desk.startOver()
    expect(desk.form.accessorials).toEqual([])
    expect(desk.form.originAddress.city).toBe('Laredo')
    expect(desk.form.destinationAddress.city).toBe('')
  })
})

describe('the draft', () => {
  test('is read once, and begins from the default shipper where there is none', async () => {
    const { station, calls } = stationWith({
      'drafts.get': () => ({ draft: null }),
      'addressBook.list': () => [globex],
    })
    const keeper = quoteKeeperOf(station)
    await Promise.all([keeper.begin(), keeper.begin()])
    expect(calls).toEqual(['drafts.get', 'addressBook.list'])
    expect(keeper.desk.form.originAddress).toMatchObject({ addressId: 'adr_1', city: 'Chicago' })
    expect(keeper.desk.form.accessorials).toEqual(['LIFTGATE_PICKUP'])
  })

  test('brings form and rates back after a restart', async () => {
    const quote = fresh({ request })
    const first = deskWith({ 'quotes.request': () => quote })
    await first.desk.ask()
    const body = JSON.parse(JSON.stringify(first.desk.draft()))
    const { station } = stationWith({
      'drafts.get': () => ({ draft: { form: 'quote', key: 'domestic', body, updatedAt: '' } }),
      'quotes.get': () => quote,
    })
    const keeper = quoteKeeperOf(station)
    await keeper.begin()
    expect(keeper.desk.quote).toEqual(quote)
    expect(keeper.desk.voidReason).toBeNull()
    expect(keeper.desk.form).toEqual(first.desk.form)
  })

  test('is not written before what was kept has been read', async () => {
    const { station, calls } = stationWith({
      'drafts.get': () => ({ draft: null }),
      'addressBook.list': () => [],
      'drafts.save': () => ({ isSaved: true }),
    })
    const keeper = quoteKeeperOf(station)
    keeper.desk.form.insuranceAmount = '5'
    keeper.flush()
    expect(calls).toEqual([])
    await keeper.begin()
    keeper.desk.form.insuranceAmount = '50'
    keeper.flush()
    expect(calls).toContain('drafts.save')
  })
})
