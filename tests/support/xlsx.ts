import { zipOf } from '../../src-node/zip.ts'

/** A cell as it stands in the file: its XML, or a text. */
export type XlsxCell = string | { xml: string }

export interface XlsxOptions {
  /** `<mergeCell ref="A2:A3"/>` of each. */
  merges?: string[]
  /** Format codes of the styles 1, 2, 3 ...; 0 is General. */
  formats?: string[]
  workbookPr?: string
  strings?: string[]
  /** Attributes of rows, by their number: `hidden="1"`. */
  rows?: Record<number, string>
  /** What stands before the rows: `<cols>...`, `<sheetFormatPr .../>`. */
  before?: string
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** A workbook with one sheet, as a spreadsheet writes it. */
export function xlsx(rows: readonly (readonly XlsxCell[])[], options: XlsxOptions = {}): Promise<Buffer> {
  const { merges = [], formats = [], workbookPr = '', strings = [], rows: attributes = {}, before = '' } = options
  const xml = rows.map((cells, index) => {
    const parts = cells.map((cell, column) => {
      const at = `${letters(column)}${index + 1}`
      if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
      return cell.xml.replace('<c', `<c r="${at}"`)
    })
    return `<row r="${index + 1}" ${attributes[index + 1] ?? ''}>${parts.join('')}</row>`
  })
  const merged =
    merges.length > 0 ? `<mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` : ''
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="r">${workbookPr}<sheets><sheet name="Hidden" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Orders" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/none.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>',
    'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code).replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><r><t>${escaped(text)}</t></r><rPh><t>no</t></rPh></si>`).join('')}</sst>`,
    'xl/worksheets/sheet2.xml': `<worksheet>${before}<sheetData>${xml.join('')}</sheetData>${merged}</worksheet>`,
  }
  return zipOf(
    Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
    new Date('2026-11-21T15:00:00Z'),
  )
}
