import { describe, expect, test } from 'vitest'
import {
  borderBadges,
  cautions,
  differenceOf,
} from '../../../../../src-renderer/screens/quote/cross-border/rates/border-rates.ts'
import type { RateChange } from '../../../../../src-shared/station/quote/quote-history.ts'
import { filledForm, quoteOf, rate } from './filled.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })

describe('rates over the border', () => {
  test('stand out as the cheapest, and as the cheapest of the fastest', () => {
    const badges = borderBadges([
      rate({ rateId: 'a', total: usd(900) }),
      rate({ rateId: 'b', total: usd(1100), transitDays: { from: 5, to: 6 } }),
      rate({ rateId: 'c', total: usd(1200), transitDays: { from: 5, to: 6 } }),
    ])
    expect([badges.get('a'), badges.get('b'), badges.get('c')]).toEqual([['cheapest'], ['fastest'], []])
    expect(borderBadges([rate()]).get('r1')).toEqual([])
  })

  test('asked again stand to those before by their carriers and their service', () => {
    const change = (was: number | null, now: number | null): RateChange => ({
      provider: 'GBSL + TGMO + RMZQ',
      service: 'standard',
      carrierName: 'Great Basin Lines',
      was: was === null ? null : usd(was),
      now: now === null ? null : usd(now),
      difference: was === null || now === null ? null : now - was,
    })
    expect(differenceOf([change(90_000, 92_568)], rate())).toEqual({ kind: 'dearer', by: usd(2_568) })
    expect(differenceOf([change(93_000, 92_568)], rate())).toEqual({ kind: 'cheaper', by: usd(432) })
    expect(differenceOf([change(92_568, 92_568)], rate())).toEqual({ kind: 'same' })
    expect(differenceOf([change(null, 92_568)], rate())).toEqual({ kind: 'new' })
    expect(differenceOf([change(90_000, 92_568)], rate({ serviceType: 'expedited' }))).toBeNull()
    expect(differenceOf([], rate())).toBeNull()
  })
})

describe('before it is booked a clerk is told', () => {
  const keys = (...[quote, offer, advice]: Parameters<typeof cautions>) =>
    cautions(quote, offer, advice).map(({ key }) => key)

  test('nothing but what the price holds when all is well', () => {
    const quote = quoteOf(filledForm((form) => (form.insuredValue = '4000')))
    expect(cautions(quote, rate(), null)).toEqual([])
  })

  test('that nothing is insured, and that the first carrier comes on another day', () => {
    const quote = quoteOf(filledForm((form) => (form.docks.originAddress.day = '2026-11-21')))
    expect(cautions(quote, rate(), null)).toMatchObject([
      { key: 'border.caution.pickupMoved', days: { wanted: '2026-11-21', pickup: '2026-11-23' } },
      { key: 'border.caution.notInsured' },
    ])
  })

  test('that customs have nobody to ask, and what they will ask about', () => {
    const quote = quoteOf(
      filledForm((form) => {
        form.destinationAddress.email = ''
        const [product] = form.units[0]?.products ?? []
        Object.assign(product ?? {}, { satCode: '01010101', isHazmat: true })
      }),
    )
    expect(keys(quote, rate(), null)).toEqual([
      'border.caution.contact.destination',
      'border.caution.genericSat',
      'border.caution.hazmat',
      'border.caution.notInsured',
    ])
  })

  test('that the other crossing is nearer', () => {
    const quote = quoteOf(filledForm())
    const found = cautions(quote, rate(), { crossing: 'PDN', miles: { LLB: 1_500, PDN: 1_200 } })
    expect(found).toContainEqual({ key: 'border.caution.detour', tone: 'idle', miles: 300 })
    expect(keys(quote, rate(), { crossing: 'PDN', miles: { LLB: 1_210, PDN: 1_200 } })).not.toContain(
      'border.caution.detour',
    )
  })
})
