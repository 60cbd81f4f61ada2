import { z } from 'zod'
import { majorUnits, money } from '../../../../src-shared/station/money.ts'
import { RULE_KINDS, ruleInputSchema, type Rule, type RuleInput } from '../../../../src-shared/station/rules/rule.ts'
import { fieldErrors, type ParsedForm } from '../../../forms/field-error.ts'
import { parseNumber } from '../../../forms/number.ts'

export const RULE_CURRENCIES = ['USD', 'MXN', 'CAD'] as const

/** A rule as the form holds it: every field of every kind, so that a switch of the kind loses nothing. */
export const ruleFormSchema = z.strictObject({
  name: z.string(),
  isOn: z.boolean(),
  kind: z.enum(RULE_KINDS),
  carrier: z.string(),
  days: z.string(),
  /** Major units; for a preferred carrier empty means any price. */
  amount: z.string(),
  currency: z.enum(RULE_CURRENCIES),
  consignee: z.string(),
  from: z.string(),
  to: z.string(),
  fromLb: z.string(),
  toLb: z.string(),
})
export type RuleForm = z.infer<typeof ruleFormSchema>

export function ruleFormFor(rule: Rule | null): RuleForm {
  const does = rule?.does
  const amount = does && ('above' in does ? does.above : 'most' in does ? does.most : 'upTo' in does ? does.upTo : null)
  const number = (value: number | null | undefined) => (value == null ? '' : String(value))
  return {
    name: rule?.name ?? '',
    isOn: rule?.isOn ?? false,
    kind: does?.kind ?? 'cheapest',
    carrier: does && 'carrier' in does ? does.carrier : '',
    days: does?.kind === 'cheapest' ? String(does.days) : '3',
    amount: amount ? String(majorUnits(amount)) : '',
    currency: RULE_CURRENCIES.find((one) => one === amount?.currency) ?? 'USD',
    consignee: rule?.when.consignee ?? '',
    from: rule?.when.from ?? '',
    to: rule?.when.to ?? '',
    fromLb: number(rule?.when.fromLb),
    toLb: number(rule?.when.toLb),
  }
}

/** The form as the station takes it, or its errors, by the form's own fields. */
export function parseRule(form: RuleForm, ruleId: string | undefined): ParsedForm<RuleInput> {
  const { name, isOn, consignee, from, to } = form
  const parsed = ruleInputSchema.safeParse({
    ruleId,
    name,
    isOn,
    when: { consignee, from, to, fromLb: parseNumber(form.fromLb) ?? null, toLb: parseNumber(form.toLb) ?? null },
    does: doesOf(form),
  })
  if (parsed.success) return { ok: true, input: parsed.data }
  const FIELDS: Record<string, string> = { upTo: 'amount', most: 'amount', above: 'amount' }
  const errors = Object.entries(fieldErrors(parsed.error)).map(([path, error]) => {
    const field = path.split('.').find((part) => part !== 'when' && part !== 'does') ?? path
    return [FIELDS[field] ?? field, error] as const
  })
  return { ok: false, errors: Object.fromEntries(errors) }
}

function doesOf({ kind, carrier, days, amount, currency }: RuleForm): unknown {
  const typed = parseNumber(amount)
  const sum = {
    minor: Number.NaN,
    ...(typed === undefined || Number.isNaN(typed) ? {} : money(typed, currency)),
    currency,
  }
  switch (kind) {
    case 'cheapest':
      return { kind, days: parseNumber(days) ?? Number.NaN }
    case 'prefer':
      return { kind, carrier, upTo: typed === undefined ? null : sum }
    case 'block':
      return { kind, carrier }
    case 'limit':
      return { kind, most: sum }
    case 'insure':
    case 'approve':
      return { kind, above: sum }
    case 'mail':
    case 'no-mail':
      return { kind }
  }
}
