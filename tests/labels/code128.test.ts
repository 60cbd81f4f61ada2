import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { code128Elements, code128Modules, code128Runs, code128Values } from '../../src-labels/code128.ts'

const printable = fc.stringMatching(/^[ -~]{1,40}$/)

test('digits go two a character where that is shorter', () => {
  expect(code128Runs('12345678')).toEqual([{ subset: 'C', text: '12345678' }])
  expect(code128Runs('12')).toEqual([{ subset: 'C', text: '12' }])
  expect(code128Runs('12345')).toEqual([
    { subset: 'C', text: '1234' },
    { subset: 'B', text: '5' },
  ])
  expect(code128Runs('AB1234')).toEqual([
    { subset: 'B', text: 'AB' },
    { subset: 'C', text: '1234' },
  ])
  expect(code128Runs('AB1234C')).toEqual([{ subset: 'B', text: 'AB1234C' }])
  expect(code128Runs('A1234567B')).toEqual([
    { subset: 'B', text: 'A1' },
    { subset: 'C', text: '234567' },
    { subset: 'B', text: 'B' },
  ])
})

test('start, data, check character and stop are those of the standard', () => {
  // 104 + 48 + 2*42 + 3*42 + 4*17 + 5*18 + 6*19 + 7*35 = 879, and 879 mod 103 = 55.
  expect(code128Values('PJJ123C')).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55, 106])
})

test('runs hold all of the data, and pairs only in subset C', () => {
  fc.assert(
    fc.property(printable, (data) => {
      const runs = code128Runs(data)
      expect(runs.map(({ text }) => text).join('')).toBe(data)
      for (const { subset, text } of runs) if (subset === 'C') expect(text).toMatch(/^(\d\d)+$/)
    }),
  )
})

test('a symbol is as wide as its elements, never wider than plain subset B', () => {
  fc.assert(
    fc.property(printable, (data) => {
      const elements = code128Elements(data)
      expect(elements.reduce((sum, width) => sum + width, 0)).toBe(code128Modules(data))
      expect(elements.length % 2).toBe(1)
      expect(code128Modules(data)).toBeLessThanOrEqual((data.length + 3) * 11 + 2)
    }),
  )
})

test('data that cannot be a barcode is refused', () => {
  for (const data of ['', 'ñ', 'a\tb']) expect(() => code128Values(data)).toThrow(RangeError)
})
