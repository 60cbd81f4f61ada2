import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { placeBook } from '../../../../src-main/quotes/place-book.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { lineChips } from '../../../../src-renderer/screens/quote/line/line-chips.ts'
import { quickLineOf } from '../../../../src-renderer/screens/quote/line/quick-line.svelte.ts'
import { quoteDraftOf } from '../../../../src-renderer/screens/quote/quote-drafts.ts'
import { createStation } from '../../../../src-renderer/station.ts'
import { fakeTransport } from '../../../../src-renderer/transports/fake.ts'
import type { QuoteInput } from '../../../../src-shared/station/quote/quote.ts'
import { readLine } from '../../../../src-shared/station/quote-line/read-line.ts'
import { TEST_START } from '../../../support/running-clock.ts'
import { lineContext } from '../../../shared/quote-line/said.ts'
import { text } from '../../../support/text.ts'
import { aQuote, aSavedAddress } from '../../builders.ts'

const places = placeBook()
const PLAIN = '1 main st laredo 78045 > 200 n lasalle st chicago 60654 2 pallets 500 lb each 48x40x52 pumps'

/** @param stored the draft of the form */
function opened(stored: unknown = null) {
  const asked: QuoteInput[] = []
  const station = createStation(
    fakeTransport({
      'drafts.get': ({ form, key }) => ({
        draft:
          key === 'domestic' && stored !== null
            ? { form, key, body: z.json().parse(stored), updatedAt: TEST_START, restoredFrom: null }
            : null,
      }),
      'drafts.save': () => ({ isSaved: true }),
      'quotes.readLine': ({ line }) =>
        readLine(line, { ...lineContext(places), today: TEST_START.slice(0, 10), now: new Date(TEST_START) }),
      'addressBook.get': ({ addressId }) => {
        const party = lineContext(places).parties.find((one) => one.addressId === addressId)
        if (!party) throw new Error('no such entry')
        const dock = { ...aSavedAddress().dock, needsLiftgate: party.name === 'Globex Corporation' }
        return aSavedAddress({
          addressId,
          name: party.name,
          address: { ...party.address, companyName: party.name },
          dock,
        })
      },
      'quotes.request': (input) => {
        asked.push(input)
        return aQuote({ expiresAt: new Date(Date.parse(TEST_START) + 3_600_000).toISOString() })
      },
    }),
  )
  const quick = quickLineOf(station, () => USUAL_PICKUPS)
  const drafts = quoteDraftOf(station, () => USUAL_PICKUPS)
  const { rates } = drafts.controller
  const type = async (line: string) => {
    quick.text = line
    await quick.settle()
  }
  const chips = () =>
    lineChips(rates.form, quick.dayFrom, new Locale(), quick.said, rates.parties).map(({ title, text, sub }) => [
      title,
      text,
      sub,
    ])
  return { drafts, quick, rates, type, asked, chips }
}

