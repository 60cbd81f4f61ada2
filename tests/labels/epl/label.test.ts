import fc from '../../support/fast-check.ts'
import { expect, test } from 'vitest'
import { bitmapFromPacked, sameBitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { crop } from '../../../src-labels/bitmap/transform.ts'
import { interpretEpl } from '../../../src-labels/epl/interpret.ts'
import { EplLabel } from '../../../src-labels/epl/label.ts'
import { countLabels } from '../../../src-labels/count.ts'
import { inspectLabel } from '../../../src-labels/inspect.ts'
import { anyBitmap, ascii, nastyText } from '../arbitraries.ts'

const size = { widthDots: 812, heightDots: 1218 }
const validator = (bytes: Uint8Array) => inspectLabel(bytes, { language: 'EPL' })
const label = (dpi = 203) => new EplLabel(size, dpi)
const bodyOf = (composed: EplLabel) =>
  Buffer.from(composed.toBytes()).toString('latin1').replace('\nN\nI8,A,001\nq812\nR0,0\n', '').replace('P1\n', '')

test('a label starts on a line of its own and ends with its copies', () => {
  expect(new TextDecoder().decode(label().line(1, 2, 3, 4).toBytes(2))).toBe(
    '\nN\nI8,A,001\nq812\nR0,0\nLO1,2,3,4\nP2\n',
  )
})

test('text takes the largest font of the printer that is not too tall', () => {
  const font = (dpi: number, height: number) =>
    bodyOf(label(dpi).text(0, 0, height, 'x'))
      .split(',')
      .slice(3, 6)
      .join(',')
  expect(font(203, 24)).toBe('4,1,1')
  expect(font(203, 20)).toBe('3,1,1')
  expect(font(203, 50)).toBe('4,2,2')
  expect(font(203, 4)).toBe('1,1,1')
  expect(font(300, 44)).toBe('4,1,1')
})

test('aligned text ends where it should', () => {
  const x = (align: 'left' | 'center' | 'right') =>
    bodyOf(label().text(100, 0, 24, 'ABCDE', { maxWidth: 280, align })).split(',')[0]
  expect([x('left'), x('center'), x('right')]).toEqual(['A100', 'A200', 'A300'])
})

test('accents are kept, other letters lose theirs, and the rest is shown as missing', () => {
  expect(bodyOf(label().text(0, 0, 24, 'Ñő€日'))).toBe('A0,0,0,4,1,1,N,"Ño\x80?"\n')
})

test('a picture goes out inverted, byte for byte', () => {
  const picture = bitmapFromPacked(16, 2, Uint8Array.of(0xff, 0x00, 0x0a, 0x81))
  expect(bodyOf(label().graphic(8, 16, picture))).toBe('GW8,16,2,2,\x00\xff\xf5\x7e\n')
})

test('any picture comes back from the interpreter to the dot', () => {
  fc.assert(
    fc.property(anyBitmap, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }), (picture, x, y) => {
      const [drawing] = interpretEpl(label().graphic(x, y, picture).toBytes(), size, 203)
      expect(drawing && sameBitmap(crop(drawing.bitmap, x, y, picture.width, picture.height), picture)).toBe(true)
    }),
  )
})

test('whatever the data, a label stays exactly one label', () => {
  fc.assert(
    fc.property(nastyText, anyBitmap, (text, picture) => {
      const bytes = label().graphic(0, 0, picture).text(0, 0, 30, text, { lines: 3, align: 'center' }).toBytes()
      expect(validator(bytes)).toMatchObject({ result: 'whole', labels: 1, copies: 1, cuts: [] })
      expect(interpretEpl(bytes, size, 203)).toMatchObject([{ copies: 1, notDrawn: [] }])
    }),
  )
})

test('every proper prefix of a label is truncated', () => {
  fc.assert(
    fc.property(nastyText, anyBitmap, (text, picture) => {
      const bytes = label().text(0, 0, 30, text).graphic(0, 0, picture).code128(5, 5, 'A1').toBytes(12)
      for (let length = 0; length < bytes.length; length += 1) {
        expect(validator(bytes.subarray(0, length)).result).toBe('truncated')
      }
    }),
    { numRuns: 30 },
  )
})

test('labels are counted by what prints them, not by what stands in pictures', () => {
  const picture = bitmapFromPacked(
    32,
    1,
    Uint8Array.from(ascii('\nP1\n'), (byte) => ~byte & 0xff),
  )
  const one = label().graphic(0, 0, picture).toBytes()
  expect(countLabels(one, 'EPL').labels).toBe(1)
  expect(countLabels(Buffer.concat([one, one]), 'EPL').labels).toBe(2)
  expect(validator(ascii('hello\n'))).toMatchObject({ result: 'truncated', labels: 0 })
})

test('a barcode that cannot be written is an error', () => {
  expect(() => label().code128(0, 0, 'ñ')).toThrow(RangeError)
  expect(() => label().code128(0, 0, 'A', { moduleWidth: 1.5 })).toThrow(RangeError)
  expect(bodyOf(label().code128(1, 2, 'A"B', { height: 50, showText: false }))).toBe('B1,2,0,1,2,2,50,N,"A\\"B"\n')
})
