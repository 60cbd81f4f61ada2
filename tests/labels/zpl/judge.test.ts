import fc from '../../support/fast-check.ts'
import { expect, test } from 'vitest'
import { countLabels } from '../../../src-labels/count.ts'
import { inspectLabel, stripLabel, type InspectOptions } from '../../../src-labels/inspect.ts'
import { anyZplLabel, ascii } from '../arbitraries.ts'

const judgeZpl = (bytes: Uint8Array, options: InspectOptions = {}) =>
  inspectLabel(bytes, { language: 'ZPL', ...options })
const validator = (text: string) => judgeZpl(Buffer.from(text, 'latin1'))
const FIELD = '^FO1,1^A0N,20,20^FDx^FS'

test('every proper prefix of a label is truncated', () => {
  fc.assert(
    fc.property(anyZplLabel, (label) => {
      const bytes = label.toBytes()
      expect(judgeZpl(bytes)).toMatchObject({ result: 'whole', labels: 1, at: null })
      for (let length = 0; length < bytes.length; length += 1) {
        expect(judgeZpl(bytes.subarray(0, length)).result).toBe('truncated')
      }
    }),
    { numRuns: 30 },
  )
})

test('labels in one stream are counted, formats that print nothing are not', () => {
  const stream = `^XA^LH0,0^XZ^XA${FIELD}^XZ\r\n^XA^DFR:A.ZPL^FS${FIELD}^XZ^XA^XFR:A.ZPL^FS^XZ^XA^IDR:A.ZPL^XZ`
  expect(validator(stream)).toMatchObject({ result: 'whole', labels: 2 })
  expect(countLabels(ascii(stream), 'ZPL').labels).toBe(2)
})

test('STX and ETX open and close a label', () => {
  expect(validator(`\u0002${FIELD}\u0003`)).toMatchObject({ result: 'whole', labels: 1 })
  expect(validator(`\u0002${FIELD}`)).toMatchObject({ result: 'truncated', at: 0 })
})

test('nothing in counted binary data is a command', () => {
  const data = '^XZ~JR\u0003^'
  const label = `^XA^FO0,0^GFB,${data.length},${data.length},1,${data}^FS^XZ`
  expect(validator(label)).toMatchObject({ result: 'whole', labels: 1 })
  expect(validator(label.slice(0, 30))).toMatchObject({ result: 'truncated' })
  expect(validator(`^XA${FIELD}^XZ~DYR:A,B,G,4,1,^XA^`)).toMatchObject({ result: 'whole', labels: 1 })
  expect(validator(`^XA${FIELD}^XZ~DYR:A,B,G,9,1,^XA^`)).toMatchObject({ result: 'truncated' })
})

test('hex in field data is data', () => {
  expect(validator('^XA^FO1,1^FH^FD_5EXZ_7EJR^FS^XZ')).toMatchObject({ result: 'whole', labels: 1 })
})

test('a comment may hold anything but commands', () => {
  expect(validator(`^XA^FX XZ and XA here^FS${FIELD}^XZ`)).toMatchObject({ result: 'whole', labels: 1 })
})

test('line ends inside of a command name are passed over as printers do', () => {
  expect(validator(`^X\r\nA${FIELD}^\nXZ`)).toMatchObject({ result: 'whole', labels: 1 })
  expect(validator(`^XA${FIELD}~J\r\nR^XZ`)).toMatchObject({ result: 'refused' })
})

test('a graphic with too few, too many or damaged bytes is truncated', () => {
  const label = (graphic: string) => `^XA^FO0,0${graphic}^FS^XZ`
  expect(validator(label('^GFA,2,2,1,F00F')).result).toBe('whole')
  expect(validator(label('^GFA,2,2,1,F00')).result).toBe('truncated')
  expect(validator(label('^GFA,2,2,1,F00FF'))).toMatchObject({
    result: 'whole',
    notes: [expect.stringContaining('more than its')],
  })
  expect(validator(label('^GFA,2,2,1,F0(F')).result).toBe('truncated')
  expect(validator(label('^GFA,1,1,1,:B64:gQ==:6e72'))).toMatchObject({ result: 'truncated', at: 9 })
  expect(validator(label('^GFA,,,,FF')).result).toBe('truncated')
  expect(validator(`~DGR:A.GRF,2,1,F00F^XA${FIELD}^XZ`).result).toBe('whole')
  expect(validator(`~DGR:A.GRF,3,1,F00F^XA${FIELD}^XZ`).result).toBe('truncated')
})

test('a label that starts inside of an unfinished one is not whole', () => {
  expect(validator(`^XA${FIELD}^XA${FIELD}^XZ`)).toMatchObject({ result: 'truncated', at: 0 })
  expect(validator(`^XA^LL1520^XA${FIELD}^XZ`)).toMatchObject({ result: 'whole', labels: 1 })
})

test('a stream without a label is truncated, be it empty, settings or prose', () => {
  for (const text of ['', '^XA^XZ', '^XA^MMT^XZ', 'hello']) expect(validator(text).result).toBe('truncated')
})