describe('one line and its form', () => {
  test('a weight between two ZIP codes is enough for rates: the size is a usual pallet, and said to be assumed', async () => {
    const { rates, type, chips, quick } = opened()
    await type('78045 to 60607 1200 lb')
    expect(quick.openDoubts).toEqual([])
    expect(rates.form.cargo).toMatchObject([
      { quantity: '1', length: '48', width: '40', height: '48', weight: '1200', description: 'Freight' },
    ])
    expect(chips()).toContainEqual([
      text('line.cargo'),
      text('line.count', { quantity: '1', what: 'Freight' }),
      text('line.usualSize', { size: '48 × 40 × 48', weight: '1,200' }),
    ])
    await type(PLAIN)
    expect(rates.form.cargo).toMatchObject([{ length: '48', width: '40', height: '52' }])
    expect(chips().map(([, , sub]) => sub)).toContain(text('line.size', { size: '48 × 40 × 52', weight: '500' }))
  })

  test('say the same: a change by hand clears the line, and the arrow keys bring it back', async () => {
    const { quick, rates, type } = opened()
    await quick.begin()
    await type(PLAIN)
    quick.formChanged()
    expect(quick.text).toBe(PLAIN)
    rates.form.destinationAddress.postalCode = '60610'
    quick.formChanged()
    expect([quick.text, quick.said]).toEqual(['', null])
    expect(rates.form.destinationAddress.postalCode).toBe('60610')
    await quick.recall(1)
    expect(rates.form.destinationAddress.postalCode).toBe('60654')
  })

  test('keep nothing of an earlier line: neither its day, nor its services, nor its insurance', async () => {
    const { rates, type } = opened()
    await type(PLAIN)
    const day = rates.form.shipDate
    await type(`${PLAIN} 12/4 liftgate residential delivery insure $5000`)
    expect(rates.form).toMatchObject({ shipDate: '2026-12-04', insuranceAmount: '5000' })
    expect(rates.form.accessorials).not.toEqual([])
    await type(PLAIN)
    expect(rates.form).toMatchObject({ shipDate: day, insuranceAmount: '', accessorials: [] })
  })

  test('begin another shipment after a quote, from the same origin', async () => {
    const { rates, type, asked } = opened()
    Object.assign(rates.form.originAddress, { address1: '1 Main St', city: 'Laredo', state: 'TX', postalCode: '78045' })
    await type(`${PLAIN} liftgate dec 4`)
    await rates.ask()
    await type('')
    await type('chicago 60654 3 pallets 620 lb each 48x40x52 parts')
    expect(rates.form).toMatchObject({ accessorials: [], originAddress: { postalCode: '78045' } })
    expect(rates.form.shipDate).not.toBe('2026-12-04')
    expect(asked).toHaveLength(1)
  })

  test('leave the next quote and an emptied form the shipper that was there, not that of the line', async () => {
    const { rates, type } = opened()
    const shipper = { address1: '9 Elm St', city: 'Houston', state: 'TX', postalCode: '77002' }
    Object.assign(rates.form.originAddress, shipper)
    await type(PLAIN)
    expect(rates.form.originAddress).toMatchObject({ postalCode: '78045' })
    const undo = rates.startOver()
    expect(rates.form.originAddress).toMatchObject(shipper)
    expect(undo()).toBe(true)
    expect(rates.form.originAddress).toMatchObject({ postalCode: '78045' })
    await rates.ask()
    await type('60607 3 pallets 620 lb each 48x40x52 parts')
    expect(rates.form.originAddress).toMatchObject(shipper)
    expect(rates.form.destinationAddress).toMatchObject({ postalCode: '60607' })
  })

  test('leave it also after a reload, which has the form and not its line', async () => {
    const { drafts, rates, type } = opened()
    const shipper = { address1: '9 Elm St', city: 'Houston', state: 'TX', postalCode: '77002' }
    Object.assign(rates.form.originAddress, shipper)
    await type(PLAIN)
    const reloaded = opened(drafts.controller.draft())
    await reloaded.drafts.begin()
    expect(reloaded.rates.form.originAddress).toMatchObject({ postalCode: '78045' })
    reloaded.rates.startOver()
    expect(reloaded.rates.form.originAddress).toMatchObject(shipper)
  })

  test('do not begin where they end: an entry that the line names is taken from the other end', async () => {
    const { rates, type } = opened()
    Object.assign(rates.form.originAddress, { addressId: 'acme', address1: '1201 Santa Maria Ave', city: 'Laredo' })
    await type('to acme 2 pallets 500 lb each 48x40x52 pumps')
    expect([rates.form.originAddress.addressId, rates.form.destinationAddress.addressId]).toEqual(['', 'acme'])
    await type('globex 2 pallets 500 lb each 48x40x52 pumps')
    expect([rates.form.originAddress.addressId, rates.form.destinationAddress.addressId]).toEqual(['acme', 'globex'])
  })

  test('show all that is asked for, the pickup day always and where it is from', async () => {
    const { quick, rates, type, chips } = opened()
    rates.form.insuranceAmount = '5000'
    await type(PLAIN)
    expect(chips()).toContainEqual(['Freight', '2 × pumps', '48 × 40 × 52 in, 500 lb each'])
    expect(chips()).toContainEqual([text('line.pickup'), expect.any(String), 'next pickup day'])
    expect(chips()).toContainEqual([text('line.insurance'), 'insured for $5,000.00', ''])
    await type(`${PLAIN} 12/4`)
    expect(chips()).toContainEqual([text('line.pickup'), 'Fri, Dec 4', 'as typed'])
    expect(quick.dayFrom).toBe('line')
  })

  test('show which service the address book adds, unless it is typed as well', async () => {
    const { type, chips } = opened()
    const liftgate = (sub: string) => [text('line.extra'), text('accessorial.LIFTGATE_DELIVERY'), sub]
    await type('globex 2 pallets 500 lb each 48x40x52 pumps')
    expect(chips()).toContainEqual(liftgate('from address book'))
    await type('globex 2 pallets 500 lb each 48x40x52 pumps liftgate')
    expect(chips()).toContainEqual(liftgate(''))
  })

  test('keep the pickup day where the line says when to deliver, and say that this is not understood', async () => {
    const { quick, rates, type } = opened()
    await type(PLAIN)
    const { shipDate } = rates.form
    for (const due of ['must deliver by 12/4', 'by friday', 'entregar antes del viernes', 'deliver friday']) {
      await type(`${PLAIN} ${due}`)
      expect([rates.form.shipDate, quick.dayFrom]).toEqual([shipDate, 'next'])
      expect(quick.said?.unclear).toMatchObject([{ text: due, why: 'unknown', readings: [] }])
    }
  })

  test('keep a ship date that was chosen by hand, and say so', async () => {
    const { quick, rates, type } = opened()
    rates.form.shipDate = '2026-12-08'
    await type(PLAIN)
    expect([rates.form.shipDate, quick.dayFrom]).toEqual(['2026-12-08', 'form'])
  })
})

