import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { isBlack, sameBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { decodePng } from '../../src-main/labels/conversion/png-decode.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { anyBitmap } from '../labels/arbitraries.ts'
import { pngChunk, pngOf, type PngHeader } from './hostile.ts'

const png = ({ rows, ...header }: Omit<PngHeader, 'rows'> & { rows: number[] }) =>
  pngOf({ ...header, rows: Uint8Array.from(rows) })

/** Rows of `#` and `.`. */
const seen = (file: Uint8Array) => {
  const bitmap = decodePng(file)
  return Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (_, x) => (isBlack(bitmap, x, y) ? '#' : '.')).join(''),
  )
}

test('any bitmap comes back from a PNG file', () => {
  fc.assert(
    fc.property(anyBitmap, (bitmap) => {
      expect(sameBitmap(decodePng(encodePng(bitmap)), bitmap)).toBe(true)
    }),
  )
})

test('every colour type and depth is read', () => {
  const one = { width: 2, height: 1 }
  expect(seen(png({ ...one, depth: 1, color: 0, rows: [0, 0b0100_0000] }))).toEqual(['#.'])
  expect(seen(png({ ...one, depth: 2, color: 0, rows: [0, 0b0110_0000] }))).toEqual(['#.'])
  expect(seen(png({ ...one, depth: 4, color: 0, rows: [0, 0x78] }))).toEqual(['#.'])
  expect(seen(png({ ...one, depth: 8, color: 0, rows: [0, 127, 128] }))).toEqual(['#.'])
  expect(seen(png({ ...one, depth: 16, color: 0, rows: [0, 127, 255, 128, 0] }))).toEqual(['#.'])
  expect(seen(png({ ...one, depth: 8, color: 2, rows: [0, 255, 0, 0, 0, 255, 0] }))).toEqual(['#.'])
  expect(seen(png({ ...one, depth: 16, color: 2, rows: [0, 9, 9, 9, 9, 9, 9, 250, 0, 250, 0, 250, 0] }))).toEqual([
    '#.',
  ])
  expect(seen(png({ ...one, depth: 8, color: 4, rows: [0, 0, 255, 0, 0] }))).toEqual(['#.'])
  expect(seen(png({ ...one, depth: 8, color: 6, rows: [0, 0, 0, 0, 200, 0, 0, 0, 100] }))).toEqual(['#.'])
  const palette = pngChunk('PLTE', [255, 255, 255, 0, 0, 0])
  expect(seen(png({ ...one, depth: 1, color: 3, rows: [0, 0b1000_0000], extra: [palette] }))).toEqual(['#.'])
})

test('a colour that is said to be transparent is white paper', () => {
  const gray = pngChunk('tRNS', [0, 5])
  expect(seen(png({ width: 2, height: 1, depth: 8, color: 0, rows: [0, 5, 6], extra: [gray] }))).toEqual(['.#'])
  const extra = [pngChunk('PLTE', [0, 0, 0, 0, 0, 0]), pngChunk('tRNS', [0])]
  expect(seen(png({ width: 2, height: 1, depth: 1, color: 3, rows: [0, 0b0100_0000], extra }))).toEqual(['.#'])
})

test('every filter is undone', () => {
  const rows = [0, 10, 200, 10, 1, 10, 190, 66, 2, 0, 0, 0, 3, 5, 95, 0, 4, 0, 0, 0]
  expect(seen(png({ width: 3, height: 5, depth: 8, color: 0, rows }))).toEqual(['#.#', '#.#', '#.#', '#.#', '#.#'])
})

test('an interlaced picture is put together', () => {
  // Adam7 of a 3 by 2 picture: passes 1 (0,0), 5 is empty in row 2 of 8, 6 (odd columns), 7 (odd rows).
  const rows = [0, 0, 0, 255, 0, 255, 0, 0, 0, 255]
  expect(seen(png({ width: 3, height: 2, depth: 8, color: 0, interlace: 1, rows }))).toEqual(['#..', '##.'])
})

test('a file that is damaged, cut or of a size that cannot be is refused with a reason', () => {
  const file = encodePng({ width: 8, height: 1, bytesPerRow: 1, data: Uint8Array.of(0x55) })
  for (let length = 0; length < file.length; length += 1) {
    expect(() => decodePng(file.subarray(0, length))).toThrow(/PNG/)
  }
  const damaged = file.slice()
  damaged[45] = (damaged[45] ?? 0) ^ 1
  expect(() => decodePng(damaged)).toThrow('damaged')
  expect(() => decodePng(png({ width: 60_000, height: 60_000, depth: 1, color: 0, rows: [] }))).toThrow('too large')
  expect(() => decodePng(png({ width: 8, height: 2, depth: 1, color: 0, rows: [0, 1] }))).toThrow(
    'does not match its header',
  )
  expect(() => decodePng(png({ width: 8, height: 1, depth: 1, color: 0, rows: [9, 1] }))).toThrow('filter')
  expect(() => decodePng(png({ width: 8, height: 1, depth: 3, color: 0, rows: [0, 1] }))).toThrow('header')
  expect(() => decodePng(png({ width: 8, height: 1, depth: 1, color: 3, rows: [0, 1] }))).toThrow('palette')
})
