import type { SpendLimits } from '../../src-shared/station/app/spend-limits.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import { majorUnits, type Money } from '../../src-shared/station/money.ts'

/** What is spent together, beside what is spent already: of each currency its sum. */
export interface Spend {
  /** By what is asked about, until now. */
  spent: readonly Money[]
  /** What it would spend yet. */
  rest: readonly Money[]
  /** Since this day began, with `spent`. */
  today: readonly Money[]
}

/**
 * Why so much must not be spent unasked; null: nothing speaks against it. The limits hold for each currency that is
 * spent: amounts in two are not added.
 */
export function overLimits({ perBatch, perDay }: SpendLimits, { spent, rest, today }: Spend): StationErrorData | null {
  const asked = [...rest, ...spent]
  for (const { currency } of asked.length > 0 ? asked : today) {
    const of = (...parts: Money[]) =>
      parts.reduce((sum, part) => sum + (part.currency === currency ? majorUnits(part) : 0), 0)
    const [ofBatch, onDay] = [of(...spent, ...rest), of(...today, ...rest)]
    if (perBatch > 0 && ofBatch > perBatch)
      return overLimit({ limit: 'batch', most: perBatch, amount: ofBatch, currency })
    if (perDay > 0 && onDay > perDay) return overLimit({ limit: 'day', most: perDay, amount: onDay, currency })
  }
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
