import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { scannedCode } from '../../src-main/packing/scan-code.ts'

describe('a scanned code', () => {
  it.each([
    ['PO-48213\r\n', 'PO-48213'],
    [']C1WB123456', 'WB123456'],
    ['\u0002]C0 TRK1 \u0003', 'TRK1'],
    ['  PO 48 ', 'PO 48'],
    ['\u001d', ''],
  ])('%j is %j', (typed, code) => {
    expect(scannedCode(typed)).toBe(code)
  })

  it('loses nothing that is printed on a label', () => {
    const printed = fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{0,30}$/)
    fc.assert(
      fc.property(printed, (code) => {
        expect(scannedCode(`\u0002${code}\r`)).toBe(code)
      }),
    )
  })
})
