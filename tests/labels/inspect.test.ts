import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { inspectLabel, LabelInspector, stripLabel, type InspectOptions } from '../../src-labels/inspect.ts'
import { testLabel } from '../../src-labels/test-label.ts'
import { anyZplLabel, ascii, nastyText } from './arbitraries.ts'

const FIELD = '^FO10,10^A0N,20,20^FDx^FS'
const media = { widthIn: 4, heightIn: 6 }
const inspect = (text: string, options: InspectOptions = {}) => inspectLabel(Buffer.from(text, 'latin1'), options)
const inPieces = (bytes: Uint8Array, cuts: number[], options: InspectOptions = {}) => {
  const inspector = new LabelInspector(options)
  let from = 0
  for (const cut of [...cuts.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b), bytes.length]) {
    inspector.feed(bytes.subarray(from, cut))
    from = cut
  }
  return inspector.result()
}

const epl = (body: string) => `\nN\nq812\n${body}P1\n`

/** Bytes that look like labels of either language, whole and broken. */
const anyStream = fc.oneof(
  anyZplLabel.map((label) => label.toBytes()),
  nastyText.map((text) => Buffer.from(`^XA${FIELD}^FD${text}^FS^XZ`)),
  nastyText.map((text) => Buffer.from(epl(`A1,1,0,1,1,1,N,"${text}"\nGW0,0,2,2,abcd\n`), 'latin1')),
  fc.uint8Array({ maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '^XA',
        '^XZ',
        '^CC!',
        '!XZ',
        '^GFA,4,4,2,',
        ':Z64:',
        'F00F',
        ':',
        '^GFB,3,3,1,',
        '~DGR:A,2,1,',
        ',',
        '\n',
        '! U1 ',
        'setvar "a"',
        '{}{',
        '^FD',
        'GW1,1,1,2,',
        'N\r\n',
        'P1\r\n',
        '^GFC,2,9,3,',
      ),
      { maxLength: 12 },
    )
    .map((parts) => Buffer.from(parts.join(''), 'latin1')),
)

test('however a stream is cut into chunks, it is worth the same', () => {
  fc.assert(
    fc.property(anyStream, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }), (bytes, cuts) => {
      const whole = inspectLabel(bytes)
      expect(inPieces(bytes, cuts)).toEqual(whole)
      expect(
        inPieces(
          bytes,
          Array.from(bytes, (_, at) => at / bytes.length),
        ),
      ).toEqual(whole)
    }),
    { numRuns: 300 },
  )
})

test('asking on the way gives what the bytes so far are worth', () => {
  fc.assert(
    fc.property(anyStream, (bytes) => {
      const inspector = new LabelInspector()
      for (let at = 0; at < bytes.length; at += 1) {
        expect(inspector.result()).toEqual(inspectLabel(bytes.subarray(0, at)))
        inspector.feed(bytes.subarray(at, at + 1))
      }
    }),
    { numRuns: 60 },
  )
})

test('a label tells its language by itself', () => {
  for (const language of ['ZPL', 'EPL'] as const) {
    const bytes = testLabel({ language, dpi: 203, media, printerName: 'Dock 4' })
    expect(inspectLabel(bytes)).toEqual({
      result: 'whole',
      language,
      labels: 1,
      copies: 1,
      at: null,
      reason: null,
      notes: [],
      said: { reason: null, notes: [] },
      stripped: [],
      cuts: [],
    })
  }
  expect(inspect(`CT~~CD,~CC^~CT~\n^XA${FIELD}^XZ`)).toMatchObject({ result: 'whole', language: 'ZPL' })
  expect(inspect('\u0002^FDx^FS\u0003')).toMatchObject({ result: 'whole', language: 'ZPL' })
  expect(inspect('%PDF-1.7\n')).toMatchObject({ result: 'refused', language: null })
  for (const text of ['', 'hello', '\n\n\n']) {
    expect(inspect(text)).toMatchObject({ result: 'truncated', language: null, labels: 0 })
  }
})

test('labels are counted with their copies, which must be the expected ones', () => {
  const three = `^XA${FIELD}^PQ3^XZ`
  expect(inspect(three, { expectedCopies: 3 })).toMatchObject({ result: 'whole', labels: 1, copies: 3 })
  expect(inspect(three)).toMatchObject({ result: 'whole', labels: 1, copies: 3 })
  expect(inspect(three, { expectedCopies: 1 })).toMatchObject({
    result: 'refused',
    reason: 'copy count is 3, expected 1',
  })
  expect(inspect(three, { expectedCopies: 4 })).toMatchObject({ result: 'truncated' })
  expect(inspect(`^XA${FIELD}^XZ`, { expectedCopies: 2 })).toMatchObject({ result: 'truncated' })
  const sixTimes = epl('LO1,1,5,5\n').replace('P1', 'P2,3')
  expect(inspect(sixTimes, { expectedCopies: 6 })).toMatchObject({ result: 'whole', labels: 1, copies: 6 })
  expect(inspect(`${sixTimes}${three}\n`, { language: 'EPL' })).toMatchObject({ result: 'refused' })
})

