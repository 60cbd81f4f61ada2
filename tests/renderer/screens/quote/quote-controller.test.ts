import { describe, expect, test } from 'vitest'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { QuoteController } from '../../../../src-renderer/screens/quote/quote-controller.svelte.ts'
import { quoteFormOf } from '../../../../src-renderer/screens/quote/quote-form.ts'
import type { QuoteDraft } from '../../../../src-renderer/screens/quote/quote-draft.ts'
import { quoteDraftOf } from '../../../../src-renderer/screens/quote/quote-drafts.ts'
import type { FakeHandlers } from '../../../../src-renderer/transports/fake.ts'
import { dockSchema } from '../../../../src-shared/station/addresses/address-book.ts'
import { StationError } from '../../../../src-shared/station/error.ts'
import type { Quote } from '../../../../src-shared/station/quote/quote.ts'
import { TEST_START } from '../../../support/running-clock.ts'
import { aQuote, aSavedAddress, recordedStation } from '../../builders.ts'

const inAnHour = new Date(Date.parse(TEST_START) + 3_600_000).toISOString()
const fresh = (change: Partial<Quote> = {}) => aQuote({ expiresAt: inAnHour, ...change })
const request = { ...aQuote().request, shipDate: TEST_START.slice(0, 10) }

function deskWith(handlers: FakeHandlers) {
  const { station, calls } = recordedStation(handlers)
  const desk = new QuoteController(station, () => USUAL_PICKUPS)
  desk.rates.form = quoteFormOf(request, new Date(TEST_START), USUAL_PICKUPS, 'imperial')
  return { desk, calls }
}

const globex = aSavedAddress({ dock: dockSchema.parse({ needsLiftgate: true }), isDefaultShipper: true })

describe('the desk of a quote', () => {
  test('asks once for two quick clicks, and its rates hold until the form says something else', async () => {
    const { desk, calls } = deskWith({ 'quotes.request': () => fresh() })
    await Promise.all([desk.rates.ask(), desk.rates.ask()])
    expect(calls).toEqual(['quotes.request'])
    expect(desk.rates.voidReason).toBeNull()
    desk.switchMeasures()
    expect(desk.rates.voidReason).toBeNull()
    desk.rates.form.destinationAddress.postalCode = '60602'
    expect(desk.rates.voidReason).toBe('edited')
  })

  test('asks the same again for the difference, and anew once the form was edited', async () => {
    const change = { provider: 'A', service: 'B', carrierName: 'C', was: null, now: null, difference: null }
    const { desk, calls } = deskWith({
      'quotes.request': () => fresh({ request }),
      'quotes.again': () => ({ quote: fresh({ id: 'Q-2', request }), changes: [change] }),
    })
    await desk.rates.ask()
    await desk.rates.askAgain()
    expect(desk.rates.quote?.id).toBe('Q-2')
    expect(desk.rates.changes).toEqual([change])
    desk.rates.form.insuranceAmount = '100'
    await desk.rates.askAgain()
    expect(desk.rates.changes).toEqual([])
    expect(calls).toEqual(['quotes.request', 'quotes.again', 'quotes.request'])
  })

  test('shows no answer that nobody waits for any more', async () => {
    let answer: (quote: Quote) => void = () => undefined
    const { desk } = deskWith({ 'quotes.request': () => new Promise<Quote>((resolve) => (answer = resolve)) })
    const asking = desk.rates.ask()
    desk.rates.stopAsking()
    answer(fresh())
    await asking
    expect(desk.rates.quote).toBeNull()
    expect(desk.rates.isAsking).toBe(false)
  })

  test('keeps why there are no rates, and knows when the form has changed since', async () => {
    const { desk } = deskWith({
      'quotes.request': () => {
        throw new StationError({ code: 'NO_RATES_AVAILABLE', message: 'none', details: { reason: 'too far' } })
      },
    })
    await desk.rates.ask()
    expect(desk.rates.failure?.code).toBe('NO_RATES_AVAILABLE')
    expect(desk.rates.isEdited).toBe(false)
    desk.rates.form.accessorials = ['WHITE_GLOVE']
    expect(desk.rates.isEdited).toBe(true)
  })

  test('tells a refused field where it is, when the form has it', async () => {
    let field = 'shipDate'
    const { desk } = deskWith({
      'quotes.request': () => {
        throw new StationError({ code: 'INVALID_REQUEST', message: 'no', details: { field } })
      },
    })
    await desk.rates.ask()
    expect(desk.rates.errors).toEqual({ shipDate: { key: 'quote.refusedField' } })
    field = 'cargo.7.weight'
    await desk.rates.ask()
    expect(desk.rates.errors).toEqual({})
  })

  test('asks for what a chosen party needs, and starts over from the same origin', () => {
    const { desk } = deskWith({})
    desk.chooseParty('destinationAddress', globex)
    expect(desk.rates.form.accessorials).toEqual(['LIFTGATE_DELIVERY'])
    desk.rates.startOver()
    expect(desk.rates.form.accessorials).toEqual([])
    expect(desk.rates.form.originAddress.city).toBe('Laredo')
    expect(desk.rates.form.destinationAddress.city).toBe('')
  })

  test('takes a start over back, and keeps no half of an address', () => {
    const { desk } = deskWith({})
    desk.chooseParty('destinationAddress', globex)
    desk.rates.form.destinationAddress.city = 'Chicago'
    desk.rates.form.originAddress.address1 = ''
    const undo = desk.rates.startOver()
    expect(desk.rates.form.originAddress).toMatchObject({ companyName: '', city: '' })
    expect(desk.rates.opened.originAddress).toBe(true)
    undo()
    expect(desk.rates.form.originAddress.city).toBe('Laredo')
    expect(desk.rates.form.destinationAddress.city).toBe('Chicago')
  })
})

