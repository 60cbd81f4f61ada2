/** Where the whole company of a run stands: its clocks and calendars, not the freight's. */
export const ZONES = ['America/Chicago', 'America/Mexico_City', 'UTC', 'Asia/Tokyo', 'Pacific/Auckland'] as const

/** Those of the default run: the run's own, and those whose day begins long before. */
export const DEFAULT_ZONES: readonly string[] = ['America/Chicago', 'Asia/Tokyo', 'Pacific/Auckland']

/** Moments on the wall of each zone at which something that counts days has broken, or would. */
export const MOMENTS = [
  // The day before Thanksgiving, the day itself, and the Friday behind it: at the end of the day, and at its very end.
  '2026-11-25T17:30:00',
  '2026-11-25T23:30:00',
  '2026-11-26T17:30:00',
  '2026-11-26T23:30:00',
  '2026-11-27T17:30:00',
  '2026-11-27T23:30:00',
  // A Saturday and a Sunday.
  '2026-11-28T12:00:00',
  '2026-11-29T12:00:00',
  '2026-12-24T12:00:00',
  '2026-12-31T23:50:00',
  '2027-01-01T00:10:00',
  '2027-02-28T12:00:00',
  // The clocks of the United States change while the job is under way.
  '2027-03-14T01:59:58',
  '2027-11-07T01:59:58',
  '2028-02-29T12:00:00',
] as const

/** Of these the default run has one in each of its zones, in the order of all zones. */
export const DEFAULT_MOMENTS: readonly string[] = [
  '2026-11-25T23:30:00',
  '2026-11-28T12:00:00',
  '2026-12-31T23:50:00',
  '2027-03-14T01:59:58',
  '2028-02-29T12:00:00',
]

/** Days other than weekends on which no one picks up in the United States, near the moments above. */
const CLOSED = ['2026-11-26', '2026-12-25', '2027-01-01', '2027-11-11']

/** The next day of pickup in Laredo, Texas, counted by hand: another way than the product's. */
export function pickupDayInLaredo(moment: Date): string {
  const zone = { timeZone: 'America/Chicago' }
  for (let ahead = 0; ; ahead++) {
    const day = new Date(moment.getTime() + ahead * 86_400_000)
    const weekday = day.toLocaleDateString('en-US', { ...zone, weekday: 'short' })
    const written = day.toLocaleDateString('sv-SE', zone)
    if (!['Sat', 'Sun'].includes(weekday) && !CLOSED.includes(written)) return written
  }
}
