import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { cellOfExport, csvLine, safeCsvLine } from '../../src-shared/csv.ts'
import { DELIMITERS } from '../../src-shared/station/batch/batch.ts'
import { csvFormOf, readCsvFile, readCsvText, type CsvRow } from '../../src-main/imports/csv/csv-read.ts'
import { detectDelimiter } from '../../src-main/imports/csv/delimiter.ts'
import { examineFile } from '../../src-main/imports/csv/encoding.ts'
import { tempDir } from '../support/temp-dir.ts'

async function all(rows: AsyncIterable<CsvRow>): Promise<CsvRow[]> {
  const list: CsvRow[] = []
  for await (const row of rows) list.push(row)
  return list
}

async function readFile(content: string | Uint8Array): Promise<{ rows: CsvRow[]; encoding: string; guessed: boolean }> {
  const path = join(tempDir(), 'file.csv')
  writeFileSync(path, content)
  const { encoding, isEncodingGuessed } = await examineFile(path)
  const form = await csvFormOf(path, encoding)
  return { rows: await all(readCsvFile(path, form)), encoding, guessed: isEncodingGuessed }
}

const cells = (rows: readonly CsvRow[]) => rows.map((row) => row.cells)

// A lone surrogate is no text that a file could hold; a quote before a line break is taken for one that is not closed.
const cellText = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((text) => text.isWellFormed() && !/^"[^"]*[\r\n]/.test(text))
const anyCell = fc.oneof(
  cellText,
  fc.constantFrom('a,b', 'a;b', 'a\tb', '"', 'say "so"', 'two\nlines', '\r\n', ' x ', "'"),
)

