/** For how long a shipment can be put aside. */
export const SNOOZES = ['hours', 'tomorrow', 'monday'] as const
export type Snooze = (typeof SNOOZES)[number]
export const SNOOZE_HOURS = 4
/** People begin at this hour. */
const MORNING = 8

/** When it is over, on this machine's calendar. */
export function snoozeUntil(snooze: Snooze, now: Date): Date {
  if (snooze === 'hours') return new Date(now.getTime() + SNOOZE_HOURS * 60 * 60 * 1000)
  const days = snooze === 'tomorrow' ? 1 : (8 - now.getDay()) % 7 || 7
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
}
