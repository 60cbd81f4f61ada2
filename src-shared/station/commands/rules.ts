import { z } from 'zod'
import { atSite, nothing, returns } from '../command.ts'
import { idSchema } from '../limits.ts'
import type { RuleDecision } from '../rules/decide.ts'
import { ruleIdSchema, ruleInputSchema, ruleOrderSchema, type Rule, type RuleTrial } from '../rules/rule.ts'

/** The rows of the command table about the rules by which a carrier is chosen. */
export const ruleCommands = {
  /** In their order. */
  'rules.list': returns<Rule[]>()(nothing, atSite.clerk),
  /** INVALID_INPUT: another rule has the name. */
  'rules.save': returns<Rule[]>()(ruleInputSchema, atSite.supervisor),
  /** One that is gone already is no mistake. */
  'rules.remove': returns<Rule[]>()(ruleIdSchema, atSite.supervisor),
  /** INVALID_INPUT: it does not name every rule once. */
  'rules.order': returns<Rule[]>()(ruleOrderSchema, atSite.supervisor),
  /** What the rule, switched on, would have changed in last month's quotes. Nothing is kept. */
  'rules.try': returns<RuleTrial>()(ruleInputSchema, atSite.clerk),
  /** What the rules make of a quote that is kept here, and all that they looked at. */
  'rules.decide': returns<RuleDecision>()(z.object({ quoteId: idSchema('quoteId') }), atSite.clerk),
} as const