test('one label more than expected has been smuggled in, one fewer was lost', () => {
  const two = `^XA${FIELD}^XZ^XA${FIELD}^XZ`
  expect(inspect(two)).toMatchObject({ result: 'whole', labels: 2 })
  expect(inspect(two, { expectedLabels: 1 })).toMatchObject({ result: 'refused' })
  expect(inspect(two, { expectedLabels: 3 })).toMatchObject({ result: 'truncated' })
})

test('what does not suit the media or the head is noted, and stops no print', () => {
  const notesOf = (text: string, dpi: 203 | 300 = 203) => {
    const { result, notes } = inspect(text, { media, dpi })
    expect(result).toBe('whole')
    return notes
  }
  const label = (body: string) => `^XA^LH0,0${body}${FIELD}^XZ`
  for (const body of [
    '^FO10,1500^FDx^FS',
    '^FO900,10^FDx^FS',
    '^FO0,0^GB900,10,3^FS',
    '^FO0,1000^GFA,400,400,1,,::^FS',
    '^LH300,0^FO600,1^FDx^FS',
  ]) {
    const bytes = label(body)
    const drawn = bytes.replace(',,::', `,${'00'.repeat(400)}`)
    expect(notesOf(drawn)).toEqual([expect.stringContaining('the media is 812 × 1218 dots')])
    expect(inspect(drawn).notes).toEqual([])
  }
  expect(notesOf(label('^FO0,0^GB832,1240,3^FS'))).toEqual([])
  expect(notesOf(label('^FO900,10^FDx^FS'), 300)).toEqual([])
  expect(notesOf(label('^PW1200^LL1218'))).toEqual(['label is 1200 dots wide; the media is 812'])
  expect(notesOf(label('^BY1^BCN,50^FD1^FS'))).toEqual([expect.stringContaining('bars only 0.125 mm')])
  expect(notesOf(label('^BY2^BCN,50^FD1^FS'), 300)).toEqual([])
  expect(notesOf(label(Array.from({ length: 99 }, (_, at) => `^FO${900 + at},1^FDx^FS`).join('')))).toHaveLength(20)
  expect(notesOf(epl('B1,1,0,1,1,2,50,N,"1"\n'))).toEqual([expect.stringContaining('bars only 0.125 mm')])
  for (const body of ['q1200\n', 'A900,1,0,1,1,1,N,"x"\n', 'R500,0\nLO400,0,5,5\n', 'X0,0,1,1000,5\n']) {
    expect(notesOf(epl(body))).toEqual([expect.stringContaining('the media is')])
  }
})

test('a picture of EPL whose last number has a blank behind it is refused: it may be the first byte of the picture', () => {
  expect(inspect(epl('GW0,0,2, 2,abcd\n')).result).toBe('whole')
  for (const head of ['GW0,0,2,2 ,', 'GW0,0,2,2\t,', 'GW0,0,2,2  ,', 'GW0,0,2,2 \n']) {
    const { result, at } = inspect(epl(`${head}abcd\n`))
    expect([head, result, at]).toEqual([head, 'refused', epl('').indexOf('P1')])
  }
})

test('text in UTF-8 is noted in EPL, whose character sets have one byte per letter', () => {
  const notesOf = (text: string, set?: string, charset: BufferEncoding = 'utf8') => {
    const label = epl(`${set === undefined ? '' : `I8,${set},001\n`}A1,1,0,1,1,1,N,"${text}"\n`)
    const { result, notes } = inspect(Buffer.from(label, charset).toString('latin1'))
    expect(result).toBe('whole')
    return notes
  }
  const note = 'text is UTF-8, but the character set has one byte per letter: '
  expect(notesOf('Peña')).toEqual([`${note}Peña prints as Pe├▒a`])
  expect(notesOf('Peña', '0')).toEqual([`${note}Peña prints as Pe├▒a`])
  expect(notesOf('Peña', 'A')).toEqual([`${note}Peña prints as PeÃ±a`])
  expect(notesOf('Straße', 'A')).toEqual([`${note}Straße prints as StraÃŸe`])
  for (const set of ['1', '2', '10', '11', 'B', 'C', 'D', 'F']) expect(notesOf('Москва', set)).toHaveLength(1)
  expect(notesOf('Pe\xa4a caf\x82', '0', 'latin1')).toEqual([])
  expect(notesOf('Pe\xf1a Ñu\xf1oa', 'A', 'latin1')).toEqual([])
  // "чай" in code page 866 is also a letter in UTF-8.
  expect(notesOf('\xe7\xa0\xa9', '10', 'latin1')).toEqual([])
  expect(notesOf('Pena', '0')).toEqual([])
})

