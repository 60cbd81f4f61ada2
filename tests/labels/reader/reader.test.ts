import fc from '../../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { eplLabel, shards, wholeEplLabel, wholeZplLabel, zplLabel } from './generate.ts'
import { readAsPrinter, readings, type Language, type PrinterReading } from './index.ts'
import { joined, stream } from './streams.ts'

const LANGUAGES: readonly Language[] = ['zpl', 'epl']
const commandsOf = ({ commands }: PrinterReading) =>
  commands.map(({ prefix, name, parameters }) => prefix + name + parameters)
const zpl = (text: string) => readAsPrinter(stream(text), 'zpl')
const epl = (text: string) => readAsPrinter(stream(text), 'epl')

describe('a ZPL printer', () => {
  test('reads names in either size, across line ends, and puts commas for whatever parts parameters', () => {
    expect(commandsOf(zpl('^xA^f\r\no1\r\n0,2\x1f3^FDa,b\r\nc^FS^XZ'))).toEqual([
      '^XA',
      '^FO10,2,3',
      '^FDa,bc',
      '^FS',
      '^XZ',
    ])
  })

  test('says where each command stood', () => {
    expect(zpl('\n ^XA\n^FO1,1').commands.map(({ at }) => at)).toEqual([2, 6])
  })

  test('takes control bytes for what they mean, also after the prefixes have moved', () => {
    expect(commandsOf(zpl('\x02^CC!\x1ePON\x10JR\x0f\x03'))).toEqual(['^XA', '^CC!', '^PON', '~JR', '^FS', '^XZ'])
  })

  test('knows the old prefix no more once it has moved, and remembers where it went', () => {
    const moved = zpl('^XA^CC!!FDa^XZ!XZ')
    expect(commandsOf(moved)).toEqual(['^XA', '^CC!', '^FDa^XZ', '^XZ'])
    expect(Object.fromEntries(moved.settings)).toMatchObject({ caret: '!' })
  })

  test('passes over binary by its count alone and looks through everything else', () => {
    expect(commandsOf(zpl('^GFB,5,5,1,~JR^X~HS'))).toEqual(['^GFB,5,5,1,', '~HS'])
    expect(commandsOf(zpl('^GFA,5,5,1,00~HS'))).toEqual(['^GFA,5,5,1,00', '~HS'])
    expect(commandsOf(zpl('~DYR:A,B,G,3,1,~JR~HS'))).toEqual(['~DYR:A,B,G,3,1,', '~HS'])
    expect(commandsOf(zpl('~DYR:A,A,G,3,1,~JR~HS'))).toEqual(['~DYR:A,A,G,3,1,', '~JR', '~HS'])
  })

  test.each([
    ['^PQ19', 19],
    ['^PQ1\r\n9', 19],
    ['^PQ1e3', 1],
    ['^PQ0x10', 1],
    ['^PQ7.9', 7],
    ['^PQ0,1', 1],
    ['^PQ', 1],
    ['^PQ2^PQ5', 5],
    [`^PQ${'0'.repeat(300)}42`, 42],
    ['^PQ999999999999', 99_999_999],
  ])('prints as many copies as the digits of %s say', (quantity, copies) => {
    expect(zpl(`^XA^FO1,1^FDx^FS${quantity}^XZ`)).toMatchObject({ labels: 1, copies })
  })

  test('prints nothing for a format that only sets or stores', () => {
    expect(zpl('^XA^MCY^PW800^XZ^XA^DFR:A.ZPL^FO1,1^FDx^FS^XZ')).toMatchObject({ labels: 0, copies: 0 })
  })

  test('remembers what a label leaves behind and forgets what it sets back', () => {
    expect(zpl('^XA^POI^LH5,6^PR4^PON^LH0,0^FO1,1^FDx^FS^XZ').settings).toEqual(new Map([['speed', '4']]))
    expect(zpl('~DGR:A.GRF,1,1,FF^XA^XGR:A.GRF^FS^XZ^XA^IDR:A.GRF^XZ')).toMatchObject({ dangers: [], labels: 1 })
  })

  test.each([
    ['~DGE:A.GRF,1,1,FF', 'stores in flash: ~DG E:A.GRF'],
    ['^XA^DFe:a^FS^XZ', 'stores in flash: ^DF E:A.ZPL'],
    ['^XA^IDR:*.*^XZ', 'deletes: R:*.*'],
    ['^XA^IDR:OTHERS.GRF^XZ', 'deletes: R:OTHERS.GRF'],
    ['^XA^JUN^XZ', 'overwrites the settings: ^JUN'],
    ['^XA^XFE:A^XZ', 'recalls what nobody has seen: E:A.ZPL'],
    ['~PR', 'prints again: ~PR'],
    ['{}{"a":1}', 'JSON: a'],
    ['! U1 getvar "ip.addr"\r\n', 'SGD getvar: ip.addr'],
    ['! CISDFCRC16\r\n0000\r\nE:A.NRD\r\n00000001\r\n0000\r\nX', 'stores a file: E:A.NRD'],
  ])('is endangered by %j', (text, danger) => {
    expect(zpl(text).dangers).toEqual([danger])
  })

  test('reads two bytes a character after a mark, and knows whole characters of Asian pages', () => {
    expect(commandsOf(zpl('\xfe\xff\0^\0X\0A\0~\0J\0R'))).toEqual(['^XA', '~JR'])
    expect(commandsOf(zpl('^XA^CI15^FD\x81^FS'))).toEqual(['^XA', '^CI15', '^FD\x81^FS'])
    const [, bytewise] = readings(stream('^XA^CI15^FD\x81^FS'), 'zpl')
    expect(bytewise && commandsOf(bytewise)).toEqual(['^XA', '^CI15', '^FD\x81', '^FS'])
  })
})

