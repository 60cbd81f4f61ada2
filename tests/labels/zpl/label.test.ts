import fc from '../../support/fast-check.ts'
import { expect, test } from 'vitest'
import { bitmapFromPacked } from '../../../src-labels/bitmap/bitmap.ts'
import { escapeFieldData } from '../../../src-labels/zpl/escape.ts'
import { ZplLabel } from '../../../src-labels/zpl/label.ts'
import { countLabels } from '../../../src-labels/count.ts'
import { inspectLabel } from '../../../src-labels/inspect.ts'
import { wrapText } from '../../../src-labels/wrap.ts'
import { nastyText } from '../arbitraries.ts'

const label = () => new ZplLabel({ widthDots: 812, heightDots: 1218 })
const bodyOf = (composed: ZplLabel) =>
  new TextDecoder().decode(composed.toBytes()).replace('^XA^CI28^PW812^LL1218^LH0,0', '').replace('^PQ1^XZ', '')

test('a label is its size, its fields and its copies, and nothing of the printer', () => {
  const bytes = label().text(20, 30, 40, 'ACME').toBytes(3)
  expect(new TextDecoder().decode(bytes)).toBe('^XA^CI28^PW812^LL1218^LH0,0^FO20,30^A0N,40,40^FH^FDACME^FS^PQ3^XZ')
})

test('accents and other scripts go out as UTF-8 in hex', () => {
  expect(escapeFieldData('Ñ日')).toBe('_C3_91_E6_97_A5')
  expect(escapeFieldData('Rene\u0301')).toBe('Ren_C3_A9')
})

test('whatever the data, a label stays exactly one label and touches no setting', () => {
  fc.assert(
    fc.property(nastyText, nastyText, (text, code) => {
      const bytes = label()
        .box(0, 0, 10, 10, 1)
        .text(1, 2, 30, text, { lines: 3 })
        .text(1, 200, 30, text, { align: 'center', maxWidth: 300, inverse: true })
        .qr(1, 400, code)
        .toBytes()
      expect(inspectLabel(bytes, { language: 'ZPL' })).toMatchObject({ result: 'whole', labels: 1, cuts: [] })
      expect(countLabels(bytes, 'ZPL')).toEqual({ labels: 1, copies: 1 })
      expect(bytes.every((byte) => byte >= 0x20 && byte < 0x7f)).toBe(true)
    }),
  )
})

test('text that is too long is wrapped, and cut with a sign that something is missing', () => {
  const text = 'The quick brown fox jumps over the lazy dog'
  const lines = [...bodyOf(label().text(10, 10, 30, text, { maxWidth: 200, lines: 2 })).matchAll(/\^FD([^^]*)\^FS/g)]
  expect(lines.map(([, line]) => line)).toEqual(['The quick', 'brown fox...'])
})

test('text behind blank lines that does not fit is cut with the sign too; blank lines at the end are no text', () => {
  const wrapped = (text: string, lines: number) => wrapText(text, lines, (line) => line.length <= 12)
  expect(wrapped('Dock 4\n\n\n\nFragile', 2)).toEqual(['Dock 4', '...'])
  expect(wrapped('\n\n\nFragile', 2)).toEqual(['', '...'])
  expect(wrapped('Dock 4\r\n\r\nFragile', 3)).toEqual(['Dock 4', '', 'Fragile'])
  expect(wrapped('Dock 4\n \n\n\n', 1)).toEqual(['Dock 4'])
  expect(wrapped(' \n\n\n', 1)).toEqual([])
})

test('a word wider than its line is broken instead of printed over the edge', () => {
  const text = 'W'.repeat(40)
  const body = bodyOf(label().text(0, 0, 30, text, { maxWidth: 120, lines: 50 }))
  expect([...body.matchAll(/\^FD(W+)\^FS/g)].map(([, line]) => line).join('')).toBe(text)
})

test('centred text is one block line as wide as asked', () => {
  expect(bodyOf(label().text(10, 20, 30, 'a\\b', { maxWidth: 300, align: 'center' }))).toBe(
    '^FO10,20^A0N,30,30^FB300,1,0,C,0^FH^FDa\\\\b^FS',
  )
})

test('inverse text has black all around', () => {
  expect(bodyOf(label().text(0, 0, 40, 'HOLD', { maxWidth: 200, inverse: true }))).toBe(
    '^FO0,0^GB200,40,40,B,0^FS^FO10,5^A0N,40,40^FR^FH^FDHOLD^FS',
  )
})

test('no text makes no field', () => {
  expect(bodyOf(label().text(0, 0, 40, ' \u0000 '))).toBe('')
})

test('a barcode is packed by the printer, or written out where its data could be taken for a function', () => {
  expect(bodyOf(label().code128(5, 6, '1Z999', { height: 80, moduleWidth: 3 }))).toBe(
    '^FO5,6^BY3,3,80^BCN,80,Y,N,N,A^FH^FD1Z999^FS',
  )
  expect(bodyOf(label().code128(5, 6, 'a>5', { showText: false }))).toBe(
    '^FO5,6^BY2,3,100^BCN,100,N,N,N,N^FH^FD>:a>05^FS',
  )
})

test('a barcode that cannot be written is an error, not a wrong barcode', () => {
  for (const data of ['', 'é', 'a\n']) expect(() => label().code128(0, 0, data)).toThrow(RangeError)
  expect(() => label().code128(0, 0, 'A', { moduleWidth: 0 })).toThrow(RangeError)
  expect(() => label().qr(0, 0, 'A', { magnification: 11 })).toThrow(RangeError)
})

test('rules, boxes, codes and pictures are placed in whole dots', () => {
  const picture = bitmapFromPacked(8, 2, Uint8Array.of(0xff, 0x81))
  const body = bodyOf(label().line(1.4, 2, 300, 3).box(10, 20, 30, 40, 2).qr(5, 6, 'x').graphic(7, 8, picture))
  expect(body).toBe(
    '^FO1,2^GB300,3,3,B,0^FS^FO10,20^GB30,40,2,B,0^FS^FO5,6^BY2,3,1^BQN,2,4^FH^FDMA,x^FS^FO7,8^GFA,2,2,1,!81^FS',
  )
})

test('a place off every label is refused', () => {
  expect(() => label().box(-1, 0, 5, 5, 1)).toThrow(RangeError)
  expect(() => label().line(0, 0, Number.NaN, 5)).toThrow(RangeError)
  expect(() => label().toBytes(0)).toThrow(RangeError)
  expect(() => new ZplLabel({ widthDots: 0, heightDots: 10 })).toThrow(RangeError)
})
