import type { UnbookedOrders } from '../../../src-shared/station/documents/endofday.ts'
import type { Locale } from '../../locale/locale.svelte.ts'

/** How many orders of the day are not booked, and which: `Orders not booked: 6 (1 on hold)., …` */
export function ordersText({ t }: Pick<Locale, 't'>, { count, held, first }: UnbookedOrders): string {
  const named = [...first, ...(count > first.length ? ['…'] : [])].join(', ')
  return `${t('endofday.orders', { count, held })} ${named}`
}
