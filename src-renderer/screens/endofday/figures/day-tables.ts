import type { BookedFigures, DayFigures } from '../../../../src-shared/station/documents/endofday.ts'
import { isSameMoney, type Money } from '../../../../src-shared/station/money.ts'
import { formatRoute } from '../../../frame/route.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'
import type { FigureRow, Figures } from '../../../ui/basic/figures.ts'

type Words = Pick<Locale, 't' | 'number' | 'money' | 'day'>
const COUNTS = ['canceled', 'notPrinted', 'onHold', 'notBooked'] as const

/** Amounts in one cell: one sum a currency. */
export const moneyText = (sums: readonly Money[], locale: Pick<Locale, 'money'>): string =>
  sums.length === 0 ? '–' : sums.map(locale.money).join(' · ')

/** Refunds make the net sum another one. */
export const isNetOther = ({ spend, net }: BookedFigures): boolean =>
  spend.length !== net.length || spend.some((sum, at) => !isSameMoney(sum, net[at] ?? null))

/** Rows of figures as a table; a column of nothing is left out. */
function tableOf(head: string, all: readonly (BookedFigures & FigureRowPlace)[], locale: Words): Figures {
  const counts = COUNTS.filter((count) => all.some((figures) => figures[count] > 0))
  const hasNet = all.some(isNetOther)
  const money = (sums: readonly Money[]) => moneyText(sums, locale)
  return {
    nameHeads: [head],
    figureHeads: [
      locale.t('figures.shipments'),
      ...counts.map((count) => locale.t(`figures.${count}`)),
      locale.t('figures.spend'),
      ...(hasNet ? [locale.t('figures.net')] : []),
    ],
    rows: all.map((figures): FigureRow => ({
      ...{ names: [figures.name], href: figures.href, isCurrent: figures.isCurrent },
      figures: [
        locale.number(figures.shipments),
        ...counts.map((count) => locale.number(figures[count])),
        money(figures.spend),
        ...(hasNet ? [money(figures.net)] : []),
      ],
    })),
  }
}

interface FigureRowPlace {
  name: string
  href: string
  isCurrent: boolean
}

/** A day by carrier: each leads to its bookings of that day. */
export const carrierTable = ({ day, carriers }: DayFigures, locale: Words): Figures =>
  tableOf(
    locale.t('rate.carrier'),
    carriers.map((figures) => ({
      ...figures,
      name: figures.carrier,
      href: formatRoute({ screen: 'book', params: { day, carrier: figures.carrier } }),
      isCurrent: false,
    })),
    locale,
  )

/** The days: each leads to its figures. */
export const historyTable = (days: readonly DayFigures[], shown: string, locale: Words): Figures =>
  tableOf(
    locale.t('endofday.day'),
    days.map((figures) => ({
      ...figures,
      name: locale.day(figures.day),
      href: formatRoute({ screen: 'endofday', params: { view: 'figures', day: figures.day } }),
      isCurrent: figures.day === shown,
    })),
    locale,
  )
