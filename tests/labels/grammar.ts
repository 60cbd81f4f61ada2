import fc from '../support/fast-check.ts'
import { EPL_COMMANDS } from '../../src-labels/epl/command-table.ts'
import { ZPL_COMMANDS } from '../../src-labels/zpl/command-table.ts'

/** Numbers as labels write them, and as they must not. */
const anyNumber = fc.oneof(
  fc.integer({ min: 0, max: 900 }).map(String),
  fc.constantFrom('', '0', '00', '1e3', '0x10', ' 5', '5 ', '-3', '1.5', '\r\n4', '9\n9', 'A', '0'.repeat(170) + '7'),
)
const anyText = fc.constantFrom('', 'Dock 4', 'N', 'Y', 'R:A.GRF', 'R:A.ZPL', 'E:A.ZPL', '*.*', 'x>:', '"', '\\', '{}')
const anyParameters = fc
  .array(fc.oneof({ weight: 4, arbitrary: anyNumber }, { weight: 1, arbitrary: anyText }), { maxLength: 5 })
  .map((parts) => parts.join(','))

const FIELD = '^FO10,10^A0N,20,20^FDx^FS'
const passed = ZPL_COMMANDS.filter(({ treatment }) => treatment === 'pass')
const anyName = (rows: typeof ZPL_COMMANDS) =>
  fc.constantFrom(...rows.map(({ prefix, name }) => prefix + (name === 'A' ? 'A0' : name)))

/** A command of the table with parameters; mostly one that a label may have. */
const anyCommand = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(anyName(passed.filter(({ name }) => !/^X[AZ]$/.test(name))), anyParameters) },
  { weight: 3, arbitrary: fc.tuple(anyName(ZPL_COMMANDS), anyParameters) },
)

/** Pieces that are written so often, or read so differently, that chance must not be asked for them. */
const anyPiece = fc.oneof(
  { weight: 8, arbitrary: anyCommand.map((parts) => parts.join('')) },
  { weight: 4, arbitrary: fc.constant(FIELD) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '^POI',
      '^PON',
      '^LH0,0',
      '^LH10,20',
      '^CI28',
      '^CI15',
      '^CI0',
      '^BY3',
      '^MMT',
      '^PR4',
      '^MCN',
      '^PW400',
      '^LL99',
      '^FH^FD_5EXZ^FS',
      '^GFA,2,2,1,F00F^FS',
      '^GFB,3,3,1,^~\x02^FS',
      '^DFR:F.ZPL^FS',
      '^XFR:F.ZPL',
      '^IDR:A.GRF',
      '^CC!',
      '!CC^',
      '~CT#',
      '#CT~',
      '^CD;',
      '^CD,',
      '^CCA',
      'ACC^',
      '^FX comment ~SD10',
      '^PQ2',
      '^PQ1\n2',
      '^ZQ1',
      '~DGR:A.GRF,2,1,F00F',
      '^ISR:B.GRF,N',
      '\x0f',
      '\x1eFS',
      '\x10SD20',
      '\x1f',
      '\r\n',
      ' ',
      '^',
      '~',
      '^^FS',
      '! U1 getvar "a"',
      '{}{',
      '^FD\x83^',
      '\xff',
      '^JMB',
      '^FWR',
      '^CFB,20',
      '^LRY',
      '^PMY',
      '^SL1',
      '^SO2,1',
    ),
  },
)

/** Streams of ZPL, mostly labels, mostly closed. */
export const anyWildZpl = fc
  .array(
    fc.tuple(
      fc.array(anyPiece, { maxLength: 8 }),
      fc.constantFrom(`^XA${FIELD}`, '^XA', '\x02', ''),
      fc.constantFrom('^XZ', '^XZ\r\n', '\x03', '^xz', ''),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((labels) => Buffer.from(labels.map(([pieces, start, end]) => start + pieces.join('') + end).join(''), 'latin1'))

const anyEplLine = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'N',
      'q812',
      'q400',
      'R0,0',
      'R10,10',
      'I8,A,001',
      'ZT',
      'ZB',
      'LO1,1,5,5',
      'A1,1,0,1,1,1,N,"x"',
      'X1,1,2,9,9',
      'GW0,0,1,2,ab',
      'GW0,0,1,2\nab',
      'S4',
      'D10',
      'Q100,24',
      'JF',
      'OD',
      'GG1,1,"A"',
      '; note',
      'P1',
      'P2,3',
      'P',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...EPL_COMMANDS.map(({ name }) => name)), anyParameters)
      .map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('P0009', 'P1e3', ' P9', '! U1 do "a"', '.', '~JR', 'zz', '\x1bp', '{}{"a":1}'),
  },
)

/** Streams of EPL, mostly labels. */
export const anyWildEpl = fc
  .tuple(fc.array(anyEplLine, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => Buffer.from(['', 'N', ...lines, 'P1', ''].join(end), 'latin1'))
