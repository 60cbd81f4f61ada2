import { z } from 'zod'
import type { PrintRules } from '../../../../src-shared/station/printing/printer-settings.ts'
import { printRulesSchema } from '../../../../src-shared/station/printing/printer-settings.ts'
import { STARTING_SPEND_LIMITS, type SpendLimits } from '../../../../src-shared/station/app/spend-limits.ts'
import { settingsPatchSchema, type Settings, type Thresholds } from '../../../../src-shared/station/app/state.ts'
import { fieldErrors, type ParsedForm } from '../../../forms/field-error.ts'
import { parseNumber } from '../../../forms/number.ts'

/** The thresholds as they are typed. */
export interface RulesForm {
  lateHours: string
  riskDays: string
  staleHours: string
  priceTolerance: string
  /** Minutes a print job may wait before it asks. */
  staleMinutes: string
  /** Labels that one print job prints unasked. */
  mostLabels: string
  /** The spend of a batch, and of a day, before a supervisor is asked; 0: no limit. */
  perBatch: string
  perDay: string
}

/** As it is typed: commas where thousands end, in the United States and in Mexico. */
const typed = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

const DEFAULTS = { lateHours: 0, riskDays: 1, staleHours: 48 }

export function rulesFormFor(settings: Settings, rules: Pick<PrintRules, 'staleMinutes' | 'mostLabels'>): RulesForm {
  const { lateHours, riskDays, staleHours } = { ...DEFAULTS, ...settings.thresholds }
  const { spendLimits = STARTING_SPEND_LIMITS } = settings
  return {
    lateHours: typed(lateHours),
    riskDays: typed(riskDays),
    staleHours: typed(staleHours),
    priceTolerance: typed(settings.priceTolerance),
    staleMinutes: typed(rules.staleMinutes),
    mostLabels: typed(rules.mostLabels),
    perBatch: typed(spendLimits.perBatch),
    perDay: typed(spendLimits.perDay),
  }
}

export interface ParsedRules {
  settings: { thresholds: Thresholds; priceTolerance: number; spendLimits: SpendLimits }
  /** What of it is a rule about print jobs. */
  printing: Pick<PrintRules, 'staleMinutes' | 'mostLabels'>
}

/** The form as the station takes it, or each field's error. Nothing may be left empty. */
export function parseRules(form: RulesForm): ParsedForm<ParsedRules> {
  const settings = settingsPatchSchema
    .required({ thresholds: true, priceTolerance: true, spendLimits: true })
    .safeParse({
      thresholds: {
        lateHours: needed(form.lateHours),
        riskDays: needed(form.riskDays),
        staleHours: needed(form.staleHours),
      },
      priceTolerance: needed(form.priceTolerance),
      spendLimits: { perBatch: needed(form.perBatch), perDay: needed(form.perDay) },
    })
  const printing = z
    .object({
      staleMinutes: printRulesSchema.shape.staleMinutes.unwrap(),
      mostLabels: printRulesSchema.shape.mostLabels.unwrap(),
    })
    .safeParse({ staleMinutes: needed(form.staleMinutes), mostLabels: needed(form.mostLabels) })
  if (settings.success && printing.success) {
    const { thresholds, priceTolerance, spendLimits } = settings.data
    return { ok: true, input: { settings: { thresholds, priceTolerance, spendLimits }, printing: printing.data } }
  }
  const found = settings.success ? {} : fieldErrors(settings.error)
  const ofField = Object.entries(found).map(
    ([path, error]) => [path.replace(/^(thresholds|spendLimits)\./, ''), error] as const,
  )
  return {
    ok: false,
    errors: {
      ...Object.fromEntries(ofField),
      ...(printing.success ? {} : fieldErrors(printing.error)),
    },
  }
}

/** Empty is no number here: a threshold that is left out would silently be another one. */
function needed(text: string): number {
  return parseNumber(text) ?? Number.NaN
}