describe('a CSV file', () => {
  it('reads back as it was written, with any delimiter, quoting and encoding', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyCell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...DELIMITERS),
        fc.constantFrom('utf8', 'utf8-mark', 'utf16le-mark'),
        async (table, delimiter, encoding) => {
          // The header makes the delimiter known, as in a real file.
          const rows = [['alpha', 'beta', 'gamma'], ...table.map((row) => ['x', ...row.slice(1)])]
          const text = rows.map((row) => csvLine(row, delimiter)).join('')
          const path = join(tempDirOnce(), 'table.csv')
          writeFileSync(
            path,
            encoding === 'utf16le-mark'
              ? Buffer.from(`\ufeff${text}`, 'utf16le')
              : Buffer.from(encoding === 'utf8' ? text : `\ufeff${text}`),
          )
          const found = await examineFile(path)
          const read = await all(readCsvFile(path, { encoding: found.encoding, delimiter, hasDelimiterLine: false }))
          expect(cells(read)).toEqual(rows)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('is cut at the delimiter it was written with', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DELIMITERS),
        fc.array(fc.array(fc.stringMatching(/^[a-z "]{0,8}$/), { minLength: 4, maxLength: 4 }), {
          minLength: 2,
          maxLength: 9,
        }),
        (delimiter, table) => {
          const text = [['a', 'b', 'c', 'd'], ...table].map((row) => csvLine(row, delimiter)).join('')
          expect(detectDelimiter(text)).toBe(delimiter)
        },
      ),
    )
  })

  it('with commas inside quoted cells is still cut at its semicolons', () => {
    expect(detectDelimiter('name;place\r\n"Acme, Inc.";"Laredo, TX"\r\n"Globex, Ltd.";"El Paso, TX"\r\n')).toBe(';')
  })

  it('numbers its rows as a spreadsheet does: empty rows count, a line break inside a cell does not', async () => {
    const rows = await all(readCsvText('a,b\r\n\r\n"two\nlines",1\r\n,\r\nlast,2\r\n'))
    expect(rows).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 3, cells: ['two\nlines', '1'] },
      { row: 5, cells: ['last', '2'] },
    ])
  })

  it('may have ragged rows', async () => {
    expect(cells(await all(readCsvText('a,b,c\n1\n1,2,3,4\n')))).toEqual([['a', 'b', 'c'], ['1'], ['1', '2', '3', '4']])
  })

  it('that names its delimiter in a first line is read by it, and the line is no row', async () => {
    expect(await all(readCsvText('sep=;\r\na;b,c\r\n1;2\r\n'))).toEqual([
      { row: 1, cells: ['a', 'b,c'] },
      { row: 2, cells: ['1', '2'] },
    ])
  })

  it('keeps a quote in the middle of a cell', async () => {
    expect(cells(await all(readCsvText('a,b\n5" pipe,x\n')))).toEqual([
      ['a', 'b'],
      ['5" pipe', 'x'],
    ])
  })

  it.each([
    ['PO-1,Chicago,"call before', 'PO-2,Dallas,"fragile"'],
    ['PO-1,Chicago,"call before', 'PO-2,Dallas,', 'PO-3,Reno,"x"'],
    ['"PO-1","Chicago","call before', '"PO-2","Dallas","x"'],
  ])('with a quote that a later row closes is refused, and no row is hidden in a cell: %s, %s', async (...lines) => {
    const file = ['Ref,City,Notes', 'PO-0,Reno,""', ...lines, ''].join('\n')
    await expect(readFile(file)).rejects.toMatchObject({ code: 'UNREADABLE_FILE', details: { row: 3 } })
  })

  it('with a quote that the one of an inch sign closes below is refused, and no row is hidden in a cell', async () => {
    const header = 'Ref,City,State,Goods,Quantity,Class,Notes'
    const rows = ['PO-1,Chicago,IL,"Pipe 4 in,1,70,', 'PO-2,Dallas,TX,Belts,1,70,', 'PO-3,Reno,NV,Pipe 5",1,70,']
    for (const lines of [rows, [rows[0], rows[2]]]) {
      await expect(readFile([header, ...lines, ''].join('\n'))).rejects.toMatchObject({
        code: 'UNREADABLE_FILE',
        details: { row: 2 },
      })
    }
    // An address in one cell has line breaks and commas, too.
    const address = 'PO-1,Chicago,IL,"Acme, Inc.\n12 Main St, Dock 3\nChicago, IL, 60601",1,70,'
    expect((await readFile([header, address, ''].join('\n'))).rows).toHaveLength(2)
  })

  it('with a quote that is never closed is refused, and the row is named', async () => {
    await expect(all(readCsvText('a,b\n1,2\n"open,3\n4,5\n'))).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      details: { row: 3 },
    })
  })

  it('with a row that has no end is refused and not taken into memory', async () => {
    const path = join(tempDir(), 'endless.csv')
    writeFileSync(path, `a,b\n"${'x'.repeat(5_000_000)}`)
    const form = await csvFormOf(path, 'utf-8')
    await expect(all(readCsvFile(path, form))).rejects.toMatchObject({ code: 'UNREADABLE_FILE' })
  })

  it('in Latin-1 is read as such and said to be a guess', async () => {
    const { rows, encoding, guessed } = await readFile(Buffer.from('ciudad,x\r\nQuerétaro,ñ\r\n', 'latin1'))
    expect({ encoding, guessed }).toEqual({ encoding: 'windows-1252', guessed: true })
    expect(cells(rows)).toEqual([
      ['ciudad', 'x'],
      ['Querétaro', 'ñ'],
    ])
  })

  it('in UTF-16 is read with and without its mark, in both orders', async () => {
    const text = 'ciudad;estado\r\nQuerétaro;QRO\r\n'
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    const expected = [
      ['ciudad', 'estado'],
      ['Querétaro', 'QRO'],
    ]
    for (const content of [
      little,
      big,
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    ]) {
      expect(cells((await readFile(content)).rows)).toEqual(expected)
    }
  })

  it('that is empty or only blank has no rows', async () => {
    expect((await readFile('')).rows).toEqual([])
    expect((await readFile('\r\n \r\n,,\r\n')).rows).toEqual([])
  })
})

describe('a cell of an export', () => {
  it('never starts a formula, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc
            .tuple(fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\n', '＝', ';=', ',+', '"'), cellText)
            .map((parts) => parts.join('')),
          { minLength: 2, maxLength: 6 },
        ),
        async (row) => {
          const [read] = await all(
            readCsvText(csvLine(['h', ...row.map(() => 'h')]) + safeCsvLine(['x', ...row])),
          ).then((rows) => rows.slice(1))
          expect(read?.cells.map(cellOfExport)).toEqual(['x', ...row])
          for (const cell of read?.cells ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]|[,;\t][=+\-@]/)
        },
      ),
    )
  })

  it('starts none either where a spreadsheet of another country cuts the line', () => {
    const [line = ''] = safeCsvLine(['x;=1+cmd', 'a,-2', '\n=3', '＝4']).split('\r\n')
    expect(line.split(/[,;]/).filter((part) => /^"?[=+\-@＝]/.test(part))).toEqual([])
  })

  it('that is a number of ours stays a number', () => {
    expect(safeCsvLine([-5, '-5', null])).toBe("-5,'-5,\r\n")
  })
})

let shared: string | undefined
/** One folder for all runs of a property; the first test to ask removes it. */
function tempDirOnce(): string {
  return (shared ??= tempDir())
}
