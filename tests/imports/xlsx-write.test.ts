import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { typedRows } from '../../src-main/imports/sheets/typed-rows.ts'
import { xlsxPieces, type SheetCell } from '../../src-main/imports/sheets/xlsx-write.ts'
import fc from '../support/fast-check.ts'
import { tempDir } from '../support/temp-dir.ts'
import { unzip } from '../support/unzip.ts'

const AT = new Date('2026-11-21T15:00:00Z')

/** Signs that XML 1.0 has no place for. */
const NOT_IN_XML = new Set(
  [...Array(32).keys(), 0xff_fe, 0xff_ff]
    .map((code) => String.fromCharCode(code))
    .filter((sign) => !'\t\n\r'.includes(sign)),
)

async function* batchesOf(...batches: SheetCell[][][]) {
  yield* batches
}

/** A workbook of these rows, some at a time, as a file; and its rows as they are read again. */
async function written(...batches: SheetCell[][][]) {
  const path = join(tempDir(), 'results.xlsx')
  await pipeline(xlsxPieces('Results', batchesOf(...batches), AT), createWriteStream(path))
  const rows: string[][] = []
  const table = typedRows({ path, kind: 'xlsx', encoding: 'utf-8', numbers: 'point' })
  for await (const { cells } of table) rows.push(cells)
  return { bytes: await readFile(path), rows }
}

describe('A workbook that is written', () => {
  it('keeps zeros in front, days, umlauts and what looks like a formula as the texts that they are', async () => {
    const first = ['Reference', 'ZIP', 'Pickup', 'City', 'Note', 'total']
    const second = ['007', '02134', '2026-11-23', 'Köln & Señor <Ñ>', '=1+1', 412.8]
    const third = ['0E5', '1E3', '23.11.2026', '東京 🚚', '-2+3', null]
    const { rows, bytes } = await written([first, second], [third])
    expect(rows).toEqual([first, [...second.slice(0, -1), '412.8'], third.slice(0, -1)])
    const sheet = unzip(bytes).get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    expect(sheet).not.toContain('<f>')
    // Money is a number, which a spreadsheet adds up.
    expect(sheet).toContain('<c r="F2"><v>412.8</v></c>')
  })

  it('names a column behind Z with two letters, and lets an empty cell be none', async () => {
    const header = Array.from({ length: 28 }, (_, at) => `column ${at}`)
    const cells = header.map((_, at) => (at === 0 || at === 27 ? `cell ${at}` : ''))
    const { rows, bytes } = await written([header, cells])
    expect(rows).toEqual([header, cells])
    expect(unzip(bytes).get('xl/worksheets/sheet1.xml')?.toString()).toContain('<c r="AB2"')
  })

  it('gives every text back that XML can hold', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(text, fc.constantFrom('_x000D_', 'a\r\nb', ' spaces ', '_x005F_x0041_')),
        async (cell) => {
          const { rows } = await written([['head'], [`.${cell}`]])
          expect(rows[1]).toEqual([[...`.${cell}`].filter((sign) => !NOT_IN_XML.has(sign)).join('')])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is refused where no spreadsheet opens it, and leaves it to the CSV', async () => {
    async function* endless() {
      const rows = Array.from({ length: 10_000 }, () => ['x'])
      for (;;) yield rows
    }
    const pieces = xlsxPieces('Results', endless(), AT)
    await expect(pipeline(pieces, createWriteStream(join(tempDir(), 'long.xlsx')))).rejects.toMatchObject({
      code: 'TOO_LARGE',
      details: { most: 1_048_576 },
    })
  })
})
