import { describe, expect, test } from 'vitest'
import { dockSchema } from '../../../../../src-shared/station/addresses/address-book.ts'
import { USUAL_PICKUPS } from '../../../../../src-shared/station/booking/pickup-terms.ts'
import { readBorderDraft } from '../../../../../src-renderer/screens/quote/cross-border/border-draft.ts'
import { BorderController } from '../../../../../src-renderer/screens/quote/cross-border/border-controller.svelte.ts'
import type { FakeHandlers } from '../../../../../src-renderer/transports/fake.ts'
import type { CrossBorderQuote } from '../../../../../src-shared/station/quote/crossborder.ts'
import { StationError } from '../../../../../src-shared/station/error.ts'
import { TEST_START } from '../../../../support/running-clock.ts'
import { aSavedAddress, recordedStation } from '../../../builders.ts'
import { filledForm, NOW, quoteOf, rate } from './filled.ts'

const fromNow = (ms: number) => new Date(Date.parse(TEST_START) + ms).toISOString()

/** A quote that holds for an hour from now. */
function freshQuote(change: Partial<CrossBorderQuote> = {}): CrossBorderQuote {
  return { ...quoteOf(tomorrowForm()), expiresAt: fromNow(3_600_000), ...change }
}

function tomorrowForm() {
  return filledForm((form) => {
    form.crossing = 'LLB'
    form.docks.originAddress.day = '2026-11-24'
  })
}

function deskWith(handlers: FakeHandlers) {
  const { station } = recordedStation(handlers)
  const desk = new BorderController(station, () => USUAL_PICKUPS)
  desk.rates.form = tomorrowForm()
  return { desk, station }
}

describe('the desk of a cross-border quote', () => {
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
    await desk.rates.ask()
    expect(Object.keys(desk.rates.errors)).toEqual(['originAddress.postalCode'])
    desk.recheck()
    expect(Object.keys(desk.rates.errors)).toEqual(['originAddress.postalCode'])
    const [suggestion] = desk.rates.refusal?.suggestions ?? []
    if (suggestion) desk.rates.takeSuggestion(suggestion)
    expect(desk.rates.form.originAddress.postalCode).toBe('60609')
    expect(desk.rates.errors).toEqual({})
  })

  test('opens the dock whose hours are wrong, and finds no new errors while one is put right', async () => {
    const { desk } = deskWith({})
    desk.rates.opened = { originAddress: false, destinationAddress: false }
    Object.assign(desk.rates.form.docks.originAddress, { opens: '18:00', closes: '08:00' })
    await desk.rates.ask()
    expect(desk.rates.opened.originAddress).toBe(true)
    desk.rates.form.docks.originAddress.opens = '07:00'
    desk.rates.form.originAddress.address1 = ''
    desk.recheck()
    expect(desk.rates.errors).toEqual({})
  })

  test('comes back from its draft with the form, the quote and the chosen rate', async () => {
    const rates = [rate(), rate({ rateId: 'r2', serviceType: 'expedited' })]
    const quote = freshQuote({ rates })
    const { desk, station } = deskWith({ 'quotes.requestCrossBorder': () => quote, 'quotes.find': () => quote })
    await desk.rates.ask()
    desk.rates.selectedRateId = 'r2'
    const kept = readBorderDraft(JSON.parse(JSON.stringify(desk.draft())), NOW, USUAL_PICKUPS)
    if (!kept) throw new Error('no draft')
    const next = new BorderController(station, () => USUAL_PICKUPS)
    await next.restore(kept)
    expect(next.rates.form.units[0]?.products[0]).toMatchObject({ description: 'Pumps', satCode: '40151502' })
    expect([next.rates.voidReason, next.rates.selected?.rateId]).toEqual([null, 'r2'])
  })

  test('shows a quote of the past with the form it was asked with', async () => {
    const quote = freshQuote()
    const { desk } = deskWith({ 'quotes.find': () => quote })
    desk.rates.form = filledForm((form) => (form.destinationAddress.city = 'elsewhere'))
    await desk.rates.open(quote.id)
    expect(desk.rates.form.destinationAddress).toMatchObject({ city: 'Monterrey', country: 'MX' })
    expect([desk.rates.quote?.id, desk.rates.voidReason]).toEqual([quote.id, null])
  })

  test('takes over what the address book knows of a dock, and turns the other end to the other country', () => {
    const { desk } = deskWith({})
    desk.rates.startOver()
    Object.assign(desk.rates.form.originAddress, { country: 'MX', city: 'Saltillo' })
    const saltillo = aSavedAddress({
      address: { address1: 'Blvd. 1', city: 'Saltillo', state: 'COA', postalCode: '25000', country: 'MX' },
      accessorials: ['INSIDE_PICKUP', 'WHITE_GLOVE'],
      dock: dockSchema.parse({ needsLiftgate: true, opens: '07:00', closes: '15:30' }),
    })
    desk.takeParty('originAddress', saltillo)
    expect(desk.rates.form.docks.originAddress).toMatchObject({
      accessorials: ['LIFTGATE_PICKUP', 'INSIDE_PICKUP'],
      opens: '07:00',
      closes: '15:30',
    })
    expect(desk.rates.form.destinationAddress.country).toBe('US')
  })
})
