import { CSV_MARK, safeCsvLine } from '../../../src-shared/csv.ts'
import type { OnTimeBy, OnTimeReport, OnTimeRow, OnTimeSums } from '../../../src-shared/station/spend/on-time.ts'
import { humaniseCode } from '../../locale/format.ts'
import type { Locale } from '../../locale/locale.svelte.ts'
import type { Figure, Figures } from '../../ui/basic/figures.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NONE = '–'
/** A carrier below this on-time share is highlighted. */
const POOR_SHARE = 0.9
/** The figures of a row, in the order of the table and of the file. */
const FIGURES = ['delivered', 'promised', 'onTime', 'late', 'share', 'transit'] as const

/** Of deliveries with a promised day, the part that came in time; null: none had one. */
export const shareOf = ({ promised, onTime }: OnTimeSums): number | null => (promised === 0 ? null : onTime / promised)

/** Days from pickup to delivery on average; null: of none they are known. */
export const transitDaysOf = ({ timed, transitMs }: OnTimeSums): number | null =>
  timed === 0 ? null : transitMs / timed / DAY_MS

const carrierText = (carrier: string, locale: Locale) =>
  carrier === '' ? locale.t('spend.noName') : humaniseCode(carrier)

/** The names before the figures of a row: one, or carrier and lane. */
export function namesOf({ name }: OnTimeRow, by: OnTimeBy, locale: Locale): string[] {
  if (name === null) return by === 'carrier-lane' ? [locale.t('spend.others'), ''] : [locale.t('spend.others')]
  const carrier = carrierText(name.carrier, locale)
  return { carrier: [carrier], lane: [name.lane], 'carrier-lane': [carrier, name.lane] }[by]
}

/** What those names are. */
function headsOf(by: OnTimeBy, locale: Locale): string[] {
  const [carrier, lane] = [locale.t('spend.onTime.by.carrier'), locale.t('spend.onTime.by.lane')]
  return { carrier: [carrier], lane: [lane], 'carrier-lane': [carrier, lane] }[by]
}

const figureHeads = (locale: Locale) => FIGURES.map((figure) => locale.t(`spend.onTime.${figure}`))

/** The report as a table, its total below. */
export function onTimeFigures({ rows, total }: OnTimeReport, by: OnTimeBy, locale: Locale): Figures {
  const percent = new Intl.NumberFormat(locale.tag, { style: 'percent', maximumFractionDigits: 1 })
  const figures = (sums: OnTimeSums): Figure[] => {
    const share = shareOf(sums)
    const days = transitDaysOf(sums)
    const shareText = share === null ? NONE : percent.format(share)
    return [
      locale.number(sums.delivered),
      locale.number(sums.promised),
      locale.number(sums.onTime),
      sums.promised === sums.onTime ? NONE : locale.number(sums.promised - sums.onTime),
      share !== null && share < POOR_SHARE ? { text: shareText, tone: 'bad' } : shareText,
      days === null ? NONE : locale.number(days, 1),
    ]
  }
  return {
    nameHeads: headsOf(by, locale),
    figureHeads: figureHeads(locale),
    rows: rows.map((row) => ({ names: namesOf(row, by, locale), figures: figures(row) })),
    totals: [{ names: [locale.t('spend.total')], figures: figures(total) }],
  }
}

/** The report as CSV with a header and its total. Shares in percent, days with two decimals; empty where nothing is known. */
export function onTimeCsv({ rows, total }: OnTimeReport, by: OnTimeBy, locale: Locale): string {
  const heads = headsOf(by, locale)
  const rounded = (value: number | null, unit = 1) => (value === null ? null : Math.round(value * unit * 100) / 100)
  const cells = (names: readonly string[], sums: OnTimeSums) =>
    safeCsvLine([
      ...names,
      sums.delivered,
      sums.promised,
      sums.onTime,
      sums.promised - sums.onTime,
      rounded(shareOf(sums), 100),
      rounded(transitDaysOf(sums)),
    ])
  return [
    CSV_MARK,
    safeCsvLine([...heads, ...figureHeads(locale)]),
    ...rows.map((row) => cells(namesOf(row, by, locale), row)),
    cells(
      heads.map((_, at) => (at === 0 ? locale.t('spend.total') : '')),
      total,
    ),
  ].join('')
}
