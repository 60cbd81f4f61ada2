import {
  RETAINED_KINDS,
  retentionRulesSchema,
  type RetentionRules,
  type RetainedKind,
} from '../../../../src-shared/station/app/retention.ts'
import { fieldErrors, type ParsedForm } from '../../../forms/field-error.ts'
import { parseNumber } from '../../../forms/number.ts'

/** The days as they are typed. */
export type RetentionForm = Record<RetainedKind, string>

export const retentionFormFor = (rules: RetentionRules): RetentionForm => ({
  labels: String(rules.labels),
  events: String(rules.events),
  documents: String(rules.documents),
  quotes: String(rules.quotes),
  orders: String(rules.orders),
  requests: String(rules.requests),
})

/** The days as the station takes them, or each field's error. Nothing may be left empty. */
export function parseRetention(form: RetentionForm): ParsedForm<RetentionRules> {
  const typed = RETAINED_KINDS.map((kind) => [kind, parseNumber(form[kind]) ?? Number.NaN] as const)
  const parsed = retentionRulesSchema.safeParse(Object.fromEntries(typed))
  return parsed.success ? { ok: true, input: parsed.data } : { ok: false, errors: fieldErrors(parsed.error) }
}