describe('a doubt', () => {
  test('about the weight is answered before anything is priced', async () => {
    const { quick, rates, type, asked } = opened()
    await type(PLAIN.replace(' each', ''))
    await rates.ask()
    expect([asked.length, rates.isHeld]).toEqual([0, true])
    const [doubt] = quick.openDoubts
    if (!doubt) throw new Error('no doubt')
    await quick.choose(doubt, '500 lb total')
    await rates.ask()
    expect([asked.length, rates.isHeld]).toEqual([1, false])
    expect(asked[0]?.cargo[0]).toMatchObject({ quantity: 2, weight: 250 })
  })

  test('about a name beside the ZIP of another place is answered: it is one end, and which is asked', async () => {
    const { quick, rates, type, asked } = opened()
    Object.assign(rates.form.originAddress, { address1: '1 Main St', city: 'Laredo', state: 'TX', postalCode: '78045' })
    await type('globex 60654 2 pallets 500 lb each 48x40x52 pumps')
    expect(rates.form).toMatchObject({
      originAddress: { postalCode: '78045' },
      destinationAddress: { postalCode: '60654', addressId: '' },
    })
    await rates.ask()
    expect([asked.length, rates.isHeld]).toEqual([0, true])
    const [doubt] = quick.openDoubts
    if (!doubt) throw new Error('no doubt')
    expect(doubt.readings).toEqual(['60654', 'globex', 'from globex to 60654'])
    await quick.choose(doubt, 'globex')
    expect(quick.openDoubts).toEqual([])
    expect(rates.form.destinationAddress).toMatchObject({ postalCode: '60601', addressId: 'globex' })
  })

  test('about a day without pickups is over once a person has kept the day', async () => {
    const { quick, rates, type, asked } = opened()
    await type(`${PLAIN} 12/25`)
    const [doubt] = quick.openDoubts
    expect(doubt?.why).toBe('no-pickup')
    if (!doubt) throw new Error('no doubt')
    await quick.choose(doubt, '2026-12-25')
    expect(quick.openDoubts).toEqual([])
    await rates.ask()
    expect(asked[0]?.shipDate).toBe('2026-12-25')
  })

  test('about a word that means nothing here stops nobody', async () => {
    const { rates, type, asked } = opened()
    await type(`${PLAIN} flurble`)
    await rates.ask()
    expect(asked).toHaveLength(1)
  })

  test('of a line that was not read yet is waited for', async () => {
    const { quick, rates, asked } = opened()
    quick.type(PLAIN.replace(' each', ''))
    await rates.ask()
    expect([asked.length, rates.isHeld]).toEqual([0, true])
  })
})
