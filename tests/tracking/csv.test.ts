import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvLine } from '../../src-main/tracking/csv.ts'

/** What RFC 4180 says that a line holds. */
function read(line: string): string[] {
  return [...line.replace(/\r\n$/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

describe('a cell of the export', () => {
  it('is never a formula', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r']) {
      expect(read(csvLine([`${start}1+1`, 'x']))[0]).toBe(`'${start}1+1`)
    }
    expect(csvCell(-12.5)).toBe('-12.5')
    expect(csvCell(null)).toBe('')
  })

  it('comes back as it was written, whatever signs are in it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 6 }), (cells) => {
        const expected = cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell))
        expect(read(csvLine(cells))).toEqual(expected)
      }),
    )
  })
})