test('text on a line of its own between or behind labels is refused: another program on the port may take it', () => {
  const label = `^XA${FIELD}^XZ`
  for (const text of ['\r\nFLUSHALL\r\n', '\nHELO x', 'quit\n', ' x']) {
    expect(validator(label + text), text).toMatchObject({ result: 'refused' })
    expect(validator(`${label}${text}\n${label}`), text).toMatchObject({ result: 'refused' })
    expect(validator(`${text}\n${label}`), text).toMatchObject({ result: 'refused' })
    expect(validator(`${text}\n`), text).toMatchObject({ result: 'truncated' })
  }
  for (const blank of ['', '\r\n', ' \t\n\n']) {
    expect(validator(label + blank + label + blank)).toMatchObject({ result: 'whole', labels: 2 })
  }
  // A setting outside of a label has its parameters on its line.
  expect(validator(`~SD15\n${label}`)).not.toMatchObject({ reason: expect.stringContaining('text outside') })
})

test('changed prefixes are followed, and must be changed back', () => {
  const inside = '^XA^CC!!FO1,1!A0N,9,9!FD^XZ~JR!FS!CC^^XZ'
  expect(validator(inside.replace('~JR', ''))).toMatchObject({ result: 'whole', labels: 1 })
  expect(validator(`CT~~CD,~CC^~CT~^XA${FIELD}^XZ`)).toMatchObject({ result: 'whole', labels: 1 })
  expect(validator('^XA^CD;^FO1;1^GFA;2;2;1;F00F^FS^CD,^XZ')).toMatchObject({ result: 'whole', labels: 1 })
  expect(validator('^XA^CD;^FO1;1^GFA;2;2;1;F0^FS^CD,^XZ')).toMatchObject({ result: 'truncated' })
})

test('characters that old mainframes send for the prefixes are prefixes', () => {
  expect(validator(`^XA${FIELD}\u0010JR^XZ`)).toMatchObject({ result: 'refused' })
  expect(validator(`^XA${FIELD}\u001eXZ`)).toMatchObject({ result: 'whole', labels: 1 })
})

for (const [command, why] of [
  ['~JR', 'a reset'],
  ['^JUF', 'factory settings'],
  ['^JUN', 'factory network settings'],
  ['^JUR', 'recalled settings'],
  ['^KP1234', 'a front panel password'],
  ['^ND2,P,1.2.3.4', 'network settings'],
  ['^NSa', 'network settings'],
  ['~NC001', 'a network connection'],
  ['^SXA,B,Y,Y,a@b', 'alerts'],
  ['~DYE:A,B,T,1,0,x', 'a download to flash'],
  ['~DUE:A.TTF,1,FF', 'a font download to flash'],
  ['^IDE:*.*', 'deleting by wildcard'],
  ['^JBE', 'initialising flash'],
  ['~JA', 'cancelling everything'],
  ['~JP', 'cancelling a paused label'],
] as const) {
  test(`a label with ${why} (${command}) is refused, at the very place`, () => {
    expect(validator(`^XA${FIELD}${command}^XZ`)).toMatchObject({ result: 'refused', at: 3 + FIELD.length })
    expect(validator(`^XA${FIELD}^XZ${command}`)).toMatchObject({ result: 'refused', at: 6 + FIELD.length })
  })
}

test('settings that genuine labels carry are named and can be left out, and everything else stays as it was', () => {
  const label = (settings: string[]) =>
    `${settings[0]}^XA${settings[1]}^LH0,20${settings[2]}${FIELD}^XZ^XA${settings[3]}^XZ`
  const settings = ['~TA000~JSN', '^MMT^MNW^MTD^PR6,6~SD30^JUS', '^LT0^MD5', '~JN~JO']
  const bytes = ascii(label(settings))
  const result = judgeZpl(bytes)
  expect(result).toMatchObject({ result: 'whole', labels: 1 })
  expect(result.cuts.map(({ name }) => name).join(' ')).toBe('~TA ~JS ^MM ^MN ^MT ^PR ~SD ^JU ^LT ^MD ~JN ~JO')
  expect(new TextDecoder().decode(stripLabel(bytes, result.cuts))).toBe(label(['', '', '', '']))
})

test('more copies, bytes or dots than allowed are too big', () => {
  expect(validator(`^XA${FIELD}^PQ1,0,1,Y^XZ`).result).toBe('whole')
  expect(validator(`^XA${FIELD}^PQ99999999^XZ`)).toMatchObject({ result: 'whole', labels: 1, copies: 99_999_999 })
  expect(judgeZpl(ascii(`^XA${FIELD}^PQ2^XZ`), { expectedCopies: 2 }).result).toBe('whole')
  expect(validator(`^XA${FIELD}^PQ999999999^XZ`)).toMatchObject({ result: 'refused', at: 3 + FIELD.length })
  expect(validator('^XA^FO0,0^GFA,1,999999999,100,,^FS^XZ').result).toBe('refused')
  expect(judgeZpl(new Uint8Array(101), { mostBytes: 100 }).result).toBe('refused')
})

test('rows of a stored picture that look like lines of EPL are counted and judged as a picture', () => {
  const digits = '~DGR:A.GRF,4,1,\nFF\n00\nC1\nF0\n^XA^FO1,1^XGR:A.GRF,1,1^FS^XZ'
  expect(validator(digits)).toMatchObject({ result: 'whole', labels: 1 })
  expect(countLabels(ascii(digits), 'ZPL')).toEqual({ labels: 1, copies: 1 })
})
