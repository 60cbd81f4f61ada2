import { describe, expect, it } from 'vitest'
import { decide, isAbove, mostAllowed } from '../../src-shared/station/rules/decide.ts'
import type { RuleContext, RuleOffer } from '../../src-shared/station/rules/offers.ts'
import type { Rule, RuleDoes, RuleWhen } from '../../src-shared/station/rules/rule.ts'
import fc from '../support/fast-check.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const CARRIERS = ['Northline Freight', 'Union Vale', 'Great Basin Lines']
const always: RuleWhen = { consignee: '', from: '', to: '', fromLb: null, toLb: null }
const load: RuleContext = {
  consignee: 'Globex Corporation',
  from: { city: 'Laredo', state: 'TX', postalCode: '78040' },
  to: { city: 'Chicago', state: 'IL', postalCode: '60601' },
  weightLb: 1_000,
  declared: [],
  insuredFor: 0,
}
const offer = (rateId: string, carrierName: string, minor: number, days: number | null): RuleOffer => ({
  rateId,
  carrierName,
  service: 'LTL_STANDARD',
  carriers: [carrierName, carrierName.slice(0, 4).toUpperCase()],
  total: usd(minor),
  days,
})
const rule = (order: number, does: RuleDoes, when: Partial<RuleWhen> = {}): Rule => ({
  ruleId: `rul_${order}`,
  name: `Rule ${order}`,
  isOn: true,
  order,
  when: { ...always, ...when },
  does,
  madeBy: 'Marta Ruiz',
  madeAt: '2026-10-02T15:00:00.000Z',
})

const amounts = fc.integer({ min: 0, max: 100_000 })
const moneys = fc.record({ minor: amounts, currency: fc.constantFrom('USD', 'USD', 'USD', 'MXN') })
const carriers = fc.constantFrom(...CARRIERS)
const offers = fc
  .array(fc.record({ carrier: carriers, total: moneys, days: fc.option(fc.integer({ min: 1, max: 9 })) }), {
    maxLength: 8,
  })
  .map((rows) =>
    rows.map(({ carrier, total, days }, at): RuleOffer => ({ ...offer(`r${at}`, carrier, 0, days), total })),
  )
const doings: fc.Arbitrary<RuleDoes> = fc.oneof(
  fc.record({ kind: fc.constant('cheapest' as const), days: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('prefer' as const), carrier: carriers, upTo: fc.option(moneys) }),
  fc.record({ kind: fc.constant('block' as const), carrier: carriers }),
  fc.record({ kind: fc.constant('limit' as const), most: moneys }),
  fc.record({ kind: fc.constant('insure' as const), above: moneys }),
  fc.record({ kind: fc.constant('approve' as const), above: moneys }),
  fc.record({ kind: fc.constantFrom('mail' as const, 'no-mail' as const) }),
)
const whens = fc.record({
  consignee: fc.constantFrom('', 'globex', 'Initech'),
  from: fc.constantFrom('', 'TX', '780', 'laredo', 'CA'),
  to: fc.constantFrom('', 'IL', '606', 'NY'),
  fromLb: fc.constantFrom(null, 500, 5_000),
  toLb: fc.constantFrom(null, 2_000),
})
const ruleBooks = fc
  .array(fc.record({ does: doings, when: whens, isOn: fc.boolean() }), { maxLength: 8 })
  .map((rows) => rows.map(({ does, when, isOn }, at) => ({ ...rule(at + 1, does, when), isOn })))

