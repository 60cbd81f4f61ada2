import { z } from 'zod'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { money } from '../../../src-shared/station/money.ts'
import type { Locale } from '../../locale/locale.svelte.ts'

const overSchema = z.object({
  limit: z.enum(['batch', 'day']),
  most: z.number(),
  amount: z.number(),
  currency: z.string().length(3),
})

/** Why a run that spends more than Settings allow is refused, with both amounts. */
export function spendLimitText({ code, details }: StationErrorData, locale: Locale): string {
  if (code === 'APPROVAL_NEEDED') {
    const rule = typeof details['rule'] === 'string' ? details['rule'] : ''
    return locale.t('carrierRules.approvalThis', { rule })
  }
  const over = overSchema.safeParse(details)
  if (code !== 'SPEND_LIMIT' || !over.success) return locale.t('error.SPEND_LIMIT')
  const { limit, most, amount, currency } = over.data
  return locale.t(`spendLimit.over.${limit}`, {
    amount: locale.money(money(amount, currency)),
    most: locale.money(money(most, currency)),
  })
}
