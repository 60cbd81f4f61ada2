import { deflateSync } from 'node:zlib'
import fc from '../../support/fast-check.ts'
import { expect, test } from 'vitest'
import { bitmapFromPacked } from '../../../src-labels/bitmap/bitmap.ts'
import { crc16 } from '../../../src-labels/zpl/crc.ts'
import { decodeGraphic, encodeGraphic, GRAPHIC_ENCODINGS } from '../../../src-labels/zpl/graphics.ts'
import { anyBitmap, ascii } from '../arbitraries.ts'

for (const encoding of GRAPHIC_ENCODINGS) {
  test(`any picture survives ${encoding} dot for dot`, () => {
    fc.assert(
      fc.property(anyBitmap, (bitmap) => {
        const decoded = decodeGraphic(encodeGraphic(bitmap, encoding), bitmap.data.length, bitmap.bytesPerRow)
        expect(decoded).toEqual(bitmap.data)
      }),
    )
  })

  test(`a picture in ${encoding} that lost its end, or says another size, is refused`, () => {
    fc.assert(
      fc.property(anyBitmap, fc.integer({ min: 1, max: 8 }), (bitmap, lost) => {
        const data = encodeGraphic(bitmap, encoding)
        expect(() => decodeGraphic(data.slice(0, -lost), bitmap.data.length, bitmap.bytesPerRow)).toThrow(RangeError)
        expect(() => decodeGraphic(data, bitmap.data.length + bitmap.bytesPerRow, bitmap.bytesPerRow)).toThrow(
          RangeError,
        )
      }),
    )
  })
}

test('long runs are counted the way printers count', () => {
  const row = (bytes: number[]) => bitmapFromPacked(bytes.length * 8, 1, Uint8Array.from(bytes))
  expect(encodeGraphic(row([0xff, 0xff, 0x00, 0x00]), 'ACS')).toBe('JF,')
  expect(encodeGraphic(row([0x12, 0x34, 0xff]), 'ACS')).toBe('1234!')
  expect(encodeGraphic(row(Array.from({ length: 211 }, (_, at) => (at < 210 ? 0xaa : 0x01))), 'ACS')).toBe('zgA01')
  expect(encodeGraphic(bitmapFromPacked(16, 3, Uint8Array.of(0, 1, 0, 1, 0, 1)), 'ACS')).toBe('I01::')
})

test('lower case, line ends and repeats across lines are read as printers read them', () => {
  expect([...decodeGraphic('hf\n', 20, 10)].length).toBe(20)
  expect([...decodeGraphic('ff00\r\n00ff', 4, 2)]).toEqual([0xff, 0, 0, 0xff])
  expect([...decodeGraphic(':,', 2, 1)]).toEqual([0, 0])
})

test('a wrong check is refused', () => {
  const data = encodeGraphic(bitmapFromPacked(8, 1, Uint8Array.of(0x81)), 'B64')
  expect(data).toBe(':B64:gQ==:f536')
  expect(() => decodeGraphic(data.replace('gQ', 'gR'), 1, 1)).toThrow('CRC')
})

test('blanks anywhere in base64, its padding too, are no part of it, however many', () => {
  for (const blanks of [1, 20, 1_000_000]) {
    const space = ' '.repeat(blanks)
    expect([...decodeGraphic(`:B64:g${space}Q=${space}=${space}:f536`, 1, 1)]).toEqual([0x81])
  }
})

test('a small stream that inflates to megabytes is refused without inflating it', () => {
  const bomb = deflateSync(new Uint8Array(50_000_000)).toString('base64')
  const check = crc16(ascii(bomb)).toString(16).padStart(4, '0')
  expect(() => decodeGraphic(`:Z64:${bomb}:${check}`, 100, 10)).toThrow(RangeError)
})
