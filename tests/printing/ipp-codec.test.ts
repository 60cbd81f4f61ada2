import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { decodeIpp, encodeIpp, IPP_TAG } from '../../src-main/printing/transports/ipp-codec.ts'

const text = fc.string({ minLength: 1, maxLength: 40 })
const attribute = fc.oneof(
  fc.record({
    name: text,
    tag: fc.constantFrom(IPP_TAG.keyword, IPP_TAG.name, IPP_TAG.uri),
    values: fc.array(fc.string({ maxLength: 60 }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    name: text,
    tag: fc.constant(IPP_TAG.integer),
    values: fc.array(fc.integer(), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    name: text,
    tag: fc.constant(IPP_TAG.boolean),
    values: fc.array(fc.boolean(), { minLength: 1, maxLength: 2 }),
  }),
)

test('what is written is read back, whatever the values are', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(attribute, { maxLength: 6, selector: ({ name }) => name }),
      fc.nat(0xffff),
      (attributes, operation) => {
        const decoded = decodeIpp(encodeIpp({ operation, requestId: 7, attributes }))
        expect([decoded.status, decoded.requestId]).toEqual([operation, 7])
        expect([...(decoded.groups[0]?.attributes ?? [])]).toEqual(attributes.map(({ name, values }) => [name, values]))
      },
    ),
  )
})

test('an answer that is cut off anywhere is no answer', () => {
  const whole = encodeIpp({
    operation: 2,
    requestId: 1,
    attributes: [{ name: 'job-name', tag: IPP_TAG.name, values: ['label', 'two'] }],
  })
  for (let end = 0; end < whole.length; end += 1) expect(() => decodeIpp(whole.subarray(0, end))).toThrow(RangeError)
})

test('any bytes are an answer or a RangeError, and end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      try {
        decodeIpp(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
  )
})
