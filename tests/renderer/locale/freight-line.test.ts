import { beforeAll, expect, test } from 'vitest'
import { freightLine } from '../../../src-renderer/locale/freight-line.ts'
import { Locale } from '../../../src-renderer/locale/locale.svelte.ts'
import { loadLanguage } from '../../../src-renderer/messages/catalogue.ts'
import { freightOfBooking, freightOfQuote } from '../../../src-shared/station/booking/freight-summary.ts'
import { aQuote } from '../builders.ts'
import { asked, filledForm } from '../screens/quote/cross-border/filled.ts'

beforeAll(() => loadLanguage('es'))

const words = (language: 'en' | 'es'): Locale => {
  const locale = new Locale()
  locale.language = language
  return locale
}
const piece = { length: 48, width: 40, height: 52, description: 'Pumps' }
const { request } = aQuote()
const load = {
  ...request,
  cargo: [
    { ...piece, quantity: 2, weight: 700, freightClass: '70' as const },
    { ...piece, quantity: 1, weight: 460, freightClass: '70' as const, hazmat: true },
  ],
  accessorials: ['LIFTGATE_DELIVERY' as const],
  insuranceAmount: 5000,
}

test('what a price is for is one line: pieces, weight, class, accessorials and insurance', () => {
  const freight = freightOfQuote(aQuote({ request: load }))
  expect(freightLine(freight, words('en'))).toBe(
    '3 pieces · 1,860 lb · class 70 · Hazardous material · Liftgate at delivery · insured for $5,000.00',
  )
  expect(freightLine(freight, words('es'))).toContain('3 bultos · 1,860 lb · clase 70')
})

test('a booking says the same as the quote that it was made from, and one without a quote what its body says', () => {
  const quoted = { kind: 'domestic' as const, request: load, provider: 'A', service: 'B' }
  expect(freightOfBooking({ quoted, direct: null })).toEqual(freightOfQuote(aQuote({ request: load })))
  const direct = { ...load, service: { provider: 'A', service: 'B' } }
  expect(freightOfBooking({ quoted: null, direct })).toMatchObject({ pieces: 3, weightLb: 1860, classes: ['70'] })
  expect(freightOfBooking({ quoted: null, direct: null })).toBeNull()
})

test('handling units that cross the border are its pieces, with every product weighed', () => {
  const crossing = { kind: 'crossborder' as const, request: asked(filledForm()) }
  expect(freightOfBooking({ quoted: crossing, direct: null })).toMatchObject({ pieces: 2, weightLb: 1000 })
})
