import { describe, expect, test } from 'vitest'
import { readBorderDraft } from '../../../../../src-renderer/screens/quote/cross-border/border-draft.ts'
import { BorderDesk } from '../../../../../src-renderer/screens/quote/cross-border/border-desk.svelte.ts'
import { createStation } from '../../../../../src-renderer/station.ts'
import { fakeTransport, type FakeHandlers } from '../../../../../src-renderer/transports/fake.ts'
import type { CrossBorderQuote } from '../../../../../src-shared/station/crossborder.ts'
import { StationError } from '../../../../../src-shared/station/error.ts'
import { filledForm, quoteOf, rate } from './filled.ts'

/** A quote that holds for an hour from now, whenever the test runs. */
function freshQuote(change: Partial<CrossBorderQuote> = {}): CrossBorderQuote {
  return { ...quoteOf(tomorrowForm()), expiresAt: new Date(Date.now() + 3_600_000).toISOString(), ...change }
}

function tomorrowForm() {
  return filledForm((form) => {
    form.crossing = 'LLB'
    form.docks.originAddress.day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
  })
}

function deskWith(handlers: FakeHandlers) {
  const calls: string[] = []
  const station = createStation({
    ...fakeTransport(handlers),
    invoke: (name, input) => {
      calls.push(name)
      return fakeTransport(handlers).invoke(name, input)
    },
  })
  const desk = new BorderDesk(station)
  desk.form = tomorrowForm()
  return { desk, station, calls }
}

