import { describe, expect, test } from 'vitest'
import { differences, goneOffers } from '../../../../src-renderer/screens/quote/rates/rate-change.ts'
import { formatDay, formatMoment, withDates } from '../../../../src-renderer/locale/format.ts'
import { byReason, readNoRates } from '../../../../src-renderer/locale/no-rates.ts'
import { sortWarnings } from '../../../../src-renderer/screens/quote/rates/warnings.ts'
import { aRate } from '../../builders.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const change = { provider: 'NORTHLINE', service: 'LTL_STANDARD', carrierName: 'Northline Freight' }

describe('a quote asked again', () => {
  const rate = aRate({ rateId: 'a', total: usd(500) })

  test.each([
    ['dearer', usd(400), 100, { kind: 'dearer', by: usd(100) }],
    ['cheaper', usd(600), -100, { kind: 'cheaper', by: usd(100) }],
    ['the same', usd(500), 0, { kind: 'same' }],
    ['new', null, null, { kind: 'new' }],
  ] as const)('says that a rate is %s', (_what, was, difference, reported) => {
    expect(differences([rate], [{ ...change, was, now: usd(500), difference }]).get('a')).toEqual(reported)
  })

  test('compares no other offer of the same service, and no other currency', () => {
    const dearer = aRate({ rateId: 'b', total: usd(900) })
    const changes = [{ ...change, was: usd(400), now: usd(500), difference: 100 }]
    expect([...differences([rate, dearer], changes).keys()]).toEqual(['a'])
    const other = [{ ...change, was: { minor: 1, currency: 'MXN' }, now: usd(500), difference: null }]
    expect(differences([rate], other).size).toBe(0)
  })

  test('names what is offered no more', () => {
    expect(goneOffers([{ ...change, was: usd(1), now: null, difference: null }])).toEqual([
      { name: 'Northline Freight', service: 'LTL_STANDARD', was: usd(1) },
    ])
  })
})

describe('carriers that made no offer', () => {
  test('are told apart from warnings about the freight', () => {
    expect(sortWarnings(['Tri-State made no offer: it does not serve AK.', 'No pickup is possible today.'])).toEqual({
      refusals: [{ carrier: 'Tri-State', reason: 'it does not serve AK' }],
      moved: [],
      others: ['No pickup is possible today.'],
    })
  })

  test('and so is a pickup day that the service moved; other sentences have their days as the screen writes them', () => {
    const said = 'No pickup is possible on 2026-11-26; the rates are for pickup on 2026-11-27.'
    expect(sortWarnings([said])).toEqual({
      refusals: [],
      moved: [{ asked: '2026-11-26', given: '2026-11-27' }],
      others: [],
    })
    const dates = {
      day: (iso: string) => formatDay(iso, 'en-US', '2026-11-01'),
      moment: (iso: string) => formatMoment(iso, 'en-US', 'America/Chicago'),
    }
    expect(withDates('The terminal is closed on 2026-11-26 and 2027-01-01.', dates)).toBe(
      'The terminal is closed on Thu, Nov 26 and Fri, Jan 1, 2027.',
    )
    expect(withDates('Nothing received since 2026-11-26T14:05:00.000Z.', dates)).toBe(
      'Nothing received since Nov 26, 8:05 AM CST.',
    )
  })

  test('with one reason stand together', () => {
    const refusals = ['A', 'B', 'C'].map((carrier) => ({ carrier, reason: carrier === 'A' ? 'x' : 'y' }))
    expect(byReason(refusals)).toEqual([
      { reason: 'y', carriers: ['B', 'C'] },
      { reason: 'x', carriers: ['A'] },
    ])
  })

  test('are read from an answer without rates, whatever is missing in it', () => {
    const details = { providers: [{ provider: 'A', reason: 'x' }, 'odd', { provider: 1 }], reason: 'A: x' }
    expect(readNoRates(details)).toEqual({ refusals: [{ carrier: 'A', reason: 'x' }], reason: 'A: x' })
    expect(readNoRates({})).toEqual({ refusals: [], reason: '' })
  })
})
