import { majorUnits, type Money } from '../money.ts'
import { plainText } from '../plain-text.ts'
import type { RuleContext, RuleOffer } from './offers.ts'
import type { Rule, RuleDoes, RuleKind, RuleNote, RuleWhen } from './rule.ts'

/** Why a rule is not for this load. */
const UNMET = ['consignee', 'from', 'to', 'weight'] as const
type Unmet = (typeof UNMET)[number]

/**
 * The outcome of a rule: it is off or not for this load; it chose, or could have but an earlier one had; it found
 * nothing to choose or to forbid; it forbids some offers; it wants insurance, or an approval of some offers; it has the
 * consignee e-mailed, or not.
 */
type RuleOutcome =
  'off' | Unmet | 'chose' | 'came-later' | 'nothing' | 'forbids' | 'insures' | 'asks-approval' | 'mails' | 'mails-not'

/** The first rule that decides whether the consignee is e-mailed. */
export interface MailDecision {
  ruleId: string
  name: string
  isMailed: boolean
}

/** A rule that was looked at. */
interface RuleLook extends Omit<RuleNote, 'extra'> {
  kind: RuleKind
  outcome: RuleOutcome
}

/** A rate that was looked at, and by which rules it may not be booked, or only with a supervisor's word. */
interface OfferLook {
  rateId: string
  carrierName: string
  service: string
  total: Money
  days: number | null
  forbiddenBy: string | null
  approvalBy: string | null
}

/** The rules' decision on a quote. */
export interface RuleDecision {
  /** The rate that is taken; null: none may be booked. */
  choice: string | null
  /** The rule that chose it, and what that costs more than the cheapest offer; null: no rule did, the cheapest is taken. */
  by: RuleNote | null
  /** Business days later than the cheapest offer; below zero: sooner; null: one of the two has none. */
  later: number | null
  /** The insurance still required, and by which rule; null: none. */
  insure: { ruleId: string; amount: Money } | null
  /** The rule that caused the insurance; null: none. */
  insuredBy: string | null
  /** Whether the consignee is e-mailed; null: no rule says, so it is as it is set. */
  mail: MailDecision | null
  /** All that were looked at, rules in their order. */
  why: { rules: RuleLook[]; offers: OfferLook[] }
}

/**
 * The rules' decision on a quote. Those that are on are asked in their order: the first that can choose does, else the
 * cheapest is taken; no rule chooses an offer that a block or a limit forbids. Nothing but the order of the rules
 * decides between them. Amounts in another currency than a rule's are above its limit, and are never preferred.
 */
export function decide(rules: readonly Rule[], offers: readonly RuleOffer[], context: RuleContext): RuleDecision {
  const inOrder = rules.toSorted((a, b) => a.order - b.order)
  const fitting = inOrder.filter((rule) => isFor(rule, context))
  const forbiddenBy = new Map(
    offers.map((offer) => [offer.rateId, fitting.find(({ does }) => forbids(does, offer))?.ruleId ?? null]),
  )
  const approvalBy = new Map(
    offers.map((offer) => [offer.rateId, fitting.find(({ does }) => asksApproval(does, offer))?.ruleId ?? null]),
  )
  const allowed = cheapestFirst(offers.filter(({ rateId }) => forbiddenBy.get(rateId) === null))
  const [cheapestAllowed] = allowed
  const chooser = fitting.find((rule) => chosenBy(rule.does, allowed) !== null)
  const chosen = (chooser && chosenBy(chooser.does, allowed)) ?? cheapestAllowed ?? null
  const cheapest = chosen && cheapestFirst(offers.filter(({ total }) => total.currency === chosen.total.currency))[0]
  const insurer = fitting.find(({ does }) => insuredAmount(does, context) !== null)
  const amount = insurer ? insuredAmount(insurer.does, context) : null
  const mail = mailRuleOf(rules, context)
  const isInsured = amount !== null && context.insuredFor >= majorUnits(amount)

  const outcomeOf = (rule: Rule): RuleOutcome => {
    if (!rule.isOn) return 'off'
    const unmet = unmetOf(rule.when, context)
    if (unmet !== null) return unmet
    if (rule === chooser) return 'chose'
    if (rule.ruleId === mail?.ruleId) return mail.isMailed ? 'mails' : 'mails-not'
    if (isOfMail(rule.does)) return 'came-later'
    if (chosenBy(rule.does, allowed) !== null) return 'came-later'
    if (offers.some((offer) => forbids(rule.does, offer))) return 'forbids'
    if (offers.some((offer) => asksApproval(rule.does, offer))) return 'asks-approval'
    return insuredAmount(rule.does, context) === null ? 'nothing' : 'insures'
  }

  return {
    choice: chosen?.rateId ?? null,
    by: chooser && chosen && cheapest ? noteOf(chooser, difference(chosen.total, cheapest.total)) : null,
    later: chosen && cheapest && chosen.days !== null && cheapest.days !== null ? chosen.days - cheapest.days : null,
    insure: insurer && amount && !isInsured ? { ruleId: insurer.ruleId, amount } : null,
    insuredBy: insurer && isInsured ? insurer.ruleId : null,
    mail,
    why: {
      rules: inOrder.map((rule) => {
        const { ruleId, name, madeBy, madeAt, does } = rule
        return { ruleId, name, madeBy, madeAt, kind: does.kind, outcome: outcomeOf(rule) }
      }),
      offers: offers.map(({ rateId, carrierName, service, total, days }) => ({
        rateId,
        carrierName,
        service,
        total,
        days,
        forbiddenBy: forbiddenBy.get(rateId) ?? null,
        approvalBy: approvalBy.get(rateId) ?? null,
      })),
    },
  }
}