describe('an EPL printer', () => {
  test('ends a line at LF alone, and takes what a backslash protects in quotes', () => {
    expect(commandsOf(epl('N\rP3\nA1,1,0,1,1,1,N,"a\\\nP9\\""\nP\r2\n'))).toEqual([
      'NP3',
      'A1,1,0,1,1,1,N,"a\\\nP9\\""',
      'P2',
    ])
  })

  test.each(['GW0,0,1,4,', 'GW0,0,1,4\n', 'GW0,0,1,4\r\n'])('finds the end of the header %j', (header) => {
    expect(commandsOf(epl(`N\n${header}\nP9\nP2\n`))).toEqual(['N', 'GW0,0,1,4', 'P2'])
  })

  test('counts prints by their digits, and sets by copies', () => {
    expect(epl('N\nP2,3\nP1\r0\nP1e5\n')).toMatchObject({ labels: 3, copies: 17 })
  })

  test('keeps the lines of a form for later and its settings as they were', () => {
    const form = epl('FS"A"\nV00,10,N,"Name"\nD15\nFE\nFR"A"\n?\n^@\nP1\n')
    expect(form.dangers).toEqual(['stores in flash: FS "A"', 'recalls what nobody has seen: FR "A"'])
    expect(form.copies).toBe(1)
    expect(form.settings).toEqual(new Map([['object form:A', 'stored']]))
  })

  test('is endangered by resets, deletions and answers', () => {
    expect(epl('^@\nFK"*"\nUQ\n').dangers).toEqual(['reset: ^@', 'deletes: FK "*"', 'host answer: UQ'])
  })
})

describe('the second reader', () => {
  test('never fails, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.array(shards, { maxLength: 40 }).map((parts) => stream(parts.join(''))),
        ),
        fc.constantFrom(...LANGUAGES),
        (bytes, language) => {
          const all = readings(bytes, language)
          expect(all.length).toBeLessThanOrEqual(4)
          for (const { commands } of all) expect(commands.every(({ at }) => at < bytes.length)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('looks at each byte a bounded number of times, however the stream is made', () => {
    fc.assert(
      fc.property(
        fc.array(shards, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...LANGUAGES),
        (parts, language) => {
          const text = parts.join('').repeat(200)
          const { bytes, looks } = counted(stream(text))
          readings(bytes, language)
          // Four readings, each with some looks ahead at the start of a word.
          expect(looks()).toBeLessThan(4 * 40 * text.length)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('reads labels one after the other as it reads each alone', () => {
    for (const [language, label] of [['zpl', wholeZplLabel] as const, ['epl', wholeEplLabel] as const]) {
      fc.assert(
        fc.property(label, label, (one, other) => {
          const together = readAsPrinter(joined(one, other), language)
          const [first, second] = [readAsPrinter(one, language), readAsPrinter(other, language)]
          expect(together.copies).toBe(first.copies + second.copies)
          expect(together.labels).toBe(first.labels + second.labels)
          expect(together.commands).toEqual([
            ...first.commands,
            ...second.commands.map((command) => ({ ...command, at: command.at + one.length })),
          ])
        }),
        { numRuns: 300 },
      )
    }
  })

  test('finds the command that begins a generated label', () => {
    for (const [language, label, begins] of [['zpl', zplLabel, '^XA'] as const, ['epl', eplLabel, 'N'] as const]) {
      fc.assert(
        fc.property(label, (bytes) => {
          expect(commandsOf(readAsPrinter(bytes, language))[0]).toBe(begins)
        }),
      )
    }
  })
})

/** The bytes, and how often anybody has looked at one of them. */
function counted(bytes: Uint8Array): { bytes: Uint8Array; looks(): number } {
  let looks = 0
  const watched = new Proxy(bytes, {
    get: (target, key) => {
      if (key !== 'length') looks++
      const value: unknown = Reflect.get(target, key, target)
      return value
    },
  })
  return { bytes: watched, looks: () => looks }
}
