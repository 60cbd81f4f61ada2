import { addDays } from '../../../src-shared/station/day.ts'

/**
 * A range of weeks, by their Mondays, with its whole years apart: whatever the range, two years of weeks are read at most.
 * A year has the weeks whose Monday is in it.
 */
export function rangeOf(from: string, until: string) {
  const yearOf = (day: string) => Number(day.slice(0, 4))
  const fromYear = yearOf(addDays(from, -7)) + 1
  const untilYear = yearOf(addDays(until, 7)) - 1
  const hasYears = fromYear <= untilYear
  return {
    from,
    until,
    fromYear: String(fromYear),
    untilYear: String(untilYear),
    headUntil: hasYears ? `${fromYear - 1}-12-31` : until,
    // Without a whole year all is in the first part; nothing comes after every week.
    tailFrom: hasYears ? `${untilYear + 1}-01-01` : '9999-12-31',
  }
}

/** The values for `ofWeeks`. @param from Monday of the first week @param until of the last */
export const weeksBetween = (dimension: string, from: string, until: string) => ({
  ...rangeOf(from, until),
  dimension,
  yearDimension: `${dimension} year`,
})

/**
 * The rows of a table of sums by `dimension` and `week`: all weeks of a range, or weeks and the whole years between them
 * ('carrier year', '2026').
 * @param where what else holds, ending with AND
 */
export function ofWeeks(table: 'spend_sum' | 'on_time_sum', where = '') {
  const part = (dimension: string, from: string, until: string) =>
    `SELECT * FROM ${table} WHERE ${where}dimension = @${dimension} AND week >= @${from} AND week <= @${until}`
  return {
    weeks: `(${part('dimension', 'from', 'until')})`,
    withYears: `(${part('dimension', 'from', 'headUntil')} UNION ALL ${part('yearDimension', 'fromYear', 'untilYear')}
  UNION ALL ${part('dimension', 'tailFrom', 'until')})`,
  }
}