describe('the desk of a cross-border quote', () => {
  test('asks once for two quick clicks, and its rates hold until the form says something else', async () => {
    const { desk, calls } = deskWith({ 'quotes.requestCrossBorder': () => freshQuote() })
    await Promise.all([desk.ask(), desk.ask()])
    expect(calls).toEqual(['quotes.requestCrossBorder'])
    expect(desk.voidReason).toBeNull()
    desk.switchMeasures()
    expect(desk.voidReason).toBeNull()
    desk.form.destinationAddress.postalCode = '64320'
    expect(desk.voidReason).toBe('edited')
    desk.form.destinationAddress.postalCode = '64000'
    expect(desk.voidReason).toBeNull()
  })

  test('holds rates for their hour and not longer', async () => {
    const { desk } = deskWith({
      'quotes.requestCrossBorder': () => freshQuote({ expiresAt: new Date(Date.now() - 1).toISOString() }),
    })
    await desk.ask()
    expect(desk.voidReason).toBe('expired')
  })

  test('shows no answer that nobody waits for any more', async () => {
    let answer: (quote: CrossBorderQuote) => void = () => undefined
    const { desk } = deskWith({
      'quotes.requestCrossBorder': () => new Promise((resolve) => (answer = resolve)),
    })
    const asking = desk.ask()
    desk.stopAsking()
    answer(freshQuote())
    await asking
    expect([desk.isAsking, desk.quote]).toEqual([false, null])
  })

  test('tells a refused field, and takes the error back once it is put right', async () => {
    const { desk } = deskWith({
      'quotes.requestCrossBorder': () => {
        throw new StationError({
          code: 'INVALID_ADDRESS',
          message: 'not known',
          details: { field: 'shipperLocation.zipCode', suggestions: [{ zip: '60609', city: 'Chicago', state: 'IL' }] },
        })
      },
    })
    await desk.ask()
    expect(Object.keys(desk.errors)).toEqual(['originAddress.postalCode'])
    desk.recheck()
    expect(Object.keys(desk.errors)).toEqual(['originAddress.postalCode'])
    const [suggestion] = desk.refusal?.suggestions ?? []
    if (suggestion) desk.takeSuggestion(suggestion)
    expect(desk.form.originAddress.postalCode).toBe('60609')
    expect(desk.errors).toEqual({})
  })

  test('opens the dock whose hours are wrong, and finds no new errors while one is put right', async () => {
    const { desk } = deskWith({})
    desk.opened = { originAddress: false, destinationAddress: false }
    Object.assign(desk.form.docks.originAddress, { opens: '18:00', closes: '08:00' })
    await desk.ask()
    expect(desk.opened.originAddress).toBe(true)
    desk.form.docks.originAddress.opens = '07:00'
    desk.form.originAddress.address1 = ''
    desk.recheck()
    expect(desk.errors).toEqual({})
  })

  test('asks the same again with the difference; an edited form is asked anew', async () => {
    const changes = [
      {
        provider: 'GBSL + TGMO + RMZQ',
        service: 'standard',
        carrierName: 'Great Basin Lines',
        was: { minor: 90_000, currency: 'USD' },
        now: rate().total,
        difference: 2_568,
      },
    ]
    const { desk, calls } = deskWith({
      'quotes.requestCrossBorder': () => freshQuote(),
      'quotes.again': () => ({ quote: freshQuote({ id: 'qte-2' }), changes }),
    })
    await desk.ask()
    await desk.askAgain()
    expect([desk.quote?.id, desk.changes]).toEqual(['qte-2', changes])
    desk.form.insuredValue = '900'
    await desk.askAgain()
    expect(calls).toEqual(['quotes.requestCrossBorder', 'quotes.again', 'quotes.requestCrossBorder'])
    expect(desk.changes).toEqual([])
  })

  test('comes back from its draft with the form, the quote and the chosen rate', async () => {
    const rates = [rate(), rate({ rateId: 'r2', serviceType: 'expedited' })]
    const quote = freshQuote({ rates })
    const { desk, station } = deskWith({ 'quotes.requestCrossBorder': () => quote, 'quotes.find': () => quote })
    await desk.ask()
    desk.selectedRateId = 'r2'
    const kept = readBorderDraft(JSON.parse(JSON.stringify(desk.draft())), '2026-11-20')
    if (!kept) throw new Error('no draft')
    const next = new BorderDesk(station)
    await next.restore(kept)
    expect(next.form.units[0]?.products[0]).toMatchObject({ description: 'Pumps', satCode: '40151502' })
    expect([next.voidReason, next.selected?.rateId]).toEqual([null, 'r2'])
  })

  test('shows a quote of the past with the form it was asked with', async () => {
    const quote = freshQuote()
    const { desk } = deskWith({ 'quotes.find': () => quote })
    desk.form = filledForm((form) => (form.destinationAddress.city = 'elsewhere'))
    await desk.open(quote.id)
    expect(desk.form.destinationAddress).toMatchObject({ city: 'Monterrey', country: 'MX' })
    expect([desk.quote?.id, desk.voidReason]).toEqual([quote.id, null])
  })

  test('says why a quote of the past cannot be shown', async () => {
    const { desk } = deskWith({
      'quotes.find': () => {
        throw new StationError({ code: 'NOT_FOUND', message: 'gone' })
      },
    })
    await desk.open('qte-0')
    expect([desk.quote, desk.failure?.code]).toEqual([null, 'NOT_FOUND'])
  })

  test('takes over what the address book knows of a dock, and turns the other end to the other country', () => {
    const { desk } = deskWith({})
    desk.startOver()
    Object.assign(desk.form.originAddress, { country: 'MX', city: 'Saltillo' })
    desk.takeParty('originAddress', {
      addressId: 'adr-1',
      name: 'Planta Saltillo',
      address: { address1: 'Blvd. 1', city: 'Saltillo', state: 'COA', postalCode: '25000', country: 'MX' },
      roles: ['shipper'],
      accessorials: ['INSIDE_PICKUP', 'WHITE_GLOVE'],
      dock: {
        hasDock: false,
        isResidential: false,
        needsLiftgate: true,
        needsAppointment: false,
        opens: '07:00',
        closes: '15:30',
      },
      notes: '',
      isDefaultShipper: false,
      uses: 1,
      usedAt: null,
      createdAt: '',
      updatedAt: '',
      removedAt: null,
    })
    expect(desk.form.docks.originAddress).toMatchObject({
      accessorials: ['LIFTGATE_PICKUP', 'INSIDE_PICKUP'],
      opens: '07:00',
      closes: '15:30',
    })
    expect(desk.form.destinationAddress.country).toBe('US')
  })

  test('begins empty where a draft is none', () => {
    expect(readBorderDraft({ form: 'nothing' }, '2026-11-20')).toBeNull()
    expect(readBorderDraft(null, '2026-11-20')).toBeNull()
  })

  test('starts over from the same shipper', async () => {
    const { desk } = deskWith({ 'quotes.requestCrossBorder': () => freshQuote() })
    await desk.ask()
    desk.startOver()
    expect(desk.form.originAddress.companyName).toBe('Lakeshore Pump & Valve')
    expect(desk.form.destinationAddress).toMatchObject({ companyName: '', country: 'MX' })
    expect(desk.quote).toBeNull()
  })
})
