import { PDFDocument } from 'pdf-lib'
import type { Manifest, ManifestRow } from '../../src-shared/station/endofday.ts'
import type { Settings } from '../../src-shared/station/state.ts'
import { manifestWords } from './manifest-words.ts'
import { Sheet, standardFonts, type Fonts } from './sheet.ts'

const LEFT = Sheet.edge
const RIGHT = Sheet.width - Sheet.edge
const ROW = 16
const TABLE_TOP = 142
/** Where the table ends on a page that has no signatures under it, and on the one that has. */
const FOOT = Sheet.height - 50
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

/** The paper of a manifest. The same manifest gives the same bytes; the file holds no date of its own. */
export async function manifestPdf(manifest: Manifest, { language }: Pick<Settings, 'language'>): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const fonts = await standardFonts(pdf)
  const words = manifestWords[language]
  pdf.setTitle(`${words.manifest} ${manifest.number}`)
  pdf.setLanguage(language)
  const pages = pagesOf(manifest.rows)
  pages.forEach((rows, index) => {
    const sheet = head(pdf, fonts, manifest, language)
    sheet.text(LEFT, Sheet.height - 34, 300, `${manifest.number}  ${manifest.carrier}`, { size: 8, isGray: true })
    sheet.text(RIGHT - 200, Sheet.height - 34, 200, words.page(index + 1, pages.length), {
      size: 8,
      isGray: true,
      align: 'right',
    })
    const end = table(sheet, rows, words.columns, language)
    if (index === pages.length - 1) signOff(sheet, end, manifest, language)
  })
  return pdf.save()
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

function head(pdf: PDFDocument, fonts: Fonts, manifest: Manifest, language: Settings['language']): Sheet {
  const sheet = new Sheet(pdf, fonts)
  const words = manifestWords[language]
  sheet.text(LEFT, 38, 330, words.title, { size: 20, isBold: true })
  sheet.text(LEFT, 64, 330, manifest.scac === null ? manifest.carrier : `${manifest.carrier} (${manifest.scac})`, {
    size: 13,
    isBold: true,
  })
  sheet.barcode(RIGHT, 36, 40, manifest.number)
  sheet.text(RIGHT - 200, 80, 200, manifest.number, { size: 12, isBold: true, align: 'right' })
  const facts = [
    [words.day, dayText(manifest.day, language)],
    [words.station, manifest.station],
    [words.preparedBy, manifest.operator ?? ''],
    [words.madeAt, momentText(manifest.createdAt, language)],
  ] as const
  facts.forEach(([label, value], index) => {
    const x = LEFT + index * 135
    sheet.text(x, 102, 130, label, { size: 7, isGray: true })
    sheet.text(x, 112, 130, value === '' ? '-' : value, { size: 10 })
  })
  sheet.line(LEFT, 132, RIGHT, 1.2)
  return sheet
}

/** Gives where it ends. */
function table(sheet: Sheet, rows: readonly Numbered[], columns: readonly string[], language: string): number {
  columns.forEach((title, index) => {
    const column = COLUMNS[index]
    if (column)
      sheet.text(column.x, TABLE_TOP + 3, column.width, title, { size: 7.5, isBold: true, align: column.align })
  })
  rows.forEach((row, index) => {
    const y = TABLE_TOP + ROW * (index + 1)
    if (index % 2 === 0) sheet.shade(LEFT, y - 1, RIGHT - LEFT, ROW)
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
    cells.forEach((text, cell) => {
      const column = COLUMNS[cell]
      if (column) sheet.text(column.x, y + 3.5, column.width, text, { size: 8.5, align: column.align })
    })
  })
  const end = TABLE_TOP + ROW * (rows.length + 1)
  sheet.line(LEFT, TABLE_TOP + ROW - 2, RIGHT)
  sheet.line(LEFT, end, RIGHT, 1.2)
  return end
}

function signOff(sheet: Sheet, tableEnd: number, { totals }: Manifest, language: Settings['language']): void {
  const words = manifestWords[language]
  const y = tableEnd + 6
  sheet.text(LEFT, y, 300, words.total(totals.shipments), { size: 11, isBold: true })
  sheet.text(434, y, 94, numberText(totals.pieces, language), { size: 11, isBold: true, align: 'right' })
  sheet.text(530, y, 46, numberText(totals.weightLb, language), { size: 11, isBold: true, align: 'right' })
  if (totals.unweighed > 0) sheet.text(LEFT, y + 15, 300, words.unweighed(totals.unweighed), { size: 8.5 })
  const top = FOOT - 150
  sheet.text(LEFT, top, RIGHT - LEFT, words.received, { size: 8.5 })
  const blank = (x: number, to: number, at: number, label: string) => {
    sheet.line(x, at, to)
    sheet.text(x, at + 3, to - x, label, { size: 7.5, isGray: true })
  }
  blank(LEFT, RIGHT, top + 42, words.exceptions)
  blank(LEFT, 210, top + 88, words.driver)
  blank(222, 420, top + 88, words.signature)
  blank(432, RIGHT, top + 88, words.date)
  blank(LEFT, 150, top + 134, words.counted)
  blank(162, 300, top + 134, words.trailer)
  blank(312, RIGHT, top + 134, words.shipperSignature)
}

function numberText(value: number, language: string): string {
  return new Intl.NumberFormat(language === 'es' ? 'es-MX' : 'en-US', { maximumFractionDigits: 2 }).format(value)
}

/** A day without time never goes through a time zone. */
function dayText(day: string, language: string): string {
  return new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en-US', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}

function momentText(moment: string, language: string): string {
  return new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en-US', {
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(moment))
}
