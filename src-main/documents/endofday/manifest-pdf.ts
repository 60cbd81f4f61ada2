import { dayText } from '../../../src-shared/station/day.ts'
import type { Manifest, ManifestRow } from '../../../src-shared/station/documents/endofday.ts'
import type { Settings } from '../../../src-shared/station/app/state.ts'
import { EDGE, INNER_WIDTH, Paper } from '../../../src-node/paper/paper.ts'
import { manifestWords } from './manifest-words.ts'

const ROW = 16
const TABLE_TOP = 142
/** Where the table ends on a page that has no signatures under it, and on the one that has. */
const FOOT = 742
const SIGNATURES = 196

/** Left edge, width, and side of each column; they add up to the width of the page. */
const COLUMNS = [
  { x: 36, width: 20, align: 'right' },
  { x: 62, width: 62, align: 'left' },
  { x: 128, width: 94, align: 'left' },
  { x: 226, width: 118, align: 'left' },
  { x: 348, width: 82, align: 'left' },
  { x: 434, width: 58, align: 'left' },
  { x: 494, width: 34, align: 'right' },
  { x: 532, width: 44, align: 'right' },
] as const

/** How wide the number's symbol and the text under it may be. */
const BARS = 220
const THICK = { thickness: 1.2 }

/** The paper of a manifest. The same manifest gives the same bytes; the file holds no date of its own. */
export async function manifestPdf(manifest: Manifest, { language }: Pick<Settings, 'language'>): Promise<Uint8Array> {
  const words = manifestWords[language]
  const paper = await Paper.open({ title: `${words.manifest} ${manifest.number}`, language }, manifest)
  const pages = pagesOf(manifest.rows)
  pages.forEach((rows, index) => {
    if (index > 0) paper.addPage()
    head(paper, manifest, language)
    const end = table(paper, rows, words.columns, language)
    if (index === pages.length - 1) signOff(paper, end, manifest, language)
  })
  return paper.toBytes(`${manifest.number}  ${manifest.carrier}`, words.page)
}

interface Numbered extends ManifestRow {
  number: number
}

/** The last page keeps room for the totals and the signatures, on a page of their own when there is no other way. */
function pagesOf(rows: readonly ManifestRow[]): Numbered[][] {
  const most = (end: number) => Math.floor((end - TABLE_TOP - ROW) / ROW)
  const pages: Numbered[][] = []
  let rest: Numbered[] = rows.map((row, index) => ({ ...row, number: index + 1 }))
  while (rest.length > most(FOOT - SIGNATURES)) {
    // A driver signs under freight, never under an empty page.
    const count = Math.min(most(FOOT), rest.length - 1)
    pages.push(rest.slice(0, count))
    rest = rest.slice(count)
  }
  return [...pages, rest]
}

function head(paper: Paper, manifest: Manifest, language: Settings['language']): void {
  const words = manifestWords[language]
  paper.text(EDGE.left, 38, words.title, { size: 20, isBold: true, width: 310 })
  paper.text(EDGE.left, 64, manifest.scac === null ? manifest.carrier : `${manifest.carrier} (${manifest.scac})`, {
    size: 13,
    isBold: true,
    width: 310,
  })
  paper.bars(EDGE.right - BARS, 36, BARS, 40, manifest.number)
  paper.text(EDGE.right - BARS, 80, manifest.number, { size: 12, isBold: true, width: BARS, align: 'center' })
  const facts = [
    [words.day, dayText(manifest.day, language, 'medium')],
    [words.station, manifest.station],
    [words.preparedBy, manifest.operator ?? ''],
    [words.madeAt, momentText(manifest.createdAt, language)],
  ] as const
  facts.forEach(([label, value], index) => {
    const x = EDGE.left + index * 135
    paper.text(x, 102, label, { size: 7, width: 130, ink: 'gray' })
    paper.text(x, 112, value === '' ? '-' : value, { size: 10, width: 130 })
  })
  paper.line(EDGE.left, 132, EDGE.right, 132, THICK)
}

/** Gives where it ends. */
function table(paper: Paper, rows: readonly Numbered[], columns: readonly string[], language: string): number {
  const write = (texts: readonly string[], y: number, style: { size: number; isBold?: boolean }) => {
    texts.forEach((text, index) => {
      const column = COLUMNS[index]
      if (column)
        paper.text(column.x, y, text, { ...style, width: column.width, align: column.align, isCutInWord: true })
    })
  }
  write(columns, TABLE_TOP + 3, { size: 7.5, isBold: true })
  rows.forEach((row, index) => {
    const y = TABLE_TOP + ROW * (index + 1)
    if (index % 2 === 0) paper.shade(EDGE.left, y - 1, INNER_WIDTH, ROW)
    const cells = [
      String(row.number),
      row.proNumber ?? row.trackingNumber ?? '-',
      row.reference,
      row.consigneeName,
      row.destination,
      row.service.replaceAll('_', ' '),
      row.pieces === null ? '-' : numberText(row.pieces, language),
      row.weightLb === null ? '-' : numberText(row.weightLb, language),
    ]
    write(cells, y + 3.5, { size: 8.5 })
  })
  const end = TABLE_TOP + ROW * (rows.length + 1)
  paper.line(EDGE.left, TABLE_TOP + ROW - 2, EDGE.right, TABLE_TOP + ROW - 2)
  paper.line(EDGE.left, end, EDGE.right, end, THICK)
  return end
}

function signOff(paper: Paper, tableEnd: number, { totals }: Manifest, language: Settings['language']): void {
  const words = manifestWords[language]
  const y = tableEnd + 6
  const bold = { size: 11, isBold: true } as const
  paper.text(EDGE.left, y, words.total(totals.shipments), { ...bold, width: 300 })
  // In the size of the rows above: 12,345.67 lb does not fit its column in the size of a heading, and would be cut.
  const under = { size: 8.5, isBold: true, align: 'right' } as const
  paper.text(434, y + 2, numberText(totals.pieces, language), { ...under, width: 94 })
  paper.text(530, y + 2, numberText(totals.weightLb, language), { ...under, width: 46 })
  if (totals.unweighed > 0) {
    paper.text(EDGE.left, y + 15, words.unweighed(totals.unweighed), { size: 8.5, width: 300 })
  }
  const top = FOOT - 150
  paper.text(EDGE.left, top, words.received, { size: 8.5 })
  const blank = (x: number, to: number, at: number, label: string) => {
    paper.line(x, at, to, at)
    paper.text(x, at + 3, label, { size: 7.5, width: to - x, ink: 'gray' })
  }
  blank(EDGE.left, EDGE.right, top + 42, words.exceptions)
  blank(EDGE.left, 210, top + 88, words.driver)
  blank(222, 420, top + 88, words.signature)
  blank(432, EDGE.right, top + 88, words.date)
  blank(EDGE.left, 150, top + 134, words.counted)
  blank(162, 300, top + 134, words.trailer)
  blank(312, EDGE.right, top + 134, words.shipperSignature)
}

export function numberText(value: number, language: string): string {
  return new Intl.NumberFormat(language === 'es' ? 'es-MX' : 'en-US', { maximumFractionDigits: 2 }).format(value)
}

export function momentText(moment: string, language: string): string {
  return new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en-US', {
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(moment))
}