test('pictures must decode to at least what they say, in every encoding', () => {
  const label = (graphic: string) => `^XA^FO0,0${graphic}^FS^XZ`
  expect(inspect(label('^GFA,8,8,2,GFgF')).result).toBe('whole')
  expect(inspect(label('^GFA,8,8,2,gF(F')).result).toBe('truncated')
  expect(inspect(label('^GFA,8,8,2,FF,::,')).result).toBe('whole')
  expect(inspect(label('^GFA,8,8,2,!:::')).result).toBe('whole')
  expect(inspect(label('^GFA,8,8,2,!::::'))).toMatchObject({
    result: 'whole',
    notes: ['a graphic has more than its 8 bytes; printers ignore the rest'],
  })
  expect(inspect(label('^GFA,8,8,2,!::')).result).toBe('truncated')
  expect(inspect(label('^GFC,3,8,2,abc')).result).toBe('whole')
  expect(inspect(label('^GFC,3,8,2,x\x9c\x00')).result).toBe('truncated')
  expect(inspect(label('^GFB,3,4,2,abc')).result).toBe('refused')
  expect(inspect(label(`^GFA,8,8,2,:Z64:${'A'.repeat(5000)}:0000`)).result).toBe('truncated')
  expect(inspect(label('^GFA,8,99999999,2,!')).result).toBe('refused')
})

test('a byte that is missing in an EPL picture is noticed, also when the next line end takes its place', () => {
  const label = (data: string, end = '\n') => `${end}N${end}GW0,0,2,2,${data}${end}P1${end}`
  for (const end of ['\n', '\r\n']) {
    expect(inspect(label('abcd', end)).result).toBe('whole')
    for (const data of ['abc', 'ab', 'a', 'abcde']) expect(inspect(label(data, end)).result).toBe('truncated')
  }
  expect(inspect(label('\nP1\n')).labels).toBe(1)
  expect(inspect(label('N\x00^\xff')).result).toBe('whole')
})

test('EPL that lost the beginning of its data is truncated, not text', () => {
  expect(inspect(epl('\x85\x05\xff\xfe\n'), { language: 'EPL' })).toMatchObject({ result: 'truncated' })
  expect(inspect(`\nN\n${'A'.repeat(9000)}\nP1\n`, { language: 'EPL' })).toMatchObject({ result: 'truncated' })
})

test('settings are found, and left out when a printer must keep its own', () => {
  const zpl = `^XA^MMT^PR4${FIELD}~SD20^XZ`
  const found = inspect(zpl)
  expect(found.cuts.map(({ name }) => name)).toEqual(['^MM', '^PR', '~SD'])
  expect(Buffer.from(stripLabel(ascii(zpl), found.cuts)).toString()).toBe(`^XA${FIELD}^XZ`)
  const label = epl('S4\nD10\nLO1,1,5,5\n')
  const settings = inspect(label).cuts
  expect(settings.map(({ name }) => name)).toEqual(['S', 'D'])
  expect(Buffer.from(stripLabel(ascii(label), settings)).toString()).toBe(epl('LO1,1,5,5\n'))
})

test("a printer's owner may allow, strip and block otherwise", () => {
  const label = `^XA^MMT^PR4${FIELD}^IDR:*.*^XZ`
  expect(inspect(label).result).toBe('refused')
  expect(inspect(label, { policy: { '^ID': 'pass', '^PR': 'pass' } })).toMatchObject({
    result: 'whole',
    stripped: ['^MM'],
  })
  expect(inspect(`^XA^MMT${FIELD}^XZ`, { policy: { '^MM': 'refuse' } })).toMatchObject({ result: 'refused', at: 3 })
  expect(inspect(`^XA^ILR:A.GRF^XZ`, { policy: { '^IL': 'strip' } }).cuts).toEqual([{ name: '^IL', at: 3, end: 13 }])
})

test('a stream of nothing but settings does not fill the memory', () => {
  expect(inspect('^XA' + '^MMT'.repeat(20_000))).toMatchObject({ result: 'refused' })
  expect(inspect('x'.repeat(101), { mostBytes: 100 })).toMatchObject({ result: 'refused' })
})

