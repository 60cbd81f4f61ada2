import { padding, spelled, writes, type Way } from './hiding.ts'
import type { PrinterReading } from './reading.ts'

const bigEndian = (text: string) => [...text].map((character) => `\0${character}`).join('')
const littleEndian = (text: string) => [...text].map((character) => `${character}\0`).join('')
const reset = writes('device.reset')
const takes = (prefix: string, name: string) => (reading: PrinterReading) =>
  reading.commands.some((command) => command.prefix === prefix && command.name === name)

/** Inside a label, before its end. */
export const insideOf = (label: string, text: string) => {
  const end = label.lastIndexOf('^XZ')
  return label.slice(0, end) + text + label.slice(end)
}

/** Places where a judge may not look, and what it may take for something else. */
export const PLACES: readonly Way[] = [
  { way: 'in field data', inside: (it) => `^FO10,10^FDBox ${spelled(it)}^FS` },
  { way: 'in variable field data', inside: (it) => `^FO10,10^FVBox ${spelled(it)}^FS` },
  { way: 'in a comment', inside: (it) => `^FXnothing to see ${spelled(it)}^FS` },
  { way: 'in the prompt of a field', inside: (it) => `^FN1"${spelled(it)}"^FS` },
  { way: 'behind 4000 bytes of field data', inside: (it) => `^FO10,10^FD${'x'.repeat(4000)}${spelled(it)}^FS` },
  { way: 'in field data ended by a control byte', inside: (it) => `^FO10,10^FDBox\x0f${spelled(it)}` },
  { way: 'behind an escape mark that has no digits', inside: (it) => `^FO10,10^FH_^FDBox _${spelled(it)}^FS` },
  { way: 'behind a tilde as escape mark', inside: (it) => `^FO10,10^FH~^FDBox ${spelled(it)}^FS` },
  { way: 'behind a caret as escape mark', inside: (it) => `^FO10,10^FH^^FDBox ${spelled(it)}^FS` },
  { way: 'in the parameters of an unknown command', inside: (it) => `^Q?1,2,${spelled(it)}^FS` },
  { way: 'in the parameters of a known command', inside: (it) => `^FO10${spelled(it)},10^FS` },
  { way: 'behind a file name', inside: (it) => `^XGR:LOGO${spelled(it)}.GRF,1,1^FS` },
  { way: 'in a serial number', inside: (it) => `^FO10,10^SN001${spelled(it)},1,Y^FS` },
  { way: 'before the first label', whole: (label, it) => `${spelled(it)}\n${label}` },
  { way: 'behind text before the first label', whole: (label, it) => `Dear printer, ${spelled(it)}\n${label}` },
  { way: 'after the last label', whole: (label, it) => `${label}${spelled(it)}` },
  { way: 'after the last label in a label without end', whole: (label, it) => `${label}^XA${spelled(it)}` },
  { way: 'between two labels', whole: (label, it) => `${label}${spelled(it)}${label}` },
  { way: 'in a label begun and ended by control bytes', whole: (label, it) => `${label}\x02${spelled(it)}\x03` },
  { way: 'in a label that is begun twice', inside: (it) => `^XA${spelled(it)}` },
  {
    way: 'in a stored format that is recalled',
    whole: (label, it) => `^XA^DFR:A.ZPL^FS^FO10,10^FDx^FS${spelled(it)}^XZ\n^XA^XFR:A.ZPL^FS^XZ\n${label}`,
  },
  { way: 'behind a high byte of one-byte text', inside: (it) => `^CI13^FO10,10^FD\x81${spelled(it)}^FS^CI0` },
  {
    way: 'behind the first bytes of a UTF-8 character',
    inside: (it) => `^CI28^FO10,10^FD\xe2\x82${spelled(it)}^FS^CI0`,
  },
  { way: 'behind a whole two-byte character', inside: (it) => `^CI15^FO10,10^FD\x81\x81${spelled(it)}^FS^CI0` },
  { way: 'behind a Japanese letter of one byte', inside: (it) => `^CI15^FO10,10^FD\xb1${spelled(it)}^FS^CI0` },
  { way: 'behind a first byte of EUC text', inside: (it) => `^CI16^FO10,10^FD\xb1${spelled(it)}^FS^CI0` },
  {
    way: 'behind half a two-byte character',
    certain: false,
    inside: (it) => `^CI15^FO10,10^FD\x81${spelled(it)}^FS^CI0`,
  },
  { way: 'in two bytes a character after a code page', inside: (it) => `^CI29${bigEndian(`${spelled(it)}^CI0`)}` },
  { way: 'in two bytes, the low one first', inside: (it) => `^CI30${littleEndian(`${spelled(it)}^CI0`)}` },
  { way: 'in UTF-16 after a mark', whole: (label, it) => `\xfe\xff${bigEndian(insideOf(label, spelled(it)))}` },
  {
    way: 'in UTF-16, low byte first, after a mark',
    whole: (label, it) => `\xff\xfe${littleEndian(insideOf(label, spelled(it)))}`,
  },
  {
    way: 'in UTF-16 behind a label of single bytes',
    whole: (label, it) => `${label}\xfe\xff${bigEndian(spelled(it))}`,
  },
  { way: 'in UTF-16 without a mark', certain: false, whole: (label, it) => bigEndian(insideOf(label, spelled(it))) },
  { way: 'in UTF-16 inside a label', certain: false, inside: (it) => `\xfe\xff${bigEndian(`${spelled(it)}^CI0`)}` },
  { way: 'behind a UTF-8 mark', whole: (label, it) => `\xef\xbb\xbf${spelled(it)}${label}` },
  {
    way: 'in a block of the Windows driver',
    certain: false,
    whole: (label, it) => `\x1b##\x01${String.fromCharCode(spelled(it).length, 0)}${spelled(it)}${label}`,
  },
  {
    way: 'behind a driver block shorter than usual',
    whole: (label, it) => `\x1b##\x01\x04\0XXXX${spelled(it)}${label}`,
  },
  {
    way: 'behind a file shorter than its digits look',
    whole: (label, it) =>
      `! CISDFCRC16\r\n0000\r\nE:A.NRD\r\n00000010\r\n0000\r\n${'X'.repeat(16)}${spelled(it)}${label}`,
  },
  { way: 'behind JSON without an end', whole: (label, it) => `{}{"a":${spelled(it)}${padding}${label}` },
  { way: 'behind JSON with a brace in a string', whole: (label, it) => `{}{"a":"{"}${spelled(it)}${label}` },
  ...[
    ['SGD in capitals', '! U1 SETVAR "DEVICE.RESET" ""\r\n'],
    ['SGD with tabulators and many blanks', '!\t \tU1 \t do   "device.reset"   ""\r\n'],
    ['SGD over several lines', '!\r\nU1\r\nsetvar\r\n"device.reset"\r\n""\r\n'],
    ['SGD as a list', '! U getvar "appl.name" setvar "device.reset" "" END \r\n'],
    ['SGD behind text', 'Hello ! U1 do "device.reset" ""\r\n'],
    ['JSON with blanks and line ends', '{ }\r\n{ "device.reset" : "" }'],
    ['JSON behind other names', '{}{"appl.name":null,"device.reset":""}'],
    ['JSON with letters as escapes', '{}{"device\\u002ereset":""}'],
  ].map(([way = '', text = '']): Way => ({
    way,
    whole: (label) => label + text + label,
    hides: 'device.reset',
    shown: reset,
  })),
  {
    way: 'SGD in field data',
    certain: false,
    inside: () => '^FO10,10^FDx ! U1 do "device.reset" ""\r\n^FS',
    hides: 'device.reset',
    shown: reset,
  },
  {
    way: 'JSON in field data',
    certain: false,
    inside: () => '^FO10,10^FD{}{"device.reset":""}^FS',
    hides: 'device.reset',
    shown: reset,
  },
  {
    way: 'Eltron reset between labels',
    whole: (label) => `${label}\n^@\n${label}`,
    hides: '^@',
    shown: takes('^', '@'),
  },
  {
    way: 'Eltron factory settings',
    whole: (label) => `${label}\n^default\n${label}`,
    hides: '^default',
    shown: takes('^', 'default'),
  },
  {
    way: 'Eltron hex dump between labels',
    whole: (label) => `${label}\ndump\n${label}`,
    hides: 'dump',
    shown: takes('', 'dump'),
  },
  {
    way: 'Eltron deletion between labels',
    certain: false,
    whole: (label) => `${label}\nGK"*"\nGK"*"\n${label}`,
    hides: 'GK',
    shown: takes('', 'GK'),
  },
]
