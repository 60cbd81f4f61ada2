import fc from '../../support/fast-check.ts'
import { expect, test } from 'vitest'
import { sameBitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { fitPage, resize } from '../../../src-labels/bitmap/fit.ts'
import { crop } from '../../../src-labels/bitmap/transform.ts'
import { anyBitmap } from '../arbitraries.ts'

const label = { width: 812, height: 1218 }

test('a 4 by 6 page fills a 4 by 6 label though 203 dots an inch are not quite 8 a millimetre', () => {
  expect(fitPage({ width: 812.8, height: 1219.2 }, label)).toEqual({ ...label, isTurned: false })
})

test('a landscape page is turned on a portrait label', () => {
  expect(fitPage({ width: 1218, height: 812 }, label)).toEqual({ ...label, isTurned: true })
})

test('a landscape page that fits as it stands is not turned', () => {
  expect(fitPage({ width: 600, height: 400 }, label)).toEqual({ width: 600, height: 400, isTurned: false })
})

test('a letter page is shrunk and keeps its shape', () => {
  expect(fitPage({ width: 1725.5, height: 2233 }, label)).toEqual({ width: 812, height: 1051, isTurned: false })
})

test('a small picture is enlarged only when its own size means nothing', () => {
  expect(fitPage({ width: 400, height: 600 }, label)).toMatchObject({ width: 400, height: 600 })
  expect(fitPage({ width: 406, height: 609 }, label, true)).toMatchObject({ width: 812, height: 1218 })
})

test('no page ever prints beside the label', () => {
  const side = fc.double({ min: 0.5, max: 20_000, noNaN: true })
  fc.assert(
    fc.property(side, side, fc.boolean(), (width, height, mayEnlarge) => {
      const fit = fitPage({ width, height }, label, mayEnlarge)
      expect(fit.width).toBeGreaterThanOrEqual(1)
      expect(fit.height).toBeGreaterThanOrEqual(1)
      expect(fit.width).toBeLessThanOrEqual(label.width)
      expect(fit.height).toBeLessThanOrEqual(label.height)
    }),
  )
})

test('a whole multiple repeats every dot, and shrinking brings the picture back', () => {
  fc.assert(
    fc.property(anyBitmap, fc.integer({ min: 1, max: 4 }), (bitmap, times) => {
      const large = resize(bitmap, { width: bitmap.width * times, height: bitmap.height * times })
      expect(sameBitmap(resize(large, bitmap), bitmap)).toBe(true)
      expect(sameBitmap(crop(large, 0, 0, large.width, large.height), large)).toBe(true)
    }),
  )
})

test('an area that is black for the most part stays black at one and a half times the size', () => {
  fc.assert(
    fc.property(anyBitmap, (bitmap) => {
      const even = resize(bitmap, { width: bitmap.width * 2, height: bitmap.height * 2 })
      const larger = resize(even, { width: bitmap.width * 3, height: bitmap.height * 3 })
      expect(sameBitmap(larger, resize(bitmap, { width: bitmap.width * 3, height: bitmap.height * 3 }))).toBe(true)
    }),
  )
})