describe('the quote of an order', () => {
  let asked = 1
  /** All rates of an order's quote; each quote of the service has an id of its own. */
  async function withOrder() {
    const next = (of: { orderId?: string | undefined }) =>
      fresh({ id: `Q-${(asked += 1)}`, request, orderId: of.orderId })
    const made = deskWith({
      'quotes.get': () => fresh({ id: 'Q-1', request, orderId: 'ord_1' }),
      'quotes.request': next,
      'quotes.again': () => ({ quote: next({ orderId: 'ord_1' }), changes: [] }),
    })
    await made.desk.rates.open('Q-1')
    return made.desk
  }
  const orderOf = ({ rates }: QuoteController) => rates.quote?.orderId ?? null

  test('stays of that order when it is asked again, or edited and asked', async () => {
    const desk = await withOrder()
    await desk.rates.askAgain()
    expect(orderOf(desk)).toBe('ord_1')
    desk.rates.form.destinationAddress.postalCode = '60602'
    await desk.rates.ask()
    expect(desk.rates.quote?.id).toBe(`Q-${asked}`)
    expect(orderOf(desk)).toBe('ord_1')
  })

  test('is of none once the form is empty, filled by a line, or of the way back', async () => {
    const another: [string, (desk: QuoteController) => void][] = [
      ['empty', ({ rates }) => Object.assign(rates.startOver() && rates, { form: structuredClone(typed) })],
      ['a line', (desk) => desk.fill(structuredClone(typed), { originAddress: null, destinationAddress: null })],
      ['way back', ({ rates }) => rates.turnAround()],
    ]
    const typed = quoteFormOf(request, new Date(TEST_START), USUAL_PICKUPS, 'imperial')
    for (const [name, change] of another) {
      const desk = await withOrder()
      change(desk)
      await desk.rates.ask()
      expect([name, desk.rates.quote?.id, orderOf(desk)]).toEqual([name, `Q-${asked}`, null])
    }
  })

  test('is of it again when a start over or a swap is taken back', async () => {
    const desk = await withOrder()
    desk.rates.startOver()()
    desk.rates.turnAround()
    desk.rates.turnAround()
    await desk.rates.ask()
    expect(orderOf(desk)).toBe('ord_1')
  })

  test('is of it after a restart, also where its rates could not be read any more', async () => {
    const before = await withOrder()
    before.rates.form.destinationAddress.postalCode = '60602'
    const body: QuoteDraft = JSON.parse(JSON.stringify(before.draft()))
    for (const quoteId of [body.quoteId, null]) {
      const { desk } = deskWith({
        'quotes.get': () => fresh({ id: 'Q-1', request, orderId: 'ord_1' }),
        'quotes.request': (of) => fresh({ id: 'Q-2', request, orderId: of.orderId }),
      })
      await desk.restore({ ...body, quoteId })
      await desk.rates.ask()
      expect([desk.rates.quote?.id, orderOf(desk)]).toEqual(['Q-2', 'ord_1'])
    }
  })
})

describe('the draft', () => {
  test('is read once, and begins from the default shipper where there is none', async () => {
    const { station, calls } = recordedStation({
      'drafts.get': () => ({ draft: null }),
      'addressBook.list': () => [globex],
    })
    const drafts = quoteDraftOf(station, () => USUAL_PICKUPS)
    await Promise.all([drafts.begin(), drafts.begin()])
    expect(calls).toEqual(['drafts.get', 'addressBook.list'])
    expect(drafts.controller.rates.form.originAddress).toMatchObject({ addressId: 'adr_1', city: 'Chicago' })
    expect(drafts.controller.rates.form.accessorials).toEqual(['LIFTGATE_PICKUP'])
  })

  test('brings form and rates back after a restart', async () => {
    const quote = fresh({ request })
    const first = deskWith({ 'quotes.request': () => quote })
    await first.desk.rates.ask()
    const body = JSON.parse(JSON.stringify(first.desk.draft()))
    const { station } = recordedStation({
      'drafts.get': () => ({ draft: { form: 'quote', key: 'domestic', body, updatedAt: '', restoredFrom: null } }),
      'quotes.get': () => quote,
    })
    const drafts = quoteDraftOf(station, () => USUAL_PICKUPS)
    await drafts.begin()
    expect(drafts.controller.rates.quote).toEqual(quote)
    expect(drafts.controller.rates.voidReason).toBeNull()
    expect(drafts.controller.rates.form).toEqual(first.desk.rates.form)
  })

  test('is not written before what was kept has been read', async () => {
    const { station, calls } = recordedStation({
      'drafts.get': () => ({ draft: null }),
      'addressBook.list': () => [],
      'drafts.save': () => ({ isSaved: true }),
    })
    const drafts = quoteDraftOf(station, () => USUAL_PICKUPS)
    drafts.controller.rates.form.insuranceAmount = '5'
    await drafts.draft.flush()
    expect(calls).toEqual([])
    await drafts.begin()
    drafts.controller.rates.form.insuranceAmount = '50'
    drafts.draft.keep(drafts.controller.draft())
    await drafts.draft.flush()
    expect(calls).toContain('drafts.save')
  })
})
