import { describe, expect, test } from 'vitest'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { addressLine } from '../../../../src-renderer/screens/quote/address/address-form.ts'
import { cargoDensity, emptyCargo } from '../../../../src-renderer/screens/quote/cargo/cargo-form.ts'
import { emptyQuoteForm, parseQuoteForm, type QuoteForm } from '../../../../src-renderer/screens/quote/quote-form.ts'

/** A Monday. */
const TODAY = '2026-11-23'
const NOW = new Date(`${TODAY}T15:00:00Z`)

function filledForm(): QuoteForm {
  // An empty form has no origin, and begins on the day of this computer's zone.
  const form = { ...emptyQuoteForm(NOW, USUAL_PICKUPS), shipDate: TODAY }
  Object.assign(form.originAddress, {
    companyName: 'Acme Machine',
    address1: '1200 Industrial Blvd',
    city: 'Laredo',
    state: 'tx',
    postalCode: '78040',
  })
  Object.assign(form.destinationAddress, {
    address1: '200 N LaSalle St',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60601',
  })
  form.cargo = [
    { ...emptyCargo(), quantity: '2', length: '48', width: '40', height: '36', weight: '500', description: 'parts' },
  ]
  return form
}

function errorsOf(change: (form: QuoteForm) => void) {
  const form = filledForm()
  change(form)
  const parsed = parseQuoteForm(form, NOW)
  return parsed.ok ? {} : parsed.errors
}

describe('the quote form', () => {
  test('becomes the body of the interface, with the class that the density suggests', () => {
    const parsed = parseQuoteForm(filledForm(), NOW)
    expect(parsed).toMatchObject({
      ok: true,
      input: {
        originAddress: { companyName: 'Acme Machine', state: 'TX', country: 'US' },
        cargo: [{ quantity: 2, weight: 500, freightClass: '85' }],
        shipDate: TODAY,
      },
    })
    // What was left empty is not sent at all.
    expect(JSON.stringify(parsed)).not.toMatch(/hazmat|insuranceAmount|address2|phone/)
  })

  test('sends the class that the clerk chose, whatever the density says', () => {
    const form = filledForm()
    form.cargo = form.cargo.map((line) => ({ ...line, freightClass: '77.5' }))
    expect(parseQuoteForm(form, NOW)).toMatchObject({ input: { cargo: [{ freightClass: '77.5' }] } })
  })

  test('names every field that is wrong, where it is wrong', () => {
    const errors = errorsOf((form) => {
      form.originAddress.city = ' '
      form.cargo[0] = { ...emptyCargo(), quantity: '1.5', length: '1,5', weight: '0', description: 'x' }
    })
    expect(errors).toMatchObject({
      'originAddress.city': { key: 'field.required' },
      'cargo.0.quantity': { key: 'field.whole' },
      'cargo.0.length': { key: 'field.number' },
      'cargo.0.width': { key: 'field.required' },
      'cargo.0.weight': { key: 'field.moreThan', params: { minimum: 0 } },
    })
  })

  test('takes today but no day before it, and asks for a day', () => {
    expect(errorsOf((form) => (form.shipDate = TODAY))).toEqual({})
    expect(errorsOf((form) => (form.shipDate = '2026-11-20'))).toEqual({ shipDate: { key: 'field.past' } })
    expect(errorsOf((form) => (form.shipDate = ''))).toEqual({ shipDate: { key: 'field.day' } })
  })
})

describe('the density of a cargo line', () => {
  test('is known once size and weight are', () => {
    const line = { ...emptyCargo(), length: '48', width: '40', height: '36', weight: '500' }
    expect(cargoDensity(line, 'imperial')).toEqual({ pcf: 12.5, from: 12, below: 15, freightClass: '85' })
    expect(cargoDensity({ ...line, height: '' }, 'imperial')).toBeNull()
    expect(cargoDensity({ ...line, height: 'abc' }, 'imperial')).toBeNull()
  })
})

describe('an address in one line', () => {
  test('leaves out what is not known', () => {
    expect(addressLine(filledForm().originAddress)).toBe('Acme Machine · Laredo, tx 78040')
    expect(addressLine(emptyQuoteForm(NOW, USUAL_PICKUPS).originAddress)).toBe('')
  })
})
