import { describe, expect, test } from 'vitest'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { readQuoteDraft, type QuoteDraft } from '../../../../src-renderer/screens/quote/quote-draft.ts'
import {
  inOtherMeasures,
  parseQuoteForm,
  questionOf,
  quoteFormOf,
  turnedAround,
} from '../../../../src-renderer/screens/quote/quote-form.ts'
import { aQuote } from '../../builders.ts'

/** A Monday. */
const TODAY = '2026-11-23'
const NOW = new Date(`${TODAY}T15:00:00Z`)
const draft: QuoteDraft = {
  form: { ...quoteFormOf(aQuote().request, NOW, USUAL_PICKUPS, 'imperial'), accessorials: ['LIFTGATE_DELIVERY'] },
  quoteId: 'Q-1',
  question: 'asked',
  selectedRateId: null,
  orderId: null,
  beforeLine: null,
}

describe('the draft of a quote', () => {
  test('comes back as it was left', () => {
    expect(readQuoteDraft(JSON.parse(JSON.stringify(draft)), NOW, USUAL_PICKUPS)).toEqual(draft)
  })

  test('of days ago ships on the next day on which someone picks up', () => {
    const shipDateOn = (day: string) =>
      readQuoteDraft(draft, new Date(`${day}T15:00:00Z`), USUAL_PICKUPS)?.form.shipDate
    expect([shipDateOn('2026-12-24'), shipDateOn('2026-12-25')]).toEqual(['2026-12-24', '2026-12-28'])
  })
})

describe('what a quote was asked for', () => {
  test('is the same in other units, and for an address that was saved meanwhile', () => {
    const other = { ...draft.form, ...inOtherMeasures(draft.form) }
    expect(other.cargo[0]?.weight).toBe('226.796')
    expect(questionOf(other)).toBe(questionOf(draft.form))
    const saved = { ...draft.form, originAddress: { ...draft.form.originAddress, addressId: 'adr_1' } }
    expect(questionOf(saved)).toBe(questionOf(draft.form))
  })

  test('is another with any edit', () => {
    expect(questionOf({ ...draft.form, accessorials: [] })).not.toBe(questionOf(draft.form))
  })

  test('is asked once more with the form of the past, from today on', () => {
    const { request } = aQuote()
    const form = quoteFormOf({ ...request, shipDate: '2026-01-05' }, NOW, USUAL_PICKUPS, 'imperial')
    expect(parseQuoteForm(form, NOW)).toMatchObject({ ok: true, input: { ...request, shipDate: TODAY } })
  })
})

describe('the form', () => {
  test('turned around has each service at the other end', () => {
    const { originAddress, destinationAddress, accessorials } = turnedAround(draft.form)
    expect(originAddress.companyName).toBe('Globex')
    expect(destinationAddress.companyName).toBe('Acme')
    expect(accessorials).toEqual(['LIFTGATE_PICKUP'])
  })

  test('says limits in the measures that were typed', () => {
    const form = { ...draft.form, ...inOtherMeasures(draft.form) }
    const heavy = { ...form, cargo: form.cargo.map((line) => ({ ...line, weight: '500000' })) }
    expect(parseQuoteForm(heavy, NOW)).toMatchObject({
      errors: { 'cargo.0.weight': { key: 'field.atMost', params: { maximum: 453_592 } } },
    })
  })
})