test('a label that is broken into short lines is ZPL all the same', () => {
  const broken = `^XA${FIELD}^FO5,5^GB9,9,9^FS^XZ`.replace(/(.)/g, '$1\r\n')
  expect(inspect(broken)).toMatchObject({ result: 'whole', language: 'ZPL', labels: 1 })
  expect(inspect('^X\r\nA^F\r\nO5\r\n,5^GB9,9,9^FS^XZ')).toMatchObject({ result: 'whole', language: 'ZPL' })
})

test('text of Asian sets ends where every printer ends it, or the label is refused', () => {
  const label = (set: string, text: string) => `^XA^CI${set}^FO1,1^FD${text}^FS^XZ`
  const verdicts = (set: string, texts: string[]) => texts.map((text) => inspect(label(set, text)).result)
  // Whole characters; half of one; in Shift-JIS a syllable that stands alone and then half of one.
  expect(verdicts('15', ['\x93\x8c\x8b\x9e', 'A\x93\x8c', '\x93', 'A\x93', '\xb1\x83'])).toEqual([
    'whole',
    'whole',
    'refused',
    'refused',
    'refused',
  ])
  expect(verdicts('26', ['\xa4\x40\xa4\xa4', '\xa4\x40\xa4'])).toEqual(['whole', 'refused'])
  expect(verdicts('28', ['\x93'])).toEqual(['whole'])
})

test('what is held of a stream while it is judged is less than six times its bytes', () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  const held = () => {
    if (typeof collect === 'function') Reflect.apply(collect, null, [])
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const piece = ascii('AAAAAAAAAAAAAAAA'.repeat(4096))
  for (const head of [
    '^XA^FO1,1^GFA,8000000,8000000,100,:B64:',
    '^XA^FO1,1^GFA,8000000,8000000,100,',
    '^XA^FO1,1^FD',
    '\nN\nGW0,0,2000,4000,',
  ]) {
    const inspector = new LabelInspector()
    const before = held()
    inspector.feed(ascii(head))
    for (let fed = 0; fed < 100; fed += 1) inspector.feed(piece)
    expect(held() - before).toBeLessThan(6 * 100 * piece.length)
    expect(inspector.result().result).toBe('truncated')
  }
})

test('a note after a semicolon above a label leaves its language to what follows', () => {
  const note = '; made by the order system\n'
  expect(inspect(`${note}; 4 x 6\n^XA ; label\n${FIELD}^XZ`)).toMatchObject({
    language: 'ZPL',
    said: { reason: { values: { name: expect.not.stringContaining('EPL') } } },
  })
  expect(inspect(`${note}${epl('A1,1,0,1,1,1,N,"x"\n')}`)).toMatchObject({ language: 'EPL', labels: 1 })
  expect(inspect(note)).toMatchObject({ language: 'EPL', labels: 0 })
})

test('what is left once a setting is left out is a whole label, or the label is refused', () => {
  for (const [tail, reason] of [
    // Its line would be text without the setting.
    ['Dock 4^MW1', 'text outside of ^XA'],
    // A prefix that the commands which set it back hold in their names.
    ['~CTC', 'a letter used as prefix'],
    ['^CCd', 'a letter used as prefix'],
    // What follows on the line to the printer begins with a prefix.
    ['^CI15^FX\xa3', 'half of a character'],
  ] as const)
    expect([tail, inspect(`^XA${FIELD}^XZ${tail}`)]).toMatchObject([
      tail,
      { result: 'refused', reason: expect.stringContaining(reason) as unknown },
    ])
  expect(inspect(`^XA${FIELD}^XZ\n^MW1`)).toMatchObject({ result: 'whole', stripped: ['^MW'] })
})

test('a field left open that the next label ends is refused, whatever is left out between them', () => {
  for (const between of ['', '^0,20', '^MMT', '^0,20^^CWFDx']) {
    const found = inspect(`^XA${FIELD}^FO1,1^SN0,N,1^XZ^XA${between}^FS^XZ`)
    expect([between, found.result, found.reason]).toEqual([
      between,
      'refused',
      expect.stringContaining('middle of a field'),
    ])
  }
})

test('a reset of EPL is refused wherever it is, also in a label and with another prefix', () => {
  for (const it of ['^@^XZ', '^@\x03', '^CC::FS:@\x03', '^CC::FS:@:XZ']) {
    const found = inspect(`^XA${FIELD}${it}`)
    expect([it, found.result, found.reason]).toEqual([it, 'refused', expect.stringContaining('EPL')])
  }
})
