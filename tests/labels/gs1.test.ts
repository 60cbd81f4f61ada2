import bwipjs from 'bwip-js/node'
import { describe, expect, it } from 'vitest'
import { gs1Data, gs1Elements, gs1Text } from '../../src-labels/gs1.ts'

const data = (text: string) => gs1Data(gs1Elements(text))

/** What the library that draws bar codes makes of the same data: it has the rules of GS1 itself. */
const isTakenByLibrary = (text: string): boolean => {
  try {
    bwipjs.raw({ bcid: 'gs1-128', text })
    return true
  } catch {
    return false
  }
}
const isTaken = (text: string): boolean => {
  try {
    return gs1Elements(text).length > 0
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

describe('GS1 element strings', () => {
  it('end in FNC1 where their length tells no end, and nowhere else', () => {
    expect(data('(00)106141411234567897')).toBe('00106141411234567897')
    expect(data('(01)09521234543213(10)LOT7')).toBe('010952123454321310LOT7')
    expect(data('(10)LOT7(01)09521234543213')).toBe('10LOT7\u001d0109521234543213')
    expect(data('(37)12(400)PO(3102)001250')).toBe('3712\u001d400PO\u001d3102001250')
    expect(gs1Text(gs1Elements('(10)LOT7(21)9'))).toBe('(10) LOT7 (21) 9')
  })

  it('get the check digit of an SSCC, and are told one that is wrong', () => {
    expect(data('(00)10614141123456789')).toBe('00106141411234567897')
    expect(() => data('(00)106141411234567890')).toThrow("the SSCC's check digit must be 7")
    expect(() => data('(01)09521234543214')).toThrow('the check digit of (01) must be 3')
  })

  it.each([
    ['106141411234567897', 'must start with an application identifier'],
    ['(9)x', 'must start with an application identifier'],
    ['(05)x', '(05) is no application identifier that is known here'],
    ['(17)261301', '(17) takes a date as YYMMDD'],
    ['(17)260229', '(17) takes a date as YYMMDD'],
    ['(11)260431', '(11) takes a date as YYMMDD'],
    ['(8008)26043112', '(8008) takes a date and hour as YYMMDDHH'],
    ['(17)2611', '(17) takes 6 digits, not 4'],
    ['(10)', '(10) takes 1 to 20 characters, not 0'],
    ['(10)123456789012345678901', '(10) takes 1 to 20 characters, not 21'],
    ['(37)12a', '(37) takes digits only'],
    ['(10)LOT 7', '(10) takes letters, digits and'],
    ['(90)123456789012345678901234567890(91)12345678901234567890', 'holds at most 48 characters'],
  ])('%s are refused with what would be right', (text, reason) => {
    expect(() => gs1Elements(text)).toThrow(reason)
  })

  it('are taken and refused as by the rules of the library that draws bar codes', () => {
    const tried = [
      ['00', '106141411234567897', '106141411234567890', '12345678901234567'.slice(1), 'A06141411234567897'],
      ['01', '09521234543213', '09521234543214', '9521234543213'],
      ['02', '09521234543213', '0952123454321'],
      ['10', 'A', 'AB-12/x', 'a b', 'x'.repeat(20), 'x'.repeat(21)],
      ['11', '261123', '261323', '2611', '240229', '000229', '260430', '261231'],
      ['15', '261100', '26110a'],
      ['20', '07', '7', '077'],
      ['21', 'SER-1', ''],
      ['240', 'x'.repeat(30), 'x'.repeat(31)],
      ['30', '12345678', '123456789', '1a'],
      ['37', '1', '12345678'],
      ['400', 'PO-1', 'x'.repeat(31)],
      ['402', '09521234500001234', '095212345000012'],
      ['410', '9521101530001', '9521101530002', '952110153000'],
      ['420', '78045', 'x'.repeat(21)],
      ['91', 'x'.repeat(40)],
      ['8005', '001250', '00125'],
      [
        '253',
        '4012345123456',
        '4012345123456A/9',
        '4012345123457',
        '401234512345',
        '4012345123456 ',
        `4012345123456${'x'.repeat(18)}`,
      ],
      ['255', '4012345123456', '40123451234560012', '4012345123456A', '4012345123457', '40123451234561234567890123'],
      ['8008', '26112315', '2611231530', '261123153059', '261123153', '26112315305', '2611231530599'],
      ['8008', '26112324', '26113215', '26132315', '26110015', '2611231560', '261123153060', '2611231', '26112315AB'],
      ['3102', '001250', '00125', '0012500'],
    ] as const
    const differ: string[] = []
    let taken = 0
    for (const [identifier, ...values] of tried) {
      for (const value of values) {
        const text = `(${identifier})${value}`
        // The library wants some identifiers beside others; the rules here are those of one element string.
        const beside = { '02': '(37)1', '37': '(02)09521234543213' }[identifier as string] ?? ''
        if (isTaken(text) !== isTakenByLibrary(text + beside)) differ.push(text)
        taken += isTaken(text) ? 1 : 0
      }
    }
    expect(taken).toBeGreaterThan(18)
    expect(differ).toEqual([])
  })
})
