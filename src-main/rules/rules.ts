import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { AnyQuote } from '../../src-shared/station/quote/quote-history.ts'
import { blockOf, decide, insuranceFor, type RuleDecision } from '../../src-shared/station/rules/decide.ts'
import { contextOf, ruleViewOf } from '../../src-shared/station/rules/offers.ts'
import { amountText, type Rule, type RuleInput, type RuleTrial } from '../../src-shared/station/rules/rule.ts'
import type { RuledBooking, Submission } from '../booking/submit/submission.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { RuleStore } from '../store/ledger/rules/rules.ts'
import { tryRules, type TrialPorts } from './trial.ts'

export interface RulesOptions extends TrialPorts {
  store: RuleStore
  clock: Clock
  ids: Ids
}

export type Rules = ReturnType<typeof createRules>

/** The rules by which a carrier is chosen: kept, tried on the past, and held against what is quoted and booked. */
export function createRules({ store, clock, ids, ...trial }: RulesOptions) {
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
  async function check(quote: AnyQuote, rateId: string, approvedBy: string | undefined): Promise<RuledBooking> {
    const rules = await store.list()
    const { offers, context } = ruleViewOf(quote)
    const decision = decide(rules, offers, context)
    const taken = decision.why.offers.find((offer) => offer.rateId === rateId)
    const named = (ruleId: string | null | undefined) => rules.find((rule) => rule.ruleId === ruleId)?.name ?? ''
    if (taken && taken.forbiddenBy !== null) {
      const rule = named(taken.forbiddenBy)
      throw forbidden(`${taken.carrierName} at ${amountText(taken.total)}`, rule, { carrier: taken.carrierName })
    }
    if (decision.insure) {
      const { ruleId, amount } = decision.insure
      const insured = amountText(amount)
      throw forbidden(`A load of ${insured} that is not insured for it`, named(ruleId), { insure: amount })
    }
    if (taken && taken.approvalBy !== null && approvedBy === undefined) {
      const rule = named(taken.approvalBy)
      throw new StationError({
        code: 'APPROVAL_NEEDED',
        message: `${taken.carrierName} at ${amountText(taken.total)} needs a supervisor's approval: rule "${rule}".`,
        details: { rule, carrier: taken.carrierName, total: taken.total },
      })
    }
    return {
      byRule: decision.choice === rateId ? decision.by : null,
      approvedBy: taken && taken.approvalBy !== null ? (approvedBy ?? null) : null,
    }
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
     * A booking before it is handed in. One without a quote has no price that a limit could be held against.
     * @throws StationError RULE_FORBIDS, APPROVAL_NEEDED
     */
    admit: async (submission: Submission, approvedBy: string | undefined): Promise<RuledBooking> => {
      if (submission.kind !== 'direct') return check(submission.quote, submission.rate.rateId, approvedBy)
      const { service, ...request } = submission.request
      const rule = blockOf(await store.list(), [service.provider], contextOf(request))
      if (rule !== null) throw forbidden(service.provider, rule, { carrier: service.provider })
      return { byRule: null, approvedBy: null }
    },
  }
}

function forbidden(what: string, rule: string, details: Record<string, unknown>): StationError {
  return new StationError({
    code: 'RULE_FORBIDS',
    message: `${what} is not booked here: rule "${rule}".`,
    details: { rule, ...details },
  })
}
