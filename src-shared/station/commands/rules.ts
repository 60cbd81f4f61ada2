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
  /** Removing a missing one is no error. */
  'rules.remove': returns<Rule[]>()(ruleIdSchema, atSite.supervisor),
  /** INVALID_INPUT: it does not name every rule once. */
  'rules.order': returns<Rule[]>()(ruleOrderSchema, atSite.supervisor),
  /** The changes that the rule, switched on, would have made in last month's quotes. Nothing is kept. */
  'rules.try': returns<RuleTrial>()(ruleInputSchema, atSite.clerk),
  /** The rules' decision on a stored quote, and all that they looked at. */
  'rules.decide': returns<RuleDecision>()(z.object({ quoteId: idSchema('quoteId') }), atSite.clerk),
} as const
