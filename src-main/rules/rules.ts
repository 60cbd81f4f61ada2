import type { DirectBooking } from '../../src-shared/freight/booking.ts'
import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { SpendLimits } from '../../src-shared/station/app/spend-limits.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { AnyQuote } from '../../src-shared/station/quote/quote-history.ts'
import { blockOf, decide, insuranceFor, mailRuleOf, type RuleDecision } from '../../src-shared/station/rules/decide.ts'
import { bookedViewOf, contextOf, ruleViewOf, type PricedBooking } from '../../src-shared/station/rules/offers.ts'
import { amountText, type Rule, type RuleInput, type RuleTrial } from '../../src-shared/station/rules/rule.ts'
import type { QuoteOrigin } from '../../src-shared/station/booking/record.ts'
import type { Money } from '../../src-shared/station/money.ts'
import type { Spending } from '../booking/spending.rows.ts'
import type { RuledBooking, Submission } from '../booking/submit/submission.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { createKeyedMutex } from '../kernel/keyed-mutex.ts'
import type { RuleStore } from './rules.rows.ts'
import { overLimits } from './spend-limits.ts'
import { tryRules, type TrialPorts } from './trial.ts'

export interface RulesOptions extends TrialPorts {
  store: RuleStore
  spending: Pick<Spending, 'onDayOf'>
  limits: () => Promise<SpendLimits>
  /** The service in use. */
  environment: () => string
  clock: Clock
  ids: Ids
}

export type Rules = ReturnType<typeof createRules>

/** The rules by which a carrier is chosen: kept, tried on the past, and checked against quotes and bookings. */
export function createRules({ store, spending, limits, environment, clock, ids, ...trial }: RulesOptions) {
  const mutex = createKeyedMutex()

  /** The rules as they would be with this one switched on. */
  async function withRule({ ruleId, ...input }: RuleInput): Promise<Rule[]> {
    const rules = await store.list()
    const known = rules.find((rule) => rule.ruleId === ruleId)
    const tried: Rule = {
      ...input,
      ruleId: known?.ruleId ?? 'tried',
      isOn: true,
      order: known?.order ?? rules.length + 1,
      madeBy: null,
      madeAt: clock.now().toISOString(),
    }
    return [...rules.filter((rule) => rule !== known), tried]
  }

  /**
   * A rate of a quote that a person or a row of a batch takes.
   * @throws StationError RULE_FORBIDS, APPROVAL_NEEDED
   */
  async function check(
    { quote, rate: { rateId }, details }: Exclude<Submission, { kind: 'direct' }>,
    approvedBy: string | undefined,
  ): Promise<RuledBooking> {
    const rules = await store.list()
    const { offers, context } = ruleViewOf(quote, details.consigneeInfo.companyName)
    const decision = decide(rules, offers, context)
    const taken = decision.why.offers.find((offer) => offer.rateId === rateId)
    if (taken) assertAllowed(rules, taken)
    assertInsured(rules, decision)
    return {
      byRule: decision.choice === rateId ? decision.by : null,
      approvedBy: taken ? approverOf(rules, taken, approvedBy) : null,
      isMailed: decision.mail?.isMailed ?? null,
    }
  }

  /**
   * A booking at another price, or for another consignee, than it was admitted with.
   * @returns whose approval it needed; null: it needed none
   * @throws StationError RULE_FORBIDS, APPROVAL_NEEDED
   */
  async function checkPrice(origin: QuoteOrigin, priced: PricedBooking, approvedBy?: string): Promise<string | null> {
    const rules = await store.list()
    const { offer, context } = bookedViewOf(origin, priced)
    const decision = decide(rules, [offer], context)
    const [taken] = decision.why.offers
    if (!taken) return null
    assertAllowed(rules, taken)
    assertInsured(rules, decision)
    return approverOf(rules, taken, approvedBy)
  }

  /**
   * Holds a price against the daily limit.
   * @returns who approved more than that; null: it is within the limit
   * @throws StationError SPEND_LIMIT
   */
  async function admitToday(price: Money, approvedBy: string | undefined): Promise<string | null> {
    const { perDay } = await limits()
    if (perDay === 0) return null
    const today = await spending.onDayOf(environment(), clock.now())
    const over = overLimits({ perBatch: 0, perDay }, { spent: [], rest: [price], today })
    if (over && approvedBy === undefined) throw StationError.from(over)
    return over ? (approvedBy ?? null) : null
  }

  /** One without a quote has no price that a limit could be held against. @throws StationError RULE_FORBIDS */
  async function admitDirect({ service, ...request }: DirectBooking): Promise<void> {
    const rule = blockOf(await store.list(), [service.provider], contextOfDirect(request))
    if (rule !== null) throw forbidden(service.provider, rule, { carrier: service.provider })
  }

  return {
    list: store.list,
    save: async (input: RuleInput): Promise<Rule[]> => {
      await store.save(ids.next('rul'), input)
      return store.list()
    },
    remove: async (ruleId: string): Promise<Rule[]> => {
      await store.remove(ruleId)
      return store.list()
    },
    order: async (ruleIds: readonly string[]): Promise<Rule[]> => {
      await store.order(ruleIds)
      return store.list()
    },
    try: async (input: RuleInput): Promise<RuleTrial> => tryRules(await withRule(input), clock.now(), trial),

    decide: async (quote: AnyQuote): Promise<RuleDecision> => {
      const { offers, context } = ruleViewOf(quote)
      return decide(await store.list(), offers, context)
    },

    /** The request with the insurance that a rule asks for, where it has less. */
    insured: async <R extends QuoteRequest>(request: R): Promise<R> => {
      const amount = insuranceFor(await store.list(), contextOf(request))
      return amount === null ? request : { ...request, insuranceAmount: amount }
    },

    /**
     * Where there is a daily limit, submissions are admitted and committed one after another: of two in the same moment the
     * second counts the first, or is the first.
     */
    inTurn: async <T>(submit: () => Promise<T>): Promise<T> =>
      (await limits()).perDay === 0 ? submit() : mutex(environment(), submit),

    checkPrice,
    admitDirect,
    admitToday,

    /**
     * A booking before it is submitted.
     * @param isDailyLimited it is checked against the daily limit; a batch is checked as a whole, every few seconds
     * @throws StationError RULE_FORBIDS, APPROVAL_NEEDED, SPEND_LIMIT
     */
    admit: async (
      submission: Submission,
      approvedBy: string | undefined,
      { isDailyLimited = false } = {},
    ): Promise<RuledBooking> => {
      if (submission.kind !== 'direct') {
        const { rate } = submission
        const ruled = await check(submission, approvedBy)
        return isDailyLimited
          ? { ...ruled, approvedBy: ruled.approvedBy ?? (await admitToday(rate.total, approvedBy)) }
          : ruled
      }
      await admitDirect(submission.request)
      const mail = mailRuleOf(await store.list(), contextOfDirect(submission.request))
      return { byRule: null, approvedBy: null, isMailed: mail?.isMailed ?? null }
    },
  }
}

