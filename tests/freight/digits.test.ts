import { expect, it } from 'vitest'
import { readJson } from '../../src-main/freight/http/read-json.ts'
import { readId, readText } from '../../src-main/freight/answer/read-scalar.ts'
import { parseJson } from '../../src-node/json-digits.ts'
import fc from '../support/fast-check.ts'

it('two ids beside one another beyond 2^53 stay two', () => {
  const read = readJson(Buffer.from('{"a": 9007199254740992, "b": 9007199254740993, "pro": 12345678901234567890}'))
  expect(read).toEqual({ a: '9007199254740992', b: '9007199254740993', pro: '12345678901234567890' })
  expect(readId('9007199254740993')).toBe('9007199254740993')
})

it('whatever integer an id is, its digits are what is read', () => {
  fc.assert(
    fc.property(fc.bigInt(), (id) => {
      const read = parseJson(`{"id": ${id}}`)
      expect(readText(typeof read === 'object' && read !== null && 'id' in read ? read.id : null)).toBe(String(id))
    }),
  )
})

it('everything else is read as ever', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const plain: unknown = JSON.parse(text)
      const isRounded = /(?<![\d."])-?\d{16,}(?![\d.eE])/.test(text)
      if (!isRounded) expect(parseJson(text)).toEqual(plain)
    }),
  )
})
