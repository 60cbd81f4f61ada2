import type { SpendLimits } from '../../src-shared/station/app/spend-limits.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import { majorUnits, type Money } from '../../src-shared/station/money.ts'

/** What is spent together, beside what is spent already. */
export interface Spend {
  /** By what is asked about, until now. */
  spent: Money | null
  /** What it would spend yet. */
  rest: Money | null
  /** Since this day began, with `spent`. In another currency than the rest it does not count. */
  today: Money | null
}

/** Why so much must not be spent unasked; null: nothing speaks against it. */
export function overLimits({ perBatch, perDay }: SpendLimits, { spent, rest, today }: Spend): StationErrorData | null {
  const of = (...parts: (Money | null)[]) => parts.reduce((sum, part) => sum + (part ? majorUnits(part) : 0), 0)
  const currency = (rest ?? spent ?? today)?.currency ?? ''
  const onDay = of(today?.currency === currency ? today : null, rest)
  if (perBatch > 0 && of(spent, rest) > perBatch) {
    return overLimit({ limit: 'batch', most: perBatch, amount: of(spent, rest), currency })
  }
  if (perDay > 0 && onDay > perDay) return overLimit({ limit: 'day', most: perDay, amount: onDay, currency })
  return null
}

/** More than Settings allow: it continues when a supervisor approves by name. */
function overLimit(over: { limit: 'batch' | 'day'; most: number; amount: number; currency: string }): StationErrorData {
  const of = over.limit === 'batch' ? 'for one batch' : 'for one day'
  return {
    code: 'SPEND_LIMIT',
    message: `${Math.round(over.amount)} ${over.currency} is more than the limit of ${over.most} ${of} (Settings > Limits and warnings). A supervisor must approve it.`,
    retryable: false,
    details: over,
  }
}
