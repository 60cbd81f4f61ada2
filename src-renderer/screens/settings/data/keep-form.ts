import { KEPT_KINDS, keepRulesSchema, type KeepRules, type KeptKind } from '../../../../src-shared/station/app/keep.ts'
import { fieldErrors, type ParsedForm } from '../../../forms/field-error.ts'
import { parseNumber } from '../../../forms/number.ts'

/** The days as they are typed. */
export type KeepForm = Record<KeptKind, string>

export const keepFormFor = (rules: KeepRules): KeepForm => ({
  labels: String(rules.labels),
  events: String(rules.events),
  documents: String(rules.documents),
  quotes: String(rules.quotes),
  orders: String(rules.orders),
  requests: String(rules.requests),
})

/** The days as the station takes them, or what is wrong with each field. Nothing may be left empty. */
export function parseKeep(form: KeepForm): ParsedForm<KeepRules> {
  const typed = KEPT_KINDS.map((kind) => [kind, parseNumber(form[kind]) ?? Number.NaN] as const)
  const parsed = keepRulesSchema.safeParse(Object.fromEntries(typed))
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, errors: fieldErrors(parsed.error) }
}
