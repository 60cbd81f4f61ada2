import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { readingsOf, scannedCode, spellingsOf } from '../../src-shared/freight/scanned-code.ts'

describe('a scanned code', () => {
  it.each([
    ['PO-48213\r\n', 'PO-48213'],
    [']C1WB123456', 'WB123456'],
    ['\u0002]C0 TRK1 \u0003', 'TRK1'],
    ['  PO 48 ', 'PO 48'],
    ['\u001d', ''],
    ['\u200eSO-1', 'SO-1'],
    ['\ufeff]C1\u2066SO\u00ad-1\u2069', 'SO-1'],
    ['SO\u00a099', 'SO 99'],
    ['PEN\u0303A-1', 'PE\u00d1A-1'],
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

describe('what a code may stand for', () => {
  const tracking = '9200190164917312345678'
  it.each([
    ['PO 48-213', ['PO 48-213'], ['PO48213']],
    ['100-340397-9', ['100-340397-9'], ['1003403979']],
    ['*SO-1001*', ['SO-1001'], ['SO1001']],
    [`42060606${tracking}`, [tracking], [tracking]],
    [`420606061234${tracking}`, [tracking], [tracking]],
    [`420 60606 ${tracking}`, [tracking], [tracking]],
  ])('%j', (code, codes, pros) => {
    expect(readingsOf(code).codes).toEqual(expect.arrayContaining([code, ...codes]))
    expect(readingsOf(code).pros).toEqual(expect.arrayContaining(pros))
  })

  it.each(['420', '42060606', '420606061234', '420ABCDE12345678', '4206060612'])('%s is no routing prefix', (code) => {
    expect(readingsOf(code).codes).toEqual([code])
  })
})

describe('the spellings of a code', () => {
  it.each([
    ['wb-1001', 'WB-1001'],
    ['wB1001x', 'Wb1001X'],
    ['Wb1001', 'WB1001'],
    ['SO 99-1', 'SO99-1'],
    ['PE\u00d1A-1', 'PEN\u0303A-1'],
    ['420606069200190164ab5678', '9200190164AB5678'],
  ])('%j is also looked for as %j', (code, spelled) => {
    expect(spellingsOf(code).codes).toEqual(expect.arrayContaining([code, spelled]))
  })

  it('of a PRO are those without dashes, in capitals as well', () => {
    expect(spellingsOf('ab-12 3').pros).toEqual(expect.arrayContaining(['ab123', 'AB123']))
  })
})
