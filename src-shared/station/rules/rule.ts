import { z } from 'zod'
import { MOST_CODE, nameSchema } from '../limits.ts'
import { majorUnits, type Money } from '../money.ts'

/** How many rules are kept: a person has to be able to read through them. */
export const MOST_RULES = 100

const MOST_MINOR = 1e12
const ruleMoneySchema = z.object({
  minor: z.int('amount must be a number').nonnegative('amount must not be negative').max(MOST_MINOR),
  currency: z
    .string()
    .length(3, 'currency must be a three-letter code')
    .regex(/^[A-Z]{3}$/, 'currency must be a three-letter code'),
}) satisfies z.ZodType<Money>

const MOST_WEIGHT_LB = 1_000_000
const typed = z.string().trim().max(80)
const weight = z.number('weight must be a number').nonnegative('weight must not be negative').max(MOST_WEIGHT_LB)

/** For which shipments a rule is; an absent or empty condition excludes none. */
const whenSchema = z
  .object({
    /** How the consignee's name begins. */
    consignee: typed.default(''),
    /** An end of the lane: a state's letters, how a postal code begins, or a city. */
    from: typed.default(''),
    to: typed.default(''),
    /** Pounds of the whole load. */
    fromLb: weight.nullable().default(null),
    toLb: weight.nullable().default(null),
  })
  .refine(({ fromLb, toLb }) => fromLb === null || toLb === null || fromLb <= toLb, {
    path: ['toLb'],
    error: 'must not be less than the least weight',
  })
export type RuleWhen = z.output<typeof whenSchema>

const carrier = z.string().trim().min(1, 'carrier is required').max(80)
const MOST_DAYS = 60

const doesSchema = z.discriminatedUnion(
  'kind',
  [
    /** The cheapest that arrives within this many business days. */
    z.object({ kind: z.literal('cheapest'), days: z.int('days must be a whole number').min(1).max(MOST_DAYS) }),
    /** This carrier, by name or SCAC, while it costs at most this much more than the cheapest; null: at any price. */
    z.object({ kind: z.literal('prefer'), carrier, upTo: ruleMoneySchema.nullable().default(null) }),
    z.object({ kind: z.literal('block'), carrier }),
    /** Nothing dearer is booked. */
    z.object({ kind: z.literal('limit'), most: ruleMoneySchema }),
    /** Goods declared above this amount are insured for their value. */
    z.object({ kind: z.literal('insure'), above: ruleMoneySchema }),
    /** What costs more is booked when a supervisor approves. */
    z.object({ kind: z.literal('approve'), above: ruleMoneySchema }),
    /** The consignee is e-mailed, or is not, unless a person chose for the booking. */
    z.object({ kind: z.literal('mail') }),
    z.object({ kind: z.literal('no-mail') }),
  ],
  { error: 'does.kind must be cheapest, prefer, block, limit, insure, approve, mail or no-mail' },
)
export type RuleDoes = z.output<typeof doesSchema>
export const RULE_KINDS = [
  'cheapest',
  'prefer',
  'block',
  'limit',
  'insure',
  'approve',
  'mail',
  'no-mail',
] as const satisfies RuleDoes['kind'][]
export type RuleKind = (typeof RULE_KINDS)[number]

/** The stored content of a rule. */
export const ruleBodySchema = z.object({ when: whenSchema.prefault({}), does: doesSchema })

const ruleId = z.string().min(1, 'ruleId is required').max(MOST_CODE)

/** Input of `rules.save` and `rules.try`. */
export const ruleInputSchema = ruleBodySchema.extend({
  /** Absent: a new one, behind the others. */
  ruleId: ruleId.optional(),
  name: nameSchema('name', 80),
  isOn: z.boolean().default(false),
})
export type RuleInput = z.output<typeof ruleInputSchema>

export const ruleIdSchema = z.object({ ruleId })
/** Every rule, the first one first. */
export const ruleOrderSchema = z.object({ ruleIds: z.array(ruleId).max(MOST_RULES) })

/** A rule as it is kept. */
export interface Rule {
  ruleId: string
  name: string
  isOn: boolean
  /** From 1: rules are asked in this order, and the first that can choose does. */
  order: number
  when: RuleWhen
  does: RuleDoes
  /** Who made it as it is now; null: no one signs in at this station. */
  madeBy: string | null
  madeAt: string
}

/**
 * Answer of `rules.try`: the changes that the rule would have made in the quotes of the last 31 days that are kept
 * here.
 */
export interface RuleTrial {
  /** Quotes looked at, and those of them that were booked: only with these the price that was paid is compared. */
  quotes: number
  booked: number
  /** False: there were more than are looked at. */
  isComplete: boolean
  /** Booked quotes for which another rate would have been taken. */
  changed: number
  /** The booked price minus the rule's, one amount a currency; below zero: it would have cost more. */
  saved: Money[]
  /** How many of the changed would have arrived later, and sooner. */
  later: number
  sooner: number
  /** Quotes without a rate that may be booked, those that would have been insured, and those that a supervisor approves. */
  refused: number
  insured: number
  approvals: number
}

/** The effect of a rule on a booking, kept with it. */
export const ruleNoteSchema = z.object({
  ruleId: z.string(),
  name: z.string(),
  madeBy: z.string().nullable(),
  madeAt: z.string(),
  /** The price difference to the cheapest offer; never below zero. */
  extra: z.object({ minor: z.int(), currency: z.string() }),
})
export type RuleNote = z.infer<typeof ruleNoteSchema>

/** An amount of a rule in words that need no locale, for messages and the command line. */
export const amountText = (amount: Money): string => `${majorUnits(amount)} ${amount.currency}`
