import { zipStream, type ZipPieces } from '../../../src-node/zip.ts'
import { StationError } from '../../../src-shared/station/error.ts'

/**
 * A number stays one; every text is text, regardless of its looks: leading zeros, days and "=1+1" are as they were
 * written.
 */
export type SheetCell = string | number | null

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Of a cell and of a sheet: ECMA-376 leaves it open, these are Excel's. */
const MOST_TEXT = 32_767
const MOST_ROWS = 1_048_576
/** Unpacked; a ZIP without ZIP64 ends at 4 GiB, and no program opens a sheet of that size. */
const MOST_SHEET_CHARACTERS = 1024 * 1024 * 1024
/** Styles of the sheet, in the order of `cellXfs`; text (49, "@") stays text also when a person edits the cell. */
const TEXT = 1
const TITLE = 2

const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PART}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${PART}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
}

/**
 * A workbook (ECMA-376, .xlsx) of one sheet, piece by piece: a file of any length needs no more memory than a few
 * rows. The first row is the header: bold, and in sight while the others are scrolled.
 * @param name of the sheet: at most 31 characters, none of `[]:*?/\`
 * @param rows some at a time
 * @param at when it was made, as this machine counts hours
 * @throws StationError TOO_LARGE for a size that no spreadsheet opens
 */
export function xlsxPieces(
  name: string,
  rows: AsyncIterable<readonly (readonly SheetCell[])[]>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  const small = Object.entries({ ...PARTS, 'xl/workbook.xml': workbook })
  const parts: ZipPieces[] = small.map(([path, xml]) => ({ name: path, pieces: [HEAD + xml] }))
  return zipStream([...parts, { name: 'xl/worksheets/sheet1.xml', pieces: sheetXml(rows) }], at)
}

async function* sheetXml(batches: AsyncIterable<readonly (readonly SheetCell[])[]>): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData>`
  let row = 0
  let written = 0
  for await (const rows of batches) {
    let xml = ''
    for (const cells of rows) {
      row += 1
      const style = row === 1 ? TITLE : TEXT
      xml += `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${lettersOf(column)}${row}`, style)).join('')}</row>`
    }
    written += xml.length
    if (row > MOST_ROWS || written > MOST_SHEET_CHARACTERS) {
      throw new StationError({
        code: 'TOO_LARGE',
        message: 'This is more than a spreadsheet opens. Take it as CSV.',
        details: { most: MOST_ROWS },
      })
    }
    yield xml
  }
  yield '</sheetData></worksheet>'
}

function cellXml(cell: SheetCell, at: string, style: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, MOST_TEXT))}</t></is></c>`
}

/** "A" for column 0, "AA" for column 26. */
function lettersOf(column: number): string {
  const before = column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : ''
  return before + String.fromCharCode(65 + (column % 26))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
/** What XML 1.0 cannot hold. */
const UNFIT = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
/** A text like `_x000D_`, which a spreadsheet would take for the sign of that number (ECMA-376 Part 1, 22.9.2.19). */
const LIKE_A_SIGN = /_(?=x[0-9A-Fa-f]{4}_)/g

function escaped(text: string): string {
  const fit = text.toWellFormed().replaceAll(UNFIT, '').replaceAll(LIKE_A_SIGN, '_x005F_')
  return fit.replaceAll(/[&<>"\r]/g, (sign) => ENTITIES[sign] ?? sign)
}