/** Whether a load's consignee is e-mailed, by the first rule that says; null: none does. */
export function mailRuleOf(rules: readonly Rule[], context: RuleContext): MailDecision | null {
  const [first] = rules
    .filter((rule) => isOfMail(rule.does) && isFor(rule, context))
    .toSorted((a, b) => a.order - b.order)
  return first ? { ruleId: first.ruleId, name: first.name, isMailed: first.does.kind === 'mail' } : null
}

const isOfMail = ({ kind }: RuleDoes): boolean => kind === 'mail' || kind === 'no-mail'

const isFor = (rule: Rule, context: RuleContext): boolean => rule.isOn && unmetOf(rule.when, context) === null

/** The insured amount of a load that a rule requires, in the major unit; null: none. */
export function insuranceFor(rules: readonly Rule[], context: RuleContext): number | null {
  const { insure } = decide(rules, [], context)
  return insure && majorUnits(insure.amount)
}

/** Does a rule that is on forbid this carrier, whose price is not known yet? The name of the rule; null: none does. */
export function blockOf(rules: readonly Rule[], carriers: readonly string[], context: RuleContext): string | null {
  const offer = { rateId: '', carrierName: '', service: '', carriers: [...carriers], total: { minor: 0, currency: '' } }
  const blocks = rules.filter(({ does }) => does.kind === 'block')
  const { why } = decide(blocks, [{ ...offer, days: null }], context)
  const by = why.offers[0]?.forbiddenBy ?? null
  return rules.find(({ ruleId }) => ruleId === by)?.name ?? null
}

/**
 * The most that a rate may cost before a rule forbids it or wants it approved; null: no active rule for this load
 * sets one. One in another currency than the rate's is there when the rule allows no price in that of the rate.
 */
export function mostAllowed(rules: readonly Rule[], offer: RuleOffer, context: RuleContext): Money | null {
  const limits = rules
    .filter((rule) => isFor(rule, context))
    .flatMap(({ does }) => limitOf(does, offer) ?? [])
    .toSorted((a, b) => a.minor - b.minor)
  return limits.find(({ currency }) => currency !== offer.total.currency) ?? limits[0] ?? null
}

function limitOf(does: RuleDoes, offer: RuleOffer): Money | null {
  switch (does.kind) {
    case 'limit':
      return does.most
    case 'approve':
      return does.above
    case 'block':
      return isOf(offer, does.carrier) ? { minor: -1, currency: offer.total.currency } : null
    case 'cheapest':
    case 'prefer':
    case 'insure':
    case 'mail':
    case 'no-mail':
      return null
  }
}

function unmetOf(when: RuleWhen, context: RuleContext): Unmet | null {
  if (!plainText(context.consignee).startsWith(plainText(when.consignee))) return 'consignee'
  if (!isEnd(when.from, context.from)) return 'from'
  if (!isEnd(when.to, context.to)) return 'to'
  const isLight = when.fromLb !== null && context.weightLb < when.fromLb
  const isHeavy = when.toLb !== null && context.weightLb > when.toLb
  return isLight || isHeavy ? 'weight' : null
}

/** A state's letters, how a postal code begins, or a city. */
function isEnd(typed: string, { city, state, postalCode }: RuleContext['from']): boolean {
  const wanted = plainText(typed)
  if (wanted === '') return true
  if (plainText(state) === wanted || plainText(city) === wanted) return true
  return /\d/.test(wanted) && plainText(postalCode).startsWith(wanted)
}

/** An amount in another currency than the limit's is above it. */
export const isAbove = (total: Money, most: Money): boolean =>
  total.currency !== most.currency || total.minor > most.minor

const isOf = (offer: RuleOffer, carrier: string): boolean =>
  offer.carriers.some((name) => plainText(name) === plainText(carrier))

function forbids(does: RuleDoes, offer: RuleOffer): boolean {
  if (does.kind === 'block') return isOf(offer, does.carrier)
  return does.kind === 'limit' && isAbove(offer.total, does.most)
}

const asksApproval = (does: RuleDoes, { total }: RuleOffer): boolean =>
  does.kind === 'approve' && isAbove(total, does.above)

/** The declared values of one currency; in another than the rule's, of any amount. */
function insuredAmount(does: RuleDoes, { declared }: RuleContext): Money | null {
  if (does.kind !== 'insure') return null
  return declared.find((value) => isAbove(value, does.above)) ?? null
}

/**
 * Amounts in two currencies cannot be compared: the first offer's is taken. Of offers alike the earlier one comes
 * first.
 */
function cheapestFirst(offers: readonly RuleOffer[]): RuleOffer[] {
  const currency = offers[0]?.total.currency
  return offers.filter(({ total }) => total.currency === currency).toSorted((a, b) => a.total.minor - b.total.minor)
}

/** @param allowed the cheapest first */
function chosenBy(does: RuleDoes, allowed: readonly RuleOffer[]): RuleOffer | null {
  switch (does.kind) {
    case 'cheapest':
      return allowed.find(({ days }) => days !== null && days <= does.days) ?? null
    case 'prefer': {
      const offer = allowed.find((candidate) => isOf(candidate, does.carrier))
      const [cheapest] = allowed
      if (!offer || !cheapest) return null
      return does.upTo === null || !isAbove(difference(offer.total, cheapest.total), does.upTo) ? offer : null
    }
    case 'block':
    case 'limit':
    case 'insure':
    case 'approve':
    case 'mail':
    case 'no-mail':
      return null
  }
}

const difference = (a: Money, b: Money): Money => ({ minor: a.minor - b.minor, currency: a.currency })

const noteOf = ({ ruleId, name, madeBy, madeAt }: Rule, extra: Money): RuleNote => ({
  ruleId,
  name,
  madeBy,
  madeAt,
  extra,
})
