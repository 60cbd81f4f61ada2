import fc from '../../support/fast-check.ts'
import { expect, test } from 'vitest'
import { bitmapFromPacked, blankBitmap, isBlack, sameBitmap, setBlack } from '../../../src-labels/bitmap/bitmap.ts'
import { pictureWithEdge } from '../../../src-labels/bitmap/edge.ts'
import { bitmapFromGray, isDark } from '../../../src-labels/bitmap/threshold.ts'
import { centerOn, crop, drawBitmap, fillRectangle, rotate } from '../../../src-labels/bitmap/transform.ts'
import { anyBitmap } from '../arbitraries.ts'

test('a dot is black below half gray and white from there on', () => {
  const bitmap = bitmapFromGray(Uint8Array.of(0, 127, 128, 255), 4, 1)
  expect([...bitmap.data]).toEqual([0b1100_0000])
})

test('a dot that is half transparent over white paper counts as what it looks like', () => {
  const dots = [
    [0, 0, 0, 255],
    [0, 0, 0, 100],
    [0, 0, 0, 200],
    [255, 0, 0, 255],
    [0, 0, 0, 0],
  ] as const
  expect(dots.map(([red, green, blue, alpha]) => isDark(red, green, blue, alpha))).toEqual([
    true,
    false,
    true,
    true,
    false,
  ])
})

test('gray of another size than said is refused', () => {
  expect(() => bitmapFromGray(new Uint8Array(5), 2, 2)).toThrow(RangeError)
  expect(() => bitmapFromPacked(9, 1, new Uint8Array(1))).toThrow(RangeError)
  expect(() => blankBitmap(0, 4)).toThrow(RangeError)
})

test('bits beyond the width are never black', () => {
  const bitmap = bitmapFromPacked(10, 2, new Uint8Array(4).fill(0xff))
  expect([...bitmap.data]).toEqual([0xff, 0xc0, 0xff, 0xc0])
})

test('four quarter turns, or two half turns, bring every bitmap back', () => {
  fc.assert(
    fc.property(anyBitmap, (bitmap) => {
      expect(sameBitmap(rotate(rotate(rotate(rotate(bitmap, 90), 90), 90), 90), bitmap)).toBe(true)
      expect(sameBitmap(rotate(rotate(bitmap, 180), 180), bitmap)).toBe(true)
      expect(sameBitmap(rotate(rotate(bitmap, 90), 270), bitmap)).toBe(true)
    }),
  )
})

test('a quarter turn is clockwise', () => {
  const bitmap = blankBitmap(3, 2)
  setBlack(bitmap, 0, 0)
  const turned = rotate(bitmap, 90)
  expect([turned.width, turned.height]).toEqual([2, 3])
  expect(isBlack(turned, 1, 0)).toBe(true)
})

test('padding and cropping back gives the same bitmap', () => {
  fc.assert(
    fc.property(anyBitmap, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }), (bitmap, right, below) => {
      const padded = centerOn(bitmap, bitmap.width + 2 * right, bitmap.height + 2 * below)
      expect(sameBitmap(crop(padded, right, below, bitmap.width, bitmap.height), bitmap)).toBe(true)
    }),
  )
})

test('what is drawn over the edge is lost and nothing else changes', () => {
  const target = blankBitmap(8, 2)
  const stamp = blankBitmap(4, 1)
  fillRectangle(stamp, 0, 0, 4, 1, 'black')
  drawBitmap(target, stamp, 6, 0)
  drawBitmap(target, stamp, -3, 1)
  fillRectangle(target, -10, 5, 100, 100, 'black')
  expect([...target.data]).toEqual([0b0000_0011, 0b1000_0000])
})

test('white and inverting ink undo black', () => {
  const target = blankBitmap(8, 1)
  fillRectangle(target, 0, 0, 8, 1, 'black')
  fillRectangle(target, 0, 0, 2, 1, 'white')
  fillRectangle(target, 0, 0, 4, 1, 'invert')
  expect([...target.data]).toEqual([0b1100_1111])
})

test('bitmaps of another size or with another dot are not the same', () => {
  const one = blankBitmap(8, 1)
  const other = blankBitmap(8, 1)
  setBlack(other, 3, 0)
  expect(sameBitmap(one, other)).toBe(false)
  expect(sameBitmap(one, blankBitmap(7, 1))).toBe(false)
})

test('the edge of the media is drawn on a larger picture, and what is outside is told from what is inside', () => {
  const drawing = blankBitmap(40, 30)
  fillRectangle(drawing, 5, 5, 34, 2, 'black')
  const { data, width } = pictureWithEdge(drawing, { width: 20, height: 10 })
  const at = (x: number, y: number) => data[y * width + x]
  expect([at(5, 5), at(0, 0)]).toEqual([0, 0xff])
  expect([at(30, 5), at(30, 0), at(0, 25)]).toEqual([0x70, 0xc8, 0xc8])
  expect([at(20, 0), at(20, 8), at(0, 10), at(8, 11)]).toEqual([0, 0xff, 0, 0xff])
})
