import { z } from 'zod'
import { atSite, nothing, returns } from '../command.ts'
import { idSchema } from '../limits.ts'
import type { RuleDecision } from '../rules/decide.ts'
import { ruleIdSchema, ruleInputSchema, ruleOrderSchema, type Rule, type RuleTrial } from '../rules/rule.ts'

/** The rows of the command table about the rules by which a carrier is chosen. */
export const ruleCommands = {
  /** Lists the rules in their order. */
  'rules.list': returns<Rule[]>()(nothing, atSite.clerk),
  /** Adds a rule or changes one. INVALID_INPUT: another rule has the name. */
  'rules.save': returns<Rule[]>()(ruleInputSchema, atSite.supervisor),
  /** Removes a rule. Removing a missing one is no error. */
  'rules.remove': returns<Rule[]>()(ruleIdSchema, atSite.supervisor),
  /** Puts the rules in this order. INVALID_INPUT: it does not name every rule once. */
  'rules.order': returns<Rule[]>()(ruleOrderSchema, atSite.supervisor),
  /** Returns the changes that the rule, switched on, would have made in last month's quotes. Nothing is kept. */
  'rules.try': returns<RuleTrial>()(ruleInputSchema, atSite.clerk),
  /** Returns the rules' decision on a stored quote, and all that they looked at. */
  'rules.decide': returns<RuleDecision>()(z.object({ quoteId: idSchema('quoteId') }), atSite.clerk),
} as const
