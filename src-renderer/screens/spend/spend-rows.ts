import { CSV_MARK, safeCsvLine } from '../../../src-shared/csv.ts'
import { majorUnits } from '../../../src-shared/station/money.ts'
import type { SpendBy, SpendReport, SpendRow, SpendSums } from '../../../src-shared/station/spend/spend.ts'
import type { Locale } from '../../locale/locale.svelte.ts'
import type { Figure, Figures } from '../../ui/basic/figures.ts'

/** The columns of amounts, in the order of the table and of the file. */
const AMOUNTS = [
  ...(['quoted', 'charged', 'over', 'billed', 'unquoted', 'disputed', 'refundDue', 'refundReceived'] as const),
  'net',
] as const
type Amount = (typeof AMOUNTS)[number]

/** Minor units of one column. */
export function minorOf(sums: SpendSums, column: Amount): number {
  if (column === 'over') return sums.charged - sums.quoted
  return column === 'net' ? sums.charged - refundsOf(sums) : sums[column]
}

const refundsOf = ({ refundDue, refundReceived }: SpendSums): number => refundDue + refundReceived

/** The tiles of one currency: what it cost in the end, and what else there is of it. */
export function tilesOf(sums: SpendSums): Amount[] {
  const others = (['over', 'billed', 'unquoted', 'disputed', 'refundDue'] as const).filter(
    (column) => minorOf(sums, column) !== 0,
  )
  return [refundsOf(sums) === 0 ? 'charged' : 'net', ...others]
}

export function nameOf({ name }: SpendRow, by: SpendBy, locale: Locale): string {
  if (name === null) return locale.t('spend.others')
  if (name === '') return locale.t('spend.noName')
  return by === 'week' ? locale.t('spend.weekOf', { day: locale.day(name) }) : name
}

/** An amount in its currency; a dash where there is none. */
export function amountText(minor: number, currency: string, locale: Locale): string {
  if (currency === '' || minor === 0) return '–'
  return locale.money({ minor, currency })
}

const figureHeads = (locale: Locale) => [
  locale.t('spend.bookings'),
  locale.t('spend.cancelled'),
  ...AMOUNTS.map((column) => locale.t(`spend.${column}`)),
]

/** The report as a table, the totals of each currency below. */
export function spendFigures({ rows, totals }: SpendReport, by: SpendBy, locale: Locale): Figures {
  const priced = (currency: string) => (currency === '' ? ` (${locale.t('spend.noPrice')})` : '')
  const amount = (sums: SpendSums, column: Amount): Figure => {
    const text = amountText(minorOf(sums, column), sums.currency, locale)
    return column === 'over' && minorOf(sums, column) > 0 ? { text, tone: 'strong' } : text
  }
  const figures = (sums: SpendSums): Figure[] => [
    locale.number(sums.bookings),
    sums.cancelled === 0 ? '–' : locale.number(sums.cancelled),
    ...AMOUNTS.map((column) => amount(sums, column)),
  ]
  const all = [...rows, ...totals]
  /** A column of nothing is left out, and a net sum where nothing came back. */
  const isShown = (column: Amount) =>
    column === 'net' ? all.some((sums) => refundsOf(sums) !== 0) : all.some((sums) => minorOf(sums, column) !== 0)
  const shown = [true, all.some(({ cancelled }) => cancelled !== 0), ...AMOUNTS.map(isShown)]
  const kept = <T>(cells: readonly T[]): T[] => cells.filter((_, at) => shown[at])
  return {
    nameHeads: [locale.t(`spend.by.${by}`)],
    figureHeads: kept(figureHeads(locale)),
    rows: rows.map((row) => ({ names: [nameOf(row, by, locale) + priced(row.currency)], figures: kept(figures(row)) })),
    totals: totals.map((total) => ({
      names: [`${locale.t('spend.total')} ${total.currency}${priced(total.currency)}`],
      figures: kept(figures(total)),
    })),
  }
}

/** The report as CSV with a header and its totals: the figures are plain, in the currency beside them. */
export function reportCsv({ rows, totals }: SpendReport, by: SpendBy, locale: Locale): string {
  const cells = (name: string, sums: SpendSums) =>
    safeCsvLine([
      name,
      sums.currency,
      sums.bookings,
      sums.cancelled,
      ...AMOUNTS.map((column) =>
        sums.currency === '' ? null : majorUnits({ minor: minorOf(sums, column), currency: sums.currency }),
      ),
    ])
  return [
    CSV_MARK,
    safeCsvLine([locale.t(`spend.by.${by}`), locale.t('spend.currency'), ...figureHeads(locale)]),
    ...rows.map((row) => cells(by === 'week' && row.name ? row.name : nameOf(row, by, locale), row)),
    ...totals.map((sums) => cells(locale.t('spend.total'), sums)),
  ].join('')
}
