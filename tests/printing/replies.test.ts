import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { eplStatusOf } from '../../src-main/printing/status/epl-status.ts'
import { frameReader, framesOf } from '../../src-main/printing/status/frames.ts'
import { hostErrorsOf } from '../../src-main/printing/status/host-errors.ts'
import { hostIdentityOf } from '../../src-main/printing/status/host-identity.ts'
import { hostStatusOf, isIdle, troubleOf } from '../../src-main/printing/status/host-status.ts'
import { numberOf, variableOf } from '../../src-main/printing/status/odometer.ts'
import { repliesTo, type MachineState } from '../../src-main/printing/simulator/replies.ts'

const EXAMPLE =
  '\x02158,0,0,0203,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,6,0,00000000,1,000\x03\r\n\x020000,0\x03\r\n'
const statusOf = (text: string) => hostStatusOf(framesOf(Buffer.from(text, 'latin1')))

const machine = fc.record<MachineState>({
  paperOut: fc.boolean(),
  headOpen: fc.boolean(),
  ribbonOut: fc.boolean(),
  paused: fc.boolean(),
  waiting: fc.integer({ min: 0, max: 999 }),
  hasPart: fc.boolean(),
  odometer: fc.nat(),
  identity: fc.constant('ZD-VIRTUAL,V1.0.0'),
  serial: fc.constant(null),
  language: fc.constant('ZPL'),
  dotsPerMm: fc.constantFrom(6, 8, 12, 24),
})

describe('the answer to ~HS', () => {
  test("of the vendor's example says that nothing is wrong and nothing is left", () => {
    const status = statusOf(EXAMPLE)
    expect(status).toMatchObject({ paperOut: false, headOpen: false, labelsRemaining: 0, formatsInBuffer: 0 })
    expect(status && [isIdle(status), troubleOf(status)]).toEqual([true, null])
  })

  test('says the same however it is split', () => {
    fc.assert(
      fc.property(machine, fc.array(fc.nat(120), { maxLength: 12 }), (state, cuts) => {
        const bytes = Buffer.from(repliesTo('~HS', state).reply, 'latin1')
        const reader = frameReader()
        const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length]
        places.slice(1).forEach((to, index) => reader.push(bytes.subarray(places[index], to)))
        expect(hostStatusOf(reader.frames())).toEqual(hostStatusOf(framesOf(bytes)))
        expect(hostStatusOf(reader.frames())).toMatchObject({
          paperOut: state.paperOut,
          headOpen: state.headOpen,
          ribbonOut: state.ribbonOut,
          paused: state.paused,
          formatsInBuffer: state.waiting,
          partialFormat: state.hasPart,
        })
      }),
    )
  })

  test('that is not whole says nothing, wherever it ends', () => {
    for (let end = 0; end < EXAMPLE.lastIndexOf('\x03'); end += 1) expect(statusOf(EXAMPLE.slice(0, end))).toBeNull()
  })

  test('that came twice, or after the end of a late one, is the later', () => {
    const out = EXAMPLE.replace('158,0,', '158,1,')
    expect(statusOf(EXAMPLE + out)?.paperOut).toBe(true)
    expect(statusOf(EXAMPLE.slice(40) + out)?.paperOut).toBe(true)
  })

  test('is found among whatever else a printer says, and never read out of noise', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        const text = Buffer.from(noise).toString('latin1')
        expect(statusOf(`${text}${EXAMPLE}`)).toEqual(statusOf(EXAMPLE))
        expect(() => statusOf(text)).not.toThrow()
      }),
    )
  })

  test.each([
    ['158,1,0', 'the paper is out'],
    ['158,0,1', 'the printer is paused'],
  ])('%s says that %s', (start, trouble) => {
    const status = statusOf(EXAMPLE.replace('158,0,0', start))
    expect(status && troubleOf(status)).toBe(trouble)
  })

  test.each([
    ['labels remaining', '00000000', '00000007'],
    ['a label in the buffer', '0203,000', '0203,001'],
    ['half a label', '000,0,0,0,000', '000,0,0,1,000'],
  ])('with %s is not idle', (_, from, to) => {
    const status = statusOf(EXAMPLE.replace(from, to))
    expect(status && isIdle(status)).toBe(false)
  })
})

describe('other answers', () => {
  test('~HI names model, firmware and dots', () => {
    const frames = framesOf(Buffer.from('\x02ZTC ZD421-203dpi ZPL,V93.21.17Z,8,8192KB,XC\x03\r\n'))
    expect(hostIdentityOf(frames)).toEqual({
      model: 'ZTC ZD421-203dpi ZPL',
      firmware: 'V93.21.17Z',
      dotsPerMm: 8,
      memoryKb: 8192,
    })
  })

  test('~HI with dots that no print head has names nobody', () => {
    expect(hostIdentityOf(framesOf(Buffer.from('\x02ZD,V1,9,8192KB\x03')))).toBeNull()
  })

  test.each([
    ['00000001', 'the paper is out'],
    ['00000002', 'the ribbon is out'],
    ['00000004', 'the print head is open'],
    ['00000008', 'the cutter failed'],
    ['00000010', 'the print head is too hot'],
    ['00000020', 'the motor is too hot'],
    ['00001000', 'the paper is jammed'],
    ['00004000', 'the paper does not feed'],
    ['00010000', 'the printer is paused'],
    ['00080000', 'the mark between labels was not found'],
    ['00000040', 'it reports an unknown error'],
  ])('~HQES bit %s says that %s', (bits, trouble) => {
    expect(hostErrorsOf(Buffer.from(`  ERRORS:         1 00000000 ${bits}\r\n`))?.troubles).toEqual([trouble])
  })

  test('~HQES without an error, and ~HQES half said', () => {
    expect(hostErrorsOf(Buffer.from('ERRORS: 0 00000000 00000000\r\n'))).toEqual({ bits: 0, troubles: [] })
    expect(hostErrorsOf(Buffer.from('ERRORS: 1 00000000 00000'))).toBeNull()
  })

  test('the odometer is a number in quotes, and a question mark is none', () => {
    expect(numberOf(variableOf(Buffer.from('"1204"')))).toBe(1204)
    expect(numberOf(variableOf(Buffer.from('"?"')))).toBeNull()
    expect(variableOf(Buffer.from('"12'))).toBeNull()
  })

  test.each([
    ['00\r\n', null],
    ['07\r\n', 'the paper is out'],
    ['11\r\n', 'the print head is open'],
    ['50\r\n', 'it reports error 50'],
  ])('^ee %j says %s', (answer, trouble) => {
    expect(eplStatusOf(Buffer.from(answer))?.trouble).toBe(trouble)
  })
})
