import { describe, expect, test } from 'vitest'
import { readQuoteDraft, type QuoteDraft } from '../../../../src-renderer/screens/quote/quote-draft.ts'
import {
  emptyQuoteForm,
  inOtherMeasures,
  parseQuoteForm,
  questionOf,
  quoteFormOf,
  turnedAround,
} from '../../../../src-renderer/screens/quote/quote-form.ts'
import { aQuote } from '../../builders.ts'

const TODAY = '2026-11-21'
const draft: QuoteDraft = {
  form: { ...quoteFormOf(aQuote().request, TODAY, 'imperial'), accessorials: ['LIFTGATE_DELIVERY'] },
  quoteId: 'Q-1',
  question: 'asked',
  selectedRateId: null,
}

describe('the draft of a quote', () => {
  test('comes back as it was left', () => {
    expect(readQuoteDraft(JSON.parse(JSON.stringify(draft)), TODAY)).toEqual(draft)
  })

  test('of days ago ships today', () => {
    expect(readQuoteDraft(draft, '2026-12-24')?.form.shipDate).toBe('2026-12-24')
  })

  test('of an older kind has empty fields for what it lacks', () => {
    const old = { form: { originAddress: {}, destinationAddress: {}, cargo: [{ weight: 500 }] } }
    expect(readQuoteDraft(old, TODAY)).toMatchObject({
      form: { ...emptyQuoteForm(TODAY), cargo: [{ weight: '', quantity: '' }] },
      quoteId: null,
    })
  })

  test('that is none is no reason to fail', () => {
    expect(readQuoteDraft('odd', TODAY)).toBeNull()
    expect(readQuoteDraft({ form: { cargo: [] } }, TODAY)).toBeNull()
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
    const form = quoteFormOf({ ...request, shipDate: '2026-01-05' }, TODAY, 'imperial')
    expect(parseQuoteForm(form, TODAY)).toMatchObject({ ok: true, input: { ...request, shipDate: TODAY } })
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
    expect(parseQuoteForm(heavy, TODAY)).toMatchObject({
      errors: { 'cargo.0.weight': { key: 'field.atMost', params: { maximum: 453_592 } } },
    })
  })
})
