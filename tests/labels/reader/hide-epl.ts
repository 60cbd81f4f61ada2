import { numberIn } from './numbers.ts'
import { padding, spelled, writes, type HiddenCommand, type Way } from './hiding.ts'
import type { PrinterReading } from './reading.ts'

const between = (text: string, mark: string) => [...text].join(mark)
const hasParameters = ({ parameters }: HiddenCommand) => parameters !== ''
const isPrint = ({ name }: HiddenCommand) => name === 'P'
const takes = (prefix: string, name: string) => (reading: PrinterReading) =>
  reading.commands.some((command) => command.prefix === prefix && command.name === name)
const reset = writes('device.reset')

/** A picture of which a printer takes as many bytes as `data` has, and the command on the next line. */
const picture = (width: string, lines: string, data: string) => (it: HiddenCommand) =>
  `GW0,0,${width},${lines},${data}\n${spelled(it)}\n;${padding}\n`

/** Ways to hide an EPL2 command; each text begins and ends at the start of a line. */
export const EPL_WAYS: readonly Way[] = [
  { way: 'picture with exponents', inside: picture('1e1', '1e2', 'X') },
  { way: 'picture in hexadecimal', inside: picture('0x10', '0x40', '') },
  { way: 'picture in binary', inside: picture('0b11111', '0b11111', '') },
  { way: 'picture with fractions', inside: picture('1.5e1', '1.0e2', 'X') },
  { way: 'picture with blanks in the numbers', inside: picture('1 0', '1 00', 'X') },
  { way: 'picture with underscores in the numbers', inside: picture('1_0', '1_00', 'X') },
  { way: 'picture without width', inside: (it) => `GW0,0,0,1000,${spelled(it)}\n;${padding}\n` },
  { way: 'picture header ended by CR LF', inside: (it) => `GW0,0,1,4\r\nXXXX${spelled(it)}\n` },
  { way: 'picture whose first byte is a line feed', inside: (it) => `GW0,0,1,4,\nXXX${spelled(it)}\n` },
  { way: 'picture header without an end', inside: (it) => `GW0,0,1,4XXXX${spelled(it)}\n` },
  { way: 'picture whose first byte is a comma', certain: false, inside: (it) => `GW0,0,1,4,XXX${spelled(it)}\n` },
  { way: 'picture with characters of two bytes', inside: (it) => `GW0,0,2,2,\xc3\xa9\xc3\xa9${spelled(it)}\n` },
  { way: 'picture with CR in the last number', inside: (it) => `GW0,0,1,1\r0,XXXXXXXXXX${spelled(it)}\n` },
  { way: 'picture header broken by a line end', inside: (it) => `GW0,0,1000\n${spelled(it)}\n;${padding}\n` },
  { way: 'picture behind 200 zeros', inside: (it) => `GW0,0,${'0'.repeat(200)}1,4,XXXX${spelled(it)}\n;${padding}\n` },
  {
    way: 'CR in the name',
    suits: ({ name }) => name.length > 1,
    inside: (it) => `${between(it.name, '\r')}${it.parameters}\n`,
  },
  { way: 'CR in the parameters', suits: hasParameters, inside: (it) => `${it.name}${between(it.parameters, '\r')}\n` },
  {
    way: '200 CR before the parameters',
    suits: hasParameters,
    inside: (it) => `${it.name}${'\r'.repeat(200)}${it.parameters}\n`,
  },
  { way: 'CR at the start of the line', inside: (it) => `\r\r${spelled(it)}\n` },
  { way: 'blank at the start of the line', certain: false, inside: (it) => ` ${spelled(it)}\n` },
  { way: 'behind an open quote', inside: (it) => `A10,10,0,1,1,1,N,"abc\n${spelled(it)}\n` },
  { way: 'behind an escaped backslash before the quote', inside: (it) => `A10,10,0,1,1,1,N,"a\\\\"\n${spelled(it)}\n` },
  { way: 'behind an escaped line feed in a quote', inside: (it) => `A10,10,0,1,1,1,N,"a\\\nb"\n${spelled(it)}\n` },
  { way: 'behind a backslash without quotes', inside: (it) => `LO1,1,1,1\\\n${spelled(it)}\n` },
  { way: 'behind a quote in a comment', inside: (it) => `; a box of 5" \\\n${spelled(it)}\n` },
  { way: 'behind a wrong line', inside: (it) => `this is no command\n${spelled(it)}\n` },
  { way: 'behind a line of 5000 characters', inside: (it) => `;${'x'.repeat(5000)}\n${spelled(it)}\n` },
  { way: 'behind a form whose end has a CR', inside: (it) => `FS"A"\nN\nF\rE\n${spelled(it)}\n` },
  { way: 'in a form', inside: (it) => `FS"A"\n${spelled(it)}\nFE\n` },
  { way: 'as an answer that no form asked for', inside: (it) => `?\n${spelled(it)}\n` },
  {
    way: 'behind the last answer that a form asked for',
    inside: (it) => `FS"A"\nV00,10,N,"Name"\nFE\nFR"A"\n?\nfirst\n${spelled(it)}\n`,
  },
  { way: 'stored picture with an exponent', inside: (it) => `GM"A"1e3\nX${spelled(it)}\n;${padding}\n` },
  { way: 'stored picture in hexadecimal', inside: (it) => `GM"A"0x3e8\n${spelled(it)}\n;${padding}\n` },
  { way: 'stored picture ended by CR', certain: false, inside: (it) => `GM"A"4\r\nXXX${spelled(it)}\n` },
  { way: 'on the first line', whole: (label, it) => `${spelled(it)}\n${label}` },
  { way: 'behind the last print', whole: (label, it) => `${label}${spelled(it)}\n` },
  { way: 'on a last line without an end', whole: (label, it) => `${label}${spelled(it)}` },
  { way: 'behind a driver block', whole: (label, it) => `\x1b##\x01\x04\0XXXX${spelled(it)}\n${label}` },
  {
    way: 'ZPL between the lines',
    certain: false,
    whole: (label) => `${label}^XA~JR^XZ\n`,
    hides: '~JR',
    shown: takes('~', 'JR'),
  },
  {
    way: 'SGD between the lines',
    whole: (label) => `! U1 do "device.reset" ""\r\n${label}`,
    hides: 'device.reset',
    shown: reset,
  },
  {
    way: 'JSON between the lines',
    whole: (label) => `{ } { "device.reset": "" }\n${label}`,
    hides: 'device.reset',
    shown: reset,
  },
  {
    way: 'file between the lines',
    whole: (label) => `! CISDFCRC16\r\n0000\r\nE:A\r\n00000001\r\n0000\r\nX${label}`,
    hides: '!CISDFCRC16',
    shown: takes('!', 'CISDFCRC16'),
  },
  ...quantities(),
]

/** Numbers of copies that a language reads as few and a printer as many. */
function quantities(): Way[] {
  const asked = (it: HiddenCommand) => numberIn(it.parameters, { junkBeforeDigits: 'skipped' }) ?? 1
  const written: readonly (readonly [way: string, write: (asked: string) => string])[] = [
    ['copies behind 200 zeros', (copies) => '0'.repeat(200) + copies],
    ['copies with a negative exponent', (copies) => `${copies}e-9`],
    ['copies with letters behind', (copies) => `${copies}pcs`],
    ['copies with CR in the number', (copies) => `${copies.slice(0, -1)}\r${copies.slice(-1)}`],
    ['copies behind a letter', (copies) => `x${copies}`],
    ['copies in the second number', (copies) => `1,${copies}`],
  ]
  return [
    ...written.map(([way, write]): Way => ({
      way,
      suits: isPrint,
      inside: (it) => `P${write(String(asked(it)))}\n`,
      shown: ({ copies }, it) => copies >= asked(it),
    })),
    {
      way: 'many prints in one file',
      suits: isPrint,
      inside: (it) => 'P1\n'.repeat(asked(it)),
      shown: ({ copies }, it) => copies >= asked(it),
    },
  ]
}
