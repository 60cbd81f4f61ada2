import { expect, test } from 'vitest'
import fc from '../../support/fast-check.ts'
import { crc16 } from '../../../src-labels/zpl/crc.ts'

/** Bit by bit, as the polynomial says it. */
function bitwise(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
  }
  return crc
}

test('the check of graphic data is that of its polynomial, in whatever pieces the data comes', () => {
  expect(crc16(Buffer.from('123456789', 'latin1'))).toBe(0x31c3)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(40), (bytes, at) => {
      expect(crc16(bytes)).toBe(bitwise(bytes))
      expect(crc16(bytes.subarray(at), crc16(bytes.subarray(0, at)))).toBe(bitwise(bytes))
    }),
  )
})
