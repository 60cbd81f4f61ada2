import { describe, expect, it } from 'vitest'
import { readAnyId, readText } from '../../src-main/freight/answer/read-scalar.ts'
import { cleanRow } from '../../src-main/imports/csv/clean-row.ts'
import { addressSchema, partySchema } from '../../src-shared/freight/address.ts'
import { cargoSchema } from '../../src-shared/freight/cargo.ts'
import { batchFixSchema } from '../../src-shared/station/batch/batch.ts'
import { nameSchema, searchSchema } from '../../src-shared/station/limits.ts'
import { cleanLines, cleanText, visibleText } from '../../src-shared/clean-text.ts'

describe('what comes in', () => {
  const typed = ' Pen\u0303a\u200b\u00a0\u202eS\u00adA '

  it.each([
    ['an address', addressSchema.shape.city],
    ['a party', partySchema.shape.companyName],
    ['freight', cargoSchema.shape.description],
    ['a name', nameSchema('name', 40)],
    ['a search', searchSchema()],
    ['a cell that is corrected', batchFixSchema.shape.value],
  ])('as %s is clean', (_, schema) => expect(schema.parse(typed)).toBe('Pe\u00f1a SA'))

  it('as an answer of the service is visible, and an id of it stays as it is', () => {
    expect(readText('Pen\u0303a\u00ad')).toBe('Pe\u00f1a')
    expect(readAnyId('load\u00ad1')).toBe('load\u00ad1')
  })

  it('as a cell of a table is clean, without what kept it a text, and in its lines', () => {
    const cells = [
      '="02134"',
      "'02134",
      '="a ""b"""',
      "'t Veld",
      "'-5",
      '\u202a="PO\u200b-1"',
      'a\u00a0\r\n b',
      '48"\u001a\0',
    ]
    const clean = ['02134', '02134', 'a "b"', "'t Veld", '-5', 'PO-1', 'a\nb', '48"']
    expect(cleanRow({ row: 2, cells })?.cells).toEqual(clean)
    expect(cleanRow({ row: 3, cells: ['\u200b', '\u001a'] })).toBeNull()
  })
})

describe('a text from outside', () => {
  it.each([
    ['a mark of direction', '\u202aAcme\u202c', 'Acme'],
    ['an isolate', '\u2066Acme\u2069\u061c', 'Acme'],
    ['a blank without width', 'SO-\u200b1', 'SO-1'],
    ['a word joiner', 'SO\u2060-1', 'SO-1'],
    ['a byte order mark inside', 'SO\ufeff-1', 'SO-1'],
    ['a soft hyphen', 'Chi\u00adcago', 'Chicago'],
    ['a filler', 'Acme\u3164', 'Acme'],
    ['a tag', 'Acme\u{e0041}', 'Acme'],
    ['a variation selector', 'Acme\ufe0f', 'Acme'],
    ['a joiner between Latin letters', 'Ac\u200dme', 'Acme'],
    ['a no-break blank', '12\u00a0Main\u202fSt', '12 Main St'],
    ['an ideographic blank', 'Acme\u3000Inc', 'Acme Inc'],
    ['blanks beside each other', ' 12 \u00a0\u2003 Main\tSt\r\n ', '12 Main St'],
    ['an accent apart', 'Pen\u0303a', 'Pe\u00f1a'],
  ])('loses %s', (_, typed, clean) => expect(cleanText(typed)).toBe(clean))

  it.each([
    ['श्री\u200dराम', 'a joiner in Devanagari'],
    ['ශ්\u200dරී', 'a joiner in Sinhala'],
    ['می\u200cخواهم', 'a non-joiner in Persian'],
  ])('keeps %s: %s shapes the name', (name) => expect(cleanText(name)).toBe(name.normalize('NFC')))

  it('keeps its lines where it may have some', () => {
    expect(cleanLines(' call\u00a0first \r\n\u200b dock  4 \n')).toBe('call first\ndock 4')
  })

  it('keeps its blanks where it is compared to the letter', () => {
    expect(visibleText('SO  1\u200b\u00a0')).toBe('SO  1 ')
  })
})
