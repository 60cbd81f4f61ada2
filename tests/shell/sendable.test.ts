import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { unsendablePath } from '../../src-main/shell/browser/sendable.ts'

test('whatever JSON can say is sendable, and arrives as it left both ways', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(unsendablePath(value)).toBeNull()
      // Neither JSON nor a screen tells -0 from 0.
      expect(JSON.parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(structuredClone(value))))
    }),
  )
})

test.each([
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['bytes', new Uint8Array(2)],
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a big integer', 1n],
  ['no number', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['an error', new Error('e')],
])('%s is named by its place', (_name, value) => {
  expect(unsendablePath(value)).toBe('value')
  expect(unsendablePath({ rows: [{}, { cell: value }] })).toBe('value.rows[1].cell')
})

test('a property that is not set is as good as absent, a hole in a list is not', () => {
  expect(unsendablePath({ name: undefined })).toBeNull()
  expect(unsendablePath([1, undefined])).toBe('value[1]')
})