describe('the rules', () => {
  it('never choose what a block or a limit of theirs forbids', () => {
    fc.assert(
      fc.property(ruleBooks, offers, (rules, rates) => {
        const { choice, why } = decide(rules, rates, load)
        const chosen = rates.find(({ rateId }) => rateId === choice)
        const forbidding = why.rules.filter(({ outcome }) => outcome === 'forbids').map(({ ruleId }) => ruleId)
        for (const { ruleId, does } of rules) {
          if (!chosen || !forbidding.includes(ruleId)) continue
          if (does.kind === 'block') expect(chosen.carriers).not.toContain(does.carrier)
          if (does.kind === 'limit') {
            expect(chosen.total.currency).toBe(does.most.currency)
            expect(chosen.total.minor).toBeLessThanOrEqual(does.most.minor)
          }
        }
        expect(chosen === undefined).toBe(why.offers.every(({ forbiddenBy }) => forbiddenBy !== null))
      }),
    )
  })

  it('allow without a question what is at most their `mostAllowed`, and nothing above it', () => {
    fc.assert(
      fc.property(ruleBooks, offers, (rules, rates) => {
        for (const rate of rates) {
          const [taken] = decide(rules, [rate], load).why.offers
          const isAsked = taken?.forbiddenBy !== null || taken.approvalBy !== null
          const most = mostAllowed(rules, rate, load)
          expect(most !== null && isAbove(rate.total, most)).toBe(isAsked)
        }
      }),
    )
  })

  it('are decided between by their order alone: neither the list they stand in, nor names, people and dates say anything', () => {
    fc.assert(
      fc.property(
        ruleBooks.chain((rules) =>
          fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })),
        ),
        offers,
        fc.string(),
        ([rules, shuffled], rates, word) => {
          const other = shuffled.map((one) => ({
            ...one,
            name: word,
            madeBy: word,
            madeAt: '2020-01-01T00:00:00.000Z',
          }))
          const [a, b] = [decide(rules, rates, load), decide(other, rates, load)]
          expect(b.choice).toBe(a.choice)
          expect(b.by?.ruleId).toBe(a.by?.ruleId)
          expect(b.why.offers).toEqual(a.why.offers)
          expect(b.why.rules.map(({ ruleId, outcome }) => ({ ruleId, outcome }))).toEqual(
            a.why.rules.map(({ ruleId, outcome }) => ({ ruleId, outcome })),
          )
        },
      ),
    )
  })

  it('have one that chose at most, the first of those that could, and every rule and rate that was looked at is told', () => {
    fc.assert(
      fc.property(ruleBooks, offers, (rules, rates) => {
        const { by, why } = decide(rules, rates, load)
        expect(why.rules).toHaveLength(rules.length)
        expect(why.offers.map(({ rateId }) => rateId)).toEqual(rates.map(({ rateId }) => rateId))
        const chose = why.rules.findIndex(({ outcome }) => outcome === 'chose')
        const later = why.rules.findIndex(({ outcome }) => outcome === 'came-later')
        expect(chose === -1).toBe(by === null)
        if (later !== -1) expect(chose).toBeLessThan(later)
        if (by) expect(by.extra.minor).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('take the preferred carrier up to its extra, the cheapest within days, and say what it cost', () => {
    const rates = [
      offer('a', 'Northline Freight', 42_720, 5),
      offer('b', 'Union Vale', 43_120, 3),
      offer('c', 'Great Basin Lines', 43_815, 2),
    ]
    const prefer = (upTo: number) => rule(1, { kind: 'prefer', carrier: 'union vale', upTo: usd(upTo) })
    expect(decide([prefer(1_000)], rates, load)).toMatchObject({
      choice: 'b',
      by: { name: 'Rule 1', madeBy: 'Marta Ruiz', extra: usd(400) },
      later: -2,
    })
    expect(decide([prefer(399)], rates, load)).toMatchObject({ choice: 'a', by: null })
    const soon = rule(2, { kind: 'cheapest', days: 2 })
    expect(decide([soon, prefer(1_000)], rates, load)).toMatchObject({ choice: 'b' })
    expect(decide([{ ...soon, order: 0 }, prefer(1_000)], rates, load)).toMatchObject({
      choice: 'c',
      why: { rules: [{ outcome: 'chose' }, { outcome: 'came-later' }] },
    })
    expect(decide([rule(1, { kind: 'block', carrier: 'NORT' })], rates, load).choice).toBe('b')
    expect(decide([rule(1, { kind: 'block', carrier: 'NORT' }, { to: 'NY' })], rates, load).choice).toBe('a')
  })

  it('insure what is declared above their amount, and ask approval for what costs more than theirs', () => {
    const rates = [offer('a', 'Northline Freight', 42_720, 5)]
    const insure = rule(1, { kind: 'insure', above: usd(500_000) })
    const worth = { ...load, declared: [usd(500_100)] }
    expect(decide([insure], rates, worth).insure).toEqual({ ruleId: 'rul_1', amount: usd(500_100) })
    expect(decide([insure], rates, { ...worth, insuredFor: 5_001 })).toMatchObject({ insure: null, insuredBy: 'rul_1' })
    expect(decide([insure], rates, { ...load, declared: [usd(500_000)] }).insure).toBeNull()
    const approve = rule(2, { kind: 'approve', above: usd(42_719) })
    expect(decide([approve], rates, load).why.offers[0]?.approvalBy).toBe('rul_2')
  })

  it('have the consignee e-mailed or not by the first one for the load', () => {
    const rates = [offer('a', 'Northline Freight', 42_720, 5)]
    const never = rule(1, { kind: 'no-mail' }, { to: 'IL' })
    const mail = rule(2, { kind: 'mail' })
    const decided = decide([mail, never], rates, load)
    expect(decided).toMatchObject({ choice: 'a', by: null, mail: { ruleId: 'rul_1', isMailed: false } })
    expect(decided.why.rules.map(({ outcome }) => outcome)).toEqual(['mails-not', 'came-later'])
    expect(decide([{ ...never, isOn: false }, mail], rates, load).mail).toMatchObject({
      ruleId: 'rul_2',
      isMailed: true,
    })
    expect(decide([rule(1, { kind: 'mail' }, { to: 'NY' })], rates, load).mail).toBeNull()
  })
})
