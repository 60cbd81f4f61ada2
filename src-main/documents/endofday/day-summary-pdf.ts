import { EDGE, INNER_WIDTH, Paper, type TextStyle } from '../../../src-node/paper/paper.ts'
import type { Settings } from '../../../src-shared/station/app/state.ts'
import type { BookedFigures, DayFigures, Manifest } from '../../../src-shared/station/documents/endofday.ts'
import { majorUnits, type Money } from '../../../src-shared/station/money.ts'
import { daySummaryWords } from './day-summary-words.ts'
import { dayText } from '../../../src-shared/station/day.ts'
import { momentText, numberText } from './manifest-pdf.ts'

export interface DaySummary {
  figures: DayFigures
  /** In the order they were made, without voided ones. */
  manifests: readonly Manifest[]
  station: string
  operator: string | null
  madeAt: string
}

interface Column {
  x: number
  width: number
  align: 'left' | 'right'
}

const LINE = 13
const FOOT = 742
const COUNTS = ['shipments', 'canceled', 'notPrinted', 'onHold', 'notBooked'] as const
/** A carrier's name, its five counts, its spend and that without refunds. */
const CARRIERS: Column[] = [
  { x: 36, width: 122, align: 'left' },
  ...[162, 208, 254, 300, 346].map((x): Column => ({ x, width: 42, align: 'right' })),
  { x: 392, width: 90, align: 'right' },
  { x: 486, width: 90, align: 'right' },
]
const MANIFESTS: Column[] = [
  { x: 36, width: 110, align: 'left' },
  { x: 150, width: 200, align: 'left' },
  ...[354, 430, 506].map((x): Column => ({ x, width: 70, align: 'right' })),
]
const THICK = { thickness: 1.2 }

/** A day's sheet: its figures in all and by carrier, and its manifests. */
export async function daySummaryPdf(
  summary: DaySummary,
  { language }: Pick<Settings, 'language'>,
): Promise<Uint8Array> {
  const words = daySummaryWords[language]
  const { figures, manifests } = summary
  const day = dayText(figures.day, language, 'medium')
  const paper = await Paper.open({ title: `${words.title} ${figures.day}`, language }, [words, summary])
  const number = (value: number) => numberText(value, language)
  const money = (sums: readonly Money[]) => sums.map((sum) => moneyText(sum, language))

  head(paper, summary, language)
  let y = 146
  if (figures.carriers.length === 0) paper.text(EDGE.left, y, words.none, { size: 11 })
  else {
    const cells = (name: string, sums: BookedFigures): string[][] => [
      [name],
      ...COUNTS.map((count) => [number(sums[count])]),
      money(sums.spend),
      money(sums.net),
    ]
    const heads = [
      words.carrier,
      ...COUNTS.map((count) => words[count === 'shipments' ? 'booked' : count]),
      words.spend,
      words.net,
    ]
    const rows = figures.carriers.map((sums) => cells(sums.carrier, sums))
    y = table(paper, y, { columns: CARRIERS, heads, rows, total: cells(words.total, figures) })
  }
  if (manifests.length > 0) {
    y = room(paper, y + 24, 5 * LINE)
    paper.text(EDGE.left, y, words.manifests, { size: 13, isBold: true })
    const heads = [words.manifest, words.carrier, words.shipments, words.pieces, words.weight]
    const rows = manifests.map(({ number: name, carrier, totals }) => [
      ...[[name], [carrier], [number(totals.shipments)], [number(totals.pieces)], [number(totals.weightLb)]],
    ])
    table(paper, y + 20, { columns: MANIFESTS, heads, rows, total: null })
  }
  return paper.toBytes(`${words.title}  ${day}`, words.page)
}

function head(paper: Paper, { figures, station, operator, madeAt }: DaySummary, language: Settings['language']): void {
  const words = daySummaryWords[language]
  paper.text(EDGE.left, 38, words.title, { size: 20, isBold: true })
  paper.text(EDGE.left, 64, dayText(figures.day, language, 'medium'), { size: 13, isBold: true })
  const facts = [
    [words.station, station],
    [words.preparedBy, operator ?? ''],
    [words.madeAt, momentText(madeAt, language)],
  ] as const
  facts
    .filter(([, value]) => value !== '')
    .forEach(([label, value], index) => {
      paper.text(EDGE.left + index * 180, 94, label, { size: 7, width: 175, ink: 'gray' })
      paper.text(EDGE.left + index * 180, 104, value, { size: 10, width: 175 })
    })
  paper.line(EDGE.left, 126, EDGE.right, 126, THICK)
}

interface Table {
  columns: readonly Column[]
  heads: readonly string[]
  /** Each cell in lines: an amount has one a currency. */
  rows: readonly string[][][]
  total: string[][] | null
}

/** Gives where it ends, on its last page. */
function table(paper: Paper, top: number, { columns, heads, rows, total }: Table): number {
  const write = (row: readonly string[][], y: number, style: TextStyle) =>
    row.forEach((lines, index) => {
      const column = columns[index]
      lines.forEach((line, at) => column && paper.text(column.x, y + at * LINE, line, { ...style, ...column }))
    })
  const heading = (y: number): number => {
    heads.forEach((text, index) => {
      const column = columns[index]
      if (column) paper.text(column.x, y, text, { size: 7, isBold: true, lines: 2, ...column })
    })
    paper.line(EDGE.left, y + 21, EDGE.right, y + 21)
    return y + 24
  }
  const heightOf = (row: readonly string[][]) => LINE * Math.max(1, ...row.map(({ length }) => length)) + 3
  let y = heading(top)
  rows.forEach((row, index) => {
    const height = heightOf(row)
    if (y + height > FOOT) {
      paper.addPage()
      y = heading(EDGE.top)
    }
    if (index % 2 === 0) paper.shade(EDGE.left, y - 1, INNER_WIDTH, height)
    write(row, y + 2, { size: 8.5, isCutInWord: true })
    y += height
  })
  paper.line(EDGE.left, y, EDGE.right, y, THICK)
  if (total === null) return y
  y = room(paper, y, heightOf(total))
  write(total, y + 4, { size: 8.5, isBold: true, isCutInWord: true })
  return y + heightOf(total)
}

/** Where so much can be written: here, or on a new page. */
function room(paper: Paper, y: number, height: number): number {
  if (y + height <= FOOT) return y
  paper.addPage()
  return EDGE.top
}

function moneyText(sum: Money, language: string): string {
  return new Intl.NumberFormat(language === 'es' ? 'es-MX' : 'en-US', {
    style: 'currency',
    currency: sum.currency,
  }).format(majorUnits(sum))
}