const contextOfDirect = (request: Omit<DirectBooking, 'service'>) =>
  contextOf(request, request.consigneeInfo?.companyName)

type Taken = RuleDecision['why']['offers'][number]

const nameOf = (rules: readonly Rule[], ruleId: string): string =>
  rules.find((rule) => rule.ruleId === ruleId)?.name ?? ''

/** @throws StationError RULE_FORBIDS */
function assertAllowed(rules: readonly Rule[], { carrierName, total, forbiddenBy }: Taken): void {
  if (forbiddenBy === null) return
  throw forbidden(`${carrierName} at ${amountText(total)}`, nameOf(rules, forbiddenBy), { carrier: carrierName })
}

/** @throws StationError RULE_FORBIDS */
function assertInsured(rules: readonly Rule[], { insure }: RuleDecision): void {
  if (insure === null) return
  const { ruleId, amount } = insure
  const what = `A load of ${amountText(amount)} that is not insured for it`
  throw forbidden(what, nameOf(rules, ruleId), { insure: amount })
}

/** @returns whose approval it needed; null: it needed none @throws StationError APPROVAL_NEEDED */
function approverOf(
  rules: readonly Rule[],
  { carrierName, total, approvalBy }: Taken,
  approvedBy: string | undefined,
): string | null {
  if (approvalBy === null) return null
  if (approvedBy !== undefined) return approvedBy
  const rule = nameOf(rules, approvalBy)
  throw new StationError({
    code: 'APPROVAL_NEEDED',
    message: `${carrierName} at ${amountText(total)} needs a supervisor's approval: rule "${rule}".`,
    details: { rule, carrier: carrierName, total },
  })
}

function forbidden(what: string, rule: string, details: Record<string, unknown>): StationError {
  return new StationError({
    code: 'RULE_FORBIDS',
    message: `${what} cannot be booked here: rule "${rule}".`,
    details: { rule, ...details },
  })
}
