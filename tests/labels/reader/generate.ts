import fc from '../../support/fast-check.ts'
import { EPL_NAMES, ZPL_NAMES } from './names.ts'
import { stream } from './streams.ts'

/** Commands after which the next byte may mean something else than it did before: prefixes, widths, counts. */
const CHANGES_READING = new Set('^CC ~CC ^CD ~CD ^CT ~CT ^CI ^F8 ^F16 ^GF ~DY ^XA ^XZ'.split(' '))

/** What has been seen in labels, and what nobody should write. */
const parameter = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 1300 }).map(String) },
  { weight: 2, arbitrary: fc.constantFrom('', 'N', 'Y', 'R', 'I', 'B', 'A', '0', '1', 'D', 'S', 'T', 'F') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'R:LOGO.GRF',
      'E:FORM.ZPL',
      'r:a',
      'B:*.*',
      '*',
      'E:',
      ':',
      'LOGO',
      '0000000000000007',
      '1e3',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('-12', '0x1F', '12.7', '5\\r\\n', ' 7', 'x9', '99999999999', 'Infinity', '1 0', '\r\n3'),
  },
)
const parameters = fc.array(parameter, { maxLength: 7 }).map((fields) => fields.join(','))

const zplCommand = (names: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), parameters).map(([name, text]) => name + text)

const field = fc
  .tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 1200 }), fc.string({ maxLength: 20 }))
  .map(([x, y, text]) => `^FO${x},${y}^A0N,30,30^FD${text.replace(/[^\w -]/g, '')}^FS`)

const graphic = fc
  .tuple(fc.constantFrom('A', 'B', 'C', 'a', 'b', ''), fc.uint8Array({ maxLength: 40 }), fc.constantFrom('', '0', '\n'))
  .map(([type, data, before]) => {
    const binary = /^[bc]$/i.test(type)
    const body = binary ? Buffer.from(data).toString('latin1') : Buffer.from(data).toString('hex').toUpperCase()
    return `^FO0,0^GF${type},${before}${data.length},${data.length},1,${body}^FS`
  })

/** A label made of any commands of ZPL, with parameters that are likely, odd or wrong, and what it leaves behind. */
export const zplLabel: fc.Arbitrary<Uint8Array> = fc
  .array(fc.oneof({ weight: 3, arbitrary: zplCommand(ZPL_NAMES) }, { weight: 2, arbitrary: field }, graphic), {
    maxLength: 30,
  })
  .map((parts) => stream(`^XA${parts.join('')}^XZ\n`))

/** The same, but the next label is read as if it were the first. */
export const wholeZplLabel: fc.Arbitrary<Uint8Array> = fc
  .array(fc.oneof(zplCommand(ZPL_NAMES.filter((name) => !CHANGES_READING.has(name))), field, graphic), {
    maxLength: 30,
  })
  .map((parts) => stream(`^XA${parts.join('')}^XZ\n`))

/** Commands of EPL that take the lines after them. */
const TAKES_LINES = new Set(['GW', 'GM', 'FS', 'FR', '?'])

const eplLine = (names: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), parameters).map(([name, text]) => name + text.replace(/[\r\n]/g, ''))

const eplField = fc
  .tuple(fc.integer({ min: 0, max: 800 }), fc.string({ maxLength: 20 }))
  .map(([x, text]) => `A${x},10,0,3,1,1,N,"${text.replace(/[^\w -]/g, '').replace(/["\\]/g, '\\$&')}"`)

const picture = fc
  .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.constantFrom(',', '\n'))
  .map(([data, end]) => `GW0,0,1,${data.length}${end}${Buffer.from(data).toString('latin1')}`)

/** A label made of any commands of EPL2, and what it leaves behind. */
export const eplLabel: fc.Arbitrary<Uint8Array> = fc
  .array(fc.oneof({ weight: 3, arbitrary: eplLine(EPL_NAMES) }, eplField, picture), { maxLength: 30 })
  .map((lines) => stream(`\nN\n${lines.join('\n')}\nP1\n`))

/** The same, but the next label is read as if it were the first. */
export const wholeEplLabel: fc.Arbitrary<Uint8Array> = fc
  .array(fc.oneof(eplLine(EPL_NAMES.filter((name) => !TAKES_LINES.has(name))), eplField), { maxLength: 30 })
  .map((lines) => stream(`\nN\n${lines.join('\n')}\nP1\n`))

/** Pieces of which hostile streams are made: each begins something that a reader must not lose itself in. */
export const shards: fc.Arbitrary<string> = fc.constantFrom(
  ...[
    '^',
    '~',
    '^A',
    '^A\n',
    '^CC',
    '^CT',
    '^CD;',
    '^XA',
    '^XZ',
    '^FD',
    '^FX',
    '^GFB,5,5,1,',
    '^GFA,9,9,1,',
    '~DYR:A,B,G,3,1,',
  ],
  ...[
    '~DGR:A,9,1,',
    '^IDR:*.*',
    '^CI15',
    '^CI29',
    '^CI30',
    '^CI0',
    '^BY,,,,,,',
    '\x81',
    '\xfe\xff',
    '\xff\xfe',
    '\xef\xbb\xbf',
  ],
  ...[
    '\x02',
    '\x03',
    '\x0f',
    '\x10',
    '\x1e',
    '\x1f',
    '\0',
    '\r\n',
    '\n',
    ' ',
    '{}{',
    '{"a":',
    '}',
    '"',
    '\\',
    '! U1 setvar "',
  ],
  ...[
    '! U1 do "a" "b"',
    '! U ',
    '! CISDFCRC16\n0\nE:A\n00000003\n0\n',
    '!',
    '\x1b##\x01\x02\0',
    'dump',
    '<?xml',
    'GW0,0,1,3,',
  ],
  ...[
    'GM"A"4\n',
    'FS"A"\n',
    'FE\n',
    'V00,1,N,"x"\n',
    'FR"A"\n',
    '?\n',
    'P9\n',
    'N\n',
    'GK"*"\n',
    '^@\n',
    'A1,"',
    '0',
    '9',
    ',',
  ],
)
